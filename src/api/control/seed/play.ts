// Creates the sample data from its plan, with the same commands as the interfaces. Each command is
// a separate commit, so that other requests of the project can run in between.

import { Fault, type FaultCode } from '../../../kernel/fault.ts'
import { INTERVAL_LIMIT, LIMITS } from '../../../issuing/limits.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import { type EnteredCard, presentCard } from '../../../payments/methods/payment-card.ts'
import type { PaymentMethod } from '../../../payments/methods/payment-method.ts'
import { testCard, testCardExpiry } from '../../../payments/methods/test-card.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { isPayable } from '../../../payments/orders/order-status.ts'
import { orderByNumber } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { candidatesFor } from '../../../web/cards/new-card-numbers.ts'
import { merchantLogin, newGatewayId, newPaymentIds } from '../../../web/redirects/merchant.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { PEOPLE, type Person } from './people.ts'
import {
  type CardChange,
  type Purchase,
  SAMPLE_CARDS,
  type Step,
  SUBSCRIPTION,
  type Transfer,
} from './story.ts'

const RETURN_URL = 'https://shop.example/return'
const PAYER_IP = '203.0.113.7'
/** Minor units; with a lower limit, every purchase of the story is declined. */
const LOW_LIMIT = 1_000

/** Other requests can cause these errors by a reset or a clock move; the order is then skipped. */
const SKIPPED: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'binding-inactive',
  'binding-not-found',
  'card-not-found',
  'card-unknown',
  'challenge-invalid',
  'decline-state',
  'deposit-state',
  'order-not-found',
  'order-processed',
  'refund-state',
  'reverse-state',
  'status-final',
])

interface SeedCounts {
  cardholders: number
  cards: number
  transfers: number
  orders: number
}

interface Call extends Pick<ProjectCall, 'project' | 'command' | 'read'> {
  /** The project's time at the start. */
  readonly now: number
}

export class SeedPlay {
  readonly counts: SeedCounts = { cardholders: 0, cards: 0, transfers: 0, orders: 0 }
  readonly #call: Call
  /** Prefix of the order numbers. */
  readonly #prefix: string
  readonly #subscription: Order
  #cards: readonly CardResult[] = []
  #bindingId: string | undefined

  private constructor(call: Call, prefix: string, subscription: Order) {
    this.#call = call
    this.#prefix = prefix
    this.#subscription = subscription
    this.counts.orders = 1
  }

