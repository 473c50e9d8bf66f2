// Reads and writes the rows of snapshot files. A file is imported as a whole: until its last row is
// written, the dataset is staged and belongs to no project.

import { type Dataset, newDataset } from '../kernel/dataset.ts'
import { DEFAULT_SETTINGS } from '../registry/settings.ts'
import { decodeDataset, encodeDataset } from '../store/dataset-row.ts'
import { MIGRATIONS } from '../store/migrations/index.ts'
import {
  beginningOf,
  COPY_ROWS,
  exportStatement,
  readDatasetToCopy,
  type StoredSnapshot,
} from '../store/snapshot-statements.ts'
import { insertRowsStatement } from '../store/statements.ts'
import type { Dialect, Queryable, SqlRecord, Transaction } from '../store/store.ts'
import { type SqlValue, type Table, typeOfColumn, writtenColumns } from '../store/table.ts'
import { DATASET_TABLE, SAVE_ORDER, TABLES } from '../store/tables.ts'
import { upcast } from '../store/upcasts.ts'
import { nextTurn } from '../time.ts'
import {
  DamagedFile,
  FILE_FORMAT,
  FILE_VERSION,
  type FileHead,
  type FileRows,
  fits,
  type FileSecrets,
} from './snapshot-file.ts'

/** Columns of the dataset's own row that belong to the installation. */
const OWN_COLUMNS: ReadonlySet<string> = new Set([
  'project_number',
  'retired',
  'staged_until',
  'work_at',
])

const TABLE_BY_NAME: ReadonlyMap<string, Table> = new Map(
  SAVE_ORDER.map((kind) => [TABLES[kind].name, TABLES[kind]]),
)

/** The header of a snapshot file. */
export async function headOf(
  reads: Queryable,
  snapshot: StoredSnapshot,
  secrets: FileSecrets,
): Promise<FileHead | undefined> {
  const [record] = await reads.query(readDatasetToCopy, [snapshot.datasetId])
  if (record === undefined) return undefined
  const columns = DATASET_TABLE.columns.filter((column) => !OWN_COLUMNS.has(column))
  const { name, takenAt, clockAt, isFrozen, idNumbers } = snapshot
  return {
    format: FILE_FORMAT,
    formatVersion: FILE_VERSION,
    schemaVersion: MIGRATIONS.length,
    name,
    takenAt,
    clockAt,
    frozen: isFrozen,
    idNumbers,
    secrets,
    dataset: Object.fromEntries(columns.map((column) => [column, record[column] ?? null])),
    tables: Object.fromEntries(
      SAVE_ORDER.map((kind) => [TABLES[kind].name, writtenColumns(TABLES[kind])]),
    ),
  }
}

/** All rows of a dataset, in parts, in the order in which they are saved. */
export async function* rowsToExport(
  reads: Queryable,
  datasetId: number,
): AsyncGenerator<FileRows, void, undefined> {
  for (const kind of SAVE_ORDER) {
    const table = TABLES[kind]
    const columns = writtenColumns(table)
    let after: SqlValue | undefined = beginningOf(table)
    while (after !== undefined) {
      const records: readonly SqlRecord[] = await reads.query(exportStatement(kind), [
        datasetId,
        after,
      ])
      if (records.length > 0)
        yield {
          table: table.name,
          rows: records.map((record) => columns.map((column) => record[column] ?? null)),
        }
      after = records.length < COPY_ROWS ? undefined : (records.at(-1)?.[table.key] ?? undefined)
      await nextTurn()
    }
  }
}

/** The dataset's own row in a file. Absent columns get the values of a new dataset. */
export function datasetOfFile({ dataset, schemaVersion }: FileHead): Dataset {
  if (schemaVersion > MIGRATIONS.length)
    throw new DamagedFile('A newer version of Sandcard wrote the file. Upgrade first.')
  const record = upcast(dataset, { table: 'dataset', schemaVersion })
  const fresh = newDataset(0, 0, { settings: DEFAULT_SETTINGS, now: 0 })
  const [, ...values] = encodeDataset({ dataset: fresh, recentBatches: [] })
  const complete: Record<string, SqlValue> = { recent_batches: '[]' }
  for (const [index, column] of DATASET_TABLE.columns.entries()) {
    const value = OWN_COLUMNS.has(column) ? undefined : record[column]
    // The table declares the settings as text, because it does not parse them.
    const type = column === 'settings' ? 'json' : DATASET_TABLE.types[index]
    if (value !== undefined && (type === undefined || !fits(type, value)))
      throw new DamagedFile(`The first line has an invalid ${column}.`)
    complete[column] = value === undefined ? (values[index] ?? null) : value
  }
  for (const column of Object.keys(record))
    if (!DATASET_TABLE.columns.includes(column))
      throw new DamagedFile(`The first line has an unknown column: ${column}.`)
  return decodeDataset(0, complete).dataset
}

/** Writes the rows of one line of a file. */
export async function insertRows(
  transaction: Transaction,
  dialect: Dialect,
  {
    head,
    datasetId,
    part,
  }: {
    readonly head: FileHead
    readonly datasetId: number
    readonly part: FileRows
  },
): Promise<void> {
  const table = TABLE_BY_NAME.get(part.table)
  const columns = head.tables[part.table]
  if (table === undefined || columns === undefined)
    throw new DamagedFile(`The file has an unknown table: ${part.table}.`)
  const { schemaVersion } = head
  const records = part.rows.map((row) => {
    if (row.length !== columns.length)
      throw new DamagedFile('A row has too few or too many values.')
    const record = Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))
    return upcast(record, { table: table.name, schemaVersion })
  })
  const [first] = records
  if (first === undefined) return
  const written = Object.keys(first)
  const known = new Set(writtenColumns(table))
  for (const column of written)
    if (!known.has(column)) throw new DamagedFile(`The file has an unknown column: ${column}.`)
  for (const record of records)
    for (const [column, value] of Object.entries(record)) {
      const type = typeOfColumn(table, column)
      if (type !== undefined && !fits(type, value))
        throw new DamagedFile(`A row of ${table.name} has an invalid ${column}.`)
    }
  const statement = insertRowsStatement(dialect, table, written)
  if (dialect === 'postgres') {
    await transaction.run(statement, [datasetId, JSON.stringify(records)])
    return
  }
  for (const record of records)
    await transaction.run(statement, [
      datasetId,
      ...written.map((column) => record[column] ?? null),
    ])
}
