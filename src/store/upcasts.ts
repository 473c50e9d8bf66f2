// Converts rows of earlier versions in a snapshot file. New columns need nothing here, because the
// file names its columns and the database fills in the defaults of the others. A migration that
// changes the meaning of values, or removes or renames a column, adds a step.

import type { SqlValue } from './table.ts'

type FileRecord = Readonly<Record<string, SqlValue>>

interface Upcast {
  /** The number of the migration that made the change. */
  readonly migration: number
  /** The name of the table in the database, or `dataset` for the dataset's own row. */
  readonly table: string
  readonly change: (row: FileRecord) => FileRecord
}

/** In the order of the migrations. */
const UPCASTS: readonly Upcast[] = [
  {
    migration: 29,
    table: 'real_time_decision',
    change: ({ input = null, verdict = null, ...row }) => ({
      ...row,
      subject: `{"kind":"authorisation","authorise":${input},"verdict":${verdict}}`,
    }),
  },
]

/** A row of the file in the current schema. */
export const upcast = (
  row: FileRecord,
  { table, schemaVersion }: { readonly table: string; readonly schemaVersion: number },
): FileRecord =>
  UPCASTS.filter((step) => step.table === table && step.migration > schemaVersion).reduce(
    (changed, { change }) => change(changed),
    row,
  )
