// The type of commands. Everything that the service can do is a command.

import type { RowKey } from './rows.ts'
import type { Draft, LoadedRows } from './draft.ts'

/**
 * A command. Input and result are plain data, because the engine may run in another thread.
 *
 * `decide` is synchronous and pure. It returns the result or throws a `Fault`, which changes
 * nothing; any other error is a bug. It reads rows by key from its draft. If a row is not loaded,
 * it is loaded and the decision is repeated.
 *
 * `prefetch` is an optimisation for frequent commands. It names the rows that `decide` will read,
 * as far as they follow from the input and the loaded rows, so that a batch loads them in at most
 * three rounds. It may name too many or too few rows, because no result depends on it.
 */
export interface Command<Input, Result> {
  readonly prefetch?: (input: Input, rows: LoadedRows) => readonly RowKey[]
  readonly decide: (input: Input, draft: Draft) => Result
}

/** Declares a command and infers the types of its input and result. */
export const defineCommand = <Input, Result>(
  definition: Command<Input, Result>,
): Command<Input, Result> => definition
