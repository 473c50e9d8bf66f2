// The scenarios of `sandcard trigger`. Each calls the interfaces as a merchant or an issuer would.

import type { SandboxProject } from '../client/connect.ts'
import type { PlayScenarioAnswer, SimulateAuthorisationAnswer } from '../client/operations.ts'

export interface ScenarioOptions {
  /** Minor units; by default 20.00, or the scenario's own amount. */
  readonly amount?: number | undefined
  /** ISO 4217 numeric code. */
  readonly currency: string
  /** The card for simulations; by default a new card with a balance. */
  readonly cardId?: string | undefined
}

/** The result of a scenario, as `--json` prints it. */
type ScenarioResult = Readonly<Record<string, unknown>>

interface Scenario {
  readonly summary: string
  readonly play: (project: SandboxProject, options: ScenarioOptions) => Promise<ScenarioResult>
}

/** Test cards, as `/test-cards` lists them. */
const CARD = {
  approved: '4444555511113333',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  authenticated: '4111111111111111',
  rejected: '5168494895055780',
} as const
const CVC = '123'
const EXPIRY = { YYYY: 2034, MM: 12 }
const HOLDER = 'ANN DOE'
const RETURN_URL = 'https://shop.example/return'
/** Longer than the lifetime of an order. */
const AFTER_EXPIRY = 'PT21M'
const AMOUNT = 2000
/** The balance of a new card for simulations. */
const CARD_BALANCE = 1_000_000

type Gateway = Pick<SandboxProject, 'c'>

async function order(
  { c }: Gateway,
  { amount = AMOUNT, currency }: ScenarioOptions,
  { stages = 1, clientId }: { readonly stages?: 1 | 2; readonly clientId?: string } = {},
): Promise<string> {
  const request = {
    amount,
    currency,
    returnUrl: RETURN_URL,
    ...(clientId !== undefined && { clientId }),
  }
  const { orderId } = await (stages === 2 ? c.registerPreAuth(request) : c.register(request))
  return orderId
}

const pay = async ({ c }: Gateway, orderId: string, number: string): Promise<void> => {
  await c.paymentorder({ MDORDER: orderId, $PAN: number, $CVC: CVC, ...EXPIRY, TEXT: HOLDER })
}

async function statusOf({ c }: Gateway, orderId: string): Promise<ScenarioResult> {
  const status = await c.getOrderStatusExtended({ orderId })
  const { orderNumber, actionCode, actionCodeDescription, amount, currency } = status
  return {
    orderId,
    orderNumber,
    paymentState: status.paymentAmountInfo.paymentState,
    actionCode,
    actionCodeDescription,
    amount,
    currency,
  }
}

/** An order that is registered and paid with a test card. */
const paidWith =
  (number: string, stages: 1 | 2 = 1): Scenario['play'] =>
  async (project, options) => {
    const orderId = await order(project, options, { stages })
    await pay(project, orderId, number)
    return statusOf(project, orderId)
  }

/** An order that is paid with an approved card and then changed. */
const paidThen =
  (
    stages: 1 | 2,
    change: (project: SandboxProject, orderId: string, amount: number) => Promise<unknown>,
  ): Scenario['play'] =>
  async (project, options) => {
    const orderId = await order(project, options, { stages })
    await pay(project, orderId, CARD.approved)
    await change(project, orderId, options.amount ?? AMOUNT)
    return statusOf(project, orderId)
  }

