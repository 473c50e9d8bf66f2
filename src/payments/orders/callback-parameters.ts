// The parameters of a callback: always four, three more for a binding, and those that the project
// has turned on.

import { actionCodeDescription } from '../authorisation/action-code.ts'
import type { Binding } from '../methods/binding.ts'
import {
  CALLBACK_OF_EVENT,
  type CallbackEvent,
  isBindingEvent,
} from '../../callbacks/callback-schedule.ts'
import { currencyByNumeric, decimalAmount } from '../../ledger/currency.ts'
import { type Order, type Refund, sentCurrencyOf } from './order.ts'
import type { OrderStatus } from './order-status.ts'
import { OWN_BANK, paymentSystemOf } from '../methods/payment-card.ts'

/** The subject of a callback: an order, a binding, or both. */
export interface CallbackSubject {
  readonly event: CallbackEvent
  /** The project's time of the event, in epoch milliseconds. */
  readonly at: number
  /** The project's settings for callbacks and the merchant. */
  readonly settings: {
    readonly callbackParameters: readonly string[]
    readonly merchantName: string
    readonly terminalId: string
  }
  readonly order?: Order | undefined
  readonly binding?: Binding | undefined
  readonly refund?: Refund | undefined
}

/** Undefined if the parameter currently has no value. It is then omitted. */
type Value = (subject: CallbackSubject) => string | undefined

const ofOrder =
  (value: (order: Order) => string | number | null | undefined): Value =>
  ({ order }) =>
    order && value(order)?.toString()

const ofPayment = (
  value: (payment: NonNullable<Order['progress']['payment']>) => string | undefined,
): Value => ofOrder(({ progress }) => progress.payment && value(progress.payment))

const formatted = (amount: (subject: CallbackSubject) => number | undefined): Value => {
  return (subject) => {
    const currency = subject.order && currencyByNumeric(subject.order.currency)
    const value = amount(subject)
    return currency && value !== undefined ? decimalAmount(value, currency) : undefined
  }
}

const lastRefund = ({ refund, order }: CallbackSubject): Refund | undefined =>
  refund ?? order?.progress.refunds.at(-1)

const dateOf =
  (at: (subject: CallbackSubject) => number | undefined): Value =>
  (subject) => {
    const time = at(subject)
    return time === undefined ? undefined : javaDate(time)
  }

const cardOf = ({ order, binding }: CallbackSubject) =>
  order?.progress.payment?.card ?? binding?.card

/** The sandbox has no fees, no geolocation of IP addresses and no transaction attributes. */
const NO_FEE = 0
const UNKNOWN_COUNTRY = 'UNKNOWN'
const NO_ATTRIBUTES = '[]'
/** Address verification (AVS): the issuer did not check the postal address. */
const AVS_NOT_CHECKED = 'U'

/** The card's bank. For an issued card, it is the sandbox itself, as in the status record. */
function bankOf(
  subject: CallbackSubject,
): { readonly name?: string; readonly country: string } | undefined {
  const card = cardOf(subject)
  if (card === undefined) return undefined
  return card.kind === 'issued'
    ? { name: OWN_BANK.name, country: OWN_BANK.code }
    : { country: UNKNOWN_COUNTRY }
}

// The names that existing receivers expect.
const PAYMENT_STATES: Readonly<Record<OrderStatus, string>> = {
  0: 'started',
  1: 'payment_approved',
  2: 'payment_deposited',
  3: 'payment_void',
  4: 'refunded',
  5: 'started',
  6: 'payment_declined',
}

/** A declined payment is reported as declined, even if its order can still be paid. */
function paymentStateOf({ event, order }: CallbackSubject): string | undefined {
  if (event === 'hold-failed' || event === 'charge-failed') return 'payment_declined'
  return order && PAYMENT_STATES[order.status]
}

