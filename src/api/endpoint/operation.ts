// How an operation of any api is declared: one entry says where it is called, who may call it, what comes in, what goes out and what it
// does. The route, its checks, the labels of the metrics and the reference are made from it (`serve.ts`), and so are the lists that the
// tests walk. What an entry holds cannot be forgotten anywhere else.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema, TUnknown } from 'typebox'
import type { Project } from '../../engine/directory.ts'
import type { ChangedKind } from '../../engine/project-watch.ts'
import type { CommandInput, CommandName, CommandResult } from '../../registry/commands.ts'
import type { Service } from '../../service.ts'
import type { Queryable } from '../../store/store.ts'
import type { PagedAnswer } from './paged-answer.ts'
import type { StreamedAnswer } from './streamed-answer.ts'
import type { ApiName, SecurityScheme } from './apis.ts'

/** How an api knows who is calling. Only a caller that is known leads to a `Project`. */
export interface Access<P extends Project | null = Project | null> {
  /** The schemes of which one is asked for, as OpenAPI names them; none for everybody. */
  readonly security: readonly Readonly<Partial<Record<SecurityScheme, readonly string[]>>>[]
  /** The project that is calling, before anything of the body is read; throws the api's own error. */
  readonly admit: (service: Service, request: FastifyRequest, reply: FastifyReply) => Promise<P>
}

/** What an operation is handed that needs no project. */
export interface OpenCall {
  readonly service: Service
}

/** What an operation of a project is handed. */
export interface ProjectCall extends OpenCall {
  readonly project: Project
  /** Has the engine decide a command: gives its result once that is durable, throws `Fault` where it was refused. */
  readonly command: <N extends CommandName>(
    name: N,
    input: CommandInput<N>,
  ) => Promise<CommandResult<N>>
  /** Reads what is committed of the project: `read(cardById, id)`. */
  readonly read: <A extends readonly unknown[], T>(
    query: (reads: Queryable, datasetId: number, ...args: A) => Promise<T>,
    ...args: A
  ) => Promise<T>
}

/** The call of an operation by the access that it asks for. */
export type CallBy<P> = P extends Project ? ProjectCall : OpenCall

/** What was sent. The schemas of the operation have judged it before anybody sees it. */
export interface SentRequest<B = unknown, Q = unknown, P = unknown> {
  readonly body: B
  readonly query: Q
  readonly params: P
}

/** What an entry says of an operation; types of its own are added by `Definition`. */
interface OperationDescription {
  /** Unique among all apis: the `operationId` of the reference and the label of the metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the prefix of the api, with its parameters as `:id`. */
  readonly path: `/${string}`
  /** Other paths that it answers at and that the reference does not show. */
  readonly aliases?: readonly `/${string}`[]
  readonly summary: string
  readonly description: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Bodies that can be sent as they stand, in the order of the reference, to a project as it then is. */
  readonly examples?: readonly unknown[]
  /** Of a good answer; 200 where nothing else is said. */
  readonly status?: 200 | 201 | 202
  /** The good answer. Members that it does not name never leave the service. */
  readonly answer: TSchema
  /** True for what changes the project itself: where people are members of projects, it leaves a line in the audit log. */
  readonly isAudited?: true
  /** What the answer is read from: open pages that show it are refreshed when one of these changes. */
  readonly reads?: readonly ChangedKind[]
  /** Errors that it may answer beside those that every operation of its api may. */
  readonly errors?: readonly string[]
}

/** An entry with its types: `E` names the errors of the api, the others are schemas. */
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
  ) => Promise<Static<A> | PagedAnswer | StreamedAnswer>
}

/** An entry with its types closed over, so that all of them fit in one list. */
export interface Operation extends OperationDescription {
  readonly api: ApiName
  readonly access: Access
  readonly handle: (call: OpenCall & SentRequest) => Promise<unknown>
}

/** An entry that remembers its types, for callers in this process. `types` has no value at run time. */
export interface TypedOperation<B, Q, S, A> extends Operation {
  readonly types?: readonly [body: B, query: Q, params: S, answer: A]
}

/** What an operation answers, such as `AnswerOf<typeof listOrders>`. */
export type AnswerOf<T extends Operation> =
  T extends TypedOperation<unknown, unknown, unknown, infer A> ? A : never

/** Returns the function that declares operations of an api. They share the access check and the table of errors. */
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
    // True by the way it is called: the access has admitted a `P` and the entry's own schemas have judged what was sent.
    handle: (call) => handle(call as CallBy<P> & SentRequest<Static<B>, Static<Q>, Static<S>>),
  })
}
