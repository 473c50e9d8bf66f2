// The actions on an order in its current state, each with the interface C call that it makes.

import type { Fault, FaultCode } from '../../../kernel/fault.ts'
import { reversalMove } from '../../../payments/authorisation/reverse.ts'
import { FLOWS } from '../../../three-d-secure/authentication.ts'
import { allTestCards, type TestCard, testCardExpiry } from '../../../payments/methods/test-card.ts'
import {
  nextOrderStatus,
  ORDER_STATUS,
  type OrderMove,
} from '../../../payments/orders/order-status.ts'
import { cardName } from '../../../web/html/masked-card.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { knownCurrency, parseAmount, typedAmount } from '../parts/amounts.ts'
import type { Field, FormOptions, Mistakes } from '../parts/form-view.ts'
import type { PageContext } from '../shell/screen.ts'
import { declinesWith } from '../labels/order-labels.ts'
import type { ShownOrder } from './timeline.ts'

export const ORDER_ACTS = ['capture', 'refund', 'reverse', 'decline', 'pay'] as const
export type OrderAct = (typeof ORDER_ACTS)[number]

/** The input, by field name. */
export type TypedFields = Readonly<Record<string, string>>

type GatewayCall = Extract<ApiCall, { api: 'C' }>

const next = ({ status }: ShownOrder, move: OrderMove) =>
  nextOrderStatus(ORDER_STATUS[status], move)

interface Act {
  readonly title: string
  readonly explanation: string
  readonly button: string
  readonly look: NonNullable<FormOptions['look']>
  /** The notice after the action. */
  readonly done: string
  readonly isLegal: (order: ShownOrder, context: PageContext) => boolean
  readonly fields?: (order: ShownOrder, typed: TypedFields) => readonly Field[]
  /** The call that it makes, at the project's time. */
  readonly call: (order: ShownOrder, values: Values, now: number) => GatewayCall
}

export interface Values {
  /** Minor units. */
  readonly amount: number
  readonly card: TestCard | undefined
}

const amountField = (order: ShownOrder, label: string, typed: string): Field => ({
  kind: 'text',
  name: 'amount',
  label,
  value: typed,
  inputMode: 'decimal',
  maxLength: 20,
  suffix: letters(order),
})

const letters = ({ currency }: ShownOrder): string => knownCurrency(currency).alpha

const forOrder = ({ id }: ShownOrder, form: Readonly<Record<string, string>> = {}) => ({
  orderId: id,
  ...form,
})

/** A captured payment can be reversed on the day of its capture, if the project allows it. */
const isReversible = (order: ShownOrder, { dataset, now }: PageContext): boolean => {
  const depositedAt = order.depositedAt === null ? undefined : Date.parse(order.depositedAt)
  return next(order, reversalMove(depositedAt, dataset.settings, now)) !== undefined
}

export const ACTS: Readonly<Record<OrderAct, Act>> = {
  capture: {
    title: 'Capture',
    explanation: 'You can capture once, in full or in part. The rest of the hold is released.',
    button: 'Capture',
    look: 'main',
    done: 'Captured',
    isLegal: (order) => next(order, 'deposit') !== undefined,
    fields: (order, { amount = typedAmount(order.approvedAmount, order.currency) }) => [
      amountField(order, 'Amount to capture', amount),
    ],
    call: (order, { amount }) => ({
      api: 'C',
      operation: 'deposit',
      form: forOrder(order, { amount: String(amount) }),
    }),
  },
  refund: {
    title: 'Refund',
    explanation: 'Returns all or part of the payment to the payer.',
    button: 'Refund',
    look: 'main',
    done: 'Refunded',
    isLegal: (order) => next(order, 'refund') !== undefined && order.depositedAmount > 0,
    fields: (order, { amount = typedAmount(order.depositedAmount, order.currency) }) => [
      amountField(order, 'Amount to refund', amount),
    ],
    call: (order, { amount }) => ({
      api: 'C',
      operation: 'refund',
      form: forOrder(order, { amount: String(amount) }),
    }),
  },
  reverse: {
    title: 'Reverse',
    explanation: 'Cancels the entire payment. The payer is not charged.',
    button: 'Reverse',
    look: 'quiet',
    done: 'Reversed',
    isLegal: isReversible,
    call: (order) => ({ api: 'C', operation: 'reverse', form: forOrder(order) }),
  },
  pay: {
    title: 'Pay',
    explanation:
      'Pays as if the payer had entered this card. For 3-D Secure cards, use the payment page.',
    button: 'Pay with this card',
    look: 'quiet',
    done: 'Payment sent with a test card',
    isLegal: (order) => next(order, 'charge') !== undefined,
    fields: (_order, { card = PAYING_CARDS[0]?.pan ?? '' }) => [
      {
        kind: 'choice',
        name: 'card',
        label: 'Test card',
        value: card,
        options: PAYING_CARDS.map((each) => ({ value: each.pan, label: cardLabel(each) })),
      },
    ],
    call: (order, { card = PAYING_CARDS[0] }, now) => ({
      api: 'C',
      operation: 'paymentorder',
      form: {
        MDORDER: order.id,
        $PAN: card?.pan ?? '',
        $CVC: card?.cvc ?? '',
        YYYY: String(testCardExpiry(now)).slice(0, 4),
        MM: String(testCardExpiry(now)).slice(4),
        TEXT: TEST_CARDHOLDER,
        language: 'en',
      },
    }),
  },
  decline: {
    title: 'Withdraw',
    explanation: 'Withdraws this unpaid order, so that it can no longer be paid.',
    button: 'Withdraw order',
    look: 'danger',
    done: 'Withdrawn',
    isLegal: (order) => next(order, 'decline') !== undefined,
    call: (order) => ({ api: 'C', operation: 'decline', form: forOrder(order) }),
  },
}

