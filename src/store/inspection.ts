// Examines a database without changing it: its schema, its integrity and its ledger. `sandcard
// doctor` and `sandcard database` report the result.

import { hash } from 'node:crypto'
import { findInstallation } from './catalogue-statements.ts'
import { type DatabaseUrl, MEMORY_PATH } from './database-url.ts'
import { HAS_SCHEMA_VERSION } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { reasonNotWritable } from './sqlite-file.ts'
import {
  type Dialect,
  type Queryable,
  type SqlRecord,
  type Statement,
  StoreUnavailable,
} from './store.ts'

/** A database that is open for reading. */
export interface Inspected {
  readonly dialect: Dialect
  readonly reads: Queryable
  readonly close: () => Promise<void>
  readonly database: DatabaseUrl
}

/** Throws `StoreUnavailable` if the database does not exist or cannot be reached. */
export async function openForInspection(database: DatabaseUrl): Promise<Inspected> {
  if (database.kind === 'postgres') {
    const { inspectPostgres } = await import('./postgres.ts')
    const store = inspectPostgres(database.url)
    return { dialect: 'postgres', reads: store, close: () => store.close(), database }
  }
  if (database.path === MEMORY_PATH)
    throw new StoreUnavailable('a database in memory belongs to its process')
  const { inspectSqlite } = await import('./sqlite.ts')
  const reads = inspectSqlite(database.path)
  return { dialect: 'sqlite', reads, close: () => reads.close(), database }
}

type SchemaState = 'missing' | 'older' | 'current' | 'newer'

export interface SchemaReport {
  readonly state: SchemaState
  /** The last migration that ran; null if none did. */
  readonly last: string | null
  readonly expected: string
}

export async function schemaOf({ reads, dialect }: Inspected): Promise<SchemaReport> {
  const expected = MIGRATIONS.at(-1)?.name ?? ''
  const [present] = await reads.query(named('has_schema', HAS_SCHEMA_VERSION[dialect]), [])
  if (present === undefined) return { state: 'missing', last: null, expected }
  const rows = await reads.query(
    named('read_schema_version', 'select name from schema_version order by version'),
    [],
  )
  const done = rows.map(({ name }) => String(name))
  const isKnown = done.every((name, index) => name === MIGRATIONS[index]?.name)
  const known = done.length < MIGRATIONS.length ? 'older' : 'current'
  return { state: isKnown ? known : 'newer', last: done.at(-1) ?? null, expected }
}

/** The fingerprint of the master key; undefined before the first start. */
export async function secretFingerprint({ reads }: Inspected): Promise<string | undefined> {
  const [record] = await reads.query(findInstallation, [])
  return record === undefined ? undefined : String(record['secret_fingerprint'])
}

/** Why the database cannot be written; undefined if it can. */
export async function writeObstacle({ reads, database }: Inspected): Promise<string | undefined> {
  if (database.kind === 'sqlite') return reasonNotWritable(database.path)
  const [record] = await reads.query(POSTGRES_WRITABLE, [])
  if (Number(record?.['is_standby']) === 1) return 'the server is a read-only standby'
  return Number(record?.['may_create']) === 1
    ? undefined
    : 'the role may not create tables in its schema'
}

export async function hasCitus({ dialect, reads }: Inspected): Promise<boolean> {
  if (dialect === 'sqlite') return false
  return (await import('./citus.ts')).hasCitus((text) => reads.query(named('citus', text), []))
}

/** Distributes the tables of a PostgreSQL database with Citus; see `distributePostgres`. */
export async function distribute(url: string): Promise<readonly string[]> {
  const { distributePostgres } = await import('./postgres.ts')
  return distributePostgres(url)
}

/** The location of the tables; an SQLite file contains them all. */
export async function distribution({ dialect, reads }: Inspected): Promise<CheckResult> {
  const name = 'distribution'
  if (dialect === 'sqlite') return { name, problems: [], note: 'all tables are in one file' }
  const { distributionOf } = await import('./citus.ts')
  const { problems, summary } = await distributionOf((text, parameters = []) =>
    reads.query(named(hash('sha1', text, 'hex'), text), parameters),
  )
  return { name, problems, note: summary }
}

/** A statement that finds the rows that violate a rule. */
interface Check {
  readonly name: string
  readonly statement: Statement
  readonly problem: (record: SqlRecord) => string
}

