// Fills a project with a week of sample data: cardholders, cards, transfers, orders in every state,
// a subscription and callbacks. It only uses the public interfaces.

import type { SandboxProject } from '../../src/index.ts'
import { ARTICLES, PEOPLE, type Person } from './people.ts'

const RETURN_URL = 'https://shop.example/return'
const EUR_CODE = 978
/** Test cards: one with a challenge, one without funds, and one that always pays. */
const CHALLENGE_PAN = '5555555555555599'
const NO_FUNDS_PAN = '4000000000009995'
const PAYING_PAN = '4242424242424242'
const TEST_CVC = '123'
/** Days of the story. By default a hold expires after as many days. */
const STORY_DAYS = 7

/** Draws an integer from `from` to `to`, both included. */
export type Draw = (from: number, to: number) => number

export interface SeedCounts {
  cardholders: number
  cards: number
  transfers: number
  orders: number
}

interface SeedCard {
  readonly id: string
  readonly number: string
  /** YYYYMM. */
  readonly expiryDate: string
  readonly cvc: string
}

/** The story of one project. `counts` contains the number of created objects. */
export class SeedStory {
  readonly counts: SeedCounts = { cardholders: 0, cards: 0, transfers: 0, orders: 0 }
  readonly #project: SandboxProject
  readonly #draw: Draw
  readonly #tag: string

  /** `tag` keeps order numbers unique if a project is seeded twice. */
  constructor(project: SandboxProject, draw: Draw, tag: string) {
    this.#project = project
    this.#draw = draw
    this.#tag = tag
  }

