// The numbers of rows and bytes that a project may store.

import type { Config } from './config.ts'
import type { StorageLimits } from './kernel/dataset.ts'

/** A hosted service is shared by many projects, so it has default limits. */
const HOSTED_LIMITS: StorageLimits = { rows: 1_000_000, bytes: 1_000_000_000 }
const NO_LIMITS: StorageLimits = { rows: 0, bytes: 0 }

export function storageLimitsOf({
  rowLimit,
  byteLimit,
  mode,
}: Pick<Config, 'rowLimit' | 'byteLimit' | 'mode'>): StorageLimits {
  const limits = mode === 'hosted' ? HOSTED_LIMITS : NO_LIMITS
  return { rows: rowLimit ?? limits.rows, bytes: byteLimit ?? limits.bytes }
}
