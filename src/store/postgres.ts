// The store on PostgreSQL 15 or newer through `pg`, in pipeline mode: the writes of a batch and its
// commit are sent together. Several service processes may share a database; the lock on a dataset's
// row orders them.

import pg from 'pg'
import {
  changeShardsInTurn,
  distributeTables,
  hasCitus,
  isDistributed,
  MOVED_STATES,
  type RunSql,
  Shards,
} from './citus.ts'
import { HAS_SCHEMA_VERSION, migrate, type MigrationConnection } from './migrate.ts'
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
  type LockedDataset,
  type SqlRecord,
  type Statement,
  type Store,
  StoreUnavailable,
  type Transaction,
} from './store.ts'
import { TableStatistics } from './table-statistics.ts'
import type { SqlValue } from './table.ts'

/** Number of connections per process, shared by writers and reads. */
const POOL_MAX_CONNECTIONS = 12
const CONNECT_TIMEOUT_MS = 5000
/**
 * A server that does not respond for this long counts as gone, although the connection is open: a
 * frozen machine, or a network that drops packets. Normal statements are far faster, and the server
 * limits the wait for a lock to a shorter time.
 */
const ANSWER_TIMEOUT_MS = 10_000
/** The number of transactions that share the waiting datasets. */
const SHARES = 2
/**
 * Maximum number of datasets per transaction: limits how many datasets a broken connection or a
 * failing command delays.
 */
const DATASETS_MAX = 64
/** Any number that is the same in every process. */
const MIGRATION_LOCK = 8583

const BIGINT_OID = 20
/** Ids, times and amounts are safe integers; by default, the driver returns them as text. */
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
  const isSharded = await onMigration(settings, async (migration) => {
    await migrate(migration, migrations)
    return migration.isDistributed
  })
  const pool = newPool({ query_timeout: ANSWER_TIMEOUT_MS, ...settings, max: POOL_MAX_CONNECTIONS })
  return new PostgresStore(pool, isSharded)
}

/** Distributes the project tables with Citus. Returns the names of the newly distributed ones. */
export const distributePostgres = (url: string): Promise<readonly string[]> =>
  onMigration({ connectionString: url, types }, async (migration) => {
    try {
      await migration.begin()
      const tables = await migration.distribute()
      await migration.commit()
      return tables
    } catch (error) {
      await migration.abandon()
      throw error
    }
  })

async function onMigration<T>(
  settings: pg.PoolConfig,
  work: (migration: PostgresMigration) => Promise<T>,
): Promise<T> {
  const pool = newPool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...settings, max: 1 })
  try {
    return await work(new PostgresMigration(await pool.connect()))
  } catch (error) {
    throw isConnectionError(error)
      ? new StoreUnavailable(`cannot reach PostgreSQL: ${messageOf(error)}`, { cause: error })
      : error
  } finally {
    await pool.end()
  }
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
  // A broken idle connection is replaced at its next use. Without a listener, it would end the
  // process.
  pool.on('error', () => undefined)
  return pool
}

/**
 * The connection for a migration. With Citus, it distributes the tables of a new database, and
 * tables that are added to a distributed one.
 */
class PostgresMigration implements MigrationConnection {
  readonly dialect = 'postgres'
  readonly #client: pg.PoolClient
  /** True if the database has Citus and no tables yet. */
  #isToDistribute = false
  #isDistributed = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async begin(): Promise<void> {
    await this.#client.query('begin')
    await this.#client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    if (!(await hasCitus(this.#query))) return
    this.#isDistributed = await isDistributed(this.#query)
    if (this.#isDistributed) await changeShardsInTurn(this.#query)
    else this.#isToDistribute = (await this.#query(HAS_SCHEMA_VERSION.postgres)).length === 0
  }

  get isDistributed(): boolean {
    return this.#isDistributed
  }

  async run(text: string, parameters: readonly SqlValue[] = []): Promise<readonly SqlRecord[]> {
    const records = await this.#query(text, parameters)
    // Immediately, because later statements of the migration may add references to the new table.
    if (this.#isDistributed && /^\s*create table/i.test(text)) await this.distribute()
    return records
  }

  async distribute(): Promise<readonly string[]> {
    this.#isDistributed = true
    return distributeTables(this.#query)
  }

  readonly #query: RunSql = async (text, parameters = []) =>
    (await this.#client.query<SqlRecord>(text, [...parameters])).rows

  /** PostgreSQL checks references itself. */
  brokenReferences(): Promise<readonly string[]> {
    return Promise.resolve([])
  }

  async commit(): Promise<void> {
    if (this.#isToDistribute) await this.distribute()
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
  /** Undefined if all tables are on one server. */
  readonly #shards: Shards | undefined
  readonly #statistics: TableStatistics

  constructor(pool: pg.Pool, isSharded = false) {
    this.#pool = pool
    this.#lookups = new PostgresLookups(pool, !isSharded)
    const run: RunSql = async (text, values = []) =>
      (await pool.query<SqlRecord>(text, [...values])).rows
    this.#shards = isSharded ? new Shards(run) : undefined
    this.#statistics = new TableStatistics(run)
  }

  /** Other transactions run at the same time. */
  share(waiting: readonly number[]): readonly number[] {
    if (this.#shards !== undefined) return this.#shards.ofFirst(waiting).slice(0, DATASETS_MAX)
    return waiting.slice(0, Math.min(DATASETS_MAX, Math.ceil(waiting.length / SHARES)))
  }

  begin(): Promise<Transaction> {
    return this.#begin({})
  }

  /** Shards can move, so a transaction on a shard locks it first. */
  beginExpecting(expected: LockedDataset): Promise<Transaction> | undefined {
    return this.#shards === undefined ? this.#begin({ expected }) : undefined
  }

  async #begin(options: { readonly expected?: LockedDataset }): Promise<Transaction> {
    const client = await this.#pool.connect().catch(throwUnavailable)
    const begun = client.query('begin')
    return new PostgresTransaction(client, begun, {
      shards: this.#shards,
      statistics: this.#statistics,
      ...options,
    })
  }

  async query(
    statement: Statement,
    parameters: readonly SqlValue[],
  ): Promise<readonly SqlRecord[]> {
    if (statement.isLookup === true)
      return this.#lookups.query(statement, parameters).catch(throwUnavailable)
    const { name, text, isPlannedEachTime = false } = statement
    const { rows } = await this.#pool
      .query<SqlRecord>({ ...(!isPlannedEachTime && { name }), text, values: [...parameters] })
      .catch(throwUnavailable)
    return rows
  }

  isTransient(error: unknown): boolean {
    const cause = error instanceof StoreUnavailable ? error.cause : error
    const state = sqlState(cause) ?? ''
    const isMoved = this.#shards !== undefined && MOVED_STATES.has(state)
    return isConnectionError(cause) || TRANSIENT_STATES.has(state) || isMoved
  }

  refusesRows(error: unknown): boolean {
    return ROW_REFUSAL_CLASSES.test(sqlState(error) ?? '')
  }

  async close(): Promise<void> {
    await this.#statistics.collected
    await this.#pool.end()
  }
}