  async run(): Promise<void> {
    const cards: SeedCard[] = []
    for (const person of PEOPLE) cards.push(await this.#issue(person))
    const [subscriber] = cards
    const binding = subscriber && (await this.#subscribe(subscriber))
    for (let day = 0; day < STORY_DAYS; day++) {
      await this.#shop(cards)
      await this.#repay(cards)
      if (binding !== undefined && day % 2 === 1) await this.#charge(binding)
      await this.#project.control.moveClock({ advance: 'P1D' })
    }
    await this.#lastDay(cards)
  }

  /** Registers a cardholder, issues a card and tops it up. */
  async #issue({ salary, ...person }: Person): Promise<SeedCard> {
    const { b, product } = this.#project
    const { id: cardholder } = await b.createCardholder(person)
    const { id } = await b.createCard({ productName: product.cardProductName, cardholder })
    const card = await b.getCard({ id })
    const destinationCard = { cardNumber: card.number }
    await b.createTopup({ amount: salary, currency: 'EUR', destinationCard })
    this.counts.cardholders += 1
    this.counts.cards += 1
    return card
  }

  /** A day's purchases: most are one-stage; some are held, then captured in part or reversed. */
  async #shop(cards: readonly SeedCard[]): Promise<void> {
    for (const card of cards) {
      if (this.#draw(0, 2) === 0) continue
      const { description, from, to } = this.#pick(ARTICLES)
      const amount = this.#draw(from, to)
      const kind = this.#draw(0, 5)
      if (kind > 2) {
        const orderId = await this.#pay(await this.#register({ amount, description }), card)
        if (kind === 5) await this.#ifPaid(orderId, amount / 2, 'refund')
      } else {
        const hold = await this.#register({ amount, description }, 'registerPreAuth')
        await this.#pay(hold, card)
        if (kind === 0) await this.#ifPaid(hold, amount, 'deposit')
        if (kind === 1) await this.#ifPaid(hold, amount / 2, 'deposit')
        if (kind === 2) await this.#ifPaid(hold, amount, 'reverse')
      }
    }
  }

  /** A transfer between two cards; some are declined for insufficient funds. */
  async #repay(cards: readonly SeedCard[]): Promise<void> {
    const from = this.#draw(0, cards.length - 1)
    const to = (from + this.#draw(1, cards.length - 1)) % cards.length
    const [source, destination] = [cards[from], cards[to]]
    if (source === undefined || destination === undefined) return
    await this.#project.b.createTransfer({
      amount: this.#draw(500, 45_000),
      currency: 'EUR',
      sourceCard: { cardNumber: source.number, expiryDate: source.expiryDate },
      destinationCard: { cardNumber: destination.number },
    })
    this.counts.transfers += 1
  }

  /** Pays the first order of a subscription and returns its binding. */
  async #subscribe(card: SeedCard): Promise<string | undefined> {
    const description = 'Magazine, monthly'
    const orderId = await this.#register({ amount: 990, description, clientId: 'reader-1' })
    await this.#pay(orderId, card)
    const { bindings } = await this.#project.c.getBindings({ clientId: 'reader-1' })
    return bindings?.[0]?.bindingId
  }

  async #charge(bindingId: string): Promise<void> {
    const order = { amount: 990, description: 'Magazine, monthly', clientId: 'reader-1' }
    const mdOrder = await this.#register({ ...order, features: ['AUTO_PAYMENT'] })
    await this.#project.c.paymentOrderBinding({ mdOrder, bindingId, ip: '203.0.113.7' })
  }

  /** The open cases of the last day: a hold, a challenge, declines and an unpaid order. */
  async #lastDay(cards: readonly SeedCard[]): Promise<void> {
    const { b, c } = this.#project
    const [first, second, third, fourth] = cards
    if (!first || !second || !third || !fourth) throw new Error('a seeded project has four cards')
    const held = await this.#register(
      { amount: 12_900, description: 'A weekend away' },
      'registerPreAuth',
    )
    await this.#pay(held, first)
    const testCard = (number: string) => ({ number, expiryDate: '203412', cvc: TEST_CVC })
    const challenged = await this.#register({ amount: 5_400, description: 'A waffle iron' })
    await this.#pay(challenged, testCard(CHALLENGE_PAN))
    const noFunds = await this.#register({ amount: 8_900, description: 'A winter coat' })
    await this.#pay(noFunds, testCard(NO_FUNDS_PAN))
    const foreign = await this.#register({ amount: 3_300, description: 'A book on ledgers' })
    await this.#pay(foreign, testCard(PAYING_PAN))
    const withdrawn = await this.#register({ amount: 2_100, description: 'Out of stock' })
    await c.decline({ orderId: withdrawn })
    await this.#register({ amount: 7_700, description: 'Still in the basket' })
    // Declines with a reason to find: a low limit, and a lost card.
    await b.updateCard({ id: second.id, spendingLimits: [{ amount: 1_000, interval: 'daily' }] })
    await this.#pay(
      await this.#register({ amount: 4_200, description: 'A pair of glasses' }),
      second,
    )
    await b.updateCard({ id: third.id, status: 'lost' })
    await this.#pay(await this.#register({ amount: 1_500, description: 'A parcel' }), third)
    await b.updateCard({ id: fourth.id, status: 'blocked' })
  }

  async #register(
    order: { amount: number; description: string; clientId?: string; features?: readonly string[] },
    operation: 'register' | 'registerPreAuth' = 'register',
  ): Promise<string> {
    this.counts.orders += 1
    const orderNumber = `${this.#tag}-${String(this.counts.orders).padStart(3, '0')}`
    const registration = { orderNumber, currency: EUR_CODE, returnUrl: RETURN_URL, ...order }
    const { orderId } = await this.#project.c[operation](registration)
    if (orderId === undefined) throw new Error(`order ${orderNumber} has no id`)
    return orderId
  }

  /** Sends a card for an order; the issuer may decline it. */
  async #pay(orderId: string, { number, expiryDate, cvc }: Omit<SeedCard, 'id'>): Promise<string> {
    await this.#project.c.paymentorder({
      MDORDER: orderId,
      $PAN: number,
      $CVC: cvc,
      YYYY: Number(expiryDate.slice(0, 4)),
      MM: Number(expiryDate.slice(4)),
      TEXT: 'CARD HOLDER',
      ip: '203.0.113.7',
    })
    return orderId
  }

  /** Continues an order only if its payment was approved. */
  async #ifPaid(
    orderId: string,
    amount: number,
    act: 'deposit' | 'refund' | 'reverse',
  ): Promise<void> {
    const { c } = this.#project
    const { actionCode } = await c.getOrderStatusExtended({ orderId })
    if (actionCode !== 0) return
    if (act === 'reverse') await c.reverse({ orderId })
    else await c[act]({ orderId, amount: Math.floor(amount) })
  }

  #pick<T>(table: readonly T[]): T {
    const row = table[this.#draw(0, table.length - 1)]
    if (row === undefined) throw new Error('nothing to pick from')
    return row
  }
}
