// The shape of everything the service can do: which rows a decision needs, and the decision itself.

import type { Want } from '../domain/rows.ts'
import type { Draft, LoadedRows } from './draft.ts'

/**
 * One thing the service can do. Asks and answers are plain data: the engine may run in another thread.
 *
 * `wants` is called before each round of loading, at most three times, and names keys along a fixed path: those it knows from the
 * ask, and those it can read off the rows loaded so far. `decide` is synchronous; it returns the answer, throws a `Fault` to refuse without
 * a trace, and anything else it throws is a bug.
 */
export interface Operation<Ask, Answer> {
  readonly wants: (ask: Ask, rows: LoadedRows) => readonly Want[]
  readonly decide: (ask: Ask, draft: Draft) => Answer
}

/** Declares an operation; it exists to infer both types at once. */
export const operation = <Ask, Answer>(
  definition: Operation<Ask, Answer>,
): Operation<Ask, Answer> => definition
