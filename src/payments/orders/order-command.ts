// A command on an order. Whatever it does, what is due on the order has happened before, so that nobody acts on a state that time has ended:
// `onCurrentOrder` in `due.ts` makes a command of it.

import type { Draft, LoadedRows } from '../../kernel/draft.ts'
import type { RowKey } from '../../kernel/rows.ts'
import type { OrderRef } from './order-rows.ts'
import type { Order } from './order.ts'

export interface OrderCommand<Input, Result> {
  /** The order it is about. */
  readonly order: (input: Input) => OrderRef
  /** What is judged before anything about the order. */
  readonly check?: (input: Input, draft: Draft) => void
  /** Keys of rows beyond those of the order itself. */
  readonly prefetch?: (input: Input, rows: LoadedRows) => readonly RowKey[]
  readonly decide: (input: Input, order: Order, draft: Draft) => Result
}

/** Declares a command on an order; it exists to infer both types at once. */
export const defineOrderCommand = <Input, Result>(
  definition: OrderCommand<Input, Result>,
): OrderCommand<Input, Result> => definition
