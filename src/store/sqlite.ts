// The embedded store: SQLite through node:sqlite, with WAL and synchronous=FULL, so that a
// committed transaction is on disk. One process owns the file.

import { MEMORY_PATH } from './database-url.ts'
import type { DatabaseSync } from 'node:sqlite'
import { type ChangeSet, type KeyValue, type Rows, type TableName } from '../kernel/rows.ts'
import { packageText } from '../package-files.ts'
import { migrate, type MigrationConnection, RECORD_MIGRATION } from './migrate.ts'
import { type Migration, MIGRATIONS } from './migrations/index.ts'
import { decodeDataset, encodeDataset } from './dataset-row.ts'
import {
  loadStatement,
  lockDatasetStatement,
  saveDatasetStatement,
  saveStatements,
} from './statements.ts'
import {
  type LockedDataset,
  type SqlRecord,
  type Statement,
  type Store,
  StoreUnavailable,
  type Transaction,
} from './store.ts'
import {
  connect,
  connectReadOnly,
  ownFile,
  primaryCode,
  serving,
  unavailableOr,
  writing,
} from './sqlite-file.ts'
import { PreparedStatement, statementOf } from './sqlite-statement.ts'
import { decode, encode, type SqlValue } from './table.ts'
import { SAVE_ORDER, TABLES } from './tables.ts'
import { timers } from '../time.ts'

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH. */
const ROW_REFUSAL_CODES = new Set([18, 19, 20])

