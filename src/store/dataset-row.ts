// Converts between the row of a dataset and its domain object.

import { LRUCache } from 'lru-cache'
import { completeSettings } from '../registry/settings.ts'
import type { Dataset } from '../kernel/dataset.ts'
import type { Settings } from '../kernel/settings.ts'
import type { LockedDataset, RecentBatches, SqlRecord } from './store.ts'
import {
  decode,
  encode,
  encodeRecord,
  type JsonRecord,
  type SqlValue,
  type Table,
} from './table.ts'
import { DATASET_TABLE } from './tables.ts'

/**
 * Number of processes stored in a dataset's row. Any process that wrote earlier can no longer be
 * waiting for a commit.
 */
const RECENT_BATCHES_MAX = 16
/** Size limit of the cache of parsed settings, in characters. */
const SETTINGS_MAX_CHARACTERS = 4_000_000

/**
 * Settings by their text. Every batch reads its dataset's settings, and most projects have the
 * same: parsing them took most of the time of reading a dataset.
 */
const settingsByText = new LRUCache<string, Settings>({
  maxSize: SETTINGS_MAX_CHARACTERS,
  sizeCalculation: (_, text) => 1 + text.length,
})
/** The texts of settings that lack no default, so that they are stored as they were read. */
const texts = new WeakMap<Settings, string>()

/** The table, with settings as the stored text. */
const DATASET_TEXTS: Table = {
  ...DATASET_TABLE,
  types: DATASET_TABLE.types.map((type) => (type === 'json' ? 'text' : type)),
}

function settingsOf(text: string): Settings {
  const known = settingsByText.get(text)
  if (known !== undefined) return known
  const settings = completeSettings(JSON.parse(text) as Partial<Settings>)
  if (JSON.stringify(settings) === text) texts.set(settings, text)
  settingsByText.set(text, settings)
  return settings
}

export function decodeDataset(id: number, record: SqlRecord): LockedDataset {
  const row = decode(DATASET_TEXTS, record) as Omit<Dataset, 'id'>
  return {
    // The row is spread first, because V8 copies it slowly after another property.
    dataset: { ...row, id, settings: settingsOf(record['settings'] as string) },
    recentBatches: JSON.parse(record['recent_batches'] as string) as RecentBatches,
  }
}

const SETTINGS_PLACE = DATASET_TABLE.columns.indexOf('settings')

/** The values of a dataset. Settings that are `stored` already are null. */
export function encodeDataset(
  { dataset, recentBatches }: LockedDataset,
  stored?: Settings,
): SqlValue[] {
  const values = encode(DATASET_TEXTS, dataset)
  values[SETTINGS_PLACE] = textToStore(dataset.settings, stored) ?? null
  return [dataset.id, ...values, JSON.stringify(recentBatches)]
}

/** Like `encodeDataset` for `json_to_recordset`. */
export function encodeDatasetRecord(
  { dataset, recentBatches }: LockedDataset,
  stored: Settings | undefined,
): JsonRecord {
  const record = encodeRecord(DATASET_TEXTS, dataset.id, dataset)
  record['settings'] = textToStore(dataset.settings, stored)
  record['recent_batches'] = JSON.stringify(recentBatches)
  return record
}

function textToStore(settings: Settings, stored: Settings | undefined): string | undefined {
  const text = texts.get(settings)
  return text !== undefined && settings === stored ? undefined : (text ?? JSON.stringify(settings))
}

/** The version of a dataset, by its last batch, because every batch and every reset changes it. */
export const versionOf = (datasetId: number, recentBatches: RecentBatches): string =>
  `${datasetId}.${recentBatches[0]?.[1] ?? ''}`

/** Adds a process's newest batch at the front; each process has one entry. */
export const withBatch = (recent: RecentBatches, process: string, batch: string): RecentBatches => [
  [process, batch],
  ...recent.filter(([other]) => other !== process).slice(0, RECENT_BATCHES_MAX - 1),
]
