// Reads the accounts of a dataset and its own state.

import type { Account } from '../../ledger/account.ts'
import type { Dataset } from '../../kernel/dataset.ts'
import { decodeDataset, versionOf } from '../dataset-row.ts'
import { type ListPage, type PageRequest, pageOf } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { DATASET_TABLE, TABLES } from '../tables.ts'

const columns = TABLES.account.columns.join(', ')

const accountsStatement: Statement = {
  name: 'read_accounts',
  text: `select ${columns} from account where project_id = $1 order by id limit $2`,
}

const selectNamed = `select ${prefixedColumns(TABLES.account, 'a', 'a_')}, h.first_name, h.last_name
  from account a left join cardholder h on h.project_id = $1 and h.id = a.cardholder_id
  where a.project_id = $1`

const pageStatement: Statement = {
  name: 'read_accounts_page',
  text: `${selectNamed} and a.id > $2 and a.id < $3 order by a.id limit $4`,
}

const byIdStatement: Statement = {
  name: 'read_account',
  isLookup: true,
  text: `select ${columns} from account where project_id = $1 and id = $2`,
}

const namedByIdStatement: Statement = {
  name: 'read_named_account',
  text: `${selectNamed} and a.id = $2`,
}

/** Two sums per balance, because a single sum of many large balances would exceed 64 bits. */
const SPLIT = 1_000_000
const sumOf = (value: string, name: string): string =>
  `sum(${value} / ${SPLIT}) as ${name}_high, sum(${value} % ${SPLIT}) as ${name}_low`

const totalsStatement: Statement = {
  name: 'read_account_totals',
  text: `select currency, count(*) as accounts,
    ${sumOf('case when posted > 0 then posted else 0 end', 'credit')},
    ${sumOf('case when posted < 0 then -posted else 0 end', 'debit')},
    ${sumOf('held', 'held')}
    from (select currency, posted, held from account where project_id = $1 order by id limit $2) a
    group by currency order by currency`,
}

const datasetStatement: Statement = {
  name: 'read_dataset',
  isLookup: true,
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

/** An account with the name of its customer. */
export interface NamedAccount {
  readonly account: Account
  /** Null for the sandbox's own accounts. */
  readonly holder: string | null
}

interface AccountFilter extends PageRequest<AccountKey> {
  /** Customer accounts, or the sandbox's own, which have negative ids. */
  readonly kind?: 'customer' | 'own' | undefined
}

/** Accounts: first the sandbox's own, then customer accounts in the order of creation. */
export async function accountsPage(
  reads: Queryable,
  datasetId: number,
  { kind, after, limit }: AccountFilter,
): Promise<ListPage<NamedAccount, AccountKey>> {
  const [from] = after ?? [kind === 'customer' ? 0 : Number.MIN_SAFE_INTEGER]
  const until = kind === 'own' ? 0 : Number.MAX_SAFE_INTEGER
  const records = await reads.query(pageStatement, [datasetId, from, until, limit + 1])
  return pageOf(records.map(namedAccountOf), limit, ({ account }) => [account.id])
}

export async function namedAccountById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<NamedAccount | undefined> {
  const [record] = await reads.query(namedByIdStatement, [datasetId, id])
  return record && namedAccountOf(record)
}

/** The balances of all accounts in one currency, minor units. */
interface AccountTotals {
  readonly currency: number
  readonly accounts: number
  readonly credit: bigint
  readonly debit: bigint
  readonly held: bigint
}

/** The totals of up to `limit` accounts by currency. */
export async function accountTotals(
  reads: Queryable,
  datasetId: number,
  limit: number,
): Promise<readonly AccountTotals[]> {
  const records = await reads.query(totalsStatement, [datasetId, limit])
  return records.map((record) => {
    const sum = (name: string): bigint =>
      BigInt(String(record[`${name}_high`])) * BigInt(SPLIT) + BigInt(String(record[`${name}_low`]))
    return {
      currency: Number(record['currency']),
      accounts: Number(record['accounts']),
      credit: sum('credit'),
      debit: sum('debit'),
      held: sum('held'),
    }
  })
}

export async function accountById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Account | undefined> {
  const [record] = await reads.query(byIdStatement, [datasetId, id])
  return record && accountOf(record)
}

const namedAccountOf = (record: SqlRecord): NamedAccount => ({
  account: decode(TABLES.account, record, 'a_') as Account,
  holder:
    record['first_name'] === null
      ? null
      : `${String(record['first_name'])} ${String(record['last_name'])}`,
})

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
