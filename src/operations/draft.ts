// What a decision works on: the rows it asked for, one time, the counters, and a sheet for its changes. The rows beneath are never
// touched; the engine lays the changes over them only when the decision has returned.

import { type CounterName, type Space, take } from '../domain/space.ts'
import {
  keyOf,
  type KeyValue,
  LOOKUPS,
  type Lookup,
  primaryKeyOf,
  type Rows,
  type TableName,
} from '../domain/rows.ts'

/** Read access to loaded rows. `undefined` means not loaded, `null` means loaded and absent. */
export interface LoadedRows {
  readonly space: Space
  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined
}

export type Changes = { readonly [T in TableName]?: readonly Rows[T][] }

/** The tables that changes touch, each with its rows. */
export const changedTables = (changes: Changes): [TableName, readonly Rows[TableName][]][] =>
  Object.entries(changes) as [TableName, readonly Rows[TableName][]][]

/** A key was needed that no round of loading asked for. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

export class Draft implements LoadedRows {
  /** The project's time for the whole batch, epoch milliseconds. */
  readonly now: number
  /** Real time, for what must not follow the project's clock. */
  readonly realNow: number
  space: Space
  readonly #base: LoadedRows
  readonly #changed = new Map<TableName, Map<KeyValue, Rows[TableName]>>()

  constructor(base: LoadedRows, now: number, realNow: number) {
    this.#base = base
    this.space = base.space
    this.now = now
    this.realNow = realNow
  }

  /** The row as this decision left it, or as it was loaded. */
  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null | undefined {
    const changed = this.#changed.get(table) as Map<KeyValue, Rows[T]> | undefined
    if (changed !== undefined) {
      if (by === LOOKUPS[table][0]) {
        const row = changed.get(key)
        if (row !== undefined) return row
      } else {
        for (const row of changed.values()) if (keyOf<T>(by, row) === key) return row
      }
    }
    return this.#base.find(table, by, key)
  }

  /** A row that may be absent; asking for a key that was never loaded is an error. */
  get<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null {
    const row = this.find(table, by, key)
    if (row === undefined) throw new NotLoaded(`${table} by ${by} was not loaded`)
    return row
  }

  /** A row that must be there, because another row names it. */
  must<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] {
    const row = this.get(table, by, key)
    if (row === null) throw new Error(`${table} named by another row is missing`)
    return row
  }

  /** Writes a row down, a new one or the next version of one that was loaded, and gives it back. */
  put<T extends TableName>(table: T, row: Rows[T]): Rows[T] {
    let rows = this.#changed.get(table)
    if (rows === undefined) this.#changed.set(table, (rows = new Map<KeyValue, Rows[TableName]>()))
    rows.set(primaryKeyOf(table, row), row)
    return row
  }

  /** Takes the next value of a counter, or the first of `count` consecutive ones. */
  take(counter: CounterName, count = 1): number {
    const [first, space] = take(this.space, counter, count)
    this.space = space
    return first
  }

  changes(): Changes {
    const changes: Partial<Record<TableName, Rows[TableName][]>> = {}
    for (const [table, rows] of this.#changed) changes[table] = [...rows.values()]
    return changes as Changes
  }
}
