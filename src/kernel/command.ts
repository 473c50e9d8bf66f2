// The shape of everything the service can do.

import type { RowKey } from './rows.ts'
import type { Draft, LoadedRows } from './draft.ts'

/**
 * One thing the service can do. Input and result are plain data: the engine may run in another thread.
 *
 * `decide` is synchronous and pure; it returns the result, throws a `Fault` to refuse without a trace, and anything else it throws is a bug.
 * It reads rows by key from its draft. A row that was not loaded is loaded, and the decision is made again.
 *
 * `prefetch` is an optimisation for commands of which many are decided in one commit: it names keys along a fixed path, those it knows from
 * the input and those it reads off the rows loaded so far, so that what `decide` would find missing row by row comes in at most three rounds.
 * It may name too much or too little: no result depends on it.
 */
export interface Command<Input, Result> {
  readonly prefetch?: (input: Input, rows: LoadedRows) => readonly RowKey[]
  readonly decide: (input: Input, draft: Draft) => Result
}

/** Declares a command; it exists to infer both types at once. */
export const defineCommand = <Input, Result>(
  definition: Command<Input, Result>,
): Command<Input, Result> => definition
