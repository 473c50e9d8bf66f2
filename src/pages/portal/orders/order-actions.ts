// What can be done to an order as it stands: the legal next moves, each with the call that does the same, and how each is done.

import type { Fault, FaultCode } from '../../../kernel/fault.ts'
import { isoDate } from '../../../kernel/calendar.ts'
import { FLOWS } from '../../../three-d-secure/authentication.ts'
import { allTestCards, type TestCard, testCardExpiry } from '../../../payments/methods/test-card.ts'
import { isPayable, nextOrderStatus } from '../../../payments/orders/order-status.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { presentCard } from '../../../payments/methods/payment-card.ts'
import { cardName } from '../../../web/html/masked-card.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { newPaymentIds } from '../../../web/orders/merchant.ts'
import { knownCurrency, parseAmount, typedAmount } from '../parts/amounts.ts'
import type { Field, FormOptions, Mistakes } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'
import { actionCodeText } from '../labels/order-labels.ts'

export const ORDER_ACTS = ['capture', 'refund', 'reverse', 'decline', 'pay'] as const
export type OrderAct = (typeof ORDER_ACTS)[number]

/** What was typed, by the name of the field. */
export type TypedFields = Readonly<Record<string, string>>

interface Act {
  readonly title: string
  readonly explanation: string
  readonly button: string
  readonly look: NonNullable<FormOptions['look']>
  /** What is said when it is done. */
  readonly done: string
  readonly isLegal: (order: Order, context: PageContext) => boolean
  readonly fields?: (order: Order, typed: TypedFields) => readonly Field[]
  /** Throws the command's fault. */
  readonly run: (order: Order, context: PageContext, values: Values) => Promise<unknown>
  readonly call: (order: Order, values: Values) => ApiCall
}

export interface Values {
  /** Minor units. */
  readonly amount: number
  readonly card: TestCard | undefined
}

const amountField = (order: Order, label: string, typed: string): Field => ({
  kind: 'text',
  name: 'amount',
  label,
  value: typed,
  inputMode: 'decimal',
  maxLength: 20,
  suffix: letters(order),
})

const letters = ({ currency }: Order): string => knownCurrency(currency).alpha

const forOrder = ({ id }: Order, form: Readonly<Record<string, string>> = {}) => ({
  orderId: id,
  ...form,
})

/** A captured payment may go back whole on the day of its capture, where the project allows it. */
const isReversible = (order: Order, { dataset, now }: PageContext): boolean => {
  if (nextOrderStatus(order.status, 'reverse') !== undefined) return true
  const { depositedAt } = order.progress
  return (
    dataset.settings.reverseCaptured === 'same-day' &&
    nextOrderStatus(order.status, 'reverse-captured') !== undefined &&
    depositedAt !== undefined &&
    isoDate(depositedAt) === isoDate(now)
  )
}

export const ACTS: Readonly<Record<OrderAct, Act>> = {
  capture: {
    title: 'Capture',
    explanation: 'Once, in whole or in part; the rest of the hold goes back to the payer.',
    button: 'Capture',
    look: 'main',
    done: 'Captured',
    isLegal: ({ status }) => nextOrderStatus(status, 'deposit') !== undefined,
    fields: (order, { amount = typedAmount(order.approvedAmount, order.currency) }) => [
      amountField(order, 'Amount to capture', amount),
    ],
    run: ({ id }, { execute }, { amount }) => execute('captureOrder', { order: { id }, amount }),
    call: (order, { amount }) => ({
      api: 'C',
      operation: 'deposit',
      form: forOrder(order, { amount: String(amount) }),
    }),
  },
  refund: {
    title: 'Refund',
    explanation: 'What was captured goes back to the payer, in parts if need be.',
    button: 'Refund',
    look: 'main',
    done: 'Refunded',
    isLegal: ({ status, depositedAmount }) =>
      nextOrderStatus(status, 'refund') !== undefined && depositedAmount > 0,
    fields: (order, { amount = typedAmount(order.depositedAmount, order.currency) }) => [
      amountField(order, 'Amount to refund', amount),
    ],
    run: ({ id }, { execute }, { amount }) => execute('refundOrder', { order: { id }, amount }),
    call: (order, { amount }) => ({
      api: 'C',
      operation: 'refund',
      form: forOrder(order, { amount: String(amount) }),
    }),
  },
  reverse: {
    title: 'Reverse',
    explanation: 'The whole payment goes back, as if it had not been.',
    button: 'Reverse',
    look: 'quiet',
    done: 'Reversed',
    isLegal: isReversible,
    run: ({ id }, { execute }) => execute('reverseOrder', { order: { id } }),
    call: (order) => ({ api: 'C', operation: 'reverse', form: forOrder(order) }),
  },
  pay: {
    title: 'Pay',
    explanation:
      'As if the payer had entered this card. Cards that ask for a code are for the payment page.',
    button: 'Pay with this card',
    look: 'main',
    done: 'Tried with a test card',
    isLegal: ({ status }) => isPayable(status),
    fields: (_order, { card = PAYING_CARDS[0]?.pan ?? '' }) => [
      {
        kind: 'choice',
        name: 'card',
        label: 'Test card',
        value: card,
        options: PAYING_CARDS.map((each) => ({ value: each.pan, label: cardLabel(each) })),
      },
    ],
    run: payWithTestCard,
    call: (order, { card = PAYING_CARDS[0] }) => ({
      api: 'C',
      operation: 'paymentorder',
      form: {
        MDORDER: order.id,
        $PAN: card?.pan ?? '',
        $CVC: card?.cvc ?? '',
        YYYY: '2034',
        MM: '12',
        TEXT: TEST_CARDHOLDER,
        language: 'en',
      },
    }),
  },
  decline: {
    title: 'Withdraw',
    explanation: 'The merchant no longer waits for a payment.',
    button: 'Withdraw the order',
    look: 'danger',
    done: 'Withdrawn',
    isLegal: ({ status }) => isPayable(status),
    run: ({ id }, { execute }) => execute('declineOrder', { order: { id } }),
    call: (order) => ({ api: 'C', operation: 'decline', form: forOrder(order) }),
  },
}

