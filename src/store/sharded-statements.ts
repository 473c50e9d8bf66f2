// The statements that save rows on Citus: `values` with the key of every row, which the coordinator
// sends to their shard. With `json_to_recordset`, it would read the rows itself and copy them.

import type { TableName } from '../kernel/rows.ts'
import type { Statement } from './store.ts'
import { type SqlValue, type Table, writtenColumns } from './table.ts'
import { DATASET_TABLE, TABLES } from './tables.ts'

/** Number of rows per statement. It is a power of two, so that few statements are prepared. */
export const SAVED_ROWS_MAX = 64

interface Save {
  readonly statement: Statement
  readonly values: readonly SqlValue[]
}

const statements = new Map<string, Statement>()

/** Writes rows, each with the id of its dataset and its values in the order of the columns. */
export function saveRows(
  kind: TableName | 'dataset',
  rows: readonly (readonly SqlValue[])[],
): readonly Save[] {
  const saves: Save[] = []
  for (let first = 0; first < rows.length;) {
    const count = Math.min(SAVED_ROWS_MAX, 2 ** Math.floor(Math.log2(rows.length - first)))
    const values = rows.slice(first, first + count).flat()
    saves.push({ statement: saveRowsStatement(kind, count), values })
    first += count
  }
  return saves
}

export function saveRowsStatement(kind: TableName | 'dataset', count: number): Statement {
  const table = kind === 'dataset' ? DATASET_TABLE : TABLES[kind]
  const name = `save_rows_of_${table.name}_${count}`
  const known = statements.get(name)
  if (known !== undefined) return known
  const columns = kind === 'dataset' ? [...table.columns, 'recent_batches'] : writtenColumns(table)
  const width = columns.length + 1
  const row = (index: number): string =>
    `(${Array.from({ length: width }, (_, place) => `$${index * width + place + 1}`).join(', ')})`
  const made = {
    name,
    text: `insert into ${table.name} (project_id, ${columns.join(', ')})
      values ${Array.from({ length: count }, (_, index) => row(index)).join(', ')}
      ${onConflict(kind, table, columns)}`,
  }
  statements.set(name, made)
  return made
}

function onConflict(
  kind: TableName | 'dataset',
  { key, appendOnly, constant }: Table,
  columns: readonly string[],
): string {
  if (appendOnly) return ''
  const [keys, own] = kind === 'dataset' ? ['project_id', ''] : [`project_id, ${key}`, key]
  const changed = columns.filter((column) => column !== own && !constant.has(column))
  return `on conflict (${keys}) do update set ${changed
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`
}
