// What the engine and the reads need of a database, whichever it is.

import type { Changes } from '../operations/draft.ts'
import type { KeyValue, Rows, TableName } from '../domain/rows.ts'
import type { Space } from '../domain/space.ts'
import type { SqlValue } from './table.ts'

export type Dialect = 'sqlite' | 'postgres'

/** One SQL statement as it is written: `$1` parameters in both dialects, a name for the prepared form. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export type SqlRecord = Readonly<Record<string, SqlValue>>

/** Reads what is committed, one statement at a time. */
export interface Queryable {
  query(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]>
}

/** Which batch a process wrote last into a space, newest first. */
export type RecentBatches = readonly (readonly [process: string, batch: string])[]

export interface LockedSpace {
  readonly space: Space
  readonly recentBatches: RecentBatches
}

/** One write transaction. After `lock` has returned, the space is this transaction's alone. */
export interface Transaction {
  lock(spaceId: number): Promise<LockedSpace | null>
  load<T extends TableName>(
    spaceId: number,
    table: T,
    by: string,
    keys: readonly KeyValue[],
  ): Promise<readonly Rows[T][]>
  /** Writes rows and the space's own row. It may return before the database has answered: `commit` tells. */
  save(locked: LockedSpace, changes: Changes): void
  /** Runs a statement that is neither a load nor a save: of the catalogue, of due work, of housekeeping. */
  run(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]>
  /** Resolves when the transaction is durable. Throws `CommitUnknown` when the answer was lost on the way. */
  commit(): Promise<void>
  rollback(): Promise<void>
}

export interface Store extends Queryable {
  readonly dialect: Dialect
  /** True where one transaction may hold the batches of many spaces (one writer, one commit). */
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

/** The database cannot be reached or does not answer. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
