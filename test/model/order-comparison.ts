// Compares orders, bindings and callbacks in the database and in status records with the model.

import assert from 'node:assert/strict'
import type { Binding } from '../../src/payments/methods/binding.ts'
import type { Callback } from '../../src/callbacks/callback.ts'
import type { JournalEntry } from '../../src/ledger/journal-entry.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import { statusView } from '../../src/api/gateway/answers/status-view.ts'
import type * as models from './model.ts'

const mask = (pan: string): string => `${pan.slice(0, 6)}**${pan.slice(-4)}`
const digits = (utrnno: number, length: number): string =>
  String(utrnno).padStart(length, '0').slice(-length)

/** Every stored order, with the numbers of its payment and its refunds. */
export function compareOrders(
  model: models.Model,
  orders: readonly Order[],
  journal: readonly JournalEntry[],
): void {
  assert.deepEqual(new Set(orders.map(({ id }) => id)), new Set(model.orders.keys()))
  for (const order of orders) {
    const expected = model.order(order.id)
    assert.deepEqual(storedOrder(order), expectedOrder(expected), `order ${order.id}`)
    assert.deepEqual(numbersOf(order), expectedNumbers(expected, journal), `order ${order.id}`)
    assert.deepEqual(recordOf(order), expectedRecord(expected), `record of order ${order.id}`)
    assert.ok(order.depositedAmount <= order.approvedAmount)
    assert.ok(order.refundedAmount + order.depositedAmount <= order.approvedAmount)
  }
}

function storedOrder(order: Order) {
  const { pageOpened, challenge, payment, refunds } = order.progress
  return {
    status: order.status,
    amounts: [order.approvedAmount, order.depositedAmount, order.refundedAmount],
    actionCode: order.actionCode,
    endsAt: order.dueAt,
    failures: order.failedAttempts,
    wasOpened: pageOpened,
    challenge: challenge && {
      id: challenge.id,
      version: challenge.version,
      isOpen: challenge.step === 'open',
      wrongCodes: challenge.wrongCodes,
      answer: challenge.answer,
    },
    payment: payment && {
      kind: payment.card.kind,
      mask: payment.card.mask,
      expiry: payment.card.expiry,
      way: payment.way,
      at: payment.at,
      binding: payment.bindingId ?? null,
    },
    refunds: refunds.map(({ amount, externalId = null }) => ({ amount, externalId })),
  }
}

function expectedOrder(order: models.Order): ReturnType<typeof storedOrder> {
  const { challenge, payment } = order
  return {
    status: order.status as Order['status'],
    amounts: [order.approved, order.deposited, order.refunded],
    actionCode: order.actionCode,
    endsAt: order.endsAt,
    failures: order.failures,
    wasOpened: order.wasOpened,
    challenge: challenge && {
      id: challenge.id,
      version: challenge.version,
      isOpen: challenge.isOpen,
      wrongCodes: challenge.wrongCodes,
      answer: challenge.answer as NonNullable<Order['progress']['challenge']>['answer'],
    },
    payment: payment && {
      kind: payment.cardData.kind,
      mask: mask(payment.cardData.pan),
      expiry: payment.cardData.expiry,
      way: payment.way,
      at: payment.at,
      binding: payment.binding,
    },
    refunds: [...order.refunds],
  }
}

const numbersOf = ({ progress: { payment, refunds } }: Order) => ({
  rrn: payment?.rrn,
  approvalCode: payment?.approvalCode,
  refunds: refunds.map(({ rrn, approvalCode }) => [rrn, approvalCode]),
})

/**
 * The numbers that the ledger assigned: an order's record contains those of the entries that
 * interface A lists.
 */
function expectedNumbers(
  { id, payment }: models.Order,
  journal: readonly JournalEntry[],
): ReturnType<typeof numbersOf> {
  const purchase = journal[payment?.entry ?? -1]
  const refunds = journal.filter(
    ({ kind, approved, orderId }) => kind === 'refund' && approved && orderId === id,
  )
  return {
    rrn: purchase && digits(purchase.utrnno, 12),
    approvalCode: purchase?.approved === true ? digits(purchase.utrnno, 6) : undefined,
    refunds: refunds.map(({ utrnno }) => [digits(utrnno, 12), digits(utrnno, 6)]),
  }
}