/** Amounts that fill in the field with one click: all of it, or half. */
export function suggestedAmounts(
  act: OrderAct,
  order: ShownOrder,
): readonly (readonly [label: string, minor: number])[] {
  const most = { capture: order.approvedAmount, refund: order.depositedAmount }
  if (act !== 'capture' && act !== 'refund') return []
  const all = act === 'refund' && order.refundedAmount > 0 ? 'Rest' : 'Full'
  const half = Math.floor(most[act] / 2)
  return [[all, most[act]], ...(half > 0 ? [['Half', half] as const] : [])]
}

/** The actions that are allowed now, in the order of the page. */
export const legalActs = (order: ShownOrder, context: PageContext): readonly OrderAct[] =>
  (['capture', 'refund', 'pay', 'reverse', 'decline'] as const).filter((act) =>
    ACTS[act].isLegal(order, context),
  )

const TEST_CARDHOLDER = 'TEST PAYER'

/** Cards whose payment completes without the payer. All others ask the payer for a code. */
const PAYING_CARDS: readonly TestCard[] = allTestCards()
  .filter(({ flow }) => !FLOWS[flow].asksCode)
  .toSorted((one, other) => Math.abs(one.actionCode) - Math.abs(other.actionCode))

function cardLabel({ pan, flow, actionCode }: TestCard): string {
  const way = flow === 'ssl' ? '' : `, ${flow.replaceAll('-', ' ')}`
  const end = actionCode === 0 ? 'approves' : declinesWith(actionCode)
  return `•••• ${pan.slice(-4)} – ${end}${way}`
}

/** The parsed values of a form, or its mistakes. */
export function readValues(
  act: OrderAct,
  order: ShownOrder,
  typed: TypedFields,
): { readonly values: Values } | { readonly mistakes: Mistakes } {
  const asksAmount = act === 'capture' || act === 'refund'
  const amount = asksAmount ? parseAmount(typed['amount'] ?? '', order.currency) : 0
  const example = typedAmount(order.amount, order.currency)
  if (amount === undefined)
    return {
      mistakes: { amount: `Enter an amount such as ${example}, without thousands separators.` },
    }
  // At the interface, 0 means the whole amount.
  if (asksAmount && amount === 0)
    return { mistakes: { amount: `Enter an amount above 0, such as ${example}.` } }
  const card = PAYING_CARDS.find(({ pan }) => pan === typed['card'])
  if (act === 'pay' && card === undefined) return { mistakes: { card: 'Select a card.' } }
  return { values: { amount, card } }
}

/** Faults that are a mistake in a field, with the text to show. */
const FIELD_FAULTS: Readonly<Partial<Record<FaultCode, (order: ShownOrder) => Mistakes>>> = {
  'deposit-above-approved': (order) => ({
    amount: `Only ${most(order.approvedAmount, order)} is held.`,
  }),
  'deposit-amount-invalid': () => ({ amount: 'Enter another amount.' }),
  'refund-above-deposited': (order) => ({
    amount: `Only ${most(order.depositedAmount, order)} is left to refund.`,
  }),
  'refund-amount-invalid': () => ({ amount: 'Enter another amount.' }),
  'account-full': () => ({
    amount: 'The balance would exceed the largest amount that an account can hold.',
  }),
}

const most = (minor: number, order: ShownOrder): string =>
  `${typedAmount(minor, order.currency)} ${letters(order)}`

/** Faults that mean that the order has changed. */
const STALE_FAULTS: ReadonlySet<FaultCode> = new Set([
  'deposit-state',
  'refund-state',
  'reverse-state',
  'decline-state',
  'order-processed',
])

export const fieldMistakes = ({ code }: Fault, order: ShownOrder): Mistakes | undefined =>
  FIELD_FAULTS[code]?.(order)
export const isStaleFault = ({ code }: Fault): boolean => STALE_FAULTS.has(code)

/** The name of a test card in a URL, where card numbers must not appear. */
export const shortMask = ({ pan }: TestCard): string => cardName(pan)
export const cardByShortMask = (text: string): TestCard | undefined =>
  PAYING_CARDS.find((card) => shortMask(card) === text)
