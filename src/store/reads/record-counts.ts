// The number of rows of each kind in a dataset, for the request log of a reset or restore.

import { CHANGED_ROWS_MAX, type TableName } from '../../kernel/rows.ts'
import type { Queryable, Statement } from '../store.ts'
import { TABLES } from '../tables.ts'

const countRows: Statement = {
  name: 'count_rows',
  text: `select ${Object.values(TABLES)
    .map(
      ({ name }) =>
        `(select count(*) from (select 1 from ${name} t where t.project_id = $1 limit ${CHANGED_ROWS_MAX}) n) as ${name}_rows`,
    )
    .join(',\n    ')}`,
}

export async function rowCounts(
  reads: Queryable,
  datasetId: number,
): Promise<readonly (readonly [table: TableName, count: number])[]> {
  const [record = {}] = await reads.query(countRows, [datasetId])
  return (Object.keys(TABLES) as TableName[]).map((table) => [
    table,
    Number(record[`${TABLES[table].name}_rows`]),
  ])
}
