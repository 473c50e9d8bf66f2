// Records that the payment page was opened. An order that expires afterwards has another action
// code.

import { defineOrderCommand } from './order-command.ts'
import { isPayable } from './order-status.ts'
import type { Order } from './order.ts'

/** Records that the payment page was opened. */
export const openPage = defineOrderCommand<{ readonly orderId: string }, Order>({
  decide(_input, order, draft) {
    if (order.progress.pageOpened || !isPayable(order.status)) return order
    return draft.put('order', { ...order, progress: { ...order.progress, pageOpened: true } })
  },
})
