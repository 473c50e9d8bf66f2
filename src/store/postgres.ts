// The store on PostgreSQL 15 or newer through `pg`, in pipeline mode: the writes of a batch and
// its commit travel together. Several service processes may share a database; the lock on a
// dataset's row orders them.

import pg from 'pg'
import { migrate, type MigrationConnection } from './migrate.ts'
import { type Migration, MIGRATIONS } from './migrations/index.ts'
import {
  isConnectionError,
  messageOf,
  ROW_REFUSAL_CLASSES,
  sqlState,
  throwUnavailable,
  TRANSIENT_STATES,
} from './postgres-errors.ts'
import { PostgresLookups } from './postgres-lookups.ts'
import { PostgresTransaction } from './postgres-transaction.ts'
import {
  type SqlRecord,
  type Statement,
  type Store,
  StoreUnavailable,
  type Transaction,
} from './store.ts'
import type { SqlValue } from './table.ts'

/** Connections per process, shared by writers and reads. */
const POOL_MAX_CONNECTIONS = 12
const CONNECT_TIMEOUT_MS = 5000
/**
 * A server that does not answer for this long counts as gone, although the connection is open: a
 * frozen machine or a network that drops packets. Normal statements are far faster, and waiting
 * for a lock has a shorter limit in the server.
 */
const ANSWER_TIMEOUT_MS = 10_000
/** Waiting datasets are shared among so many transactions. */
const SHARES = 2
/** Datasets of one transaction: limits how many a broken connection or a culprit delays. */
const DATASETS_MAX = 64
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

  /** Others run beside it. */
  share(waiting: number): number {
    return Math.min(DATASETS_MAX, Math.ceil(waiting / SHARES))
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
