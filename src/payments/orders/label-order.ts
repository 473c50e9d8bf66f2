// Labels that a tester puts on an order. The merchant never sees them.

import { defineOrderCommand } from './order-command.ts'
import type { OrderRef } from './order-rows.ts'
import type { Order } from './order.ts'

export interface LabelOrderInput {
  readonly order: OrderRef
  readonly labels: readonly string[]
}

export const LABELS_MAX = 10
/** Maximum number of characters in a label. */
export const LABEL_LENGTH = 40

/** A label in its stored form, because lists and counts compare labels exactly. */
export const labelOf = (text: string): string => text.trim().toLowerCase()

/** Replaces the labels of an order, ignoring repeated and empty ones. */
export const labelOrder = defineOrderCommand<LabelOrderInput, Order>({
  decide: ({ labels }, order, draft) => {
    const distinct = new Set(labels.map(labelOf))
    distinct.delete('')
    return draft.put('order', { ...order, labels: [...distinct] })
  },
})
