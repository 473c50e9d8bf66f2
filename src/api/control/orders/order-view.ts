// The schema of an order in the control API: registration, payment state and card.

import { numericCode } from '../../../ledger/currency.ts'
import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { isVerification, type Order, type Payment } from '../../../payments/orders/order.ts'
import { isPayable, ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import { CallbackAnswer } from '../callbacks/callback-view.ts'
import { Expiry } from '../cards/card-view.ts'
import { EntrySchema } from '../ledger/entry-view.ts'
import { Currency, iso, isoOrNull, Moment, orNull } from '../schemas.ts'

export type OrderStatusWord = keyof typeof ORDER_STATUS
const STATUS_WORDS = Object.keys(ORDER_STATUS) as OrderStatusWord[]

export const OrderStatusSchema = Type.Enum(STATUS_WORDS, {
  description:
    'State of the order. The names are the same as in `orderStatus` 0 to 6 of interface C. `refunded`: at least a part was refunded',
})

const Minor = (description: string) => Type.Integer({ description: `${description}, minor units` })

export const OrderSchema = Type.Object({
  id: Type.String({
    description: 'Id of the order: `orderId` of interface C, `mdOrder` in callbacks',
  }),
  number: Type.String({ description: "The merchant's order number" }),
  status: OrderStatusSchema,
  twoStage: Type.Boolean({
    description: 'True if a payment holds the amount, to be captured later',
  }),
  amount: Minor('Amount of the order'),
  currency: Currency,
  approvedAmount: Minor('Authorised amount'),
  depositedAmount: Minor('Captured amount minus refunds'),
  refundedAmount: Minor('Refunded amount'),
  actionCode: Type.Integer({
    description: 'Action code of the last payment attempt; -100 before the first',
  }),
  failedAttempts: Type.Integer({ description: 'Number of declined payment attempts' }),
  description: orNull(Type.String(), 'Description of the order; null if none was registered'),
  clientId: orNull(Type.String(), "The merchant's id for the client"),
  numberMask: orNull(
    Type.String(),
    'Masked card number of the last attempt; null before the first',
  ),
  rrn: orNull(Type.String(), 'Retrieval reference number of the last attempt'),
  createdAt: Moment,
  verification: Type.Boolean({
    description: 'True if the order only verifies a card and moves no money',
  }),
  dueAt: orNull(Moment, 'Time of the next automatic change; null if there is none'),
  due: orNull(
    Type.Enum(['expire', 'capture', 'release']),
    'The next automatic change: the order expires, or its hold is captured or released',
  ),
  labels: Type.Array(Type.String(), { description: 'Set by `labelOrder`' }),
})

const PaymentSchema = Type.Object({
  at: Moment,
  cancelled: Type.Boolean({ description: "True if the payer cancelled at the issuer's page" }),
  ip: orNull(Type.String(), 'IP address of the payer'),
  way: Type.String({ description: 'Way of payment: CARD, CARD_BINDING, CARD_MOTO or a wallet' }),
  numberMask: Type.String(),
  expiry: Expiry,
  cardholderName: Type.String(),
  cardKind: Type.Enum(['issued', 'test', 'rule', 'unknown'], {
    description:
      'Kind of card: `issued` by this project, a `test` card, a card of an outcome `rule`, or any other (`unknown`)',
  }),
  cardId: orNull(Type.String(), 'Id of the card, if this project issued it; otherwise null'),
  entryId: orNull(Type.String(), "Id of the payment's journal entry; null if there is none"),
  rrn: orNull(Type.String(), 'Retrieval reference number; null before the issuer has decided'),
  approvalCode: orNull(
    Type.String(),
    'Approval code of the issuer; null unless the payment was approved',
  ),
  eci: orNull(Type.String(), 'Electronic commerce indicator of 3-D Secure'),
  bindingId: orNull(Type.String(), 'Id of the stored card that paid, or that the payment created'),
})

const ChallengeSchema = Type.Object({
  version: Type.String({ description: 'Version of 3-D Secure' }),
  flow: Type.String(),
  step: Type.Enum(['method', 'open'], {
    description:
      "`method`: waiting for the browser check of version 2. `open`: the payer is at the issuer's page",
  }),
  startedAt: Moment,
  code: Type.String({ description: "The code that the issuer's page accepts" }),
  wrongCodes: Type.Integer({ description: 'Number of wrong codes so far' }),
  numberMask: Type.String({ description: 'Masked number of the card that pays' }),
  cardholderName: Type.String(),
})

const RefundSchema = Type.Object({
  at: Moment,
  amount: Minor('Refunded amount'),
  rrn: Type.String(),
  externalId: orNull(Type.String(), "The merchant's id of the refund (`externalRefundId`)"),
})

export const ROWS_SHOWN = 300

/** No order has an id in another format. */
export const ORDER_ID = /^[0-9a-f-]{36}$/

export const OrderAnswer = Type.Object({
  ...OrderSchema.properties,
  returnUrl: Type.String({ description: 'URL to which the payer returns' }),
  failUrl: orNull(
    Type.String(),
    'URL to which the payer returns after a failure; null if none was registered',
  ),
  features: Type.Array(Type.String(), { description: 'Features of the registration' }),
  params: Type.Record(Type.String(), Type.String(), {
    description: 'Further parameters of the order (`merchantOrderParams` of interface C)',
  }),
  email: orNull(Type.String(), 'Email address of the payer'),
  phone: orNull(Type.String(), 'Phone number of the payer'),
  postalAddress: orNull(Type.String(), 'Postal address of the payer'),
  ip: orNull(Type.String(), 'IP address of the payer, as registered'),
  bindingId: orNull(Type.String(), 'Id of the only stored card that may pay; null if any card may'),
  comment: orNull(Type.String(), 'Comment that `commentOrder` stored; null if there is none'),
  pageOpened: Type.Boolean({ description: 'True if a browser has opened the payment page' }),
  payment: orNull(PaymentSchema, 'The last payment attempt; null before the first'),
  challenge: orNull(ChallengeSchema, 'The open 3-D Secure challenge; null if there is none'),
  depositedAt: orNull(Moment, 'Time at which the amount was charged or captured'),
  reversedAt: orNull(Moment, 'Time of the reversal'),
  refunds: Type.Array(RefundSchema, { description: 'Refunds, oldest first' }),
  entries: Type.Array(EntrySchema, {
    description: `Journal entries of the order, newest first, at most ${ROWS_SHOWN}`,
  }),
  callbacks: Type.Array(CallbackAnswer, {
    description: `Callbacks of the order, newest first, at most ${ROWS_SHOWN}`,
  }),
})

export const orderStatusOf = (word: OrderStatusWord) => ORDER_STATUS[word]

/** The name of a status; `status` is the number that interface C uses. */
export const statusNameOf = (status: number): OrderStatusWord => {
  const word = STATUS_WORDS.find((each) => ORDER_STATUS[each] === status)
  if (word === undefined) throw new Error('an order has an unknown status')
  return word
}

export const orderSummary = (order: Order): Static<typeof OrderSchema> => ({
  id: order.id,
  number: order.number,
  status: statusNameOf(order.status),
  twoStage: order.twoStage,
  amount: order.amount,
  currency: numericCode(order.currency),
  approvedAmount: order.approvedAmount,
  depositedAmount: order.depositedAmount,
  refundedAmount: order.refundedAmount,
  actionCode: order.actionCode,
  failedAttempts: order.failedAttempts,
  description: order.request.description ?? null,
  clientId: order.clientId,
  numberMask: order.progress.payment?.card.mask ?? null,
  rrn: order.progress.payment?.rrn ?? null,
  createdAt: iso(order.createdAt),
  verification: isVerification(order),
  dueAt: isoOrNull(order.dueAt),
  due: dueChange(order),
  labels: [...order.labels],
})

function dueChange({ dueAt, status, request }: Order): 'expire' | 'capture' | 'release' | null {
  if (dueAt === null) return null
  if (isPayable(status)) return 'expire'
  return request.autocompletionAt === undefined ? 'release' : 'capture'
}

export function orderDetails(
  order: Order,
): Omit<Static<typeof OrderAnswer>, 'entries' | 'callbacks'> {
  const { request, progress } = order
  const { payment, challenge, refunds } = progress
  return {
    ...orderSummary(order),
    returnUrl: request.returnUrl,
    failUrl: request.failUrl ?? null,
    features: [...request.features],
    params: { ...request.params },
    email: request.email ?? null,
    phone: request.phone ?? null,
    postalAddress: request.postAddress ?? null,
    ip: request.ip ?? null,
    bindingId: request.bindingId ?? null,
    comment: progress.comment ?? null,
    pageOpened: progress.pageOpened,
    payment: payment && paymentView(payment),
    challenge: challenge && {
      version: String(challenge.version),
      flow: challenge.flow,
      step: challenge.step,
      startedAt: iso(challenge.startedAt),
      code: challenge.code,
      wrongCodes: challenge.wrongCodes,
      numberMask: challenge.payment.card.mask,
      cardholderName: challenge.payment.card.cardholderName,
    },
    depositedAt: isoOrNull(progress.depositedAt),
    reversedAt: isoOrNull(progress.reversedAt),
    refunds: refunds.map(({ at, amount, rrn, externalId }) => ({
      at: iso(at),
      amount,
      rrn,
      externalId: externalId ?? null,
    })),
  }
}

const paymentView = ({ card, ...payment }: Payment): Static<typeof PaymentSchema> => ({
  at: iso(payment.at),
  cancelled: payment.isCancelled === true,
  ip: payment.ip ?? null,
  way: payment.way,
  numberMask: card.mask,
  expiry: String(card.expiry),
  cardholderName: card.cardholderName,
  cardKind: card.kind,
  cardId: card.cardId === undefined ? null : String(card.cardId),
  entryId: payment.operationId === undefined ? null : String(payment.operationId),
  rrn: payment.rrn ?? null,
  approvalCode: payment.approvalCode ?? null,
  eci: payment.eci ?? null,
  bindingId: payment.bindingId ?? null,
})
