// Calls operations in this process, without HTTP. The schemas check the request, and the handler
// runs for a known project. The caller gets the typed response or the error that the handler
// throws.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import type { Service } from '../../service.ts'
import { type Actor, API_KEY_ACTOR } from '../../users/audit.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import { Fault } from '../../kernel/fault.ts'
import type { ProjectCall, SentRequest, TypedOperation } from './operation.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { Problem } from './problems.ts'

/** A field that is required, optional or not allowed, according to its type. */
type Member<N extends string, T> = unknown extends T
  ? unknown
  : Record<never, never> extends T
    ? Readonly<Partial<Record<N, T>>>
    : null extends T
      ? Readonly<Partial<Record<N, T>>>
      : Readonly<Record<N, T>>

/** The request to an operation. */
export type SentValues<B, Q, S> = Member<'body', B> & Member<'query', Q> & Member<'params', S>

type SentHeaders = Readonly<Record<string, string>>

/** The argument with the request, which is optional if all of its fields are. */
export type SentArguments<B, Q, S> =
  Record<never, never> extends SentValues<B, Q, S>
    ? [sent?: SentValues<B, Q, S>, headers?: SentHeaders]
    : [sent: SentValues<B, Q, S>, headers?: SentHeaders]

/**
 * Performs an operation. It throws a `Fault`, the `Problem` of its API, or a validation error, as
 * its handler would over HTTP.
 */
export type Perform = <B, Q, S, A>(
  operation: TypedOperation<B, Q, S, A>,
  ...sent: SentArguments<B, Q, S>
) => Promise<A>

/** Reads committed data of a project. */
export const readerOf =
  (service: Service, project: Project): ProjectCall['read'] =>
  (query, ...args) =>
    service.read(project, (reads, datasetId) => query(reads, datasetId, ...args))

/**
 * Performs operations on behalf of a project. `request` compiles the schemas as its route would.
 */
export const performerOf =
  (
    service: Service,
    project: Project,
    request: FastifyRequest,
    actor: Actor = API_KEY_ACTOR,
  ): Perform =>
  async (operation, ...[sent, headers = {}]) => {
    const {
      body,
      query = {},
      params = {},
    } = (sent ?? {}) as Partial<Record<'body' | 'query' | 'params', unknown>>
    check(request, 'params', operation.params, params)
    check(request, 'querystring', operation.query, query)
    check(request, 'body', operation.body, body)
    check(request, 'headers', operation.headers, headers)
    const call: ProjectCall & SentRequest = {
      service,
      project,
      actor,
      body,
      query,
      params,
      headers,
      origin: originOf(service.config, request),
      command: (name, input) => service.execute(project, name, input),
      read: readerOf(service, project),
      disconnected: () => new AbortController().signal,
    }
    return (await operation.handle(call)) as NonNullable<typeof operation.types>[3]
  }

/** True for the error of an operation whose record does not exist. */
export const isNotFound = (error: unknown): boolean =>
  (error instanceof Problem && error.status === 404) ||
  (error instanceof Fault && error.code.endsWith('-not-found'))

/** The response of an operation; undefined if its record does not exist. */
export async function foundOrUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** The stream of an operation with a `StreamedAnswer`. */
export async function streamOf(answer: Promise<unknown>): Promise<Readable> {
  const streamed = await answer
  if (!(streamed instanceof StreamedAnswer)) throw new TypeError('the answer is not a stream')
  return streamed.stream()
}

/** Throws the same error as the framework for a request that does not match its schema. */
function check(
  request: FastifyRequest,
  part: 'body' | 'querystring' | 'params' | 'headers',
  schema: TSchema | undefined,
  value: unknown,
): void {
  if (schema === undefined) return
  const validate = request.compileValidationSchema(schema, part)
  if (validate(value ?? null)) return
  const error = new Error('The request does not fit the schema of the operation')
  throw Object.assign(error, { validation: validate.errors ?? [], validationContext: part })
}
