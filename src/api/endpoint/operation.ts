// Declares an operation of any API. One entry has its path, its access, its request and response
// and its handler. The route, its checks, the labels of the metrics and the reference are derived
// from it (`serve.ts`), and so are the lists that the tests iterate over.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema, TUnknown } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import type { Awaitable } from '../../engine/look-up-cache.ts'
import type { ChangedKind } from '../../engine/project-watch.ts'
import type { CommandInput, CommandName, CommandResult } from '../../registry/commands.ts'
import type { Service } from '../../service.ts'
import type { Queryable } from '../../store/store.ts'
import type { Actor } from '../../users/audit.ts'
import type { Permission } from '../../users/role.ts'
import type { PagedAnswer } from './paged-answer.ts'
import type { RawAnswer } from './raw-answer.ts'
import type { RepeatedAnswer } from './repeated-answer.ts'
import type { StreamedAnswer } from './streamed-answer.ts'
import type { ApiName, SecurityScheme } from './apis.ts'

/** How an API authenticates its callers. An authenticated caller has a `Project`. */
export interface Access<P extends Project | null = Project | null> {
  /** Alternative schemes, as OpenAPI names them; empty for public operations. */
  readonly security: readonly Readonly<Partial<Record<SecurityScheme, readonly string[]>>>[]
  /** Returns the calling project before the body is read; throws the API's own error. */
  readonly admit: (service: Service, request: FastifyRequest, reply: FastifyReply) => Awaitable<P>
}

/** The call of an operation without a project. */
export interface OpenCall {
  readonly service: Service
}

/** The call of an operation of a project. */
export interface ProjectCall extends OpenCall {
  readonly project: Project
  /** Origin of the URLs in the response. */
  readonly origin: string
  /** The author of a change, for the audit log. */
  readonly actor: Actor
  /**
   * Executes a command. It returns the result once that is durable, and throws a `Fault` if the
   * command is refused.
   */
  readonly command: <N extends CommandName>(
    name: N,
    input: CommandInput<N>,
  ) => Promise<CommandResult<N>>
  /** Reads committed data of the project: `read(cardById, id)`. */
  readonly read: <A extends readonly unknown[], T>(
    query: (reads: Queryable, datasetId: number, ...args: A) => Promise<T>,
    ...args: A
  ) => Promise<T>
  /** Returns a signal that is aborted if the caller disconnects before the response. */
  readonly disconnected: () => AbortSignal
}

/** The call of an operation, depending on its access. */
type CallBy<P> = P extends Project ? ProjectCall : OpenCall

/** A request that matches the schemas of the operation. */
export interface SentRequest<B = unknown, Q = unknown, P = unknown> {
  readonly body: B
  readonly query: Q
  readonly params: P
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * How an operation answers a repeated request with the same `Idempotency-Key`:
 *
 * - `commands`: the stored results of its commands, each saved in the commit of its changes
 * - `response`: the stored response, saved after all changes
 * - `nothing`: as if there were no key, because repeating the request is harmless
 */
export type Repeats = 'commands' | 'response' | 'nothing'

/** The description of an operation; `Definition` adds its types. */
interface OperationDescription {
  /** Unique across all APIs: the `operationId` of the reference and the label of the metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the prefix of the API, with parameters as `:id`. */
  readonly path: `/${string}`
  /** Alternative paths, which the reference does not show. */
  readonly aliases?: readonly `/${string}`[]
  readonly summary: string
  readonly description: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Request headers that the operation reads; their values are strings. */
  readonly headers?: TSchema
  /** How a repeated `Idempotency-Key` is answered; by default as its API says. */
  readonly repeats?: Repeats
  /** True if the body is a file: text of any media type. */
  readonly isText?: true
  /** The maximum body size in bytes, if it differs from the service's limit. */
  readonly bodyLimit?: number
  /** Bodies that can be sent unchanged to a new project, in the order of the reference. */
  readonly examples?: readonly unknown[]
  /** Status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 202
  /** The media type of a successful response, if it is not JSON. */
  readonly contentType?: string
  /** The successful response. Fields that are not in the schema never leave the service. */
  readonly answer: TSchema
  /**
   * The permission that a project member needs for it on the portal; by default `look` for reading
   * and `change` for the others.
   */
  readonly permission?: Permission
  /** True if it changes the project itself: in hosted mode it is recorded in the audit log. */
  readonly isAudited?: true
  /** Response fields that its entry in the audit log contains. */
  readonly auditedMembers?: readonly string[]
  /** The data from which the response is read. Open pages refresh when some of it changes. */
  readonly reads?: readonly ChangedKind[]
  /** Its own errors, in addition to the errors of every operation of its API. */
  readonly errors?: readonly string[]
}

/** The permission that an operation needs on the portal. */
export const permissionOf = ({
  method,
  permission = method === 'GET' ? 'look' : 'change',
}: Pick<OperationDescription, 'method' | 'permission'>): Permission => permission

/** An entry with its types: `E` names the errors of the API, the others are schemas. */
export interface Definition<
  C,
  E extends string,
  A extends TSchema,
  B extends TSchema,
  Q extends TSchema,
  P extends TSchema,
> extends OperationDescription {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly examples?: readonly Static<B>[]
  readonly answer: A
  readonly errors?: readonly E[]
  readonly handle: (
    call: C & SentRequest<Static<B>, Static<Q>, Static<P>>,
  ) => Promise<Static<A> | PagedAnswer | StreamedAnswer | RawAnswer | RepeatedAnswer>
}

/** An entry without type parameters, so that all entries fit in one list. */
export interface Operation extends OperationDescription {
  readonly api: ApiName
  readonly access: Access
  readonly handle: (call: OpenCall & SentRequest) => Promise<unknown>
}

/** An entry that keeps its types, for callers in this process. `types` has no value at run time. */
export interface TypedOperation<B, Q, S, A> extends Operation {
  readonly types?: readonly [body: B, query: Q, params: S, answer: A]
}

/** The query of an operation. */
export type QueryOf<T extends Operation> =
  T extends TypedOperation<unknown, infer Q, unknown, unknown> ? Q : never

/** The response of an operation: `AnswerOf<typeof listOrders>`. */
export type AnswerOf<T extends Operation> =
  T extends TypedOperation<unknown, unknown, unknown, infer A> ? A : never

/**
 * Returns the function that declares operations of an API. They share the access check and the
 * table of errors.
 */
export function operationsOf<P extends Project | null, E extends string>(
  api: ApiName,
  access: Access<P>,
  _errors: Readonly<Record<E, unknown>>,
) {
  return <
    A extends TSchema,
    B extends TSchema = TUnknown,
    Q extends TSchema = TUnknown,
    S extends TSchema = TUnknown,
  >({
    handle,
    ...described
  }: Definition<CallBy<P>, E, A, B, Q, S>): TypedOperation<
    Static<B>,
    Static<Q>,
    Static<S>,
    Static<A>
  > => ({
    ...described,
    api,
    access,
    // Safe, because the access has returned a `P` and the schemas have checked the request.
    handle: (call) => handle(call as CallBy<P> & SentRequest<Static<B>, Static<Q>, Static<S>>),
  })
}
