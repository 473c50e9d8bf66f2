// Random calls of A, B, C and the control API on one project. A call that its project refuses is
// also part of the data: the caller counts the successful ones.

import assert from 'node:assert/strict'
import type { Project } from '../../src/engine/directory.ts'
import { bodyOf, type IssuedCard, issueCard, type ProjectCall, projectCall } from './control.ts'
import type { Answer } from './http.ts'
import { credit, type IssuedCard as CardOfA, type IssuerV1, newIssuerV1, p2p } from './issuer-v1.ts'
import { cardForm, type Merchant, merchantOf, orderForm } from './merchant.ts'
import { fc } from './property.ts'
import type { Sandbox } from './sandbox.ts'
import { TEST_CARDS } from './test-cards.ts'

/** `one` and `other` select among the objects that the calls created before. */
interface Chosen {
  readonly one: number
  readonly other: number
  readonly amount: number
}

interface RandomCall extends Chosen {
  readonly name: keyof typeof CALLS
}

type Call = (caller: RandomCaller, chosen: Chosen) => Promise<Answer>

const PANS = Object.values(TEST_CARDS)

const CALLS = {
  newCardOfA: (caller) => caller.newCardOfA(),
  creditCard: ({ a, cardOfA }, { one, amount }) =>
    a.call('creditCard', credit(cardOfA(one).cardNumber, amount)),
  p2pTransfer: ({ a, cardOfA }, { one, other, amount }) =>
    a.call('p2pTransfer', p2p(cardOfA(one).cardNumber, cardOfA(other).cardNumber, amount)),
  blockCard: ({ a, cardOfA }, { one, other }) =>
    a.call('changeCardStatus', {
      cardIdentification: { cardId: cardOfA(one).cardId },
      hotCardStatus: other % 2 === 0 ? 0 : 5,
    }),
  newCardOfB: (caller) => caller.newCardOfB(),
  topUp: ({ call, card }, { one, amount }) =>
    call('POST', '/v2/topups', {
      amount,
      currency: 'EUR',
      destinationCard: { cardNumber: card(one).number },
    }),
  transfer: ({ call, card }, { one, other, amount }) =>
    call('POST', '/v2/transfers', {
      amount,
      currency: 'EUR',
      destinationCard: { cardNumber: card(other).number },
      sourceCard: { cardNumber: card(one).number, expiryDate: card(one).expiryDate },
    }),
  limitSpending: ({ call, card }, { one, amount }) =>
    call('PATCH', `/v2/cards/${card(one).id}`, {
      spendingLimits: [{ amount, interval: 'daily' }],
    }),
  setStatus: ({ call, card }, { one, other }) =>
    call('PATCH', `/v2/cards/${card(one).id}`, { status: other % 3 === 0 ? 'blocked' : 'active' }),
  register: (caller, { amount }) => caller.newOrder('register', amount),
  registerPreAuth: (caller, { amount }) => caller.newOrder('registerPreAuth', amount),
  paidOrder: async (caller, { amount }) => {
    await caller.newOrder('register', amount)
    return caller.c.call('paymentorder', cardForm(caller.order(-1)))
  },
  heldOrder: async (caller, { amount }) => {
    await caller.newOrder('registerPreAuth', amount)
    return caller.c.call('paymentorder', cardForm(caller.order(-1)))
  },
  payByTestCard: ({ c, order }, { one, other }) =>
    c.call('paymentorder', cardForm(order(one), PANS[other % PANS.length])),
  payByIssuedCard: ({ c, order, card }, { one, other }) => {
    const { number, expiryDate } = card(other)
    const expiry = { YYYY: expiryDate.slice(0, 4), MM: expiryDate.slice(-2) }
    return c.call('paymentorder', { ...cardForm(order(one), number), ...expiry })
  },
  deposit: ({ c, order }, { one, amount }) => c.call('deposit', { orderId: order(one), amount }),
  refund: ({ c, order }, { one, amount }) => c.call('refund', { orderId: order(one), amount }),
  reverse: ({ c, order }, { one }) => c.call('reverse', { orderId: order(one) }),
  authorise: (caller, { one, other, amount }) =>
    caller.simulate('authorisations', {
      cardId: caller.card(one).id,
      amount,
      kind: other % 2 === 0 ? 'purchase' : 'preauthorisation',
    }),
  clear: ({ simulate, authorisation }, { one, amount }) =>
    simulate(`authorisations/${authorisation(one)}/clear`, { amount }),
  advanceClock: ({ call }, { one }) =>
    call('POST', '/control/v1/clock', { advance: `PT${one + 1}H` }),
  changeSettings: ({ call }, { one, amount }) =>
    call('PATCH', '/control/v1/project', { merchantName: `Shop ${amount}`, mcc: 5000 + one }),
  changeRules: ({ call }, { one, amount }) =>
    call('PATCH', '/control/v1/project', {
      outcomeRules: [
        { id: `r${one}`, match: { amountFrom: amount }, outcome: { actionCode: 116 } },
      ],
    }),
  changeFaults: ({ call }, { amount }) =>
    call('PUT', '/control/v1/faults', {
      faults: [{ api: 'C', operation: 'getBindings', kind: 'latency', ms: amount }],
    }),
} as const satisfies Readonly<Record<string, Call>>

