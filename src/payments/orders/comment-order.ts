// A tester's comment on an order. The merchant never sees it.

import { defineOrderCommand } from './order-command.ts'
import type { OrderRef } from './order-rows.ts'
import type { Order } from './order.ts'

export interface CommentOrderInput {
  readonly order: OrderRef
  /** Empty to delete the comment. */
  readonly text: string
}

/** Replaces the comment of an order. */
export const commentOrder = defineOrderCommand<CommentOrderInput, Order>({
  decide: ({ text }, order, draft) =>
    draft.put('order', {
      ...order,
      progress: { ...order.progress, comment: text === '' ? undefined : text },
    }),
})
