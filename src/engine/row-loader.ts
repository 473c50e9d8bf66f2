// Finds the rows that waiting commands lack, and loads them in rounds, each with one statement per
// table and lookup.

import type { LoadedRows } from '../kernel/draft.ts'
import type { KeyValue, Lookup, RowKey, Rows, TableName } from '../kernel/rows.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { Transaction } from '../store/store.ts'
import type { RowCache } from './row-cache.ts'

/** Names the rows that a decision reads, as far as they can be derived from the loaded rows. */
export type Prefetch = (rows: LoadedRows) => readonly RowKey[]

/** A queued decision that will read rows. */
export interface RowReader {
  readonly prefetch?: Prefetch | undefined
  /**
   * Reads the same rows as the decision will, without effects. It may throw; rows read before that
   * count.
   */
  readonly rehearse: (rows: LoadedRows) => void
}

export class RowLoader {
  readonly #transaction: Transaction
  readonly #rows: RowCache
  readonly #prefetches: boolean
  /** Readers that lacked no row when they were last checked. */
  readonly #complete = new WeakSet<RowReader>()
  #rounds = 0

  constructor(transaction: Transaction, rows: RowCache, prefetches: boolean) {
    this.#transaction = transaction
    this.#rows = rows
    this.#prefetches = prefetches
  }

  /** Rounds of loading so far. */
  get rounds(): number {
    return this.#rounds
  }

  /**
   * Loads in one round the rows that the first reader lacks, and those that later readers are known
   * to lack.
   */
  async load(line: readonly RowReader[]): Promise<void> {
    const missing = new Map<string, MissingKeys>()
    for (const [place, reader] of line.entries())
      if (place === 0 || !this.#complete.has(reader))
        for (const rowKey of this.#lackedBy(reader)) collect(missing, rowKey)
    this.#rounds += 1
    this.add(await fetchRows(this.#transaction, this.#rows.dataset.id, missing))
  }

  /** Adds rows that were read under the lock of the batch. */
  add(lookups: readonly ReadLookup[]): void {
    for (const { table, by, keys, rows } of lookups) this.#rows.loaded(table, by, keys, rows)
  }

  #lackedBy(reader: RowReader): readonly RowKey[] {
    const named = this.#prefetches ? (reader.prefetch?.(this.#rows) ?? []) : []
    const lacked = named.filter((rowKey) => !this.#rows.has(rowKey))
    if (lacked.length > 0) return lacked
    const rehearsal = new RehearsalRows(this.#rows)
    try {
      reader.rehearse(rehearsal)
    } catch {
      // Without its rows, a decision may end in any way. The decision that counts is made with
      // them.
    }
    if (rehearsal.lacked.length === 0) this.#complete.add(reader)
    return rehearsal.lacked
  }
}

/**
 * Rows for a rehearsal. Missing rows count as absent, so that the decision continues and names
 * further rows.
 */
class RehearsalRows implements LoadedRows {
  readonly dataset: Dataset
  readonly lacked: RowKey[] = []
  readonly #rows: LoadedRows

  constructor(rows: LoadedRows) {
    this.dataset = rows.dataset
    this.#rows = rows
  }

  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null {
    const row = this.#rows.find(table, by, key)
    if (row === undefined) this.lacked.push({ table, by, key })
    return row ?? null
  }
}

/** The result of a lookup. */
export interface ReadLookup {
  readonly table: TableName
  readonly by: Lookup<TableName>
  readonly keys: readonly KeyValue[]
  readonly rows: readonly Rows[TableName][]
}

/**
 * Requests rows. It may be called before the lock has returned. The lock statement was sent first,
 * so both share a round trip.
 */
export function readRows(
  transaction: Transaction,
  datasetId: number,
  rowKeys: readonly RowKey[],
): Promise<readonly ReadLookup[]> {
  const missing = new Map<string, MissingKeys>()
  for (const rowKey of rowKeys) collect(missing, rowKey)
  return fetchRows(transaction, datasetId, missing)
}

const fetchRows = (
  transaction: Transaction,
  datasetId: number,
  missing: ReadonlyMap<string, MissingKeys>,
): Promise<readonly ReadLookup[]> =>
  Promise.all(
    [...missing.values()].map(async ({ table, by, keys: named }) => {
      const keys = [...named]
      return { table, by, keys, rows: await transaction.load(datasetId, table, by, keys) }
    }),
  )

/** The missing keys of one lookup. */
interface MissingKeys {
  readonly table: TableName
  readonly by: Lookup<TableName>
  readonly keys: Set<KeyValue>
}

function collect(missing: Map<string, MissingKeys>, { table, by, key }: RowKey): void {
  const lookup = `${table}.${by}`
  const known = missing.get(lookup)
  if (known === undefined) missing.set(lookup, { table, by, keys: new Set([key]) })
  else known.keys.add(key)
}
