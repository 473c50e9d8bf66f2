// Fills a project with what a week of use leaves: people and cards, money that moves, orders in every state, a subscription, and
// callbacks of all of it. Everything goes through the interfaces, as a user's own calls would.

import type { SandboxProject } from '../../src/index.ts'
import { ARTICLES, PEOPLE, type Person } from './people.ts'

const RETURN_URL = 'https://shop.example/return'
const EUR_CODE = 978
/** Test cards: one that asks for a one-time code, one without funds, and one that pays at once. */
const CHALLENGE_PAN = '5555555555555599'
const NO_FUNDS_PAN = '4000000000009995'
const PAYING_PAN = '4242424242424242'
const TEST_CVC = '123'
/** A hold of the project is given back after this many days, unless the project says otherwise. */
const STORY_DAYS = 7

/** Draws a whole number from `from` to `to`, both included. */
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

/** The story of one project. `counts` tells how much there is of what. */
export class SeedStory {
  readonly counts: SeedCounts = { cardholders: 0, cards: 0, transfers: 0, orders: 0 }
  readonly #project: SandboxProject
  readonly #draw: Draw
  readonly #tag: string

  /** `tag` keeps order numbers apart where a project is seeded twice. */
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

  /** A person, their card, and their first money. */
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

  /** A day's purchases: most are paid at once, some are held first and captured in part or given back. */
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

  /** Somebody pays back what somebody else laid out; now and then there is not enough to. */
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

  /** The first payment of a subscription; gives the binding that it leaves. */
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

  /** What waits for somebody on the day that the project is looked at. */
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
    // Declines that have a reason to be found: a limit that is too low, and a card that was reported lost.
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

  /** Sends a card for an order, whatever the issuer says to it. */
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

  /** Goes on with an order whose payment was approved; one that was declined stays as it is. */
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