const PAYMENT_STATES = [
  'CREATED',
  'APPROVED',
  'DEPOSITED',
  'REVERSED',
  'REFUNDED',
  'CREATED',
  'DECLINED',
]

/** The fields of the status record that show the state of the order. */
function recordOf(order: Order) {
  const view = statusView(order, { language: 'en', terminalId: '12345678' })
  const record = view as Readonly<Record<string, unknown>>
  const refunds = (record['refunds'] ?? []) as readonly { amount: number }[]
  return {
    orderStatus: record['orderStatus'],
    actionCode: record['actionCode'],
    isExplained: record['actionCodeDescription'] !== '',
    paymentAmountInfo: record['paymentAmountInfo'],
    bindingInfo: record['bindingInfo'],
    refunds: refunds.map(({ amount }) => amount),
    isDated: ['depositedDate', 'reversedDate', 'refundedDate', 'authDateTime'].filter(
      (name) => record[name] !== undefined,
    ),
  }
}

function expectedRecord(order: models.Order): ReturnType<typeof recordOf> {
  const { status, actionCode, client, payment, refunds } = order
  const dates = {
    depositedDate: status === 2 || (status === 4 && order.isCredit !== true),
    reversedDate: status === 3,
    refundedDate: status === 4,
    authDateTime: payment !== null && payment.entry !== null,
  }
  return {
    orderStatus: status,
    actionCode,
    isExplained: actionCode !== 0 && actionCode !== -100,
    paymentAmountInfo: {
      paymentState: PAYMENT_STATES[status],
      approvedAmount: order.approved,
      depositedAmount: order.deposited,
      refundedAmount: order.refunded,
      feeAmount: 0,
      totalAmount: order.amount,
    },
    bindingInfo:
      client === null
        ? undefined
        : {
            clientId: client,
            ...(typeof payment?.binding === 'string' && { bindingId: payment.binding }),
          },
    refunds: refunds.map(({ amount }) => amount),
    isDated: Object.entries(dates).flatMap(([name, isThere]) => (isThere ? [name] : [])),
  }
}

export function compareBindings(model: models.Model, bindings: readonly Binding[]): void {
  const stored = bindings.map(({ id, clientId, card, active, recurrence, lastChargeAt }) => ({
    id,
    client: clientId,
    kind: card.kind,
    mask: card.mask,
    expiry: card.expiry,
    active,
    recurring: recurrence && { days: recurrence.frequency, until: recurrence.expiry },
    chargedAt: lastChargeAt,
  }))
  const expected = [...model.bindings.values()].map(({ cardData, ...binding }) => ({
    id: binding.id,
    client: binding.client,
    kind: cardData.kind,
    mask: mask(cardData.pan),
    expiry: cardData.expiry,
    active: binding.active,
    recurring: binding.recurring,
    chargedAt: binding.chargedAt,
  }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  assert.deepEqual(stored.toSorted(byId), expected.toSorted(byId))
}

/** One callback for each event, in order; each names the previous one of its order. */
export function compareCallbacks(model: models.Model, callbacks: readonly Callback[]): void {
  const places = new Map(callbacks.map(({ id }, place) => [id, place]))
  const stored = callbacks.map(({ orderId, bindingId, operation, status, previousId }) => ({
    order: orderId,
    binding: bindingId,
    operation,
    status,
    previous: previousId === null ? null : places.get(previousId),
  }))
  const last = new Map<string, number>()
  const expected = model.events.map((event, place) => {
    const previous = event.order === null ? null : (last.get(event.order) ?? null)
    if (event.order !== null) last.set(event.order, place)
    return { ...event, previous }
  })
  assert.deepEqual(stored, expected)
}
