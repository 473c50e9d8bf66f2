// The rows of payments and their lookup keys.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Binding } from './methods/binding.ts'
import type { Order } from './orders/order.ts'

export const PAYMENT_LOOKUPS = { order: ['id', 'number'], binding: ['id', 'owner'] } as const

declare module '../kernel/rows.ts' {
  interface Rows {
    order: Order
    binding: Binding
  }
  interface Lookups extends LookupsOf<typeof PAYMENT_LOOKUPS> {}
}