// prettier-ignore
const CALLBACK_EXTRAS = {
  amount:                          ofOrder(({ amount }) => amount),
  amountFormatted:                 formatted(({ order }) => order?.amount),
  paymentAmount:                   ofOrder(({ amount }) => amount),
  approvedAmount:                  ofOrder(({ approvedAmount }) => approvedAmount),
  approvedAmountFormatted:         formatted(({ order }) => order?.approvedAmount),
  depositedAmount:                 ofOrder(({ depositedAmount }) => depositedAmount),
  depositedAmountFormatted:        formatted(({ order }) => order?.depositedAmount),
  refundedAmount:                  ofOrder(({ refundedAmount }) => refundedAmount),
  refundedAmountFormatted:         formatted(({ order }) => order?.refundedAmount),
  operationRefundedAmount:         (subject) => lastRefund(subject)?.amount.toString(),
  operationRefundedAmountFormatted: formatted((subject) => lastRefund(subject)?.amount),
  currentRefundAmountFormatted:    formatted((subject) => lastRefund(subject)?.amount),
  externalRefundId:                (subject) => lastRefund(subject)?.externalId,
  feeAmount:                       ofOrder(() => NO_FEE),
  currency:                        ofOrder(sentCurrencyOf),
  currencyName:                    ofOrder(({ currency }) => currencyByNumeric(currency)?.alpha),
  depositFlag:                     ofOrder(({ twoStage }) => (twoStage ? 2 : 1)),
  clientId:                        ({ order, binding }) => binding?.clientId ?? order?.clientId ?? undefined,
  bindingId:                       ({ order, binding }) => binding?.id ?? order?.progress.payment?.bindingId,
  enabled:                         ({ binding }) => binding && String(binding.active),
  maskedPan:                       (subject) => cardOf(subject)?.mask,
  panMasked:                       (subject) => cardOf(subject)?.mask,
  panCountryCode:                  (subject) => bankOf(subject)?.country,
  bankName:                        (subject) => bankOf(subject)?.name,
  cardholderName:                  (subject) => cardOf(subject)?.cardholderName,
  paymentSystem:                   (subject) => paymentSystemOf(cardOf(subject)?.mask ?? ''),
  paymentWay:                      ofPayment(({ way }) => way),
  paymentState:                    paymentStateOf,
  approvalCode:                    ofPayment(({ approvalCode }) => approvalCode),
  authCode:                        ofPayment(({ approvalCode }) => approvalCode),
  refNum:                          ofPayment(({ rrn }) => rrn),
  paymentRefNum:                   ofPayment(({ rrn }) => rrn),
  actionCode:                      ofOrder(({ actionCode }) => actionCode),
  actionCodeDescription:           ofOrder(({ actionCode, request }) => actionCodeDescription(actionCode, request.language)),
  ip:                              ofOrder(({ progress, request }) => progress.payment?.ip ?? request.ip),
  ipCountryCode:                   ofOrder(({ progress, request }) => (progress.payment?.ip ?? request.ip) && UNKNOWN_COUNTRY),
  avsCode:                         ofPayment(({ rrn }) => rrn && AVS_NOT_CHECKED),
  eci:                             ofPayment(({ eci }) => eci),
  xid:                             ofPayment(({ xid }) => xid),
  cavv:                            ofPayment(({ cavv }) => cavv),
  threeDSType:                     ofPayment(({ threeDsType }) => threeDsType),
  orderDescription:                ofOrder(({ request }) => request.description),
  email:                           ofOrder(({ request }) => request.email),
  phone:                           ofOrder(({ request }) => request.phone),
  merchantLogin:                   ofOrder(({ request }) => request.merchantLogin),
  processingId:                    ({ settings }) => settings.terminalId,
  transactionAttributes:           ofOrder(() => NO_ATTRIBUTES),
  terminalId:                      ({ settings }) => settings.terminalId,
  merchantFullName:                ({ settings }) => settings.merchantName,
  callbackCreationDate:            dateOf(({ at }) => at),
  date:                            dateOf(({ order }) => order?.createdAt),
  paymentDate:                     dateOf(({ order }) => order?.progress.payment?.at),
  depositedDate:                   dateOf(({ order }) => order?.progress.depositedAt),
  refundedDate:                    dateOf((subject) => lastRefund(subject)?.at),
  reversedDate:                    dateOf(({ order }) => order?.progress.reversedAt),
  sessionExpiredDate:              dateOf(({ order }) => order?.request.expiresAt),
  declineDate:                     dateOf(({ event, at }) => CALLBACK_OF_EVENT[event][1] === 0 ? at : undefined),
} as const satisfies Record<string, Value>

export type CallbackParameterName = keyof typeof CALLBACK_EXTRAS

/** Names that a project can turn on, in the order in which they are sent. */
export const CALLBACK_PARAMETERS = Object.keys(CALLBACK_EXTRAS) as readonly CallbackParameterName[]

const OF_BINDING: readonly CallbackParameterName[] = ['bindingId', 'clientId', 'enabled']

/** Names and values in the order in which they are sent, without the signature. */
export function callbackParameters(
  subject: CallbackSubject,
): readonly (readonly [name: string, value: string])[] {
  const { event, order, settings } = subject
  const [operation, status] = CALLBACK_OF_EVENT[event]
  const wanted = new Set<string>(settings.callbackParameters)
  if (isBindingEvent(event)) for (const name of OF_BINDING) wanted.add(name)
  const base: [string, string][] =
    order === undefined
      ? []
      : [
          ['mdOrder', order.id],
          ['orderNumber', order.number],
        ]
  base.push(['operation', operation], ['status', String(status)])
  for (const name of CALLBACK_PARAMETERS) {
    const value = wanted.has(name) ? CALLBACK_EXTRAS[name](subject) : undefined
    if (value !== undefined) base.push([name, value])
  }
  return base
}

const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The format that existing receivers parse: `Mon Jan 31 21:46:52 UTC 2022`. */
export function javaDate(at: number): string {
  const date = new Date(at)
  const time = date.toISOString().slice(11, 19)
  const day = String(date.getUTCDate()).padStart(2, '0')
  return `${DAY_NAMES[date.getUTCDay()]} ${MONTH_NAMES[date.getUTCMonth()]} ${day} ${time} UTC ${date.getUTCFullYear()}`
}
