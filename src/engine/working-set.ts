// The rows a space's decisions work on. A key that was asked for leaves its row or an explicit absent, and rows made by an earlier
// decision are found by the same keys.

import type { Space } from '../domain/space.ts'
import {
  keyOf,
  type KeyValue,
  LOOKUPS,
  type Lookup,
  type Rows,
  type TableName,
  type Want,
} from '../domain/rows.ts'
import { changedTables, type Changes, type LoadedRows } from '../operations/draft.ts'

type Index = Map<KeyValue, Rows[TableName] | null>

/** Tables whose rows are written once and not read by decisions: keeping them would only cost memory. */
const NOT_KEPT = new Set<TableName>(['operation', 'callback', 'idempotency', 'pinNonce'])

/** Characters of a store's own data beyond which an order is not kept: what is kept is counted in rows, whatever they weigh. */
const KEPT_DATA = 4096

export class WorkingSet implements LoadedRows {
  space: Space
  readonly #indexes = new Map<string, Index>()
  #heavyOrders: Rows['order'][] = []
  #size = 0

  constructor(space: Space) {
    this.space = space
  }

  /** Entries held, absent ones included: what memory is bounded by. */
  get size(): number {
    return this.#size
  }

  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined {
    return this.#indexes.get(`${table}.${by}`)?.get(key) as Rows[T] | null | undefined
  }

  has(want: Want): boolean {
    return this.#indexes.get(`${want.table}.${want.by}`)?.has(want.key) === true
  }

  /** Notes what a round of loading brought: the rows found, and absent for every other key. */
  loaded<T extends TableName>(
    table: T,
    by: string,
    keys: readonly KeyValue[],
    rows: readonly Rows[T][],
  ): void {
    for (const key of keys) this.#set(`${table}.${by}`, key, null)
    for (const row of rows) this.#put(table, row)
  }

  /** Lays a decision's changes over the rows. */
  apply(changes: Changes, space: Space): void {
    this.space = space
    for (const [table, rows] of changedTables(changes))
      for (const row of rows) this.#put(table, row)
  }

  /** Forgets what the next batch will hardly ask for. */
  trim(): void {
    for (const table of NOT_KEPT)
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

  #put<T extends TableName>(table: T, row: Rows[T]): void {
    if ('request' in row && 'progress' in row && isHeavy(row)) this.#heavyOrders.push(row)
    for (const by of LOOKUPS[table]) {
      const key = keyOf<T>(by, row)
      if (key !== null) this.#set(`${table}.${by}`, key, row)
    }
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
  return characters > KEPT_DATA
}
