// The store on PostgreSQL 15 or newer through `pg`, in pipeline mode: the writes of a batch and
// its commit travel together. Several service processes may share a database; the lock on a
// dataset's row orders them.

import pg from 'pg'
import type { KeyValue, Rows, TableName } from '../kernel/rows.ts'
import type { ChangeSet } from '../kernel/rows.ts'
import { migrate, type MigrationConnection } from './migrate.ts'
import { type Migration, MIGRATIONS } from './migrations/index.ts'
import { decodeDataset, encodeDataset } from './dataset-row.ts'
import {
  loadStatement,
  lockDatasetStatement,
  saveDatasetStatement,
  saveStatements,
} from './statements.ts'
import { PostgresLookups } from './postgres-lookups.ts'
import {
  CommitUnknown,
  type LockedDataset,
  type SqlRecord,
  type Statement,
  type Store,
  StoreUnavailable,
  type Transaction,
} from './store.ts'
import { decode, encode, type SqlValue, writtenColumns } from './table.ts'
import { SAVE_ORDER, TABLES } from './tables.ts'

/** Connections per process, shared by writers and reads. */
const POOL_MAX_CONNECTIONS = 12
const CONNECT_TIMEOUT_MS = 5000
/**
 * A server that does not answer for this long counts as gone, although the connection is open: a
 * frozen machine or a network that drops packets. Normal statements are far faster, and waiting
 * for a lock has a shorter limit in the server.
 */
const ANSWER_TIMEOUT_MS = 10_000
/** Any number; it has to be the same in every process. */
const MIGRATION_LOCK = 8583

const BIGINT_OID = 20
/** Ids, times and amounts are safe integers; by default the driver returns them as text. */
const types = new pg.TypeOverrides()
types.setTypeParser(BIGINT_OID, Number)

/** Connects, migrates the schema under a lock, and returns the store. */
export async function openPostgres(
  url: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<PostgresStore> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types,
    pipeline: true,
    // Set with the connection, which saves a round trip per transaction.
    options: '-c lock_timeout=5s -c default_transaction_isolation=read\\ committed',
  }
  // Migrations have no time limit.
  const migrating = newPool({ ...settings, max: 1 })
  try {
    await migrate(new PostgresMigration(await migrating.connect()), migrations)
  } catch (error) {
    throw isConnectionError(error)
      ? new StoreUnavailable(`cannot reach PostgreSQL: ${messageOf(error)}`, { cause: error })
      : error
  } finally {
    await migrating.end()
  }
  return new PostgresStore(
    newPool({ query_timeout: ANSWER_TIMEOUT_MS, ...settings, max: POOL_MAX_CONNECTIONS }),
  )
}

/** Connects to a database of any schema and changes nothing. */
export const inspectPostgres = (url: string): PostgresStore =>
  new PostgresStore(
    newPool({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      types,
      max: 1,
      options: '-c default_transaction_read_only=on',
    }),
  )

function newPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings)
  // A broken idle connection is replaced at its next use. Without a listener it would end the
  // process.
  pool.on('error', () => undefined)
  return pool
}

/** The connection of a migration. */
class PostgresMigration implements MigrationConnection {
  readonly dialect = 'postgres'
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async begin(): Promise<void> {
    await this.#client.query('begin')
    await this.#client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  }

  async run(text: string, parameters: readonly SqlValue[] = []): Promise<readonly SqlRecord[]> {
    const { rows } = await this.#client.query<SqlRecord>(text, [...parameters])
    return rows
  }

  /** PostgreSQL checks references itself. */
  brokenReferences(): Promise<readonly string[]> {
    return Promise.resolve([])
  }

  async commit(): Promise<void> {
    await this.#client.query('commit')
    this.#client.release()
  }

  /** The server rolls back when the connection closes. */
  abandon(): Promise<void> {
    this.#client.release(true)
    return Promise.resolve()
  }
}

export class PostgresStore implements Store {
  readonly dialect = 'postgres'
  readonly commitsTogether = false
  readonly #pool: pg.Pool
  readonly #lookups: PostgresLookups

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#lookups = new PostgresLookups(pool)
  }

  async begin(): Promise<Transaction> {
    const client = await this.#pool.connect().catch(throwUnavailable)
    const begun = client.query('begin')
    return new PostgresTransaction(client, begun)
  }

  async query(
    statement: Statement,
    parameters: readonly SqlValue[],
  ): Promise<readonly SqlRecord[]> {
    if (statement.isLookup === true)
      return this.#lookups.query(statement, parameters).catch(throwUnavailable)
    const { rows } = await this.#pool
      .query<SqlRecord>({ ...statement, values: [...parameters] })
      .catch(throwUnavailable)
    return rows
  }

  isTransient(error: unknown): boolean {
    const cause = error instanceof StoreUnavailable ? error.cause : error
    return isConnectionError(cause) || TRANSIENT_STATES.has(sqlState(cause) ?? '')
  }