/** Opens the file, migrates the schema and returns the only writer. */
export async function openSqlite(
  path: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<SqliteStore> {
  const ownership = path === MEMORY_PATH ? undefined : ownFile(path)
  try {
    const database = connect(path)
    if (path === MEMORY_PATH && migrations === MIGRATIONS) createNewest(database)
    else await migrate(new SqliteMigration(database), migrations)
    return new SqliteStore(database, ownership)
  } catch (error) {
    ownership?.close()
    throw error
  }
}

/**
 * An in-memory database is always new. The dump of the newest schema takes a sixth of the time of
 * all migrations, many of which rebuild tables.
 */
function createNewest(database: DatabaseSync): void {
  database.exec(`begin; ${packageText('src/store/schema.sqlite.sql')}`)
  const insert = statementOf(database, RECORD_MIGRATION)
  for (const [index, { name }] of MIGRATIONS.entries()) insert.run(index + 1, name)
  database.exec('commit')
}

/** A second, read-only connection: it sees committed data and never waits for the writer (WAL). */
export function openSqliteReader(path: string): SqliteReader {
  const database = connect(path)
  database.exec('pragma query_only = on')
  return new SqliteReader(database)
}

/** Reads an existing file of any schema and changes nothing. */
export const inspectSqlite = (path: string): SqliteReader => new SqliteReader(connectReadOnly(path))

/** The writer's connection during a migration. */
class SqliteMigration implements MigrationConnection {
  readonly dialect = 'sqlite'
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** The pragma has no effect inside a transaction, so it comes first. */
  begin(): Promise<void> {
    this.#database.exec('pragma foreign_keys = off; begin exclusive')
    return Promise.resolve()
  }

  run(text: string, parameters: readonly SqlValue[] = []): Promise<readonly SqlRecord[]> {
    return Promise.resolve(statementOf(this.#database, text).all(...parameters) as SqlRecord[])
  }

  async brokenReferences(): Promise<readonly string[]> {
    const records = await this.run('pragma foreign_key_check')
    return [...new Set(records.map(({ table }) => String(table)))]
  }

  commit(): Promise<void> {
    this.#database.exec('commit; pragma foreign_keys = on')
    return Promise.resolve()
  }

  abandon(): Promise<void> {
    if (this.#database.isTransaction) this.#database.exec('rollback')
    this.#database.close()
    return Promise.resolve()
  }
}

/** Prepared statements by name; each is compiled once per connection. */
class PreparedStatements {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get(statement: Statement): PreparedStatement {
    let prepared = this.#statements.get(statement.name)
    if (prepared === undefined) {
      prepared = new PreparedStatement(this.#database, statement.onSqlite ?? statement.text)
      this.#statements.set(statement.name, prepared)
    }
    return prepared
  }
}

interface WaitingRead {
  readonly statement: Statement
  readonly parameters: readonly SqlValue[]
  readonly resolve: (records: readonly SqlRecord[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs the reads of one turn of the event loop in one read transaction. Their responses are then
 * written together, and clients wake up once. (Measured: a card read takes half the CPU time.)
 */
export class SqliteReader {
  readonly #database: DatabaseSync
  readonly #prepared: PreparedStatements
  #waiting: WaitingRead[] = []

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepared = new PreparedStatements(database)
  }

  query(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.push({ statement, parameters, resolve, reject })
      if (waiting === 1) timers.setImmediate(() => this.#readAll())
    })
  }

  #readAll(): void {
    const reads = this.#waiting
    this.#waiting = []
    // A deferred transaction reads nothing when it begins.
    if (this.#database.isOpen) this.#database.exec('begin')
    for (const { statement, parameters, resolve, reject } of reads)
      try {
        resolve(this.#prepared.get(statement).all(parameters))
      } catch (error) {
        reject(unavailableOr(error))
      }
    this.#endTransaction()
  }

  /**
   * After reading a damaged page, the transaction may have ended or fail to commit. The read itself
   * has already failed.
   */
  #endTransaction(): void {
    if (!this.#database.isOpen || !this.#database.isTransaction) return
    try {
      this.#database.exec('commit')
    } catch {
      if (this.#database.isTransaction) this.#database.exec('rollback')
    }
  }

  close(): Promise<void> {
    this.#database.close()
    return Promise.resolve()
  }
}

class SqliteStore implements Store {
  readonly dialect = 'sqlite'
  readonly commitsTogether = true
  readonly #database: DatabaseSync
  readonly #prepared: PreparedStatements
  readonly #ownership: DatabaseSync | undefined
  /** Resolves when the open transaction has ended. */
  #busy: Promise<void> = Promise.resolve()

  constructor(database: DatabaseSync, ownership: DatabaseSync | undefined) {
    this.#database = database
    this.#prepared = new PreparedStatements(database)
    this.#ownership = ownership
  }

  async begin(): Promise<Transaction> {
    const before = this.#busy
    let ended: () => void = () => undefined
    this.#busy = new Promise((resolve) => (ended = resolve))
    await before
    try {
      writing(this.#database, () => this.#database.exec('begin immediate'))
    } catch (error) {
      ended()
      throw error
    }
    return new SqliteTransaction(this.#database, this.#prepared, ended)
  }

  /**
   * Reads on the writer's connection wait for the open transaction. Only in-memory databases use
   * this.
   */
  async query(
    statement: Statement,
    parameters: readonly SqlValue[],
  ): Promise<readonly SqlRecord[]> {
    await this.#busy
    return serving(() => this.#prepared.get(statement).all(parameters))
  }

  share(waiting: readonly number[]): readonly number[] {
    return waiting
  }

  isTransient(): boolean {
    return false
  }

  refusesRows(error: unknown): boolean {
    return ROW_REFUSAL_CODES.has(primaryCode(error))
  }

  async close(): Promise<void> {
    await this.#busy
    this.#database.close()
    this.#ownership?.close()
  }
}

class SqliteTransaction implements Transaction {
  readonly #database: DatabaseSync
  readonly #prepared: PreparedStatements
  readonly #ended: () => void

  constructor(database: DatabaseSync, prepared: PreparedStatements, ended: () => void) {
    this.#database = database
    this.#prepared = prepared
    this.#ended = ended
  }

  lock(datasetId: number): Promise<LockedDataset | null> {
    const record = serving(() => this.#prepared.get(LOCK_DATASET).get(datasetId))
    return Promise.resolve(record === undefined ? null : decodeDataset(datasetId, record))
  }

  /** There is one writer. */
  lockFree(datasetId: number): Promise<LockedDataset | null> {
    return this.lock(datasetId)
  }

  load<T extends TableName>(
    datasetId: number,
    table: T,
    by: string,
    keys: readonly KeyValue[],
  ): Promise<readonly Rows[T][]> {
    return Promise.resolve(
      serving(() => {
        const prepared = this.#prepared.get(loadStatement('sqlite', table, by))
        const rows: Rows[T][] = []
        for (const key of keys) {
          const record = prepared.get(datasetId, key)
          if (record !== undefined) rows.push(decode(TABLES[table], record) as Rows[T])
        }
        return rows
      }),
    )
  }

  save(locked: LockedDataset, changes: ChangeSet): void {
    writing(this.#database, () => {
      for (const name of SAVE_ORDER) {
        const rows = changes[name]
        if (rows === undefined) continue
        const prepared = this.#prepared.get(SAVE_STATEMENTS[name])
        for (const row of rows) prepared.run(locked.dataset.id, ...encode(TABLES[name], row))
      }
      this.#prepared.get(saveDatasetStatement).run(...encodeDataset(locked))
    })
  }

  run(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]> {
    return Promise.resolve(
      writing(this.#database, () => this.#prepared.get(statement).all(parameters)),
    )
  }

  commit(): Promise<void> {
    try {
      writing(this.#database, () => this.#database.exec('commit'))
    } catch (error) {
      this.#undo()
      throw error
    } finally {
      this.#ended()
    }
    return Promise.resolve()
  }

  rollback(): Promise<void> {
    this.#undo()
    this.#ended()
    return Promise.resolve()
  }

  /** A full or failing disk rolls the transaction back, so there is nothing left to undo. */
  #undo(): void {
    if (!this.#database.isOpen || !this.#database.isTransaction) return
    try {
      this.#database.exec('rollback')
    } catch (error) {
      // The caller gets the first failure. A transaction that stays open fails the next one, which
      // reports it.
      if (!(unavailableOr(error) instanceof StoreUnavailable)) throw error
    }
  }
}

const LOCK_DATASET = lockDatasetStatement('sqlite')
const SAVE_STATEMENTS = saveStatements('sqlite')