export const randomCalls = (length: number): fc.Arbitrary<RandomCall[]> =>
  fc.array(
    fc.record({
      name: fc.constantFrom(...(Object.keys(CALLS) as (keyof typeof CALLS)[])),
      one: fc.nat(7),
      other: fc.nat(7),
      amount: fc.integer({ min: 1, max: 3_000 }),
    }),
    { minLength: length, maxLength: length },
  )

const NO_CARD: CardOfA & IssuedCard = {
  cardNumber: '4000000000000010',
  cardId: '999',
  id: '999',
  cardholder: '999',
  number: '4000000000000010',
  expiryDate: '2034-12',
  cvc: '123',
  account: { accountNumber: '', balance: 0 },
}

export class RandomCaller {
  readonly a: IssuerV1
  readonly c: Merchant
  readonly call: ProjectCall
  /** Successful calls by name. */
  readonly succeeded = new Map<string, number>()
  readonly #cardsOfA: CardOfA[] = []
  readonly #cards: IssuedCard[] = []
  readonly #orders: string[] = []
  readonly #authorisations: string[] = []

  private constructor(a: IssuerV1, c: Merchant, call: ProjectCall) {
    this.a = a
    this.c = c
    this.call = call
  }

  /** The clock of the project is frozen. */
  static async open(sandbox: Sandbox, project: Project): Promise<RandomCaller> {
    const call = projectCall(sandbox, project.secrets.interfaceB.apiKey)
    const a = await newIssuerV1(sandbox, project)
    const caller = new RandomCaller(a, merchantOf(sandbox, project), call)
    // Two cards of B and an order, so that most calls have something to work on.
    for (const name of ['newCardOfB', 'newCardOfB', 'newCardOfA', 'register'] as const)
      await caller.make({ name, one: 0, other: 0, amount: 1_000 })
    for (const one of [0, 1]) await caller.make({ name: 'topUp', one, other: 0, amount: 30_000 })
    return caller
  }

  async make({ name, ...chosen }: RandomCall): Promise<void> {
    const call: Call = CALLS[name]
    const answer = await call(this, chosen)
    assert.ok(answer.status < 500, `${name}: ${answer.status} ${answer.text}`)
    const { errorCode } = (answer.json ?? {}) as { errorCode?: number | string }
    if (answer.status < 300 && Number(errorCode ?? 0) === 0)
      this.succeeded.set(name, (this.succeeded.get(name) ?? 0) + 1)
  }

  readonly card = (index: number): IssuedCard => this.#cards[index % this.#cards.length] ?? NO_CARD

  readonly cardOfA = (index: number): CardOfA =>
    this.#cardsOfA[index % this.#cardsOfA.length] ?? NO_CARD

  /** The order of an index; -1 is the newest. */
  readonly order = (index: number): string => this.#orders.at(index % this.#orders.length) ?? 'none'

  readonly authorisation = (index: number): string =>
    this.#authorisations[index % this.#authorisations.length] ?? '999'

  readonly simulate = async (path: string, body: object): Promise<Answer> => {
    const answer = await this.call('POST', `/control/v1/simulations/${path}`, body)
    const { id } = answer.json as { id?: string }
    if (path === 'authorisations' && id !== undefined) this.#authorisations.push(id)
    return answer
  }

  async newCardOfA(): Promise<Answer> {
    const { cardId } = await this.a.card(10_000)
    const answer = await this.a.call('getCardData', { cardIdentification: { cardId } })
    const { cardData } = bodyOf<{ cardData: { cardNumber: string } }>(answer, 200)
    this.#cardsOfA.push({ cardId, cardNumber: cardData.cardNumber })
    return answer
  }

  async newCardOfB(): Promise<Answer> {
    const card = await issueCard(this.call)
    this.#cards.push(card)
    return this.call('GET', `/v2/cards/${card.id}`)
  }

  async newOrder(operation: string, amount: number): Promise<Answer> {
    const answer = await this.c.call(operation, { ...orderForm, amount })
    const { orderId } = bodyOf<{ orderId: string }>(answer, 200)
    this.#orders.push(orderId)
    return answer
  }
}
