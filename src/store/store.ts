// What the engine and the reads need of a database, whichever it is.

import type { ChangeSet } from '../kernel/rows.ts'
import type { KeyValue, Rows, TableName } from '../kernel/rows.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { SqlValue } from './table.ts'

export type Dialect = 'sqlite' | 'postgres'

/** One SQL statement as it is written: `$1` parameters in both dialects, a name for the prepared form. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type SqlRecord = Readonly<Record<string, SqlValue>>

/** Reads what is committed, one statement at a time. Throws `StoreUnavailable` where the database cannot serve now. */
export interface Queryable {
  query(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]>
}

/** Which batch a process wrote last into a dataset, newest first. */
export type RecentBatches = readonly (readonly [process: string, batch: string])[]

export interface LockedDataset {
  readonly dataset: Dataset
  readonly recentBatches: RecentBatches
}

/** One write transaction; its methods throw as those of `Queryable`. After `lock` has returned, the dataset is this transaction's alone. */
export interface Transaction {
  lock(datasetId: number): Promise<LockedDataset | null>
  load<T extends TableName>(
    datasetId: number,
    table: T,
    by: string,
    keys: readonly KeyValue[],
  ): Promise<readonly Rows[T][]>
  /** Writes rows and the dataset's own row. It may return before the database has answered: `commit` tells. */
  save(locked: LockedDataset, changes: ChangeSet): void
  /** Runs a statement that is neither a load nor a save: of the catalogue, of due work, of housekeeping. */
  run(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]>
  /** Resolves when the transaction is durable. Throws `CommitUnknown` when the answer was lost on the way. */
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Does some work in a transaction of its own: all of it is committed, or nothing. */
export async function transact<T>(
  store: Pick<Store, 'begin'>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = await store.begin()
  let result: T
  try {
    result = await work(transaction)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit()
  return result
}

export interface Store extends Queryable {
  readonly dialect: Dialect
  /** True where one transaction may hold the batches of many datasets (one writer, one commit). */
  readonly commitsTogether: boolean
  begin(): Promise<Transaction>
  /** True for failures before the commit that another try may mend (SQLSTATE 40001, 40P01, 55P03, lost connection). */
  isTransient(error: unknown): boolean
  /** True where it is the rows that the database does not take, now or ever (SQLSTATE classes 22, 23 and 54). */
  refusesRows(error: unknown): boolean
  close(): Promise<void>
}

/** The connection was lost while a commit was under way: it may or may not have happened. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/** The database cannot be reached, read or written, now or until somebody has mended it. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The database's schema is another version's: it could be read wrongly, and is left alone. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch'
}
