// Declines an order because the merchant no longer waits for its payment, or because the payer
// cancels it.

import { Fault } from '../../kernel/fault.ts'
import { defineOrderCommand } from './order-command.ts'
import { failureOf, putOrder } from './order-callbacks.ts'
import type { OrderRef } from './order-rows.ts'
import { isPayable, ORDER_ACTION_CODE, statusAfter } from './order-status.ts'
import type { Order } from './order.ts'

/** The merchant declines an unpaid order. */
export const declineOrder = defineOrderCommand<{ readonly order: OrderRef }, Order>({
  decide(_input, order, draft) {
    return draft.put('order', declined(order, ORDER_ACTION_CODE.declinedByMerchant))
  },
})

/**
 * The payer cancels an unpaid order. The merchant does not know about it, so a callback is sent.
 */
export const declineOrderByPayer = defineOrderCommand<{ readonly orderId: string }, Order>({
  decide(_input, order, draft) {
    const given = declined(order, ORDER_ACTION_CODE.cancelledByPayer)
    return putOrder(draft, given, [failureOf(order)])
  },
})

function declined(order: Order, actionCode: number): Order {
  if (!isPayable(order.status))
    throw new Fault('decline-state', 'Only an unpaid order can be withdrawn.')
  return {
    ...order,
    status: statusAfter(order, 'decline'),
    actionCode,
    dueAt: null,
    progress: { ...order.progress, challenge: null },
  }
}
