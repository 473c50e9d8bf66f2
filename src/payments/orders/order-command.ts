// A command on an order. Due work is applied first, so that it sees the current state:
// `onCurrentOrder` in `due.ts` converts the definition to a command.

import type { Draft, LoadedRows } from '../../kernel/draft.ts'
import type { RowKey } from '../../kernel/rows.ts'
import type { NamesOrder } from './order-rows.ts'
import type { Order } from './order.ts'

export interface OrderCommand<Input extends NamesOrder, Result> {
  /** Checks that run before the order's. */
  readonly check?: (input: Input, draft: Draft) => void
  /** Keys of rows in addition to the order's. */
  readonly prefetch?: (input: Input, rows: LoadedRows) => readonly RowKey[]
  readonly decide: (input: Input, order: Order, draft: Draft) => Result
}

/** Declares a command on an order; infers both types. */
export const defineOrderCommand = <Input extends NamesOrder, Result>(
  definition: OrderCommand<Input, Result>,
): OrderCommand<Input, Result> => definition
