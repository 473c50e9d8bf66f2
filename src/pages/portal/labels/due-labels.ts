// What happens to an order by itself, and when.

import { isPayable } from '../../../payments/orders/order-status.ts'
import type { Order } from '../../../payments/orders/order.ts'

/** The moment something happens to the order by itself, and what that is. */
export function nextByItself(
  order: Order,
): { readonly at: number; readonly what: string } | undefined {
  const { dueAt, request } = order
  if (dueAt === null) return undefined
  if (isPayable(order.status)) return { at: dueAt, what: 'Expires' }
  return {
    at: dueAt,
    what: request.autocompletionAt === undefined ? 'Hold is given back' : 'Is captured',
  }
}
