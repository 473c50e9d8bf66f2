// A write transaction on PostgreSQL, shared by batches of several datasets. Their requests of one
// turn are sent as one statement, and all their rows are saved with one statement per table.

import type pg from 'pg'
import type { ChangeSet, KeyValue, Rows, TableName } from '../kernel/rows.ts'
import type { Settings } from '../kernel/settings.ts'
import { timers } from '../time.ts'
import {
  BEFORE_ALL,
  commitInTwoPhases,
  holdShard,
  LOST_SERVER,
  needsTwoPhases,
  SEVERAL_SHARDS,
  type Shards,
} from './citus.ts'
import { decodeDataset, encodeDataset, encodeDatasetRecord } from './dataset-row.ts'
import { sqlState, throwUnavailable } from './postgres-errors.ts'
import {
  loadFromAllStatement,
  loadStatement,
  lockDatasetStatement,
  lockExpectedStatement,
  lockFreeStatement,
  lockOneStatement,
  lockSeveralStatement,
  saveDatasetsStatement,
  saveDatasetStatement,
  saveStatements,
} from './statements.ts'
import { saveRows, saveRowsStatement } from './sharded-statements.ts'
import {
  CommitUnknown,
  type LockedDataset,
  type SqlRecord,
  type Statement,
  type Transaction,
  UnexpectedState,
} from './store.ts'
import { decode, encode, encodeRecord, type SqlValue } from './table.ts'
import type { TableStatistics } from './table-statistics.ts'
import { SAVE_ORDER, TABLES } from './tables.ts'

/** Rows of one table and lookup that a dataset is waiting for. */
interface WaitingLoad {
  readonly datasetId: number
  readonly keys: readonly KeyValue[]
  readonly answered: PromiseWithResolvers<readonly SqlRecord[]>
}

interface Load {
  readonly table: TableName
  readonly by: string
  readonly waiting: WaitingLoad[]
}

interface Save {
  readonly locked: LockedDataset
  readonly changes: ChangeSet
}

interface TransactionOptions {
  /** Set if the database is sharded: the transaction only addresses datasets in one shard. */
  readonly shards?: Shards | undefined
  readonly statistics?: TableStatistics
  /** Set if the transaction does not wait for the lock of its dataset. */
  readonly expected?: LockedDataset
}

export class PostgresTransaction implements Transaction {
  readonly #client: pg.PoolClient
  readonly #shards: Shards | undefined
  readonly #statistics: TableStatistics | undefined
  /** Statements that were sent and not awaited. */
  readonly #pending: Promise<unknown>[]
  readonly #saves: Save[] = []
  readonly #savedRows: (readonly [table: string, rows: number])[] = []
  /** The rows of the locked datasets; unchanged ones are not sent back. */
  readonly #settings = new Map<number, Settings>()
  #locks = new Map<number, PromiseWithResolvers<LockedDataset | 'held' | null>>()
  /** Excludes datasets that another transaction has locked. */
  #skipsHeld = false
  #loads = new Map<string, Load>()
  #commitsInTwoPhases = false
  readonly #expected: LockedDataset | undefined
  /** The lock of the expected dataset. */
  readonly #expecting: Promise<unknown> | undefined

  constructor(
    client: pg.PoolClient,
    begun: Promise<unknown>,
    { shards, statistics, expected }: TransactionOptions = {},
  ) {
    this.#client = client
    this.#shards = shards
    this.#statistics = statistics
    client.on('error', reportedByStatement)
    this.#pending = [begun]
    begun.catch(() => undefined)
    if (expected === undefined) return
    const { dataset, recentBatches } = expected
    this.#expected = expected
    this.#settings.set(dataset.id, dataset.settings)
    this.#send(lockExpectedStatement, [dataset.id, JSON.stringify(recentBatches)])
    this.#expecting = this.#pending.at(-1)
  }

