// Counts the rows of each dataset and their bytes, and compares the sums with those that the
// dataset stores.

import assert from 'node:assert/strict'
import { parseDatabaseUrl } from '../../src/config.ts'
import type { TableName } from '../../src/kernel/rows.ts'
import { rowBytes } from '../../src/store/row-bytes.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import { runSql } from './sql.ts'

const COUNTED = SAVE_ORDER.filter((table) => table !== 'idempotency' && table !== 'decision')

const sumOf = (aggregate: (table: TableName) => string): string =>
  COUNTED.map(
    (table) =>
      `(select ${aggregate(table)} from ${TABLES[table].name} t where t.project_id = d.project_id)`,
  ).join(' + ')

const ROWS = sumOf(() => 'count(*)')
const BYTES = sumOf((table) => `coalesce(sum(${rowBytes(table)}), 0)`)

/**
 * Checks that every dataset in use stores the number of its rows, and their bytes unless an upgrade
 * estimated them.
 */
export async function assertRowsCounted(
  url: string,
  { areBytesExact = true }: { readonly areBytesExact?: boolean } = {},
): Promise<number> {
  const datasets = await runSql(
    parseDatabaseUrl(url),
    `select project_id, stored_rows, stored_bytes, ${ROWS} as held, ${BYTES} as bytes
      from dataset d where retired = 0`,
  )
  for (const each of datasets) {
    const id = String(each['project_id'])
    assert.equal(Number(each['stored_rows']), Number(each['held']), `rows of dataset ${id}`)
    if (areBytesExact)
      assert.equal(Number(each['stored_bytes']), Number(each['bytes']), `bytes of dataset ${id}`)
  }
  return datasets.reduce((sum, { held }) => sum + Number(held), 0)
}
