// Changes rows of earlier versions that a snapshot file contains. New columns need nothing here:
// the file names its columns, and the database fills in the defaults of the others. A migration
// that changes the meaning of values, or removes or renames a column, adds a step.

import type { SqlValue } from './table.ts'

export type FileRecord = Readonly<Record<string, SqlValue>>

export interface Upcast {
  /** The number of the migration that made the change. */
  readonly migration: number
  /** The name of the table in the database, or `dataset` for the dataset's own row. */
  readonly table: string
  readonly change: (row: FileRecord) => FileRecord
}

/** In the order of the migrations. */
export const UPCASTS: readonly Upcast[] = [
  {
    migration: 29,
    table: 'real_time_decision',
    change: ({ input = null, verdict = null, ...row }) => ({
      ...row,
      subject: `{"kind":"authorisation","authorise":${input},"verdict":${verdict}}`,
    }),
  },
]

/** The row of a file as the current schema has it. */
export const upcast = (
  row: FileRecord,
  { table, schemaVersion }: { readonly table: string; readonly schemaVersion: number },
  steps: readonly Upcast[] = UPCASTS,
): FileRecord =>
  steps
    .filter((step) => step.table === table && step.migration > schemaVersion)
    .reduce((changed, { change }) => change(changed), row)
