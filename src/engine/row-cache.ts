// The rows a dataset's decisions work on. A key that was looked up leaves its row or an explicit absent, and rows made by an earlier
// decision are found by the same keys.

import type { Dataset } from '../kernel/dataset.ts'
import type { LoadedRows } from '../kernel/draft.ts'
import {
  changedTables,
  type ChangeSet,
  type KeyValue,
  type Lookup,
  type RowKey,
  type Rows,
  type TableName,
} from '../kernel/rows.ts'
import { keyOf, LOOKUPS, primaryKeyOf } from '../registry/rows.ts'

type Index = Map<KeyValue, Rows[TableName] | null>

/** Tables whose rows are written once and not read by decisions: caching them would only cost memory. */
const TABLES_NOT_CACHED = new Set<TableName>([
  'journalEntry',
  'callback',
  'idempotency',
  'pinNonce',
  'externalId',
])

/** Tables whose rows do not count as stored: they are forgotten by themselves. */
const TABLES_NOT_COUNTED = new Set<TableName>(['idempotency'])

/** Characters of the merchant's own data beyond which an order is not cached: the cache is bounded in rows, whatever they weigh. */
const ORDER_DATA_MAX_CHARACTERS = 4096

export class RowCache implements LoadedRows {
  dataset: Dataset
  readonly #indexes = new Map<string, Index>()
  #heavyOrders: Rows['order'][] = []
  #size = 0

  constructor(dataset: Dataset) {
    this.dataset = dataset
  }

  /** Entries held, absent ones included: what memory is bounded by. */
  get size(): number {
    return this.#size
  }

  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined {
    return this.#indexes.get(`${table}.${by}`)?.get(key) as Rows[T] | null | undefined
  }

  has(rowKey: RowKey): boolean {
    return this.#indexes.get(`${rowKey.table}.${rowKey.by}`)?.has(rowKey.key) === true
  }

  /**
   * Notes what a look-up brought: the rows found, and absent for every other key. A row that is here already stays as it is: a decision may
   * have changed it meanwhile, its key included.
   */
  loaded<T extends TableName>(
    table: T,
    by: Lookup<T>,
    keys: readonly KeyValue[],
    rows: readonly Rows[T][],
  ): void {
    for (const row of rows)
      if (!this.find(table, LOOKUPS[table][0], primaryKeyOf(table, row))) this.#put(table, row)
    for (const key of keys)
      if (this.find(table, by, key) === undefined) this.#set(`${table}.${by}`, key, null)
  }

  /** How many of a decision's rows are new, those excepted that are forgotten by themselves. */
  added(changes: ChangeSet): number {
    let added = 0
    for (const [table, rows] of changedTables(changes))
      if (!TABLES_NOT_COUNTED.has(table))
        for (const row of rows)
          if (!this.find(table, LOOKUPS[table][0], primaryKeyOf(table, row))) added += 1
    return added
  }

  /** Lays a decision's changes over the rows, and counts those that are new. */
  apply(changes: ChangeSet, dataset: Dataset): void {
    let added = 0
    for (const [table, rows] of changedTables(changes)) {
      const isCounted = !TABLES_NOT_COUNTED.has(table)
      for (const row of rows) if (this.#put(table, row) && isCounted) added += 1
    }
    this.dataset = added === 0 ? dataset : { ...dataset, storedRows: dataset.storedRows + added }
  }

  /** Forgets what the next batch will hardly need. */
  trim(): void {
    for (const table of TABLES_NOT_CACHED)
      for (const by of LOOKUPS[table]) {
        const index = this.#indexes.get(`${table}.${by}`)
        if (index === undefined) continue
        this.#size -= index.size
        index.clear()
      }
    for (const order of this.#heavyOrders)
      for (const by of LOOKUPS.order) {
        const key = keyOf<'order'>(by, order)
        if (key !== null && this.#indexes.get(`order.${by}`)?.delete(key) === true) this.#size -= 1
      }
    this.#heavyOrders = []
  }

  /** True where the row was not there before. */
  #put<T extends TableName>(table: T, row: Rows[T]): boolean {
    if ('request' in row && 'progress' in row && isHeavy(row)) this.#heavyOrders.push(row)
    const before = this.find(table, LOOKUPS[table][0], primaryKeyOf(table, row))
    for (const by of LOOKUPS[table]) {
      const key = keyOf<T>(by, row)
      const name = `${table}.${by}`
      if (before) this.#leave(name, keyOf<T>(by, before), key, before)
      if (key !== null) this.#set(name, key, row)
    }
    return !before
  }

  /** A row that has another key now is found by the old one no more. */
  #leave(name: string, from: KeyValue | null, to: KeyValue | null, row: Rows[TableName]): void {
    if (from !== null && from !== to && this.#indexes.get(name)?.get(from) === row)
      this.#set(name, from, null)
  }

  #set(name: string, key: KeyValue, row: Rows[TableName] | null): void {
    let index = this.#indexes.get(name)
    if (index === undefined)
      this.#indexes.set(name, (index = new Map<KeyValue, Rows[TableName] | null>()))
    const before = index.size
    index.set(key, row)
    this.#size += index.size - before
  }
}

function isHeavy({ request: { bundle, params } }: Rows['order']): boolean {
  if (bundle !== undefined) return true
  let characters = 0
  for (const name in params) characters += name.length + (params[name]?.length ?? 0)
  return characters > ORDER_DATA_MAX_CHARACTERS
}
