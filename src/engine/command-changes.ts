// The changes of a command, for the request log.

import type { Dataset } from '../kernel/dataset.ts'
import type { RowChange, TableName } from '../kernel/rows.ts'

/** The rows that a command changed, and the dataset if its settings or its clock changed. */
export interface CommandChanges {
  readonly rows: readonly RowChange[]
  readonly datasets?: readonly [before: Dataset, after: Dataset]
  /** Number of changed rows that are not listed. */
  readonly others?: readonly RowCount[]
}

export interface RowCount {
  readonly table: TableName
  readonly change: 'created' | 'changed' | 'deleted'
  readonly count: number
}