  get #isSharded(): boolean {
    return this.#shards !== undefined
  }

  async lock(datasetId: number): Promise<LockedDataset | null> {
    const locked = await this.#lock(datasetId)
    return locked === 'held' ? null : locked
  }

  lockFree(datasetId: number): Promise<LockedDataset | 'held' | null> {
    // A sharded database may lock its shards in another order, so it waits for all locks.
    if (!this.#isSharded) this.#skipsHeld = true
    return this.#lock(datasetId)
  }

  #lock(datasetId: number): Promise<LockedDataset | 'held' | null> {
    if (this.#expected?.dataset.id === datasetId) return Promise.resolve(this.#expected)
    const answered = Promise.withResolvers<LockedDataset | 'held' | null>()
    this.#locks.set(datasetId, answered)
    if (this.#locks.size === 1) timers.nextTick(() => void this.#lockAll())
    return answered.promise
  }

  async #lockAll(): Promise<void> {
    const locks = this.#locks
    this.#locks = new Map()
    const ids = [...locks.keys()]
    const isOne = ids.length === 1
    const skipsHeld = this.#skipsHeld && !isOne
    try {
      const held = this.#shards && this.#query(holdShard, ids.slice(0, 1))
      const several = this.#isSharded ? LOCK_DATASETS : lockSeveralStatement
      const locked = isOne
        ? this.#query(lockOneStatement, ids)
        : this.#query(skipsHeld ? lockFreeStatement : several, [ids])
      // The first statement's failure causes the second one's.
      const records = held === undefined ? await locked : (await Promise.all([held, locked]))[1]
      const found = new Map(records.map((record) => [Number(record['project_id']), record]))
      for (const [datasetId, { resolve }] of locks) {
        const record = found.get(datasetId)
        if (record === undefined) resolve(skipsHeld ? 'held' : null)
        else {
          const decoded = decodeDataset(datasetId, record)
          this.#settings.set(datasetId, decoded.dataset.settings)
          resolve(decoded)
        }
      }
    } catch (error) {
      if (sqlState(error) === SEVERAL_SHARDS) this.#shards?.forget(ids)
      for (const { reject } of locks.values()) reject(error)
    }
  }

  async load<T extends TableName>(
    datasetId: number,
    table: T,
    by: string,
    keys: readonly KeyValue[],
  ): Promise<readonly Rows[T][]> {
    const answered = Promise.withResolvers<readonly SqlRecord[]>()
    if (this.#loads.size === 0) timers.nextTick(() => this.#loadAll())
    const name = `${table}.${by}`
    const load = this.#loads.get(name) ?? { table, by, waiting: [] }
    this.#loads.set(name, load)
    load.waiting.push({ datasetId, keys, answered })
    const records = await answered.promise
    return records.map((record) => decode(TABLES[table], record) as Rows[T])
  }

  #loadAll(): void {
    const loads = this.#loads
    this.#loads = new Map()
    for (const load of loads.values()) void this.#loadTogether(load)
  }

  async #loadTogether({ table, by, waiting }: Load): Promise<void> {
    try {
      // A join with the list of keys would have no dataset that identifies the shard.
      if (this.#isSharded || waiting.length === 1) {
        const statement = loadStatement('postgres', table, by, { isSharded: this.#isSharded })
        const loads = waiting.map(({ datasetId, keys }) =>
          this.#query(statement, [datasetId, keys]),
        )
        const loaded = await Promise.all(loads)
        for (const [index, { answered }] of waiting.entries()) answered.resolve(loaded[index] ?? [])
        return
      }
      const datasetIds = waiting.flatMap(({ datasetId, keys }) => keys.map(() => datasetId))
      const keys = waiting.flatMap((each) => each.keys)
      const records = await this.#query(loadFromAllStatement(table, by), [datasetIds, keys])
      const found = Map.groupBy(records, (record) => Number(record['project_id']))
      for (const { datasetId, answered } of waiting) answered.resolve(found.get(datasetId) ?? [])
    } catch (error) {
      for (const { answered } of waiting) answered.reject(error)
    }
  }

  save(locked: LockedDataset, changes: ChangeSet): void {
    this.#saves.push({ locked, changes })
  }

  run(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly SqlRecord[]> {
    if (this.#isSharded && needsTwoPhases(statement)) this.#commitsInTwoPhases = true
    return this.#query(statement, parameters)
  }

  async commit(): Promise<void> {
    this.#saveAll()
    // Last, because it waits for other two-phase commits.
    if (this.#commitsInTwoPhases) this.#send(commitInTwoPhases, [BEFORE_ALL])
    const committed = this.#client.query('commit')
    const results = await Promise.allSettled([...this.#pending, committed])
    const failed = results.find((result) => result.status === 'rejected')
    this.#release(failed !== undefined)
    if (failed === undefined) {
      for (const [table, rows] of this.#savedRows) this.#statistics?.add(table, rows)
      return
    }
    await this.#assertExpected()
    if (this.#isBeforeCommit(failed.reason)) throwUnavailable(failed.reason)
    throw new CommitUnknown('the connection was lost while the commit was under way', {
      cause: failed.reason,
    })
  }

  /** The failure of the lock causes the failures of the statements after it. */
  async #assertExpected(): Promise<void> {
    try {
      await this.#expecting
    } catch (error) {
      if (sqlState(error) === NOT_AS_EXPECTED)
        throw new UnexpectedState('another writer has changed the dataset', { cause: error })
    }
  }

  #isBeforeCommit(error: unknown): boolean {
    const state = sqlState(error)
    // Class 08: a connection pooler lost the server, which may have committed.
    if (state === undefined || state.startsWith('08')) return false
    return !this.#isSharded || state !== LOST_SERVER
  }

  #saveAll(): void {
    if (this.#saves.length === 0) return
    if (this.#isSharded) {
      this.#saveShard()
      return
    }
    for (const name of SAVE_ORDER) this.#saveTable(name)
    const [first, second] = this.#saves
    const storedOf = ({ locked }: Save) => this.#settings.get(locked.dataset.id)
    if (first !== undefined && second === undefined)
      this.#send(saveDatasetStatement, encodeDataset(first.locked, storedOf(first)))
    else {
      const datasets = this.#saves.map((save) => encodeDatasetRecord(save.locked, storedOf(save)))
      this.#send(saveDatasetsStatement, [JSON.stringify(datasets)])
    }
  }

  /** A single row is not sent as JSON, which takes 15 to 50 µs longer. */
  #saveTable(name: TableName): void {
    const table = TABLES[name]
    const rows = this.#saves.flatMap(({ locked, changes }) =>
      (changes[name] ?? []).map((row) => ({ datasetId: locked.dataset.id, row })),
    )
    const [first, second] = rows
    if (first === undefined) return
    this.#savedRows.push([table.name, rows.length])
    if (second === undefined)
      this.#send(saveRowsStatement(name, 1), [first.datasetId, ...encode(table, first.row)])
    else {
      const records = rows.map(({ datasetId, row }) => encodeRecord(table, datasetId, row))
      this.#send(SAVE_STATEMENTS[name], [JSON.stringify(records)])
    }
  }

  #saveShard(): void {
    const send = (kind: TableName | 'dataset', rows: readonly (readonly SqlValue[])[]) => {
      for (const { statement, values } of saveRows(kind, rows)) this.#send(statement, values)
    }
    for (const name of SAVE_ORDER)
      send(
        name,
        this.#saves.flatMap(({ locked, changes }) =>
          (changes[name] ?? []).map((row) => [locked.dataset.id, ...encode(TABLES[name], row)]),
        ),
      )
    send(
      'dataset',
      this.#saves.map(({ locked }) => encodeDataset(locked)),
    )
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
      .catch(async (error: unknown) => {
        await this.#assertExpected()
        return throwUnavailable(error)
      })
    return rows
  }

  #send(statement: Statement, values: readonly unknown[]): void {
    const sent = this.#client.query({ ...statement, values: [...values] })
    // `commit` reports the failure; until then, it must not count as unhandled.
    sent.catch(() => undefined)
    this.#pending.push(sent)
  }
}

/** The SQLSTATE of the error in `lockExpectedStatement`: invalid text representation. */
const NOT_AS_EXPECTED = '22P02'

/**
 * A connection that breaks while in use fails its statements, which the engine handles, and emits
 * this event, which would end the process without a listener.
 */
const reportedByStatement = (): void => undefined

const LOCK_DATASETS = lockDatasetStatement('postgres')
const SAVE_STATEMENTS = saveStatements('postgres')
