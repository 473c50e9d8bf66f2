// Problem details (RFC 9457), the error format of interface B and the control API.

import type { FastifyReply } from 'fastify'
import { type Static, Type } from '../schemas/type.ts'
import { scrubPans } from '../../../issuing/pan.ts'
import { entryUrlOf } from '../requests/entry-url.ts'
import type { Issue } from './error.ts'

export const PROBLEM_TYPE = 'application/problem+json'

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: '`urn:problem:` and the code' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String({ description: 'Stable name of the problem' }),
    requestId: Type.String({ description: 'The same as the header Request-id' }),
    instance: Type.Optional(
      Type.String({ description: "Local mode: the request's URL on the portal" }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({ description: 'JSON Pointer (RFC 6901) to the invalid field' }),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { title: 'Problem', description: 'Problem details (RFC 9457)' },
)

/** A kind of problem: the fields that are always the same. */
interface ProblemKind {
  readonly status: number
  readonly code: string
  readonly title: string
}

export interface ProblemCase extends ProblemKind {
  readonly detail: string
  readonly errors?: readonly Issue[]
  /**
   * Extension members (RFC 9457, 3.2), because clients of the gateway look for `errorCode` in any
   * JSON.
   */
  readonly extension?: Readonly<Record<string, unknown>>
}

/** Sends a problem. Its texts may quote the request, which may contain a card number. */
export function sendProblem(
  reply: FastifyReply,
  problem: ProblemCase,
  contentType = PROBLEM_TYPE,
): FastifyReply {
  const { status, code, title, detail, errors, extension } = problem
  const instance = entryUrlOf(reply.request)
  const body: Static<typeof ProblemSchema> = {
    type: `urn:problem:${code}`,
    title,
    status,
    detail: scrubPans(detail),
    code,
    requestId: reply.request.id,
    ...(instance !== undefined && { instance }),
    ...(errors !== undefined && { errors: errors.map(withoutPans) }),
    ...extension,
  }
  return reply
    .code(status)
    .header('Request-id', reply.request.id)
    .header('content-type', contentType)
    .serializer(JSON.stringify)
    .send(body)
}

const withoutPans = ({ pointer, detail }: Issue): Issue => ({
  pointer: scrubPans(pointer),
  detail: scrubPans(detail),
})
