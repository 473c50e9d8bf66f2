// The draft on which a decision writes. It never changes the stored rows: the engine applies the
// changes after the decision has returned.

import { type CounterName, type Dataset, take } from '../kernel/dataset.ts'
import type { AnswerEffect, DecisionFacts, Draft, LoadedRows } from '../kernel/draft.ts'
import type { CommandOrigin } from '../kernel/origin.ts'
import type {
  ChangeSet,
  KeyValue,
  Lookup,
  RowKey,
  Rows,
  RowsOf,
  TableName,
} from '../kernel/rows.ts'
import {
  changedConstant,
  CONSTANT_MEMBERS,
  keyOf,
  LOOKUPS,
  primaryKeyOf,
} from '../registry/rows.ts'

/**
 * Thrown when a decision reads a row that is not loaded. The row is loaded and the decision
 * repeated.
 */
export class RowNotLoadedError extends Error {
  override readonly name = 'RowNotLoadedError'

  /** Common and never shown, so it has no stack trace, which would be its main cost. */
  static thrown(message: string): RowNotLoadedError {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    const error = new RowNotLoadedError(message)
    Error.stackTraceLimit = stackTraceLimit
    return error
  }
}

export class BatchDraft implements Draft {
  readonly now: number
  readonly realNow: number
  dataset: Dataset
  readonly origin: CommandOrigin | undefined
  answer: AnswerEffect | undefined
  decision: DecisionFacts | undefined
  readonly #base: LoadedRows
  readonly #changed = new Map<TableName, Map<KeyValue, Rows[TableName]>>()

  constructor(base: LoadedRows, now: number, realNow: number, origin?: CommandOrigin) {
    this.#base = base
    this.origin = origin
    this.dataset = base.dataset
    this.now = now
    this.realNow = realNow
  }

  get<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null {
    const changed = this.#changed.get(table) as Map<KeyValue, Rows[T]> | undefined
    const own = changed && findChanged(changed, table, by, key)
    if (own !== undefined) return own
    const row = this.#base.find(table, by, key)
    if (row === undefined) throw RowNotLoadedError.thrown(`${table} by ${by} is not loaded`)
    // A row whose key this decision changed is no longer found by the old key.
    return row !== null && changed?.has(primaryKeyOf(table, row)) === true ? null : row
  }

  getOrThrow<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] {
    const row = this.get(table, by, key)
    if (row === null) throw new Error(`${table} named by another row is missing`)
    return row
  }

  getAllOrThrow<const Keys extends readonly RowKey[]>(...keys: Keys): RowsOf<Keys> {
    this.need(keys)
    // The rows have the types of their keys, which TypeScript cannot infer through a map.
    const rows: unknown = keys.map(({ table, by, key }) => this.getOrThrow(table, by, key))
    return rows as RowsOf<Keys>
  }

  need(keys: readonly RowKey[]): void {
    for (const { table, by, key } of keys) this.get(table, by, key)
  }

  put<T extends TableName>(table: T, row: Rows[T]): Rows[T] {
    this.#refuseChangedConstant(table, row)
    let rows = this.#changed.get(table)
    if (rows === undefined) this.#changed.set(table, (rows = new Map<KeyValue, Rows[TableName]>()))
    rows.set(primaryKeyOf(table, row), row)
    return row
  }

  /** The store does not write constant columns again, so a change would be lost silently. */
  #refuseChangedConstant<T extends TableName>(table: T, row: Rows[T]): void {
    if (CONSTANT_MEMBERS[table] === undefined) return
    const before = this.#base.find(table, LOOKUPS[table][0], primaryKeyOf(table, row))
    const member = before && changedConstant(table, before, row)
    if (member !== undefined && member !== null)
      throw new Error(`${member} of ${table} never changes`)
  }

  take(counter: CounterName, count = 1): number {
    const [first, dataset] = take(this.dataset, counter, count)
    this.dataset = dataset
    return first
  }

  changes(): ChangeSet {
    const changes: Partial<Record<TableName, Rows[TableName][]>> = {}
    for (const [table, rows] of this.#changed) changes[table] = [...rows.values()]
    return changes as ChangeSet
  }
}

/** A changed row, by its key in any of its lookups. */
function findChanged<T extends TableName>(
  changed: ReadonlyMap<KeyValue, Rows[T]>,
  table: T,
  by: Lookup<T>,
  key: KeyValue,
): Rows[T] | undefined {
  if (by === LOOKUPS[table][0]) return changed.get(key)
  for (const row of changed.values()) if (keyOf<T>(by, row) === key) return row
  return undefined
}