/** What may be done now, in the order in which it is offered. */
export const legalActs = (order: Order, context: PageContext): readonly OrderAct[] =>
  (['capture', 'refund', 'pay', 'reverse', 'decline'] as const).filter((act) =>
    ACTS[act].isLegal(order, context),
  )

const TEST_CARDHOLDER = 'TEST PAYER'

/** Cards whose payment ends at once, however it ends: those that ask the payer for a code need a payer. */
const PAYING_CARDS: readonly TestCard[] = allTestCards()
  .filter(({ flow }) => !FLOWS[flow].asksCode)
  .toSorted((one, other) => Math.abs(one.actionCode) - Math.abs(other.actionCode))

function cardLabel({ pan, flow, actionCode }: TestCard): string {
  const way = flow === 'ssl' ? '' : `, ${flow.replaceAll('-', ' ')}`
  const end = actionCode === 0 ? 'approved' : `${actionCode} ${actionCodeText(actionCode)}`
  return `•••• ${pan.slice(-4)} – ${end}${way}`
}

async function payWithTestCard(
  order: Order,
  { execute, project, now, ip }: PageContext,
  { card }: Values,
): Promise<unknown> {
  if (card === undefined) throw new Error('a payment without a card')
  const entered = {
    pan: card.pan,
    expiry: testCardExpiry(now),
    cardholderName: TEST_CARDHOLDER,
    cvc: card.cvc,
  }
  return execute('payOrder', {
    orderId: order.id,
    paymentMethod: { kind: 'card', card: presentCard(entered, project.vault), keepCard: false },
    ip,
    speaksVersion2: true,
    methodDone: true,
    newIds: newPaymentIds(project),
  })
}

/** What was typed, read; or what is wrong with it. */
export function readValues(
  act: OrderAct,
  order: Order,
  typed: TypedFields,
): { readonly values: Values } | { readonly mistakes: Mistakes } {
  const asksAmount = act === 'capture' || act === 'refund'
  const amount = asksAmount ? parseAmount(typed['amount'] ?? '', order.currency) : 0
  if (amount === undefined || (asksAmount && amount === 0))
    return {
      mistakes: { amount: `Type an amount such as ${typedAmount(order.amount, order.currency)}.` },
    }
  const card = PAYING_CARDS.find(({ pan }) => pan === typed['card'])
  if (act === 'pay' && card === undefined) return { mistakes: { card: 'Choose one of the cards.' } }
  return { values: { amount, card } }
}

/** Faults that are a mistake in a field, with what it should say. */
const FIELD_FAULTS: Readonly<Partial<Record<FaultCode, (order: Order) => Mistakes>>> = {
  'deposit-above-approved': (order) => ({
    amount: `No more than ${most(order.approvedAmount, order)} is held.`,
  }),
  'deposit-amount-invalid': () => ({ amount: 'Type another amount.' }),
  'refund-above-deposited': (order) => ({
    amount: `No more than ${most(order.depositedAmount, order)} is left to be refunded.`,
  }),
  'refund-amount-invalid': () => ({ amount: 'Type another amount.' }),
  'account-full': () => ({ amount: 'The account cannot count that much.' }),
}

const most = (minor: number, order: Order): string =>
  `${typedAmount(minor, order.currency)} ${letters(order)}`

/** Faults that say that the order is not as it was. */
const STALE_FAULTS: ReadonlySet<FaultCode> = new Set([
  'deposit-state',
  'refund-state',
  'reverse-state',
  'decline-state',
  'order-processed',
])

export const fieldMistakes = ({ code }: Fault, order: Order): Mistakes | undefined =>
  FIELD_FAULTS[code]?.(order)
export const isStaleFault = ({ code }: Fault): boolean => STALE_FAULTS.has(code)

/** What an address names a test card by: an address is no place for a number, not even for one that everybody knows. */
export const shortMask = ({ pan }: TestCard): string => cardName(pan)
export const cardByShortMask = (text: string): TestCard | undefined =>
  PAYING_CARDS.find((card) => shortMask(card) === text)
