// The working copy of a decision: rows of one dataset by key, the time, the counters, and the
// pending changes.

import type { CounterName, Dataset } from './dataset.ts'
import type { CommandOrigin } from './origin.ts'
import type { KeyValue, Lookup, RowKey, Rows, RowsOf, TableName } from './rows.ts'

/** Read access to loaded rows. `undefined` means not loaded, `null` loaded and absent. */
export interface LoadedRows {
  readonly dataset: Dataset
  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined
}

/** The facts that explain a decision; `src/ledger/decision.ts` has the fields. */
export interface DecisionFacts {}

/** The effect of a decision on the response, after its commit. */
export interface AnswerEffect {
  readonly delayMs: number
  /** The caller gets no response, because the connection is closed. */
  readonly isLost: boolean
}

/** The draft on which a decision writes. The engine applies the changes after it has returned. */
export interface Draft {
  /** The project's time for the whole batch, in epoch milliseconds. */
  readonly now: number
  /** Real time, for anything that must not depend on the project's clock. */
  readonly realNow: number
  dataset: Dataset
  /** The request that sent the command; undefined for due work. */
  readonly origin: CommandOrigin | undefined
  /** Set by a decision that delays its response or drops it. */
  answer: AnswerEffect | undefined
  /** Set by a decision that can be explained, and before it for the case that it is refused. */
  decision: DecisionFacts | undefined
  /**
   * The row as this decision or an earlier one left it; null if it does not exist. If it is not
   * loaded, this attempt ends here and is repeated with the row.
   */
  get<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null
  /** A row that must exist, because another row references it. */
  getOrThrow<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T]
  /** Rows that must exist, from any tables. Missing ones are loaded together. */
  getAllOrThrow<const Keys extends readonly RowKey[]>(...keys: Keys): RowsOf<Keys>
  /** Names rows that will be read, so that missing ones are loaded together. */
  need(keys: readonly RowKey[]): void
  /** Writes a new row or a new version of a row, and returns it. */
  put<T extends TableName>(table: T, row: Rows[T]): Rows[T]
  /** Takes the next value of a counter, or the first of `count` consecutive ones. */
  take(counter: CounterName, count?: number): number
}
