// Errors of the APIs that use problem details (RFC 9457). Each has a table of problems, and rules
// that map faults and errors of the web layer to them.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault, type FaultCode } from '../../kernel/fault.ts'
import {
  bytesOf,
  type Issue,
  type RequestError,
  requestErrorOf,
} from '../../web/http/responses/error.ts'
import { PROBLEM_TYPE, ProblemSchema, sendProblem } from '../../web/http/responses/problem.ts'
import type { OpenApiCodes } from '../../web/http/schemas/open-api.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import type { Operation } from './operation.ts'

/** Status and title of each problem of an API, by its stable code. */
type ProblemTable<C extends string = string> = Readonly<
  Record<C, readonly [status: number, title: string]>
>

/** Maximum number of fields named in a detail. */
const NAMED_MAX = 10

/** A sentence that names the fields at fault, each with its first reason. */
export function sentenceOf(issues: readonly Issue[]): string {
  const members = [...Map.groupBy(issues, ({ pointer }) => pointer).values()]
  const named = members
    .slice(0, NAMED_MAX)
    .flatMap(([first]) =>
      first === undefined ? [] : `${first.pointer || 'The body'} ${first.detail}`,
    )
  return `${named.join('; ')}${members.length > NAMED_MAX ? '; and more' : ''}.`
}

interface ProblemMembers {
  readonly issues?: readonly Issue[] | undefined
  /** Extension members (RFC 9457, 3.2). */
  readonly extension?: Readonly<Record<string, unknown>> | undefined
}

/** A problem that an operation throws. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly status: number
  readonly title: string
  readonly issues: readonly Issue[]
  readonly extension: Readonly<Record<string, unknown>>

  constructor(
    code: string,
    [status, title]: readonly [number, string],
    detail: string,
    { issues = [], extension = {} }: ProblemMembers = {},
  ) {
    super(detail)
    this.code = code
    this.status = status
    this.title = title
    this.issues = issues
    this.extension = extension
  }
}

/** Returns the function that creates the problems of a table. */
type MakeProblem<C extends string> = (
  code: C,
  detail: string,
  issues?: readonly Issue[],
  extension?: Readonly<Record<string, unknown>>,
) => Problem

export const problemsOf =
  <C extends string>(table: ProblemTable<C>): MakeProblem<C> =>
  (code, detail, issues, extension) =>
    new Problem(code, table[code], detail, { issues, extension })

/** Errors of the web layer before the operation runs, except invalid values, and failures. */
type RefusedKind = Exclude<RequestError['kind'], 'fault' | 'invalid'>

interface ProblemRules<C extends string> {
  readonly problem: MakeProblem<C>
  /** Any other fault is a bug. */
  readonly faults: Readonly<Partial<Record<FaultCode, C>>>
  /**
   * The position in the body of the field that a fault refers to; by default the fault's own name.
   */
  readonly members?: Readonly<Record<string, string>>
  /** `{limit}` in a detail is the largest body of the operation. */
  readonly refused: Readonly<Record<RefusedKind, readonly [code: C, detail: string]>>
  /** A value that does not match its schema. */
  readonly invalid: (
    error: Extract<RequestError, { kind: 'invalid' }>,
    request: FastifyRequest,
  ) => Problem
  readonly contentType?: string
}

/** The error handler of an API. */
export const answerProblems =
  <C extends string>(rules: ProblemRules<C>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = error instanceof Problem ? error : problemOf(rules, error, request)
    if (problem.status === 500 && !isInjectedFailure(error))
      request.log.error({ err: error }, 'request failed')
    return sendThrown(reply, problem, rules.contentType)
  }

/** The project's own fault injected it, so it is not a failure of the service. */
const isInjectedFailure = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'injected-failure'

/** Sends a problem. */
function sendThrown(
  reply: FastifyReply,
  { code, status, title, message, issues, extension }: Problem,
  contentType = PROBLEM_TYPE,
): FastifyReply {
  if (status === 503 || status === 429) retryLater(reply, status)
  const errors = issues.length === 0 ? {} : { errors: issues }
  const sent = { code, status, title, detail: message, ...errors, extension }
  return sendProblem(reply, sent, contentType)
}

function problemOf<C extends string>(
  { problem, faults, members, refused, invalid }: ProblemRules<C>,
  error: unknown,
  request: FastifyRequest,
): Problem {
  const sorted = requestErrorOf(error)
  if (sorted.kind === 'invalid')
    return invalid(sorted.isBody ? sorted : withRepetitions(sorted, request), request)
  if (sorted.kind !== 'fault') {
    const [code, detail] = refused[sorted.kind]
    return problem(code, detail.replace('{limit}', bytesOf(request.routeOptions.bodyLimit)))
  }
  const { code, message, member } = sorted.fault
  const known = faults[code]
  if (known === undefined) return problem(...refused.bug)
  if (member === undefined) return problem(known, message)
  return problem(known, message, [{ pointer: members?.[member] ?? `/${member}`, detail: message }])
}

/** A parameter that is sent twice is read as a list, which matches no schema of a parameter. */
function withRepetitions<E extends { readonly issues: readonly Issue[] }>(
  invalid: E,
  { query }: Pick<FastifyRequest, 'query'>,
): E {
  const sent = (query ?? {}) as Readonly<Record<string, unknown>>
  const isRepeated = ({ pointer }: Issue): boolean => Array.isArray(sent[pointer.slice(1)])
  const issues = invalid.issues
    .filter(
      (issue, index, all) =>
        !isRepeated(issue) || all.findIndex(({ pointer }) => pointer === issue.pointer) === index,
    )
    .map((issue) => (isRepeated(issue) ? { ...issue, detail: 'is given more than once' } : issue))
  return { ...invalid, issues }
}

/** An error response, for the reference. */
export const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})

/**
 * The error responses of an operation, for the reference: the errors of every operation of the API,
 * and the operation's own errors by code.
 */
export const problemAnswers =
  (table: ProblemTable, common: Readonly<Record<string, string>>) =>
  ({ errors = [] }: Operation) => {
    const descriptions = { ...common }
    for (const code of errors) {
      const [status, title] = table[code] ?? [500, '']
      const said = descriptions[status]
      descriptions[status] = `${said === undefined ? '' : `${said}; `}\`${code}\`: ${title}`
    }
    return Object.fromEntries(
      Object.entries(descriptions).map(([status, said]) => [status, problemAnswer(said)]),
    )
  }

/**
 * The problem codes of an API, for the reference. A code that no entry names applies to every
 * operation.
 */
export const problemCodes =
  (table: ProblemTable) =>
  (operations: readonly Operation[]): readonly OpenApiCodes[] => {
    const codes = Object.entries(table).map(([code, [status, title]]) => {
      const naming = operations.filter(({ errors = [] }) => errors.includes(code))
      return {
        code,
        status,
        meanings: [title],
        ...(naming.length > 0 && { operations: naming.map(({ name }) => name) }),
      }
    })
    return [{ members: ['code'], codes }]
  }
