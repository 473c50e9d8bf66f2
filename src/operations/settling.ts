// What happens to an order by itself once its time has come: an unpaid one expires, a hold is captured or given back. Every command on
// an order first applies this, so that nobody acts on a state that time has ended.

import { toAmount } from '../domain/money.ts'
import {
  expiryActionCode,
  isPayable,
  NO_AMOUNTS,
  nextOrderStatus,
  type OrderCommand,
  type OrderStatus,
} from '../domain/order-status.ts'
import type { Order } from '../domain/order.ts'
import { queueCallback } from './callbacks.ts'
import type { Draft } from './draft.ts'
import { existingOrder, type OrderRef } from './order-rows.ts'
import { capture, release } from './purchases.ts'

/** Where a command takes the order; a command that its state does not allow is a mistake of the caller. */
export function statusAfter(order: Order, command: OrderCommand): OrderStatus {
  const next = nextOrderStatus(order.status, command)
  if (next === undefined) throw new Error(`an order in status ${order.status} cannot ${command}`)
  return next
}

/** The order a caller names, as it stands now. */
export const currentOrder = (ref: OrderRef, draft: Draft): Order =>
  settleOrderRow(draft, existingOrder(ref, draft))

/** Applies what is due on an order at the draft's time and puts it. */
export function settleOrderRow(draft: Draft, order: Order): Order {
  if (order.dueAt === null || order.dueAt > draft.now) return order
  const settled = isPayable(order.status) ? expire(draft, order) : endHold(draft, order)
  draft.put('order', settled)
  return settled
}

function expire(draft: Draft, order: Order): Order {
  const { pageOpened, failedAttempts } = order.progress
  const { status } = order
  return queueCallback(draft, 'expired', {
    order: {
      ...order,
      status: statusAfter(order, 'expire'),
      actionCode: expiryActionCode({ status, pageOpened, failedAttempts }),
      dueAt: null,
      progress: { ...order.progress, challenge: null },
    },
  })
}

function endHold(draft: Draft, order: Order): Order {
  return order.request.autocompletionAt === undefined
    ? releaseOrder(draft, order, 'release')
    : captureOrder(draft, order, order.approvedAmount)
}

/** Captures a held order, in whole or in part. */
export function captureOrder(draft: Draft, order: Order, depositedAmount: number): Order {
  capture(draft, order, toAmount(depositedAmount))
  return queueCallback(draft, 'captured', {
    order: {
      ...order,
      status: statusAfter(order, 'deposit'),
      depositedAmount,
      dueAt: null,
      progress: { ...order.progress, depositedAt: draft.now },
    },
  })
}

/** Gives a held order's funds back. */
export function releaseOrder(draft: Draft, order: Order, command: 'release' | 'reverse'): Order {
  release(draft, order)
  return queueCallback(draft, 'reversed', {
    order: {
      ...order,
      ...NO_AMOUNTS,
      status: statusAfter(order, command),
      dueAt: null,
      progress: { ...order.progress, reversedAt: draft.now },
    },
  })
}
