// The stored rows of a database: how many each table has, and the accounts according to the
// journal.

import { readFileSync } from 'node:fs'
import { parseDatabaseUrl } from '../../src/config.ts'
import { runSql, type SqlRow } from '../kit/sql.ts'
import { recordedFile } from './recorded.ts'

/** Tables that were renamed since. */
const RENAMED: Readonly<Record<string, string>> = { operation: 'journal_entry', space: 'dataset' }

/** The number of rows by table of the released version, under the current names. */
export function recordedCounts(schema: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const rows = readFileSync(recordedFile(schema, 'sql'), 'utf8')
  for (const [, recordedName = ''] of rows.matchAll(/^insert into (\w+) /gm)) {
    const name = RENAMED[recordedName] ?? recordedName
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** The names of all tables. */
export async function tablesOf(url: string): Promise<readonly string[]> {
  const names =
    parseDatabaseUrl(url).kind === 'sqlite'
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
      : "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
  return (await rowsOf(url, names)).map(({ name }) => String(name))
}

/** The number of rows by table, without empty tables. */
export async function countsOf(url: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const name of await tablesOf(url)) {
    if (name === 'schema_version') continue
    const [row] = await rowsOf(url, `select count(*) as n from ${name}`)
    const count = Number(row?.['n'])
    if (count > 0) counts[name] = count
  }
  return counts
}

/** Accounts and postings of all projects. */
export async function journalOf(url: string) {
  const accounts = await rowsOf(url, 'select project_id, id, posted from account')
  const postings = await rowsOf(
    url,
    'select project_id, debit_account_id, credit_account_id, amount from journal_entry where debit_account_id is not null',
  )
  return {
    accounts: accounts.map((row) => ({
      projectId: Number(row['project_id']),
      id: Number(row['id']),
      posted: Number(row['posted']),
    })),
    postings: postings.map((row) => ({
      projectId: Number(row['project_id']),
      debit: Number(row['debit_account_id']),
      credit: Number(row['credit_account_id']),
      amount: Number(row['amount']),
    })),
  }
}

export const rowsOf = (url: string, text: string): Promise<readonly SqlRow[]> =>
  runSql(parseDatabaseUrl(url), text)
