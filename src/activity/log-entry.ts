// An exchange as the request log stores it.

import type { NewLogEntry } from '../store/request-log-statements.ts'
import type { Exchange } from './exchange.ts'
import type { LoggedMessage } from './logged-message.ts'
import { isDecision } from './outcome.ts'
import type { ChangedRecord, MoreRecords } from './record-changes.ts'

/** Number of characters that a text search reads of an exchange, and of one value in it. */
const SEARCH_MAX_CHARACTERS = 600
const VALUE_MAX_CHARACTERS = 80
const PATH_MAX_CHARACTERS = 1024
const DEPTH_MAX = 8

/** The messages of an exchange, as stored. */
export interface LoggedDetail {
  readonly request: StoredMessage
  readonly response: StoredMessage
  readonly injectedFault?: string
  /** Absent if nothing changed, and in entries written by earlier versions. */
  readonly changes?: readonly ChangedRecord[] | null
  readonly moreChanges?: readonly MoreRecords[]
}

export type StoredMessage = Omit<LoggedMessage, 'json'>

export function logEntryOf(exchange: Exchange): NewLogEntry {
  const { request, response, injectedFault, api, changes } = exchange
  const detail: LoggedDetail = {
    request: storedMessage(request),
    response: storedMessage(response),
    ...(injectedFault !== undefined && { injectedFault }),
    ...(changes === null && { changes }),
    ...(changes && changes.listed.length > 0 && { changes: changes.listed }),
    ...(changes && changes.more.length > 0 && { moreChanges: changes.more }),
  }
  return {
    kind: api === 'callback' ? 'callback' : 'request',
    at: exchange.at,
    requestId: exchange.requestId,
    api,
    operation: exchange.operation,
    method: exchange.method,
    path: storable(exchange.path.slice(0, PATH_MAX_CHARACTERS)),
    status: exchange.status,
    errorCode: exchange.errorCode === null ? null : storable(exchange.errorCode.slice(0, 100)),
    outcome: exchange.outcome,
    durationUs: Math.round(exchange.durationMs * 1000),
    isDecision: isDecision(exchange.results),
    ids: JSON.stringify(exchange.ids),
    search: searchText(exchange),
    detail: JSON.stringify(detail),
  }
}

const storedMessage = ({ headers, body, isCut }: LoggedMessage): StoredMessage => ({
  headers,
  body,
  isCut,
})

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** The values of the exchange, each once, in lower case. */
function searchText({
  path,
  operation,
  errorCode,
  requestId,
  request,
  response,
}: Exchange): string {
  const values = new Set<string>([requestId, operation, path])
  if (errorCode !== null) values.add(errorCode)
  let length = requestId.length + operation.length + path.length
  const add = (value: string): void => {
    if (value === '' || length >= SEARCH_MAX_CHARACTERS || values.has(value)) return
    values.add(value.slice(0, VALUE_MAX_CHARACTERS))
    length += Math.min(value.length, VALUE_MAX_CHARACTERS) + 1
  }
  for (const { json } of [response, request]) addValues(json, add, 0)
  return storable([...values].join(' ').toLowerCase())
}

function addValues(json: unknown, add: (value: string) => void, depth: number): void {
  if (typeof json === 'string') add(json)
  else if (typeof json === 'number') add(String(json))
  else if (typeof json === 'object' && json !== null && depth < DEPTH_MAX)
    for (const value of Object.values(json)) addValues(value, add, depth + 1)
}
