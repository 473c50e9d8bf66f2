// Counts the rows of each dataset and compares the number with the one that the dataset stores.

import assert from 'node:assert/strict'
import { parseDatabaseUrl } from '../../src/config.ts'
import { SAVE_ORDER, TABLES } from '../../src/store/tables.ts'
import { runSql } from './sql.ts'

const held = SAVE_ORDER.filter((table) => table !== 'idempotency' && table !== 'decision')
  .map(
    (table) => `(select count(*) from ${TABLES[table].name} t where t.project_id = d.project_id)`,
  )
  .join(' + ')

/** Checks that every dataset in use stores the number of its rows; returns the sum. */
export async function assertRowsCounted(url: string): Promise<number> {
  const datasets = await runSql(
    parseDatabaseUrl(url),
    `select project_id, stored_rows, ${held} as held from dataset d where retired = 0`,
  )
  for (const { project_id: id, stored_rows: said, held: counted } of datasets)
    assert.equal(Number(said), Number(counted), `dataset ${String(id)}`)
  return datasets.reduce((sum, { held: counted }) => sum + Number(counted), 0)
}
