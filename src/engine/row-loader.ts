// Finds out which rows the commands in line lack, and loads them in rounds: one statement for each table and look-up in a round.

import type { LoadedRows } from '../kernel/draft.ts'
import type { KeyValue, Lookup, RowKey, Rows, TableName } from '../kernel/rows.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { Transaction } from '../store/store.ts'
import type { RowCache } from './row-cache.ts'

/** Names the rows that a decision reads, as far as those loaded so far lead. */
export type Prefetch = (rows: LoadedRows) => readonly RowKey[]

/** Somebody in line who is going to read rows. */
export interface RowReader {
  readonly prefetch?: Prefetch | undefined
  /** Reads as it is going to, without a trace. It may throw: what it read until then is known all the same. */
  readonly rehearse: (rows: LoadedRows) => void
}

export class RowLoader {
  readonly #transaction: Transaction
  readonly #rows: RowCache
  readonly #prefetches: boolean
  /** Those that lacked nothing when they were last looked at. */
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

  /** Loads in one round what the first in line lacks, and what those behind it lack as far as can be told by now. */
  async load(line: readonly RowReader[]): Promise<void> {
    const missing = new Map<string, MissingKeys>()
    for (const [place, reader] of line.entries())
      if (place === 0 || !this.#complete.has(reader))
        for (const rowKey of this.#lackedBy(reader)) collect(missing, rowKey)
    this.#rounds += 1
    await Promise.all(
      [...missing.values()].map(async ({ table, by, keys }) => {
        const list = [...keys]
        const rows = await this.#transaction.load(this.#rows.dataset.id, table, by, list)
        this.#rows.loaded(table, by, list, rows)
      }),
    )
  }

  #lackedBy(reader: RowReader): readonly RowKey[] {
    const named = this.#prefetches ? (reader.prefetch?.(this.#rows) ?? []) : []
    const lacked = named.filter((rowKey) => !this.#rows.has(rowKey))
    if (lacked.length > 0) return lacked
    const rehearsal = new RehearsalRows(this.#rows)
    try {
      reader.rehearse(rehearsal)
    } catch {
      // Without its rows a decision may come to any end. The one that counts is made when they are there.
    }
    if (rehearsal.lacked.length === 0) this.#complete.add(reader)
    return rehearsal.lacked
  }
}

/** Rows as a rehearsal sees them. What is not loaded passes for absent, so that the decision goes on and shows what else it reads. */
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

/** Keys of one look-up. */
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
