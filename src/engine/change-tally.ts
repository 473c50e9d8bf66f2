// The net changes of several decisions: a row that several of them changed counts once. The first
// rows are listed and the others counted, so that a request with thousands of changes keeps few.

import type { Dataset } from '../kernel/dataset.ts'
import { CHANGED_ROWS_MAX, type RowChange } from '../kernel/rows.ts'
import { primaryKeyOf } from '../registry/rows.ts'
import type { CommandChanges, RowCount } from './command-changes.ts'

const LISTED_MAX = 100

export class ChangeTally {
  #listed = new Map<string, RowChange>()
  #others = new Map<string, RowCount>()
  #counted: RowCount[] = []
  #datasets: readonly [before: Dataset, after: Dataset] | undefined

  copy(): ChangeTally {
    const copy = new ChangeTally()
    copy.#listed = new Map(this.#listed)
    copy.#others = new Map(this.#others)
    copy.#counted = [...this.#counted]
    copy.#datasets = this.#datasets
    return copy
  }

  add({ rows, datasets, others = [] }: CommandChanges): this {
    for (const change of rows) this.#addRow(change)
    this.#counted.push(...others)
    if (datasets !== undefined) this.#datasets = [this.#datasets?.[0] ?? datasets[0], datasets[1]]
    return this
  }

  #addRow(change: RowChange): void {
    const [table, before, after] = change
    const key = `${table} ${primaryKeyOf(table, after)}`
    const known = this.#listed.get(key)
    if (known !== undefined || this.#listed.size < LISTED_MAX)
      this.#listed.set(key, [table, known === undefined ? before : known[1], after])
    else if (this.#others.size < CHANGED_ROWS_MAX && !this.#others.has(key))
      this.#others.set(key, countOf(change))
  }

  net(): CommandChanges {
    const others = [...this.#others.values(), ...this.#counted]
    return {
      rows: [...this.#listed.values()],
      ...(others.length > 0 && { others: summed(others) }),
      ...(this.#datasets && { datasets: this.#datasets }),
    }
  }
}

export const tallied = (changes: readonly CommandChanges[]): ChangeTally =>
  changes.reduce((tally, each) => tally.add(each), new ChangeTally())

const countOf = ([table, before]: RowChange): RowCount => ({
  table,
  change: before === null ? 'created' : 'changed',
  count: 1,
})

function summed(counts: readonly RowCount[]): readonly RowCount[] {
  const sums = new Map<string, RowCount>()
  for (const { table, change, count } of counts) {
    const key = `${table} ${change}`
    sums.set(key, { table, change, count: count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** Whether the settings or the clock, which requests can change, differ. */
export const differ = (before: Dataset, after: Dataset): boolean =>
  before.settings !== after.settings ||
  before.offsetMs !== after.offsetMs ||
  before.frozenAt !== after.frozenAt
