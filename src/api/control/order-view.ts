// An order as the control API shows it: what the merchant asked for, how far the payment has come, and what its card was.

import { numericCode } from '../../ledger/currency.ts'
import Type, { type Static } from 'typebox'
import type { Order, Payment } from '../../payments/orders/order.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import { CallbackAnswer } from './callback-view.ts'
import { Expiry } from './card-view.ts'
import { EntrySchema } from './entry-view.ts'
import { Currency, iso, isoOrNull, Moment, orNull } from './schemas.ts'

type OrderStatusWord = keyof typeof ORDER_STATUS
const STATUS_WORDS = Object.keys(ORDER_STATUS) as OrderStatusWord[]

export const OrderStatusSchema = Type.Enum(STATUS_WORDS, {
  description: 'Words for 0 to 6 of interface C; refunded: at least a part of it',
})

const Minor = (description: string) => Type.Integer({ description: `${description}, minor units` })

export const OrderSchema = Type.Object({
  id: Type.String({ description: '`orderId`, also called `mdOrder`' }),
  number: Type.String({ description: "The merchant's own number" }),
  status: OrderStatusSchema,
  twoStage: Type.Boolean({ description: 'Registered for a hold that is captured later' }),
  amount: Minor('As registered'),
  currency: Currency,
  approvedAmount: Minor('Held or paid'),
  depositedAmount: Minor('Captured, less what was refunded'),
  refundedAmount: Minor('Given back'),
  actionCode: Type.Integer({ description: 'How the last attempt ended; -100 before the first' }),
  description: orNull(Type.String(), 'As registered'),
  clientId: orNull(Type.String(), "The client's id at the merchant"),
  numberMask: orNull(Type.String(), 'Of the card that paid or tried to; null before'),
  createdAt: Moment,
  dueAt: orNull(Moment, 'When time ends it, captures it or gives it back'),
})

const PaymentSchema = Type.Object({
  at: Moment,
  way: Type.String({ description: 'CARD, CARD_BINDING, CARD_MOTO or a wallet' }),
  numberMask: Type.String(),
  expiry: Expiry,
  cardholderName: Type.String(),
  cardKind: Type.Enum(['issued', 'test', 'rule', 'unknown'], {
    description: "The project's own card, one of the list, one that a rule knows, any other",
  }),
  cardId: orNull(Type.String(), "The project's own card"),
  entryId: orNull(Type.String(), 'Its purchase in the journal'),
  rrn: orNull(Type.String(), 'Once the issuer was asked'),
  approvalCode: orNull(Type.String(), 'Of an approved payment'),
  eci: orNull(Type.String(), 'Electronic commerce indicator of 3-D Secure'),
  bindingId: orNull(Type.String(), 'The stored card that paid, or that it made'),
})

const ChallengeSchema = Type.Object({
  version: Type.String({ description: 'Of 3-D Secure' }),
  flow: Type.String(),
  step: Type.Enum(['method', 'open'], { description: 'open: the payer is at the issuer' }),
  startedAt: Moment,
  wrongCodes: Type.Integer(),
})

const RefundSchema = Type.Object({
  at: Moment,
  amount: Minor('Given back'),
  rrn: Type.String(),
  externalId: orNull(Type.String(), '`externalRefundId`'),
})

export const ROWS_SHOWN = 200

export const OrderAnswer = Type.Object({
  ...OrderSchema.properties,
  returnUrl: Type.String(),
  failUrl: orNull(Type.String(), 'Where one was registered'),
  features: Type.Array(Type.String()),
  params: Type.Record(Type.String(), Type.String(), { description: '`merchantOrderParams`' }),
  pageOpened: Type.Boolean({ description: 'A browser has opened the payment page' }),
  failedAttempts: Type.Integer(),
  payment: orNull(PaymentSchema, 'The last attempt'),
  challenge: orNull(ChallengeSchema, '3-D Secure that is under way'),
  depositedAt: orNull(Moment, 'When it was paid or captured'),
  reversedAt: orNull(Moment, 'When the hold was given back'),
  refunds: Type.Array(RefundSchema, { description: 'Oldest first' }),
  entries: Type.Array(EntrySchema, {
    description: `What it left in the journal, newest first, at most ${ROWS_SHOWN}`,
  }),
  callbacks: Type.Array(CallbackAnswer, {
    description: `What the merchant was told, newest first, at most ${ROWS_SHOWN}`,
  }),
})

export const orderStatusOf = (word: OrderStatusWord) => ORDER_STATUS[word]

const wordOf = (status: Order['status']): OrderStatusWord => {
  const word = STATUS_WORDS.find((each) => ORDER_STATUS[each] === status)
  if (word === undefined) throw new Error('an order has an unknown status')
  return word
}

export const orderSummary = (order: Order): Static<typeof OrderSchema> => ({
  id: order.id,
  number: order.number,
  status: wordOf(order.status),
  twoStage: order.twoStage,
  amount: order.amount,
  currency: numericCode(order.currency),
  approvedAmount: order.approvedAmount,
  depositedAmount: order.depositedAmount,
  refundedAmount: order.refundedAmount,
  actionCode: order.actionCode,
  description: order.request.description ?? null,
  clientId: order.clientId,
  numberMask: order.progress.payment?.card.mask ?? null,
  createdAt: iso(order.createdAt),
  dueAt: isoOrNull(order.dueAt),
})

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
    pageOpened: progress.pageOpened,
    failedAttempts: progress.failedAttempts,
    payment: payment && paymentView(payment),
    challenge: challenge && {
      version: String(challenge.version),
      flow: challenge.flow,
      step: challenge.step,
      startedAt: iso(challenge.startedAt),
      wrongCodes: challenge.wrongCodes,
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
