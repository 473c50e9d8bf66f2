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
  description: 'Names of 0 to 6 of interface C; refunded: at least a part was refunded',
})

const Minor = (description: string) => Type.Integer({ description: `${description}, minor units` })

export const OrderSchema = Type.Object({
  id: Type.String({ description: '`orderId`, also called `mdOrder`' }),
  number: Type.String({ description: "The merchant's own number" }),
  status: OrderStatusSchema,
  twoStage: Type.Boolean({ description: 'Two stages: a hold that is captured later' }),
  amount: Minor('As registered'),
  currency: Currency,
  approvedAmount: Minor('Authorised'),
  depositedAmount: Minor('Captured, less what was refunded'),
  refundedAmount: Minor('Refunded'),
  actionCode: Type.Integer({ description: 'Result of the last attempt; -100 before the first' }),
  failedAttempts: Type.Integer({ description: 'Declined attempts' }),
  description: orNull(Type.String(), 'As registered'),
  clientId: orNull(Type.String(), "The client's id at the merchant"),
  numberMask: orNull(Type.String(), 'Of the card of the last attempt; null before the first'),
  rrn: orNull(Type.String(), 'Retrieval reference number of the last attempt'),
  createdAt: Moment,
  verification: Type.Boolean({ description: 'Only verifies the card; no money moves' }),
  dueAt: orNull(Moment, 'When it changes automatically'),
  due: orNull(
    Type.Enum(['expire', 'capture', 'release']),
    'The automatic change: it expires, or its hold is captured or released',
  ),
  labels: Type.Array(Type.String(), { description: 'Set by `labelOrder`' }),
})

const PaymentSchema = Type.Object({
  at: Moment,
  cancelled: Type.Boolean({ description: "The payer cancelled at the issuer's page" }),
  ip: orNull(Type.String(), 'IP address of the payer'),
  way: Type.String({ description: 'CARD, CARD_BINDING, CARD_MOTO or a wallet' }),
  numberMask: Type.String(),
  expiry: Expiry,
  cardholderName: Type.String(),
  cardKind: Type.Enum(['issued', 'test', 'rule', 'unknown'], {
    description: 'A card issued here, a test card, a card of an outcome rule, or any other',
  }),
  cardId: orNull(Type.String(), 'Of a card issued here'),
  entryId: orNull(Type.String(), 'Its entry in the journal'),
  rrn: orNull(Type.String(), 'Null before authorisation'),
  approvalCode: orNull(Type.String(), 'Of an approved payment'),
  eci: orNull(Type.String(), 'Electronic commerce indicator of 3-D Secure'),
  bindingId: orNull(Type.String(), 'The binding that paid or was created'),
})

const ChallengeSchema = Type.Object({
  version: Type.String({ description: 'Of 3-D Secure' }),
  flow: Type.String(),
  step: Type.Enum(['method', 'open'], { description: "open: the payer is at the issuer's page" }),
  startedAt: Moment,
  code: Type.String({ description: "The code that the issuer's page accepts" }),
  wrongCodes: Type.Integer(),
  numberMask: Type.String({ description: 'Masked number of the card that pays' }),
  cardholderName: Type.String(),
})

const RefundSchema = Type.Object({
  at: Moment,
  amount: Minor('Refunded'),
  rrn: Type.String(),
  externalId: orNull(Type.String(), '`externalRefundId`'),
})

export const ROWS_SHOWN = 300

/** Another text in a path is the id of no order. */
export const ORDER_ID = /^[0-9a-f-]{36}$/

export const OrderAnswer = Type.Object({
  ...OrderSchema.properties,
  returnUrl: Type.String(),
  failUrl: orNull(Type.String(), 'Null if none was registered'),
  features: Type.Array(Type.String()),
  params: Type.Record(Type.String(), Type.String(), { description: '`merchantOrderParams`' }),
  email: orNull(Type.String(), 'Of the payer'),
  phone: orNull(Type.String(), 'Of the payer'),
  postalAddress: orNull(Type.String(), 'Of the payer'),
  ip: orNull(Type.String(), 'IP address of the payer, as registered'),
  bindingId: orNull(Type.String(), 'The one binding that may pay'),
  comment: orNull(Type.String(), 'Set by `commentOrder`'),
  pageOpened: Type.Boolean({ description: 'A browser has opened the payment page' }),
  payment: orNull(PaymentSchema, 'The last attempt'),
  challenge: orNull(ChallengeSchema, 'Open 3-D Secure challenge'),
  depositedAt: orNull(Moment, 'When it was paid or captured'),
  reversedAt: orNull(Moment, 'When it was reversed'),
  refunds: Type.Array(RefundSchema, { description: 'Oldest first' }),
  entries: Type.Array(EntrySchema, {
    description: `Its entries in the journal, newest first, at most ${ROWS_SHOWN}`,
  }),
  callbacks: Type.Array(CallbackAnswer, {
    description: `Newest first, at most ${ROWS_SHOWN}`,
  }),
})

export const orderStatusOf = (word: OrderStatusWord) => ORDER_STATUS[word]

/** The name of a status; `status` is that of interface C. */
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
      ...{ amount, rrn },
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
