// The dataset's own row between its table and the domain.

import { completeSettings } from '../registry/settings.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { LockedDataset, RecentBatches, SqlRecord } from './store.ts'
import { decode, encode, type SqlValue } from './table.ts'
import { DATASET_TABLE } from './tables.ts'

/** Processes that are remembered on a dataset's row; one that wrote so long ago has no answer pending any more. */
const RECENT_BATCHES_MAX = 16

export function decodeDataset(id: number, record: SqlRecord): LockedDataset {
  const dataset = { id, ...(decode(DATASET_TABLE, record) as Omit<Dataset, 'id'>) }
  return {
    dataset: { ...dataset, settings: completeSettings(dataset.settings) },
    recentBatches: JSON.parse(record['recent_batches'] as string) as RecentBatches,
  }
}

export const encodeDataset = ({ dataset, recentBatches }: LockedDataset): SqlValue[] => [
  dataset.id,
  ...encode(DATASET_TABLE, dataset),
  JSON.stringify(recentBatches),
]

/** Names the state that a dataset is in, by the batch that wrote it last: another batch, or a reset, makes another version. */
export const versionOf = (datasetId: number, recentBatches: RecentBatches): string =>
  `${datasetId}.${recentBatches[0]?.[1] ?? ''}`

/** Puts a process's newest batch in front; each process holds one place. */
export const withBatch = (recent: RecentBatches, process: string, batch: string): RecentBatches => [
  [process, batch],
  ...recent.filter(([other]) => other !== process).slice(0, RECENT_BATCHES_MAX - 1),
]
