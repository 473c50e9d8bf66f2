// Errors of the apis that answer with problem details (RFC 9457). Each has a table of its problems and rules that say which of them
// stands for a fault and for what the web layer refuses.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultCode } from '../../kernel/fault.ts'
import { type Issue, type RequestError, requestErrorOf } from '../../web/http/error.ts'
import { PROBLEM_TYPE, ProblemSchema, sendProblem } from '../../web/http/problem.ts'
import type { OpenApiCodes } from '../../web/http/open-api.ts'
import { retryLater } from '../../web/http/retry.ts'
import type { Operation } from './operation.ts'

/** What each problem of an api is answered with, by its stable code. */
export type ProblemTable<C extends string = string> = Readonly<
  Record<C, readonly [status: number, title: string]>
>

/** A problem as an operation throws it: answered in the words of its api. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: string
  readonly status: number
  readonly title: string
  readonly issues: readonly Issue[]

  constructor(
    code: string,
    [status, title]: readonly [number, string],
    detail: string,
    issues: readonly Issue[] = [],
  ) {
    super(detail)
    this.code = code
    this.status = status
    this.title = title
    this.issues = issues
  }
}

/** Makes the problems of a table. */
export type MakeProblem<C extends string> = (
  code: C,
  detail: string,
  issues?: readonly Issue[],
) => Problem

export const problemsOf =
  <C extends string>(table: ProblemTable<C>): MakeProblem<C> =>
  (code, detail, issues) =>
    new Problem(code, table[code], detail, issues)

/** What the web layer refuses before an operation is asked, a wrong value excepted, and what failed. */
type RefusedKind = Exclude<RequestError['kind'], 'fault' | 'invalid'>

export interface ProblemRules<C extends string> {
  readonly problem: MakeProblem<C>
  /** A fault that is not among them is a bug. */
  readonly faults: Readonly<Partial<Record<FaultCode, C>>>
  /** Where this api has the members of a command's input that a fault may name; one that is missing stands in the body by its own name. */
  readonly members?: Readonly<Record<string, string>>
  readonly refused: Readonly<Record<RefusedKind, readonly [code: C, detail: string]>>
  /** A value that does not fit its schema. */
  readonly invalid: (
    error: Extract<RequestError, { kind: 'invalid' }>,
    request: FastifyRequest,
  ) => Problem
  readonly contentType?: string
}

/** The error handler of an api. */
export const answerProblems =
  <C extends string>(rules: ProblemRules<C>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = error instanceof Problem ? error : problemOf(rules, error, request)
    if (problem.status === 500) request.log.error({ err: error }, 'request failed')
    return sendThrown(reply, problem, rules.contentType)
  }

/** Answers with a problem that nothing had to throw. */
export function sendThrown(
  reply: FastifyReply,
  { code, status, title, message, issues }: Problem,
  contentType = PROBLEM_TYPE,
): FastifyReply {
  if (status === 503 || status === 429) retryLater(reply, status)
  const errors = issues.length === 0 ? {} : { errors: issues }
  const sent = { code, status, title, detail: message, ...errors }
  return sendProblem(reply, sent, contentType)
}

function problemOf<C extends string>(
  { problem, faults, members, refused, invalid }: ProblemRules<C>,
  error: unknown,
  request: FastifyRequest,
): Problem {
  const sorted = requestErrorOf(error)
  if (sorted.kind === 'invalid') return invalid(sorted, request)
  if (sorted.kind !== 'fault') return problem(...refused[sorted.kind])
  const { code, message, member } = sorted.fault
  const known = faults[code]
  if (known === undefined) return problem(...refused.bug)
  if (member === undefined) return problem(known, message)
  return problem(known, message, [{ pointer: members?.[member] ?? `/${member}`, detail: message }])
}

/** One kind of error answer, for the reference. */
export const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})

/**
 * The error answers of an operation, for the reference: what every operation of the api may answer, by status, and the operation's own
 * errors by their codes.
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

/** The codes of an api's problems, for the reference: one that entries name is theirs, any other may be answered by every operation. */
export const problemCodes =
  (table: ProblemTable) =>
  (operations: readonly Operation[]): readonly OpenApiCodes[] => {
    const codes = Object.entries(table).map(([code, [status, title]]) => {
      const naming = operations.filter(({ errors = [] }) => errors.includes(code))
      return {
        ...{ code, status, meanings: [title] },
        ...(naming.length > 0 && { operations: naming.map(({ name }) => name) }),
      }
    })
    return [{ members: ['code'], codes }]
  }
