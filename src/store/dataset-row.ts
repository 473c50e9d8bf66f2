// Converts between the row of a dataset and its domain object.

import { completeSettings } from '../registry/settings.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { LockedDataset, RecentBatches, SqlRecord } from './store.ts'
import { decode, encode, type SqlValue } from './table.ts'
import { DATASET_TABLE } from './tables.ts'

/**
 * Processes remembered in the row of a dataset. One that wrote earlier no
 * longer waits for a commit.
 */
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

/** The version of a dataset, by its last batch: every batch and every reset changes it. */
export const versionOf = (datasetId: number, recentBatches: RecentBatches): string =>
  `${datasetId}.${recentBatches[0]?.[1] ?? ''}`

/** Adds a process's newest batch at the front; each process has one entry. */
export const withBatch = (recent: RecentBatches, process: string, batch: string): RecentBatches => [
  [process, batch],
  ...recent.filter(([other]) => other !== process).slice(0, RECENT_BATCHES_MAX - 1),
]
