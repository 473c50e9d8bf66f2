// The changes made by a reset or restore, for the request log: the number of rows of each kind
// before and after.

import type { Dataset } from '../kernel/dataset.ts'
import { rowCounts } from '../store/reads/record-counts.ts'
import type { Queryable } from '../store/store.ts'
import type { CommandChanges, RowCount } from './command-changes.ts'
import { readDataset } from './staged-datasets.ts'

interface Contents {
  readonly dataset: Dataset | undefined
  readonly counts: Awaited<ReturnType<typeof rowCounts>>
}

export async function readContents(reads: Queryable, datasetId: number): Promise<Contents> {
  const [dataset, counts] = await Promise.all([
    readDataset(reads, datasetId),
    rowCounts(reads, datasetId),
  ])
  return { dataset, counts }
}

export function replacement(before: Contents, after: Contents): CommandChanges {
  const { dataset: old } = before
  const { dataset: current } = after
  return {
    rows: [],
    ...(old && current && { datasets: [old, current] as const }),
    others: [...countsOf(before, 'deleted'), ...countsOf(after, 'created')],
  }
}

const countsOf = ({ counts }: Contents, change: RowCount['change']): RowCount[] =>
  counts.flatMap(([table, count]) => (count === 0 ? [] : [{ table, change, count }]))
