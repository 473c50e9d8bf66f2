// Reads the accounts of a dataset and its own state.

import type { Account } from '../../ledger/account.ts'
import type { Dataset } from '../../kernel/dataset.ts'
import { decodeDataset, versionOf } from '../dataset-row.ts'
import { type ListPage, type PageRequest, pageOf } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode } from '../table.ts'
import { DATASET_TABLE, TABLES } from '../tables.ts'

const columns = TABLES.account.columns.join(', ')

const accountsStatement: Statement = {
  name: 'read_accounts',
  text: `select ${columns} from account where project_id = $1 order by id limit $2`,
}

const pageStatement: Statement = {
  name: 'read_accounts_page',
  text: `select ${columns} from account where project_id = $1 and id > $2 order by id limit $3`,
}

const byIdStatement: Statement = {
  name: 'read_account',
  text: `select ${columns} from account where project_id = $1 and id = $2`,
}

const datasetStatement: Statement = {
  name: 'read_dataset',
  text: `select ${DATASET_TABLE.columns.join(', ')}, recent_batches from dataset where project_id = $1`,
}

/** All accounts of a dataset in one snapshot, up to `limit`. */
export async function accountsOf(
  reads: Queryable,
  datasetId: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<readonly Account[]> {
  const records = await reads.query(accountsStatement, [datasetId, limit])
  return records.map(accountOf)
}

type AccountKey = readonly [id: number]

/** Accounts: first the sandbox's own, then customers' in the order of creation. */
export async function accountsPage(
  reads: Queryable,
  datasetId: number,
  { after = [Number.MIN_SAFE_INTEGER], limit }: PageRequest<AccountKey>,
): Promise<ListPage<Account, AccountKey>> {
  const records = await reads.query(pageStatement, [datasetId, ...after, limit + 1])
  return pageOf(records.map(accountOf), limit, ({ id }) => [id])
}

export async function accountById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Account | undefined> {
  const [record] = await reads.query(byIdStatement, [datasetId, id])
  return record && accountOf(record)
}

const accountOf = (record: SqlRecord): Account => decode(TABLES.account, record) as Account

/** Counters, clock and settings of the dataset, and their version. */
export async function datasetAndVersion(
  reads: Queryable,
  datasetId: number,
): Promise<{ readonly dataset: Dataset; readonly version: string }> {
  const [record] = await reads.query(datasetStatement, [datasetId])
  if (record === undefined) throw new Error('the dataset of a project is missing')
  const { dataset, recentBatches } = decodeDataset(datasetId, record)
  return { dataset, version: versionOf(datasetId, recentBatches) }
}

/** Counters, clock and settings of the dataset. */
export const datasetById = async (reads: Queryable, datasetId: number): Promise<Dataset> =>
  (await datasetAndVersion(reads, datasetId)).dataset