  /**
   * Registers the first order under the first free number. If two calls run at the same time, only
   * one of them gets a number.
   */
  static async start(call: Call): Promise<{ readonly play: SeedPlay; readonly set: number }> {
    for (let set = 1; ; set++) {
      const number = orderNumber(`S${set}`, 1)
      if ((await call.read(orderByNumber, number, realNow())) !== undefined) continue
      try {
        const order = await registered(call, SUBSCRIPTION, number)
        return { play: new SeedPlay(call, `S${set}`, order), set }
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'order-duplicate')) throw error
      }
    }
  }

  get prefix(): string {
    return this.#prefix
  }

  async run(steps: readonly Step[]): Promise<void> {
    this.#cards = await Promise.all(PEOPLE.map((person) => this.#issue(person)))
    for (const { afterMs, cardChanges = [], transfers, purchases } of steps) {
      if (afterMs > 0)
        await this.#call.command('moveClock', { move: { kind: 'advance', ms: afterMs } })
      for (const change of cardChanges) await unlessGone(() => this.#change(change))
      for (const transfer of transfers) await unlessGone(() => this.#transfer(transfer))
      for (const purchase of purchases) await unlessGone(() => this.#buy(purchase))
    }
  }

  /** Registers a cardholder, issues a card and tops it up. */
  async #issue({ salary, ...person }: Person): Promise<CardResult> {
    const { command, project } = this.#call
    const { cardholder } = await command('registerCardholder', person)
    const candidates = candidatesFor(project)
    const card = await command('issueCard', { cardholderId: cardholder.id, candidates })
    const topup = { amount: salary, currency: CARD_CURRENCY, destination: card.number.hash }
    await command('topup', topup)
    this.counts.cardholders += 1
    this.counts.cards += 1
    return card
  }

  async #transfer({ from, to, amount }: Transfer): Promise<void> {
    const [source, destination] = [this.#cardOf(from), this.#cardOf(to)]
    await this.#call.command('transfer', {
      amount,
      currency: CARD_CURRENCY,
      source: source.number.hash,
      destination: destination.number.hash,
      expiry: source.number.expiry,
    })
    this.counts.transfers += 1
  }

  async #change({ person, to }: CardChange): Promise<void> {
    const cardId = this.#cardOf(person).card.id
    if (to !== 'low-limit') {
      await this.#call.command('setCardStatus', { cardId, status: to })
      return
    }
    const name = INTERVAL_LIMIT.daily
    const limit = { name, value: LOW_LIMIT, cycleType: LIMITS[name].cycle, cycleLength: 1 }
    await this.#call.command('changeLimits', { cardId, limits: [limit] })
  }

  /** Registers an order, pays it as planned and continues it if the payment was approved. */
  async #buy(purchase: Purchase): Promise<void> {
    const { command } = this.#call
    let order = await this.#register(purchase)
    if (purchase.isWithdrawn === true) await command('declineOrder', { order: { id: order.id } })
    for (const method of this.#methodsOf(purchase))
      if (isPayable(order.status)) order = await this.#pay(order, method, purchase)
    if (purchase === SUBSCRIPTION) this.#bindingId = order.progress.payment?.bindingId
    if (order.approvedAmount > 0) await this.#continue(order, purchase)
    const labels = labelsOf(purchase, order)
    if (labels.length > 0) await command('labelOrder', { order: { id: order.id }, labels })
  }

  async #register(purchase: Purchase): Promise<Order> {
    if (purchase === SUBSCRIPTION) return this.#subscription
    this.counts.orders += 1
    return registered(this.#call, purchase, orderNumber(this.#prefix, this.counts.orders))
  }

  #methodsOf({ isCharge, cards = [] }: Purchase): readonly PaymentMethod[] {
    if (isCharge === true)
      return this.#bindingId === undefined
        ? []
        : [{ kind: 'binding', bindingId: this.#bindingId, cvc: null }]
    const { vault } = this.#call.project
    return cards.map((name) => {
      const entered = typeof name === 'number' ? this.#entered(name) : this.#enteredTestCard(name)
      return { kind: 'card', card: presentCard(entered, vault), keepCard: true }
    })
  }

  #entered(person: number): EnteredCard {
    const { vault } = this.#call.project
    const { number, card } = this.#cardOf(person)
    const pan = vault.open(number.sealed)
    const { expiry } = number
    return { pan, expiry, cardholderName: card.embossedName, cvc: vault.cvc(pan, expiry) }
  }

  #enteredTestCard(name: keyof typeof SAMPLE_CARDS): EnteredCard {
    const pan = SAMPLE_CARDS[name]
    const expiry = testCardExpiry(this.#call.now)
    return { pan, expiry, cardholderName: 'CARD HOLDER', cvc: testCard(pan)?.cvc }
  }

  /** Sends a payment, and passes 3-D Secure if the issuer asks for it. */
  async #pay(
    { id: orderId }: Order,
    paymentMethod: PaymentMethod,
    { atIssuer }: Purchase,
  ): Promise<Order> {
    const { command, project } = this.#call
    const newIds = newPaymentIds(project)
    let paid = await command('payOrder', {
      orderId,
      paymentMethod,
      newIds,
      ip: PAYER_IP,
      speaksVersion2: true,
      methodDone: false,
      isSample: true,
    })
    if (paid.result === 'method')
      paid = await command('continuePayment', { orderId, challengeId: newIds.challenge })
    const { challenge } = paid.order.progress
    if (paid.result !== 'challenge' || challenge === null || atIssuer === 'leaves')
      return paid.order
    const answer =
      atIssuer === 'cancels'
        ? ({ kind: 'cancel' } as const)
        : ({ kind: 'code', code: challenge.code } as const)
    await command('answerChallenge', { orderId, challengeId: challenge.id, answer })
    return (await command('finishPayment', { orderId, challengeId: null, status: null })).order
  }

  async #continue({ id, amount }: Order, { then }: Purchase): Promise<void> {
    const { command } = this.#call
    const half = Math.floor(amount / 2)
    const order = { id }
    if (then === 'capture') await command('captureOrder', { order, amount })
    if (then === 'capture-half') await command('captureOrder', { order, amount: half })
    if (then === 'reverse') await command('reverseOrder', { order })
    if (then === 'refund') await command('refundOrder', { order, amount })
    if (then === 'refund-half') await command('refundOrder', { order, amount: half })
  }

  #cardOf(person: number): CardResult {
    const card = this.#cards[person]
    if (card === undefined) throw new Error(`person ${person} has no card`)
    return card
  }
}

const labelsOf = (purchase: Purchase, { approvedAmount }: Order): readonly string[] => [
  ...(purchase === SUBSCRIPTION || purchase.isCharge === true ? ['subscription'] : []),
  ...(approvedAmount > 0 && purchase.then?.startsWith('refund') === true ? ['refund'] : []),
]

const orderNumber = (prefix: string, index: number): string =>
  `${prefix}-${String(index).padStart(3, '0')}`

async function registered(
  { command, project }: Call,
  { amount, description, isHold, clientId, callbackUrl, isCharge }: Purchase,
  number: string,
): Promise<Order> {
  const { order } = await command('registerOrder', {
    orderId: newGatewayId(project),
    number,
    amount,
    currency: CARD_CURRENCY,
    twoStage: isHold === true,
    clientId: clientId ?? null,
    features: isCharge === true ? ['AUTO_PAYMENT'] : [],
    request: {
      returnUrl: RETURN_URL,
      description,
      language: 'en',
      params: {},
      merchantLogin: merchantLogin(project),
      ...(callbackUrl !== undefined && { dynamicCallbackUrl: callbackUrl }),
    },
  })
  return order
}

async function unlessGone(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Fault && SKIPPED.has(error.code))) throw error
  }
}
