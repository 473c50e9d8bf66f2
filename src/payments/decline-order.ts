// Declining an order: the merchant no longer waits for its payment.

import { Fault } from '../kernel/fault.ts'
import { defineOrderCommand } from './order-command.ts'
import type { OrderRef } from './order-rows.ts'
import { isPayable, ORDER_ACTION_CODE, statusAfter } from './order-status.ts'
import type { Order } from './order.ts'

/** The merchant gives up on an order that nobody has paid. */
export const declineOrder = defineOrderCommand<{ readonly order: OrderRef }, Order>({
  order: (input) => input.order,
  decide(_input, order, draft) {
    if (!isPayable(order.status))
      throw new Fault('decline-state', 'Only an unpaid order can be declined.')
    return draft.put('order', {
      ...order,
      status: statusAfter(order, 'decline'),
      actionCode: ORDER_ACTION_CODE.declinedByMerchant,
      dueAt: null,
      progress: { ...order.progress, challenge: null },
    })
  },
})
