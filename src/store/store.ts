// The interface to SQLite and PostgreSQL that the engine and the reads use.

import { type ChangeSet, type KeyValue, type Rows, type TableName } from '../kernel/rows.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { SqlValue } from './table.ts'

export type Dialect = 'sqlite' | 'postgres'

/** An SQL statement with `$1` parameters in both dialects, and the name of its prepared form. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** The SQL text for SQLite, if its planner, which has no statistics, needs a different one. */
  readonly onSqlite?: string
  /** True if it reads a few rows by key: on PostgreSQL it may share a round trip with others. */
  readonly isLookup?: true
  /** True if PostgreSQL plans it for its parameters each time, because a general plan is slow. */
  readonly isPlannedEachTime?: true
  /**
   * The type of a lookup's last parameter, if it is a key that finds one row. On PostgreSQL, the
   * lookups of one turn that only differ in the key become one statement.
   */
  readonly keyType?: 'text' | 'bigint'
}

export type SqlRecord = Readonly<Record<string, SqlValue>>

/**
 * Reads committed data, one statement at a time. Throws `StoreUnavailable` if the database fails.
 */
export interface Queryable {
  query(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]>
}

/** The last batch of each process in a dataset, newest first. */
export type RecentBatches = readonly (readonly [process: string, batch: string])[]

export interface LockedDataset {
  readonly dataset: Dataset
  readonly recentBatches: RecentBatches
}

/**
 * A write transaction; its methods throw like `Queryable`'s. After `lock`, no other transaction can
 * change the dataset. Batches of several datasets may call it concurrently.
 */
export interface Transaction {
  lock(datasetId: number): Promise<LockedDataset | null>
  /**
   * Locks without waiting, for transactions over several datasets. `held` means that another
   * transaction has the lock, or that the dataset does not exist.
   */
  lockFree(datasetId: number): Promise<LockedDataset | 'held' | null>
  load<T extends TableName>(
    datasetId: number,
    table: T,
    by: string,
    keys: readonly KeyValue[],
  ): Promise<readonly Rows[T][]>
  /**
   * Writes rows and the dataset's own row, at the latest at `commit`, which reports failures. Rows
   * loaded afterwards may be the old ones.
   */
  save(locked: LockedDataset, changes: ChangeSet): void
  /** Runs any other statement: of the catalogue, of due work, of housekeeping. */
  run(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]>
  /**
   * Resolves when the transaction is durable. Throws `CommitUnknown` if the connection was lost in
   * the meantime.
   */
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Runs work in its own transaction, which commits or rolls back as a whole. */
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
  /**
   * True if there is a single writer, so that one transaction contains the batches of all waiting
   * datasets.
   */
  readonly commitsTogether: boolean
  /** The waiting datasets that the next transaction takes, longest waiting first. */
  share(waiting: readonly number[]): readonly number[]
  begin(): Promise<Transaction>
  /**
   * Begins a transaction that does not wait for the lock of a dataset: `lock` returns the expected
   * state immediately. If another writer has changed it, the transaction does nothing, and a later
   * method throws `UnexpectedState`. Undefined if the store always waits.
   */
  beginExpecting?(expected: LockedDataset): Promise<Transaction> | undefined
  /**
   * True for failures before the commit that a retry may solve (SQLSTATE 40001, 40P01, 55P03, lost
   * connection).
   */
  isTransient(error: unknown): boolean
  /** True if the database rejects the rows themselves (SQLSTATE classes 22, 23 and 54). */
  refusesRows(error: unknown): boolean
  close(): Promise<void>
}

/** The connection was lost during a commit, which may or may not have happened. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown'
}

/** Another writer has changed a dataset whose state was expected. */
export class UnexpectedState extends Error {
  override readonly name = 'UnexpectedState'
}

/** The database cannot be reached, read or written at the moment. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** Another version created the schema, so its rows must not be read. */
export class SchemaMismatch extends Error {
  override readonly name = 'SchemaMismatch'
}
