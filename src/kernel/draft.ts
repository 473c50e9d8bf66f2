// What a decision works on: the rows of one dataset by key, one time, the counters, and a sheet for its changes.

import type { CounterName, Dataset } from './dataset.ts'
import type { KeyValue, Lookup, RowKey, Rows, RowsOf, TableName } from './rows.ts'

/** Read access to loaded rows. `undefined` means not loaded, `null` means loaded and absent. */
export interface LoadedRows {
  readonly dataset: Dataset
  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined
}

/** The sheet that a decision writes on. The rows beneath are never touched: the engine lays the changes over them when it has returned. */
export interface Draft {
  /** The project's time for the whole batch, epoch milliseconds. */
  readonly now: number
  /** Real time, for what must not follow the project's clock. */
  readonly realNow: number
  dataset: Dataset
  /** The row as this decision left it or as it is stored; null where there is none. One that is not loaded yet ends this try. */
  get<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null
  /** A row that must be there, because another row names it. */
  getOrThrow<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T]
  /** Rows that must be there, of any tables. What is not loaded of them is loaded together, not one after the other. */
  getAllOrThrow<const Keys extends readonly RowKey[]>(...keys: Keys): RowsOf<Keys>
  /** Names rows that are about to be read, so that what is not loaded of them is loaded together. */
  need(keys: readonly RowKey[]): void
  /** Writes a row down, a new one or the next version of one that was loaded, and gives it back. */
  put<T extends TableName>(table: T, row: Rows[T]): Rows[T]
  /** Takes the next value of a counter, or the first of `count` consecutive ones. */
  take(counter: CounterName, count?: number): number
}
