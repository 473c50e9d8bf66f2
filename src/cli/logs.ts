// `sandcard logs`: shows a project's request log, and follows new entries.

import type { Command } from '@commander-js/extra-typings'
import { ApiError } from '../client/client.ts'
import type {
  GetDecisionAnswer,
  ListRequestsAnswer,
  ListRequestsRequest,
} from '../client/operations.ts'
import { realNow } from '../time.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { coloured, fields, printable } from './terminal.ts'

type LoggedRequest = ListRequestsAnswer['items'][number]
type Explanation = Pick<GetDecisionAnswer, 'reason' | 'wouldChange'>

export function addLogs(program: Command, session: Session): void {
  program
    .command('logs')
    .summary('show the calls and callbacks of a project')
    .description(
      'Shows the project’s request log, oldest first: calls to A, B, C and the control API, pages of payers, and what the service sends, such as callbacks. Prints JSON lines if the output is not a terminal; with --json, prints the control API response. With a request id, shows this call with its request and response.',
    )
    .argument('[id]', 'a request id, from the Request-id header of a response')
    .option('-f, --follow', 'continue with new entries until Ctrl-C or --until')
    .option('--api <api>', 'A, B, C, control, page, callback, webhook, decision-server or due-work')
    .option('--operation <name>', 'only this operation')
    .option('--status <status>', 'HTTP status, or a class such as 4xx')
    .option('--error-code <code>', 'only this error code')
    .option('--outcome <outcome>', 'approved, declined, refused or error')
    .option('--touched <id>', 'only calls that involved the order, card, callback ... with this id')
    .option('--q <text>', 'text in the path, the codes or the values of a body')
    .option('--from <time>', 'from this time on')
    .option('--until <time>', 'before this time')
    .option('--limit <count>', 'number of entries, 1 to 200', '50')
    .option('--format <format>', 'har (HTTP archive) or curl')
    .addHelpText(
      'after',
      examples(
        ['sandcard logs --follow', 'watch what happens'],
        ['sandcard logs --api C --outcome declined', 'declined payments'],
        ['sandcard logs 0198a1f2-8d1c-4c55-9a3b-2f6f0e6f7d10', 'one call with its messages'],
        [
          'sandcard logs --format har > calls.har',
          'an archive for the developer tools of a browser',
        ],
      ),
    )
    .action(async (id, { follow, touched, format, ...rest }) => {
      if (format !== undefined && !['har', 'curl'].includes(format))
        throw wrongArgument(`--format is har or curl, not "${format}".`)
      if (follow === true && (id ?? format) !== undefined)
        throw wrongArgument('--follow shows a list: omit the request id and --format.')
      // The service validates the filters.
      const filters = { ...rest, ...(touched !== undefined && { id: touched }) }
      const query = { ...filters, ...(format !== undefined && { format }) } as ListRequestsRequest
      if (id !== undefined) await showOne(session, id, query.format)
      else if (follow === true) await followLog(session, query)
      else await showList(session, query)
    })
}

async function showList(session: Session, query: ListRequestsRequest): Promise<void> {
  const list = await session.control.listRequests(query)
  if (query.format !== undefined || session.isJson) session.print(documentText(list))
  else for (const entry of list.items.toReversed()) printEntry(session, entry)
}

/** A HAR archive is JSON, curl commands are text. */
const documentText = (answer: unknown): string =>
  typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)

async function showOne(
  session: Session,
  id: string,
  format: ListRequestsRequest['format'],
): Promise<void> {
  const entry = await session.control.getRequest({ id, ...(format !== undefined && { format }) })
  if (format !== undefined || session.isJson) session.print(documentText(entry))
  else session.print(detailText(entry, await explanationOf(session, id)))
}

/** Why the call was approved, declined or refused; undefined if it made no decision. */
async function explanationOf({ control }: Session, id: string): Promise<Explanation | undefined> {
  try {
    return await control.getDecision({ id })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'decision-not-found') return undefined
    throw error
  }
}

/** Prints the last entries, then the entries from the stream, up to `--until`. */
async function followLog(session: Session, query: ListRequestsRequest): Promise<void> {
  const { connection, control, key } = session
  const stopped = session.untilStopped()
  const ended = untilTime(query.until)
  const signal = AbortSignal.any([stopped, ended])
  const onReconnect = (): void => {
    session.remark('The service does not respond; reconnecting.')
  }
  let last = 0
  const printList = async (): Promise<void> => {
    const { items } = await control.listRequests(query)
    for (const entry of items.toReversed()) if (entry.seq > last) printEntry(session, entry)
    last = Math.max(last, items[0]?.seq ?? 0)
  }
  for await (const { event, data } of connection.events(key, { signal, onReconnect })) {
    if (event === 'open' && last === 0) {
      await printList()
      session.remark(`Following ${session.url}. Press Ctrl-C to stop.`)
    }
    if (event === 'reset') last = 0
    if (event === 'gap')
      session.remark('The log no longer has some entries that happened in the meantime.')
    if (event !== 'request' && event !== 'callback') continue
    const entry = data as LoggedRequest
    if (entry.seq <= last) continue
    last = entry.seq
    if (isWanted(entry, query)) printEntry(session, entry)
  }
  // Entries can be stored shortly after the time at which they happened.
  if (ended.aborted && !stopped.aborted) await printList()
}

