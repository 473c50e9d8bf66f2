// Snapshots: saved states of a project, each a copy of its dataset under a name.

import { clockAt, type Clock, type Dataset } from '../kernel/dataset.ts'
import type { TableName } from '../kernel/rows.ts'
import type { ProjectSecrets } from './project.ts'

/** Maximum number of snapshots per project. */
export const SNAPSHOTS_MAX = 100

/** Names are part of URLs. */
export const SNAPSHOT_NAME_LENGTH = 64
export const SNAPSHOT_NAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9 ._-]*$'

/** The secrets that a project's data needs wherever it is restored. */
export type DataSecrets = Pick<ProjectSecrets, 'dataKey' | 'product' | 'stream'>

/** Numbers of rows by kind; kinds without rows are omitted. */
export type RowCounts = Readonly<Partial<Record<TableName, number>>>

export interface Snapshot {
  readonly id: string
  readonly name: string
  readonly projectNumber: number
  readonly datasetId: number
  /** Real time, epoch milliseconds. */
  readonly takenAt: number
  /** The project's time at that moment, and whether it was frozen. */
  readonly clockAt: number
  readonly isFrozen: boolean
  /** Total number of rows. */
  readonly rows: number
  readonly counts: RowCounts
  /**
   * The project numbers with which ids in the data end: the number of the project itself and of the
   * projects that it was copied from.
   */
  readonly idNumbers: readonly number[]
}

/**
 * A snapshot's dataset as it continues at `now`: the clock shows the time of the snapshot. A
 * running clock continues from there, so that the restore itself makes nothing due.
 */
export function continued(
  saved: Dataset,
  {
    id,
    projectNumber,
    clockAt: at,
    now,
  }: Pick<Dataset, 'id' | 'projectNumber'> & {
    /** The project's time when the snapshot was taken. */
    readonly clockAt: number
    readonly now: number
  },
): Dataset {
  const clock: Clock = saved.frozenAt === null ? clockAt(saved, at, now) : saved
  const { offsetMs, frozenAt } = clock
  return { ...saved, id, projectNumber, offsetMs, frozenAt, stagedUntil: null, retired: false }
}
