// The request log: every exchange of the project, newest first, with filters and exports.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { logEntry, type LogFilter, logPage } from '../../../store/reads/request-log.ts'
import { RawAnswer } from '../../endpoint/raw-answer.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { streamEvents } from './events.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { momentIn, Time } from '../period.ts'
import { problem } from '../problems.ts'
import { requestIdParameter, SearchText } from '../schemas.ts'
import { curlOf } from './curl.ts'
import { harOf } from './har.ts'
import {
  EXAMPLE_REQUEST_ID,
  ExchangeApiSchema,
  ExchangeOutcomeSchema,
  RequestAnswer,
  requestView,
} from './request-view.ts'

const Format = Type.Enum(['json', 'har', 'curl'], {
  description: '`har`: HTTP archive 1.2. `curl`: commands that send the requests again',
})

const StatusFilter = Type.String({
  pattern: '^[1-5]([0-9]{2}|xx)$',
  description: 'HTTP status, or a class such as `4xx`',
  examples: ['404'],
})

const RequestQuery = listQuery({
  api: Type.Optional(ExchangeApiSchema),
  operation: Type.Optional(SearchText('Only this operation', 'createTransfer', 64)),
  status: Type.Optional(StatusFilter),
  errorCode: Type.Optional(SearchText('Only this error code', '7', 100)),
  outcome: Type.Optional(ExchangeOutcomeSchema),
  id: Type.Optional(
    SearchText('Only exchanges that involved this id, or the one with this request id', '5', 64),
  ),
  q: Type.Optional(SearchText('Text in the path, the codes or the values of a body', '1001-order')),
  from: Type.Optional(Time('Only requests at this time or later, real time')),
  until: Type.Optional(Time('Only requests before this time, real time')),
  format: Type.Optional(Format),
})

const requestList = new List<readonly [seq: number]>('requests')

export const listRequests = operation({
  name: 'listRequests',
  method: 'GET',
  path: '/requests',
  summary: 'List the requests',
  description:
    "Lists the request log, newest first: every call to A, B, C, the control API and the payer's pages, and every callback, webhook event and decision request that the service sends. It keeps the last exchanges, 10,000 by default (`requestLogEntries`). Calls that read the log are not in it.",
  query: RequestQuery,
  answer: listAnswer(RequestAnswer),
  reads: ['order', 'journalEntry', 'card', 'cardholder', 'callback', 'project'],
  errors: ['cursor-invalid'],
  async handle(call) {
    const { service, project, query } = call
    const { format = 'json', limit, cursor, ...filter } = query
    const page = requestList.request(project, {
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    })
    const found = await service.readLog(project, (reads, datasetId) =>
      logPage(reads, datasetId, { ...page, ...filterOf(filter) }),
    )
    const answer = requestList.answer(project, found, requestView)
    return format === 'json' ? answer : exported(call, answer.items, format)
  },
})

type Filters = Omit<Static<typeof RequestQuery>, 'limit' | 'cursor' | 'format'>

function filterOf({ status, q, from, until, ...equal }: Filters): LogFilter {
  return {
    ...equal,
    text: q,
    status: status === undefined ? undefined : statusRange(status),
    from: momentIn('from', from),
    until: momentIn('until', until),
  }
}

/** `4xx` is 400 to 499. */
function statusRange(status: string): readonly [from: number, until: number] {
  const first = Number(status.slice(0, 1)) * 100
  return status.endsWith('xx') ? [first, first + 99] : [Number(status), Number(status)]
}

export const getRequest = operation({
  name: 'getRequest',
  method: 'GET',
  path: '/requests/:id',
  summary: 'Read a request',
  description:
    'Returns the request with this Request-id, its response, and the ids that it involved.',
  params: requestIdParameter(EXAMPLE_REQUEST_ID),
  query: Type.Object({ format: Type.Optional(Format) }, { additionalProperties: false }),
  answer: RequestAnswer,
  errors: ['request-not-found'],
  async handle(call) {
    const { service, project, params, query } = call
    const { format = 'json' } = query
    const entry = await service.readLog(project, (reads, datasetId) =>
      logEntry(reads, datasetId, params.id),
    )
    if (entry === undefined)
      throw problem(
        'request-not-found',
        'The request log has no request with this id. It only keeps the newest ones.',
      )
    const answer = requestView(entry)
    return format === 'json' ? answer : exported(call, [answer], format)
  },
})

function exported(
  {
    service,
    project,
    headers,
  }: Pick<ProjectCall, 'service' | 'project'> & {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
  },
  requests: readonly RequestAnswer[],
  format: 'har' | 'curl',
): RawAnswer {
  const origin = service.config.publicUrl ?? `http://${String(headers['host'] ?? 'localhost')}`
  const exchanges = requests.filter(({ api }) => api !== 'due-work')
  return format === 'har'
    ? new RawAnswer('application/json; charset=utf-8', harOf(exchanges, origin))
    : new RawAnswer(
        'text/plain; charset=utf-8',
        exchanges.map((request) => curlOf(request, origin, project.secrets)).join('\n'),
      )
}

export const requestOperations = [listRequests, getRequest, streamEvents]
