// A command on an order. Due work is applied before it decides, so that it sees the current state:
// `onCurrentOrder` in `due.ts` turns the definition into a command.

import type { Draft, LoadedRows } from '../../kernel/draft.ts'
import type { RowKey } from '../../kernel/rows.ts'
import type { NamesOrder } from './order-rows.ts'
import type { Order } from './order.ts'

export interface OrderCommand<Input extends NamesOrder, Result> {
  /** Checks that precede those of the order. */
  readonly check?: (input: Input, draft: Draft) => void
  /** Keys of rows in addition to those of the order. */
  readonly prefetch?: (input: Input, rows: LoadedRows) => readonly RowKey[]
  readonly decide: (input: Input, order: Order, draft: Draft) => Result
}

/** Declares a command on an order; infers both types. */
export const defineOrderCommand = <Input extends NamesOrder, Result>(
  definition: OrderCommand<Input, Result>,
): OrderCommand<Input, Result> => definition
