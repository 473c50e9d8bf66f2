// Reading the books: every account of a dataset, and the dataset's own state.

import type { Account } from '../../ledger/account.ts'
import type { Dataset } from '../../kernel/dataset.ts'
import { decodeDataset } from '../dataset-row.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { DATASET_TABLE, TABLES } from '../tables.ts'

const accountsStatement: Statement = {
  name: 'read_accounts',
  text: `select ${TABLES.account.columns.join(', ')} from account where project_id = $1 order by id limit $2`,
}

const datasetStatement: Statement = {
  name: 'read_dataset',
  text: `select ${DATASET_TABLE.columns.join(', ')}, recent_batches from dataset where project_id = $1`,
}

/** Every account of a dataset at one instant; no more than `limit` where there are more. */
export async function accountsOf(
  reads: Queryable,
  datasetId: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<readonly Account[]> {
  const records = await reads.query(accountsStatement, [datasetId, limit])
  return records.map((record) => decode(TABLES.account, record) as Account)
}

/** The dataset's counters, clock and settings. */
export async function datasetById(reads: Queryable, datasetId: number): Promise<Dataset> {
  const [record] = await reads.query(datasetStatement, [datasetId])
  if (record === undefined) throw new Error('the dataset of a project is missing')
  return decodeDataset(datasetId, record).dataset
}