  refusesRows(error: unknown): boolean {
    return ROW_REFUSAL_CLASSES.test(sqlState(error) ?? '')
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

class PostgresTransaction implements Transaction {
  readonly #client: pg.PoolClient
  /** Statements that were sent and not awaited. */
  #pending: Promise<unknown>[]

  constructor(client: pg.PoolClient, begun: Promise<unknown>) {
    this.#client = client
    client.on('error', reportedByStatement)
    this.#pending = [begun]
    begun.catch(() => undefined)
  }

  async lock(datasetId: number): Promise<LockedDataset | null> {
    const [record] = await this.#query(LOCK_DATASET, [datasetId])
    return record === undefined ? null : decodeDataset(datasetId, record)
  }

  async load<T extends TableName>(
    datasetId: number,
    table: T,
    by: string,
    keys: readonly KeyValue[],
  ): Promise<readonly Rows[T][]> {
    const records = await this.#query(loadStatement('postgres', table, by), [datasetId, keys])
    return records.map((record) => decode(TABLES[table], record) as Rows[T])
  }

  save(locked: LockedDataset, changes: ChangeSet): void {
    for (const name of SAVE_ORDER) {
      const rows = changes[name]
      if (rows !== undefined)
        this.#send(SAVE_STATEMENTS[name], [locked.dataset.id, recordset(name, rows)])
    }
    this.#send(saveDatasetStatement, encodeDataset(locked))
  }

  run(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]> {
    return this.#query(statement, parameters)
  }

  async commit(): Promise<void> {
    const committed = this.#client.query('commit')
    const results = await Promise.allSettled([...this.#pending, committed])
    const failed = results.find((result) => result.status === 'rejected')
    this.#release(failed !== undefined)
    if (failed === undefined) return
    if (sqlState(failed.reason) !== undefined) throwUnavailable(failed.reason)
    throw new CommitUnknown('the connection was lost while the commit was under way', {
      cause: failed.reason,
    })
  }

  async rollback(): Promise<void> {
    const [rolledBack] = await Promise.allSettled([
      this.#client.query('rollback'),
      ...this.#pending,
    ])
    this.#release(rolledBack.status === 'rejected')
  }

  #release(isBroken: boolean): void {
    this.#client.release(isBroken)
    if (!isBroken) this.#client.off('error', reportedByStatement)
  }

  async #query(statement: Statement, values: readonly unknown[]): Promise<readonly SqlRecord[]> {
    const { rows } = await this.#client
      .query<SqlRecord>({ ...statement, values: [...values] })
      .catch(throwUnavailable)
    return rows
  }

  #send(statement: Statement, values: readonly unknown[]): void {
    const sent = this.#client.query({ ...statement, values: [...values] })
    // `commit` reports the failure; until then it must not count as unhandled.
    sent.catch(() => undefined)
    this.#pending.push(sent)
  }
}

/**
 * A connection that breaks while in use fails its statements, which the engine handles, and emits
 * this event, which without a listener would end the process.
 */
const reportedByStatement = (): void => undefined

/** Rows as JSON for `json_to_recordset`: one parameter for the whole set. */
function recordset(name: TableName, rows: readonly object[]): string {
  const columns = writtenColumns(TABLES[name])
  return JSON.stringify(
    rows.map((row) => {
      const values = encode(TABLES[name], row)
      return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
    }),
  )
}

const LOCK_DATASET = lockDatasetStatement('postgres')
const SAVE_STATEMENTS = saveStatements('postgres')

/**
 * Serialization failure, deadlock, lock timeout: nothing was committed, and a retry may succeed.
 */
const TRANSIENT_STATES = new Set(['40001', '40P01', '55P03'])

/** Invalid data, a violated constraint, or a row that is too large. */
const ROW_REFUSAL_CLASSES = /^(22|23|54)/

/**
 * The server answers but cannot serve: insufficient resources (a full disk), system errors,
 * damaged data, a read-only database, missing rights.
 */
const UNAVAILABLE_CLASSES = /^(53|58|XX00[12]|25006|42501)/

/** Rethrows an error, as `StoreUnavailable` if the database failed, whatever the statement. */
function throwUnavailable(error: unknown): never {
  if (!isConnectionError(error) && !UNAVAILABLE_CLASSES.test(sqlState(error) ?? '')) throw error
  throw new StoreUnavailable(`PostgreSQL cannot be used: ${messageOf(error)}`, { cause: error })
}

/** SQLSTATE of the server's answer; absent if it did not answer. */
function sqlState(error: unknown): string | undefined {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  // Class 57P: the server is shutting down, and the connection is gone.
  return code?.startsWith('57P') === true ? undefined : code
}

/** Messages of `pg` and of the socket when the server is gone. */
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
const CONNECTION_MESSAGE =
  /connection (terminated|ended|error)|not queryable|timeout exceeded|read timeout/i

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return /^(57P|08)/.test(error.code ?? '')
  const code = 'code' in error ? String(error.code) : ''
  return CONNECTION_CODES.has(code) || CONNECTION_MESSAGE.test(error.message)
}

/**
 * A host name with several addresses fails with one error each, inside one with an empty message.
 */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
