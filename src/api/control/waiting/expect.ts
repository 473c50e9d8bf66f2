// Waits, in real time, until a callback, an order or a request matches. It checks after each commit
// or exchange that may match, and does not poll.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { counted } from '../../../web/http/schemas/violation-detail.ts'
import { waitUntil, WAITS_PER_PROJECT } from '../../../engine/waits.ts'
import { rowIdOf, ROW_ID_PATTERN } from '../../../kernel/row-id.ts'
import { realNow, timers } from '../../../time.ts'
import { EXACTLY_ONE } from '../../endpoint/exactly-one.ts'
import { readerOf } from '../../endpoint/in-process.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import { CallbackAnswer } from '../callbacks/callback-view.ts'
import { OrderSchema } from '../orders/order-view.ts'
import { problem, unacceptable } from '../problems.ts'
import { RequestAnswer } from '../requests/request-view.ts'
import { type Difference, type Nearest, nearestOf } from './differences.ts'
import {
  CallbackMatch,
  callbackExpectation,
  CANDIDATES_MAX,
  type Expectation,
  OrderMatch,
  orderExpectation,
  RequestMatch,
  requestExpectation,
  withStatusName,
} from './expectations.ts'

const TIMEOUT_DEFAULT_MS = 5000
const TIMEOUT_MAX_MS = 60_000

const ExpectBody = Type.Object(
  {
    match: Type.Object(
      {
        callback: Type.Optional(CallbackMatch),
        order: Type.Optional(OrderMatch),
        request: Type.Optional(RequestMatch),
      },
      {
        ...EXACTLY_ONE,
        additionalProperties: false,
        minProperties: 1,
        maxProperties: 1,
        description: 'One of the fields, with the values to wait for',
      },
    ),
    timeoutMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: TIMEOUT_MAX_MS,
        description: `How long to wait, in milliseconds of real time; ${TIMEOUT_DEFAULT_MS} by default. 0 checks once`,
      }),
    ),
    after: Type.Optional(
      Type.String({
        pattern: ROW_ID_PATTERN,
        description:
          'The id of a callback, or the seq of a request: only newer ones match, and the earliest of them is returned',
      }),
    ),
  },
  { additionalProperties: false },
)

type Match = Static<typeof ExpectBody>['match']

export const expect = operation({
  name: 'expect',
  method: 'POST',
  path: '/expect',
  repeats: 'nothing',
  summary: 'Wait until something matches',
  description: `Responds as soon as a callback, an order or a request matches. The newest ${CANDIDATES_MAX} existing ones are compared first, and the newest match is returned. If nothing matches in time, the response is 408: \`nearest\` is the closest candidate, and \`errors\` names the fields that differ. A project can have up to ${WAITS_PER_PROJECT} open waits.`,
  body: ExpectBody,
  examples: [
    { match: { order: { status: 'deposited' } }, timeoutMs: 5000 },
    { match: { callback: { operation: 'deposited', status: 1 } }, timeoutMs: 5000 },
  ],
  answer: Type.Object({
    callback: Type.Optional(CallbackAnswer),
    order: Type.Optional(OrderSchema),
    request: Type.Optional(RequestAnswer),
    waitedMs: Type.Integer(),
  }),
  permission: 'look',
  errors: ['no-match-in-time', 'too-many-waits'],
  async handle({ body, ...call }) {
    const began = realNow()
    const timeoutMs = body.timeoutMs ?? TIMEOUT_DEFAULT_MS
    const found = await matched(body.match, { after: body.after, timeoutMs }, call)
    return { ...found, waitedMs: realNow() - began }
  },
})

interface Bounds {
  readonly after: string | undefined
  readonly timeoutMs: number
}

async function matched({ callback, order, request }: Match, bounds: Bounds, call: ProjectCall) {
  if (callback !== undefined)
    return { callback: await firstMatch(callbackExpectation, callback, bounds, call) }
  if (request !== undefined)
    return { request: await firstMatch(requestExpectation, request, bounds, call) }
  if (bounds.after !== undefined) throw unacceptable('/after', 'is only for callbacks and requests')
  const wanted = withStatusName(order ?? {})
  return { order: await firstMatch(orderExpectation, wanted, bounds, call) }
}

async function firstMatch<M extends object, V>(
  expectation: Expectation<M, V>,
  wanted: M,
  { after, timeoutMs }: Bounds,
  { service, project, disconnected, ...call }: ProjectCall,
): Promise<V> {
  const { kind, watch, candidates, compared } = expectation
  const { waits } = service
  const end = waits.begin(project.number)
  if (end === undefined)
    throw problem(
      'too-many-waits',
      `The project has reached its limit of ${WAITS_PER_PROJECT} open waits.`,
    )
  const timeout = new AbortController()
  const timer = timers.setTimeout(() => timeout.abort(), timeoutMs)
  const afterId = after === undefined ? undefined : rowIdOf(after)
  let nearest: Nearest<V> | undefined
  const look = async (among: Partial<M>): Promise<V | undefined> => {
    // A reset gives the project another dataset.
    const current = (await service.directory.byNumber(project.number)) ?? project
    const reading = { service, project: current, read: readerOf(service, current) }
    const newestFirst = await candidates(among, reading, afterId)
    const rows = afterId === undefined ? newestFirst : newestFirst.toReversed()
    nearest = nearestOf(wanted, rows, compared)
    return nearest?.differs.length === 0 ? nearest.candidate : undefined
  }
  const subscribe = (changed: () => void) => watch({ service, project, ...call }, changed)
  try {
    const signal = AbortSignal.any([timeout.signal, waits.stopped, disconnected()])
    const found = await waitUntil(() => look(wanted), subscribe, signal)
    if (found !== undefined) return found
    // The ids of the match found nothing, for example because one is mistyped.
    const any = nearest === undefined && timeout.signal.aborted ? await look({}) : undefined
    if (any !== undefined) return any
  } finally {
    timers.clearTimeout(timer)
    end()
  }
  if (waits.stopped.aborted) throw problem('unavailable', 'The service is stopping.')
  throw notInTime(kind, timeoutMs, nearest)
}

function notInTime(kind: string, timeoutMs: number, nearest: Nearest<unknown> | undefined) {
  const within = `No ${kind} matched within ${timeoutMs} ms.`
  if (nearest === undefined)
    return problem('no-match-in-time', `${within} There are no candidates.`, [], { nearest: null })
  const { candidate, differs } = nearest
  const issues = differs.map((difference) => ({
    pointer: `/match/${kind}${difference.pointer}`,
    detail: differenceText(difference),
  }))
  return problem(
    'no-match-in-time',
    `${within} The closest candidate differs in ${counted(issues.length, 'field')}.`,
    issues,
    { nearest: { [kind]: candidate } },
  )
}

const differenceText = ({ wanted, found }: Difference): string =>
  `is ${found === undefined ? 'missing' : JSON.stringify(found)}, not ${JSON.stringify(wanted)}`
