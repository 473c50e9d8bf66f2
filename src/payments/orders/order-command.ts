// A command on an order. Before it decides, what is due on the order has happened, so that it never sees an outdated
// state: `onCurrentOrder` in `due.ts` turns the definition into a command.

import type { Draft, LoadedRows } from '../../kernel/draft.ts'
import type { RowKey } from '../../kernel/rows.ts'
import type { NamesOrder } from './order-rows.ts'
import type { Order } from './order.ts'

export interface OrderCommand<Input extends NamesOrder, Result> {
  /** Checks that come before anything about the order. */
  readonly check?: (input: Input, draft: Draft) => void
  /** Keys of rows beyond those of the order itself. */
  readonly prefetch?: (input: Input, rows: LoadedRows) => readonly RowKey[]
  readonly decide: (input: Input, order: Order, draft: Draft) => Result
}

/** Declares a command on an order; infers both types. */
export const defineOrderCommand = <Input extends NamesOrder, Result>(
  definition: OrderCommand<Input, Result>,
): OrderCommand<Input, Result> => definition