export interface CheckResult {
  readonly name: string
  /** The first violations. */
  readonly problems: readonly string[]
  /** A result without a problem. */
  readonly note?: string
}

/** The number of results of `integrityOf`. */
export const checkCount = ({ dialect }: Pick<Inspected, 'dialect'>): number =>
  1 + CHECKS_OF[dialect].length + LEDGER_CHECKS.length

/** Checks of the current schema, one after the other. */
export async function* integrityOf(inspected: Inspected): AsyncGenerator<CheckResult> {
  const { reads, dialect } = inspected
  yield await distribution(inspected)
  for (const { name, statement, problem } of [...CHECKS_OF[dialect], ...LEDGER_CHECKS]) {
    const records = await reads.query(statement, [])
    yield { name, problems: records.map(problem).filter((text) => text !== '') }
  }
}

const PROBLEMS_MAX = 20

const named = (name: string, text: string): Statement => ({ name: `inspect_${name}`, text })

const POSTGRES_WRITABLE = named(
  'writable',
  `select pg_is_in_recovery()::int as is_standby,
    coalesce(has_schema_privilege(current_schema(), 'create'), false)::int as may_create`,
)

/** A sum whose parts do not exceed 64 bits: the millions and the rest are added up separately. */
const sumOf = (value: string): string =>
  `(sum((${value}) / 1000000) * 1000000 + sum((${value}) % 1000000))`

const CHECKS_OF: Readonly<Record<Dialect, readonly Check[]>> = {
  sqlite: [
    {
      name: 'pages and indexes',
      statement: named('integrity', `pragma integrity_check(${PROBLEMS_MAX})`),
      problem: ({ integrity_check: text }) => (text === 'ok' ? '' : String(text)),
    },
    {
      name: 'references between rows',
      statement: named('foreign_keys', 'pragma foreign_key_check'),
      problem: ({ table, parent }) => `a row of ${String(table)} has no ${String(parent)}`,
    },
  ],
  postgres: [
    {
      name: 'pages and indexes',
      statement: named(
        'invalid_indexes',
        `select indexrelid::regclass::text as name from pg_index
          where not (indisvalid and indisready) and indrelid in
            (select oid from pg_class where relnamespace = current_schema()::regnamespace)
          limit ${PROBLEMS_MAX}`,
      ),
      problem: ({ name }) => `the index ${String(name)} is not valid`,
    },
    {
      name: 'references between rows',
      statement: named(
        'unchecked_constraints',
        `select conname as name from pg_constraint
          where not convalidated and connamespace = current_schema()::regnamespace
          limit ${PROBLEMS_MAX}`,
      ),
      problem: ({ name }) => `the constraint ${String(name)} is not validated`,
    },
  ],
}

/** A dataset that a reset retired is deleted in steps, so its sums are incomplete. */
const CURRENT = 'join dataset d on d.project_id = a.project_id and d.retired = 0'

/** The sums of one side of all entries, by account. */
const postings = (side: 'credit' | 'debit'): string => `left join (
    select project_id, ${side}_account_id as account_id, ${sumOf('amount')} as total
      from journal_entry where ${side}_account_id is not null
      group by project_id, ${side}_account_id
  ) ${side} on ${side}.project_id = a.project_id and ${side}.account_id = a.id`
const TOTAL = '(coalesce(credit.total, 0) - coalesce(debit.total, 0))'

const LEDGER_CHECKS: readonly Check[] = [
  {
    name: 'sum of all accounts',
    statement: named(
      'trial_balance',
      `select a.project_id as dataset, ${sumOf('a.posted')} as total from account a ${CURRENT}
        group by a.project_id having ${sumOf('a.posted')} <> 0 limit ${PROBLEMS_MAX}`,
    ),
    problem: ({ dataset, total }) =>
      `the accounts of dataset ${String(dataset)} sum to ${String(total)} instead of 0`,
  },
  {
    name: 'balances and postings',
    statement: named(
      'postings',
      `select a.project_id as dataset, a.id as account, a.posted as posted, ${TOTAL} as total
        from account a ${CURRENT} ${postings('credit')} ${postings('debit')}
        where a.posted <> ${TOTAL} limit ${PROBLEMS_MAX}`,
    ),
    problem: ({ dataset, account, posted, total }) =>
      `account ${String(account)} of dataset ${String(dataset)} has ${String(posted)}, its postings sum to ${String(total)}`,
  },
]
