// Reads the request log of a project.

import { type ListPage, type PageRequest, containing, pageOf } from '../keyset.ts'
import type { LogKind, NewLogEntry } from '../request-log-statements.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'

/** An entry without its messages. */
interface LogEntry extends Omit<NewLogEntry, 'search' | 'detail'> {
  readonly seq: number
}

export interface DetailedLogEntry extends LogEntry {
  /** JSON. */
  readonly detail: string
}

const summary = `seq, kind, at, request_id, api, operation, method, path, status, error_code,
  outcome, duration_us, is_decision, ids`

/**
 * The messages of the rows that a statement finds, each read by its key, because PostgreSQL may
 * execute a join by reading the messages of the whole project.
 */
function withMessages(text: string, order: 'asc' | 'desc'): string {
  return `select s.*, (select m.detail from request_log_message m
      where m.project_id = $1 and m.seq = s.seq) as detail
    from (${text}) s order by s.seq ${order}`
}

const pageStatement: Statement = {
  name: 'read_request_log_page',
  text: withMessages(
    `select ${summary} from request_log
    where project_id = $1 and seq < $2 and kind <> 'clock'
      and ($3 = '' or api = $3) and ($4 = '' or operation = $4)
      and coalesce(status, 0) >= $5 and coalesce(status, 0) <= $6
      and ($7 = '' or error_code = $7) and ($8 = '' or outcome = $8)
      and ($9 = '' or request_id = $9 or ids like $10 escape '!')
      and ($11 = '' or search like $11 escape '!')
      and at >= $12 and at < $13
    order by seq desc limit $14`,
    'desc',
  ),
}

const byIdStatement: Statement = {
  name: 'read_request_log_entry',
  text: withMessages(
    `select ${summary} from request_log where project_id = $1 and request_id = $2
    and kind <> 'clock' order by seq desc limit 1`,
    'desc',
  ),
}

const byIdPartStatement: Statement = {
  name: 'read_request_log_by_id_part',
  text: withMessages(
    `select ${summary} from request_log where project_id = $1 and request_id like $2
    and kind <> 'clock' order by seq desc limit $3`,
    'desc',
  ),
}

const afterStatement: Statement = {
  name: 'read_request_log_after',
  text: withMessages(
    `select ${summary} from request_log where project_id = $1 and seq > $2
    order by seq limit $3`,
    'asc',
  ),
}

const lastStatement: Statement = {
  name: 'read_request_log_last',
  text: `select seq from request_log where project_id = $1 and seq > 0
    order by seq desc limit 1`,
}

export interface LogFilter {
  readonly api?: string | undefined
  readonly operation?: string | undefined
  /** The lowest and highest status. */
  readonly status?: readonly [from: number, until: number] | undefined
  readonly errorCode?: string | undefined
  readonly outcome?: string | undefined
  /** An id that the exchange touched, or its own. */
  readonly id?: string | undefined
  readonly text?: string | undefined
  /** Epoch milliseconds; `until` is exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** Upper bound of an open range of statuses; PostgreSQL reads it as a 32-bit integer. */
const STATUS_MAX = 999

type LogKey = readonly [seq: number]

/** A page of the log, newest first. */
export async function logPage(
  reads: Queryable,
  datasetId: number,
  { after, limit, ...filter }: LogFilter & PageRequest<LogKey>,
): Promise<ListPage<DetailedLogEntry, LogKey>> {
  const { api = '', operation = '', errorCode = '', outcome = '', id = '', text = '' } = filter
  const [statusFrom, statusUntil] = filter.status ?? [0, STATUS_MAX]
  const records = await reads.query(pageStatement, [
    datasetId,
    after?.[0] ?? Number.MAX_SAFE_INTEGER,
    api,
    operation,
    statusFrom,
    statusUntil,
    errorCode,
    outcome,
    id,
    containing(`"id":"${id}"`),
    text === '' ? '' : containing(text.toLowerCase()),
    filter.from ?? 0,
    filter.until ?? Number.MAX_SAFE_INTEGER,
    limit + 1,
  ])
  return pageOf(records.map(detailedEntry), limit, ({ seq }) => [seq])
}

export async function logEntry(
  reads: Queryable,
  datasetId: number,
  requestId: string,
): Promise<DetailedLogEntry | undefined> {
  const [record] = await reads.query(byIdStatement, [datasetId, requestId])
  return record && detailedEntry(record)
}

/** The newest requests whose id contains the part: hexadecimal digits and hyphens. */
export const logEntriesWithIdPart = async (
  reads: Queryable,
  datasetId: number,
  { part, limit }: { readonly part: string; readonly limit: number },
): Promise<readonly DetailedLogEntry[]> =>
  (await reads.query(byIdPartStatement, [datasetId, `%${part}%`, limit])).map(detailedEntry)

/** Entries after a number, oldest first, of every kind. */
export async function logAfter(
  reads: Queryable,
  datasetId: number,
  { seq, limit }: { readonly seq: number; readonly limit: number },
): Promise<readonly DetailedLogEntry[]> {
  return (await reads.query(afterStatement, [datasetId, seq, limit])).map(detailedEntry)
}

/** The number of the newest entry; 0 if there is none. */
export async function lastLogSeq(reads: Queryable, datasetId: number): Promise<number> {
  const [record] = await reads.query(lastStatement, [datasetId])
  return Number(record?.['seq'] ?? 0)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const detailedEntry = (record: SqlRecord): DetailedLogEntry => ({
  seq: Number(record['seq']),
  kind: text(record['kind']) as LogKind,
  at: Number(record['at']),
  requestId: text(record['request_id']),
  api: text(record['api']),
  operation: text(record['operation']),
  method: text(record['method']),
  path: text(record['path']),
  status: record['status'] === null ? null : Number(record['status']),
  errorCode: textOrNull(record['error_code']),
  outcome: text(record['outcome']),
  durationUs: Number(record['duration_us']),
  isDecision: Number(record['is_decision']) === 1,
  ids: text(record['ids']),
  detail: text(record['detail']),
})
