// Reads all rows of a table in the order of their keys, for an export.

import type { TableName } from '../../kernel/rows.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode, type Table } from '../table.ts'
import { SAVE_ORDER, TABLES } from '../tables.ts'

/** Number of rows per page, which takes a few milliseconds. */
const ROWS_PAGE_MAX = 250

const STATEMENTS = Object.fromEntries(
  SAVE_ORDER.map((table) => {
    const { name, columns, key } = TABLES[table]
    const text = `select ${columns.join(', ')} from ${name} where project_id = $1 and ${key} > $2
      order by ${key} limit ${ROWS_PAGE_MAX}`
    return [table, { name: `read_rows_of_${name}`, text }]
  }),
) as Record<TableName, Statement>

/** A value before every key of a table. */
function beginning({ columns, types, key }: Table): string | number {
  return types[columns.indexOf(key)] === 'text' ? '' : Number.MIN_SAFE_INTEGER
}

export interface RowsRequest {
  readonly table: TableName
  /** The key of the last row of the previous page; absent at the start. */
  readonly after?: string | number | undefined
}

/**
 * The next rows of a table, up to `ROWS_PAGE_MAX`, and the key after which the next page starts.
 */
export async function rowsOf(
  reads: Queryable,
  datasetId: number,
  { table, after }: RowsRequest,
): Promise<{ readonly rows: readonly object[]; readonly next: string | number | undefined }> {
  const behind = after ?? beginning(TABLES[table])
  const records = await reads.query(STATEMENTS[table], [datasetId, behind])
  const last = records.length < ROWS_PAGE_MAX ? undefined : records.at(-1)
  const key = last?.[TABLES[table].key]
  return {
    rows: records.map((record) => decode(TABLES[table], record)),
    next: typeof key === 'string' || typeof key === 'number' ? key : undefined,
  }
}
