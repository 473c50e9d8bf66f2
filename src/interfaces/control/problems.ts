// The control API's errors: every refusal it can meet, as problem details.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommonFaultCode, FaultCode } from '../../domain/fault.ts'
import { type ProblemKind, sendProblem } from '../http/problem.ts'
import { type Issue, type Refusal, refusalOf } from '../http/refusal.ts'

/** Faults that the operations behind the control API throw; another one here is a bug. */
type ControlFaultCode = CommonFaultCode | 'callback-not-found' | 'parameter-invalid'

const FAULTS: Readonly<Record<ControlFaultCode, { status: number; title: string }>> = {
  busy: { status: 503, title: 'Too many requests are waiting' },
  'callback-not-found': { status: 404, title: 'There is no such thing' },
  'clock-backwards': { status: 422, title: 'The clock cannot run backwards' },
  'idempotency-mismatch': { status: 422, title: 'The key was used with another body' },
  'outcome-unknown': { status: 503, title: 'The outcome is not known' },
  'parameter-invalid': { status: 422, title: 'A value is not acceptable' },
  unavailable: { status: 503, title: 'The service is not available' },
}

const isControlFault = (code: FaultCode): code is ControlFaultCode => Object.hasOwn(FAULTS, code)

const RETRY_AFTER_SECONDS = '1'

export const PROBLEMS = {
  unauthorized: {
    status: 401,
    code: 'unauthorized',
    title: 'The credentials are missing or wrong',
  },
  notFound: { status: 404, code: 'not-found', title: 'There is no such address' },
  methodNotAllowed: { status: 405, code: 'method-not-allowed', title: 'The method is not allowed' },
  malformed: { status: 400, code: 'malformed-json', title: 'The body is not JSON' },
  invalid: { status: 422, code: 'validation-failed', title: 'The request does not fit' },
  parameter: { status: 400, code: 'invalid-parameter', title: 'The address does not fit' },
  mediaType: { status: 415, code: 'unsupported-media-type', title: 'The media type is not known' },
  tooLarge: { status: 413, code: 'content-too-large', title: 'The body is too large' },
  timeout: { status: 503, code: 'timeout', title: 'The answer took too long' },
  bug: { status: 500, code: 'internal', title: 'The service failed' },
} as const satisfies Record<string, ProblemKind>

/** A body that fits its schema and still says something unacceptable. */
export class Unacceptable extends Error {
  override readonly name = 'Unacceptable'
  readonly issue: Issue

  constructor(pointer: string, detail: string) {
    super(`${pointer} ${detail}`)
    this.issue = { pointer, detail }
  }
}

/** The scope's error handler. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Unacceptable) return invalid(reply, [error.issue])
  return answerRefusal(refusalOf(error), error, request, reply)
}

function answerRefusal(
  refusal: Refusal,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  switch (refusal.kind) {
    case 'fault': {
      const { code, message, pointer } = refusal.fault
      if (!isControlFault(code)) return bug(error, request, reply)
      const { status, title } = FAULTS[code]
      if (status === 503) reply.header('Retry-After', RETRY_AFTER_SECONDS)
      const errors = pointer === undefined ? undefined : [{ pointer, detail: message }]
      const problem = { status, code, title, detail: message }
      return sendProblem(reply, errors === undefined ? problem : { ...problem, errors })
    }
    case 'invalid':
      return refusal.where === 'body'
        ? invalid(reply, refusal.issues)
        : sendProblem(reply, { ...PROBLEMS.parameter, detail: sentence(refusal.issues) })
    case 'malformed':
      return sendProblem(reply, { ...PROBLEMS.malformed, detail: 'The body must be valid JSON.' })
    case 'media-type':
      return sendProblem(reply, { ...PROBLEMS.mediaType, detail: 'Send application/json.' })
    case 'too-large':
      return sendProblem(reply, { ...PROBLEMS.tooLarge, detail: 'Send a smaller body.' })
    case 'timeout':
      return sendProblem(reply, { ...PROBLEMS.timeout, detail: 'Try again.' })
    case 'bug':
      return bug(error, request, reply)
  }
}

/** One issue per member: the alternatives that a value failed one by one would only confuse. */
function invalid(reply: FastifyReply, issues: readonly Issue[]): FastifyReply {
  const first = new Map<string, Issue>()
  for (const issue of issues) if (!first.has(issue.pointer)) first.set(issue.pointer, issue)
  const errors = [...first.values()]
  return sendProblem(reply, { ...PROBLEMS.invalid, detail: sentence(errors), errors })
}

const sentence = (issues: readonly Issue[]): string =>
  `${issues.map(({ pointer, detail }) => `${pointer === '' ? 'The body' : pointer} ${detail}`).join('; ')}.`

function bug(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error }, 'request failed')
  const detail = 'Nothing was changed. The log holds the cause under the request id.'
  return sendProblem(reply, { ...PROBLEMS.bug, detail })
}