async function issuedCard({ control }: SandboxProject, initialBalance = 0) {
  return control.issueCard({
    cardholder: { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' },
    initialBalance,
  })
}

async function cardResult({ control }: SandboxProject, cardId: string): Promise<ScenarioResult> {
  const { numberMask, status, available, currency } = await control.showCard({ id: cardId })
  return { cardId, numberMask, status, available, currency }
}

const cardOf = async (project: SandboxProject, { cardId }: ScenarioOptions): Promise<string> =>
  cardId ?? (await issuedCard(project, CARD_BALANCE)).id

/** The life of a card in one call of the control API. */
const SIMULATED: Readonly<Record<PlayScenarioAnswer['name'], string>> = {
  subscription: 'a merchant charges the card in three months; advances the clock by two',
  tip: 'an issued card pays in a restaurant, which adds a tip',
  hotel: 'a hotel holds, increases the hold and clears less at check-out',
  fuel: 'a fuel pump holds a fixed amount and clears the actual one',
  duplicate: 'a merchant charges twice and refunds one of them',
  'card-testing': 'a thief guesses the CVC, and the issuer stops the first large payment',
}

const simulated = (name: string): Scenario['play'] =>
  async function play(project, options) {
    const cardId = await cardOf(project, options)
    const { amount, currency } = options
    const request = { name, cardId, currency, ...(amount !== undefined && { amount }) }
    const { steps } = await project.control.playScenario(request)
    return { ...(await cardResult(project, cardId)), steps }
  }

/** An issued card is used at a merchant elsewhere. */
const authorised =
  (
    decline: boolean,
    change?: (project: SandboxProject, id: string) => Promise<unknown>,
  ): Scenario['play'] =>
  async (project, options) => {
    const cardId = await cardOf(project, options)
    const { amount = AMOUNT, currency } = options
    const { id, approved, responseCode, reason }: SimulateAuthorisationAnswer =
      await project.control.simulateAuthorisation({
        cardId,
        amount,
        currency,
        ...(decline && { decline }),
      })
    await change?.(project, id)
    const { status } = await project.control.showAuthorisation({ id })
    return { cardId, authorisationId: id, approved, responseCode, reason, status }
  }

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'payment.approved': {
    summary: 'an order is paid with an approved test card',
    play: paidWith(CARD.approved),
  },
  'payment.authenticated': {
    summary: 'an order is paid with 3-D Secure and without a challenge',
    play: paidWith(CARD.authenticated),
  },
  'payment.declined': {
    summary: 'the issuer declines the payment',
    play: paidWith(CARD.declined),
  },
  'payment.no-funds': {
    summary: 'the card has insufficient funds',
    play: paidWith(CARD.withoutFunds),
  },
  'payment.rejected': {
    summary: '3-D Secure rejects the payer',
    play: paidWith(CARD.rejected),
  },
  'order.registered': {
    summary: 'an order is registered and not yet paid',
    play: async (project, options) => statusOf(project, await order(project, options)),
  },
  'order.held': {
    summary: 'the amount is held until it is captured',
    play: paidWith(CARD.approved, 2),
  },
  'order.captured': {
    summary: 'a hold is captured',
    play: paidThen(2, ({ c }, orderId, amount) => c.deposit({ orderId, amount })),
  },
  'order.reversed': {
    summary: 'a hold is released',
    play: paidThen(2, ({ c }, orderId) => c.reverse({ orderId })),
  },
  'order.refunded': {
    summary: 'a payment is refunded',
    play: paidThen(1, ({ c }, orderId, amount) => c.refund({ orderId, amount })),
  },
  'order.partly-refunded': {
    summary: 'half of a payment is refunded',
    play: paidThen(1, ({ c }, orderId, amount) =>
      c.refund({ orderId, amount: Math.ceil(amount / 2) }),
    ),
  },
  'order.expired': {
    summary: 'the payer never pays; advances the clock by 21 minutes',
    play: async (project, options) => {
      const orderId = await order(project, options)
      await project.control.moveClock({ advance: AFTER_EXPIRY })
      return statusOf(project, orderId)
    },
  },
  'binding.created': {
    summary: 'a payer stores a card',
    play: async (project, options) => {
      const orderId = await order(project, options, { clientId: 'client-1' })
      await pay(project, orderId, CARD.approved)
      return statusOf(project, orderId)
    },
  },
  'card.issued': {
    summary: 'a cardholder gets a card with no balance',
    play: async (project) => cardResult(project, (await issuedCard(project)).id),
  },
  'card.topped-up': {
    summary: 'a new card is topped up',
    play: async (project, { amount = AMOUNT }) =>
      cardResult(project, (await issuedCard(project, amount)).id),
  },
  'card.paid': {
    summary: 'a new card with a balance pays an order',
    play: async (project, options) => {
      const { id } = await issuedCard(project, options.amount ?? AMOUNT)
      const { number, cvc, expiryDate } = await project.b.getCard({ id })
      const orderId = await order(project, options)
      await project.c.paymentorder({
        MDORDER: orderId,
        $PAN: number,
        $CVC: cvc,
        $EXPIRY: expiryDate,
      })
      return { cardId: id, ...(await statusOf(project, orderId)) }
    },
  },
  'authorisation.approved': {
    summary: 'an issued card is used at a merchant: the amount is held',
    play: authorised(false),
  },
  'authorisation.declined': {
    summary: 'the issuer declines an issued card',
    play: authorised(true),
  },
  'authorisation.cleared': {
    summary: 'a merchant clears a hold of an issued card',
    play: authorised(false, ({ control }, id) => control.clearAuthorisation({ id })),
  },
  'authorisation.reversed': {
    summary: 'a merchant releases a hold of an issued card',
    play: authorised(false, ({ control }, id) => control.reverseAuthorisation({ id })),
  },
  ...Object.fromEntries(
    Object.entries(SIMULATED).map(([name, summary]) => [name, { summary, play: simulated(name) }]),
  ),
}
