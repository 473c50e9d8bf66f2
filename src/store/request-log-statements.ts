// Writes the request log: entries get consecutive numbers, and the oldest ones are deleted.

import type { Dialect, Statement, Transaction } from './store.ts'
import type { SqlValue } from './table.ts'

const LOG_KINDS = ['request', 'callback', 'clock'] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** An entry as it is stored, without its number. */
export interface NewLogEntry {
  readonly kind: LogKind
  /** Real time, epoch milliseconds. */
  readonly at: number
  readonly requestId: string
  readonly api: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly errorCode: string | null
  readonly outcome: string
  readonly durationUs: number
  readonly isDecision: boolean
  /** JSON. */
  readonly ids: string
  /** The text that a search reads, in lower case. */
  readonly search: string
  /** JSON of the messages. */
  readonly detail: string
}

/** The columns of a table and their values for an entry. */
interface LogTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly valuesOf: (entry: NewLogEntry) => readonly SqlValue[]
}

// prettier-ignore
const SUMMARIES: LogTable = {
  name: 'request_log',
  columns: [
    ['seq',         'bigint'],
    ['kind',        'text'],
    ['at',          'bigint'],
    ['request_id',  'text'],
    ['api',         'text'],
    ['operation',   'text'],
    ['method',      'text'],
    ['path',        'text'],
    ['status',      'integer'],
    ['error_code',  'text'],
    ['outcome',     'text'],
    ['duration_us', 'bigint'],
    ['is_decision', 'integer'],
    ['ids',         'text'],
    ['search',      'text'],
  ],
  valuesOf: (entry) => [
    ...[entry.kind, entry.at, entry.requestId, entry.api, entry.operation, entry.method],
    ...[entry.path, entry.status, entry.errorCode, entry.outcome, entry.durationUs],
    ...[entry.isDecision ? 1 : 0, entry.ids, entry.search],
  ],
}

const MESSAGES: LogTable = {
  name: 'request_log_message',
  columns: [
    ['seq', 'bigint'],
    ['detail', 'text'],
  ],
  valuesOf: (entry) => [entry.detail],
}

/** The tables of the log; their rows are written and deleted together. */
const TABLES = [SUMMARIES, MESSAGES]
export const REQUEST_LOG_TABLES: readonly string[] = TABLES.map(({ name }) => name)

/** One row on SQLite; on PostgreSQL all rows in one round trip. */
function insertStatement(dialect: Dialect, { name, columns }: LogTable): Statement {
  const names = columns.map(([column]) => column).join(', ')
  const head = `insert into ${name} (project_id, ${names})`
  const values =
    dialect === 'sqlite'
      ? `values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`
      : `select $1, ${names} from json_to_recordset($2::json) as r(${columns
          .map(([column, type]) => `${column} ${type}`)
          .join(', ')})`
  return { name: `insert_${name}`, text: `${head} ${values}` }
}

const INSERTS = {
  sqlite: TABLES.map((table) => [table, insertStatement('sqlite', table)] as const),
  postgres: TABLES.map((table) => [table, insertStatement('postgres', table)] as const),
} as const satisfies Record<Dialect, unknown>

/** The class of the advisory locks of request logs; the second key is a hash of the dataset. */
export const REQUEST_LOG_LOCKS = 858320

/**
 * Processes that share a database number a project's entries one after the other, so that a reader
 * that has seen a number has seen all before it. The dataset's row is not locked, because commands
 * would wait. Housekeeping takes the same lock before it deletes a dataset.
 */
const takeTurn: Statement = {
  name: 'lock_request_log',
  text: `select pg_advisory_xact_lock(${REQUEST_LOG_LOCKS}, hashint8($1))`,
}

const lastSeq: Statement = {
  name: 'last_request_log',
  text: `select seq from request_log where project_id = $1 and seq > 0
    order by seq desc limit 1`,
}

const readSettings: Statement = {
  name: 'request_log_settings',
  text: 'select settings from dataset where project_id = $1 and retired = 0',
}

/** Maximum number of entries that one write deletes, if the project has lowered its limit. */
const TRIM_ROWS = 1000

const TRIMS = REQUEST_LOG_TABLES.map((name): Statement => ({
  name: `trim_${name}`,
  text: `delete from ${name} where project_id = $1 and seq in (
    select seq from ${name} where project_id = $1 and seq <= $2 order by seq limit ${TRIM_ROWS})`,
}))

/** The entries of a dataset that are written together. */
export interface LogBatch {
  readonly datasetId: number
  readonly entries: readonly NewLogEntry[]
  /** True if entries before these were lost; one number is then skipped. */
  readonly isAfterGap: boolean
  /** How many entries the project keeps, according to the text of its settings. */
  readonly limitOf: (settings: string) => number
}

/**
 * Writes entries and deletes the oldest ones. Returns how many were written and how many the
 * project keeps; undefined if the dataset is retired, and nothing was written.
 */
export async function writeLogBatch(
  transaction: Transaction,
  dialect: Dialect,
  { datasetId, entries, isAfterGap, limitOf }: LogBatch,
): Promise<{ readonly written: number; readonly limit: number } | undefined> {
  if (dialect === 'postgres') await transaction.run(takeTurn, [datasetId])
  const [dataset] = await transaction.run(readSettings, [datasetId])
  if (dataset === undefined) return undefined
  const limit = limitOf(String(dataset['settings']))
  const [last] = await transaction.run(lastSeq, [datasetId])
  // Entries beyond the limit would be deleted immediately.
  const kept = limit === 0 ? [] : entries.slice(-limit)
  const isCut = isAfterGap || kept.length < entries.length
  const before = Number(last?.['seq'] ?? 0) + (isCut ? 1 : 0)
  if (kept.length > 0) await insert(transaction, dialect, { datasetId, entries: kept, before })
  for (const trim of TRIMS) await transaction.run(trim, [datasetId, before + kept.length - limit])
  return { written: kept.length, limit }
}

async function insert(
  transaction: Transaction,
  dialect: Dialect,
  batch: Pick<LogBatch, 'datasetId' | 'entries'> & { readonly before: number },
): Promise<void> {
  const { datasetId, entries, before } = batch
  for (const [table, statement] of INSERTS[dialect]) {
    const rows = entries.map((entry, index) => [before + index + 1, ...table.valuesOf(entry)])
    if (dialect === 'postgres')
      await transaction.run(statement, [datasetId, recordset(table, rows)])
    else for (const row of rows) await transaction.run(statement, [datasetId, ...row])
  }
}

const recordset = ({ columns }: LogTable, rows: readonly (readonly SqlValue[])[]): string =>
  JSON.stringify(
    rows.map((values) => Object.fromEntries(columns.map(([name], index) => [name, values[index]]))),
  )