/** Aborted at a time of real time, and already aborted if it has passed. */
function untilTime(until: string | undefined): AbortSignal {
  const leftMs = until === undefined ? NaN : Date.parse(until) - realNow()
  if (leftMs <= 0) return AbortSignal.abort()
  return leftMs <= TIMER_MAX_MS ? AbortSignal.timeout(leftMs) : new AbortController().signal
}

/** Longer timers fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Applies the service's filters to an entry of the stream. */
function isWanted(entry: LoggedRequest, filters: ListRequestsRequest): boolean {
  const { id, q, from, until, status } = filters
  const isEqual = (name: 'api' | 'operation' | 'errorCode' | 'outcome'): boolean =>
    filters[name] === undefined || filters[name] === entry[name]
  const at = Date.parse(entry.at)
  return (
    isEqual('api') &&
    isEqual('operation') &&
    isEqual('errorCode') &&
    isEqual('outcome') &&
    (status === undefined || hasStatus(entry, status)) &&
    (id === undefined || entry.id === id || entry.ids.some((each) => each.id === id)) &&
    (q === undefined || textIn(entry).includes(q.toLowerCase())) &&
    (from === undefined || at >= Date.parse(from)) &&
    (until === undefined || at < Date.parse(until))
  )
}

/** `4xx` is a class of statuses. */
const hasStatus = ({ status }: LoggedRequest, wanted: string): boolean =>
  wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted

const textIn = ({ id, path, operation, errorCode, request, response }: LoggedRequest): string =>
  [id, path, operation, errorCode, request.body, response.body].join(' ').toLowerCase()

const OUTCOME_COLOURS = {
  approved: 'green',
  declined: 'yellow',
  refused: 'red',
  error: 'red',
} as const satisfies Record<LoggedRequest['outcome'], string>

const API_WIDTH = 15
const OPERATION_WIDTH = 24
const OUTCOME_WIDTH = 8

function printEntry(session: Session, entry: LoggedRequest): void {
  session.print(session.isStreamJson ? JSON.stringify(entry) : lineOf(entry))
}

const lineOf = ({
  at,
  api,
  operation,
  status,
  outcome,
  errorCode,
  ...rest
}: LoggedRequest): string =>
  [
    coloured('dim', at.slice(11, 23)),
    coloured('cyan', api.padEnd(API_WIDTH)),
    printable(operation).padEnd(OPERATION_WIDTH),
    String(status ?? '---'),
    coloured(OUTCOME_COLOURS[outcome], outcome.padEnd(OUTCOME_WIDTH)),
    printable(errorCode ?? '').padEnd(OUTCOME_WIDTH),
    coloured('dim', `${rest.durationMs.toFixed(1)} ms`.padStart(10)),
    coloured('dim', rest.id),
  ].join('  ')

function detailText(entry: LoggedRequest, why: Explanation | undefined): string {
  const { request, response, ids, injectedFault } = entry
  const touched = ids.map(({ kind, id }) => `${kind} ${id}`).join(', ')
  const head = fields([
    ['request id', entry.id],
    ['at', entry.at],
    ['call', `${entry.method} ${entry.path}`.trim() || '-'],
    ['operation', `${entry.operation} (${entry.api})`],
    ['outcome', `${entry.status ?? 'no response'}, ${entry.outcome}`],
    ['error code', entry.errorCode ?? '-'],
    ['duration', `${entry.durationMs} ms`],
    ['touched', touched === '' ? '-' : touched],
    ...(why === undefined
      ? []
      : ([
          ['reason', why.reason],
          ['would change it', why.wouldChange],
        ] as const)),
    ...(injectedFault === null ? [] : [['injected fault', injectedFault] as const]),
  ])
  const messages = [messageText('Request', request), messageText('Response', response)]
  return [head, ...changesText(entry.changes), ...messages].join('\n\n')
}

/** Fields before and after, one per line; nothing if nothing changed. */
function changesText(changes: LoggedRequest['changes']): readonly string[] {
  if (changes === null || changes.length === 0) return []
  const lines = changes.map(({ kind, id, change, fields: members }) => [
    `${kind} ${printable(id)} ${change}`,
    ...members.map(({ name, before, after }) => {
      const value = change === 'created' ? String(after) : `${String(before)} → ${String(after)}`
      return `  ${name}: ${printable(value)}`
    }),
  ])
  return [[coloured('bold', 'Changes'), ...lines.flat()].join('\n')]
}

function messageText(title: string, { headers, body, isCut }: LoggedRequest['request']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${printable(value)}`)
  const text = body === null ? [] : ['', ...body.split('\n').map(printable)]
  const cut = isCut ? [coloured('dim', '(the rest is not stored)')] : []
  return [coloured('bold', title), ...lines, ...text, ...cut].join('\n')
}
