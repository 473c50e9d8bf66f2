// The rows that a dataset's decisions read. A key that was looked up has its row or an explicit
// absence; rows created by an earlier decision are found by the same keys.

import type { Dataset } from '../kernel/dataset.ts'
import type { LoadedRows } from '../kernel/draft.ts'
import {
  changedTables,
  type ChangeSet,
  type KeyValue,
  type Lookup,
  type RowChange,
  type RowKey,
  type Rows,
  type TableName,
} from '../kernel/rows.ts'
import { addedBytes } from '../registry/row-sizes.ts'
import { keyOf, LOOKUPS, primaryKeyOf } from '../registry/rows.ts'

type Index = Map<KeyValue, Rows[TableName] | null>

/** Tables that decisions write and never read, so caching them would only use memory. */
const TABLES_NOT_CACHED = new Set<TableName>([
  'journalEntry',
  'callback',
  'webhookEvent',
  'decision',
  'idempotency',
  'pinNonce',
  'externalId',
])

/** Tables whose rows expire, so they do not count towards storage. */
const TABLES_NOT_COUNTED = new Set<TableName>(['decision', 'idempotency'])

/**
 * Orders with longer merchant data are not cached, because the cache is limited by its number of
 * rows.
 */
const ORDER_DATA_MAX_CHARACTERS = 4096

export class RowCache implements LoadedRows {
  dataset: Dataset
  /** Indexed by table, then by lookup. */
  readonly #indexes = new Map<TableName, Map<string, Index>>()
  #heavyOrders: Rows['order'][] = []
  #size = 0

  constructor(dataset: Dataset) {
    this.dataset = dataset
  }

  /** Number of entries, including absent ones, as a measure of memory. */
  get size(): number {
    return this.#size
  }

  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined {
    return this.#indexes.get(table)?.get(by)?.get(key) as Rows[T] | null | undefined
  }

  has(rowKey: RowKey): boolean {
    return this.#indexes.get(rowKey.table)?.get(rowKey.by)?.has(rowKey.key) === true
  }

  /**
   * Adds the result of a lookup: the rows found, and absence for all other keys. A row that is
   * already cached stays, because a decision may have changed it, including its key.
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
      if (this.find(table, by, key) === undefined) this.#set(table, by, key, null)
  }

  /** Counts the new rows of a decision, without rows that expire. */
  added(changes: ChangeSet): number {
    let added = 0
    for (const [table, rows] of changedTables(changes))
      if (!TABLES_NOT_COUNTED.has(table))
        for (const row of rows)
          if (!this.find(table, LOOKUPS[table][0], primaryKeyOf(table, row))) added += 1
    return added
  }

  /**
   * Applies a decision's changes, and counts the new rows and the added bytes. `kept` receives each
   * change.
   */
  apply(changes: ChangeSet, dataset: Dataset, kept?: RowChange[]): void {
    let [added, bytes] = [0, 0]
    for (const [table, rows] of changedTables(changes)) {
      const isCounted = !TABLES_NOT_COUNTED.has(table)
      for (const row of rows) {
        const before = this.#put(table, row)
        if (!before && isCounted) added += 1
        bytes += addedBytes(table, row, before)
        kept?.push([table, before ?? null, row])
      }
    }
    const { storedRows, storedBytes } = dataset
    this.dataset =
      added === 0 && bytes === 0
        ? dataset
        : { ...dataset, storedRows: storedRows + added, storedBytes: storedBytes + bytes }
  }

  /** Drops what the next batch is unlikely to need. */
  trim(): void {
    for (const table of TABLES_NOT_CACHED)
      for (const by of LOOKUPS[table]) {
        const index = this.#indexes.get(table)?.get(by)
        if (index === undefined) continue
        this.#size -= index.size
        index.clear()
      }
    for (const order of this.#heavyOrders)
      for (const by of LOOKUPS.order) {
        const key = keyOf<'order'>(by, order)
        if (key !== null && this.#indexes.get('order')?.get(by)?.delete(key) === true)
          this.#size -= 1
      }
    this.#heavyOrders = []
  }

  /** Returns the previous row, or nothing if the row is new. */
  #put<T extends TableName>(table: T, row: Rows[T]): Rows[T] | null | undefined {
    if ('request' in row && 'progress' in row && isHeavy(row)) this.#heavyOrders.push(row)
    const before = this.find(table, LOOKUPS[table][0], primaryKeyOf(table, row))
    for (const by of LOOKUPS[table]) {
      const key = keyOf<T>(by, row)
      if (before) this.#leave(table, by, { from: keyOf<T>(by, before), to: key, row: before })
      if (key !== null) this.#set(table, by, key, row)
    }
    return before
  }

  /** A row whose key changed is no longer found by the old key. */
  #leave(
    table: TableName,
    by: string,
    { from, to, row }: { from: KeyValue | null; to: KeyValue | null; row: Rows[TableName] },
  ): void {
    if (from !== null && from !== to && this.#indexes.get(table)?.get(by)?.get(from) === row)
      this.#set(table, by, from, null)
  }

  #set(table: TableName, by: string, key: KeyValue, row: Rows[TableName] | null): void {
    const index = this.#indexOf(table, by)
    const before = index.size
    index.set(key, row)
    this.#size += index.size - before
  }

  #indexOf(table: TableName, by: string): Index {
    let indexes = this.#indexes.get(table)
    if (indexes === undefined) this.#indexes.set(table, (indexes = new Map<string, Index>()))
    let index = indexes.get(by)
    if (index === undefined) indexes.set(by, (index = new Map<KeyValue, Rows[TableName] | null>()))
    return index
  }
}

function isHeavy({ request: { bundle, params } }: Rows['order']): boolean {
  if (bundle !== undefined) return true
  let characters = 0
  for (const name in params) characters += name.length + (params[name]?.length ?? 0)
  return characters > ORDER_DATA_MAX_CHARACTERS
}
