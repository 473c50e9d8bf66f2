// Serves the operations of an API: creates routes from its entries. An `Api` contains the
// differences: authentication, the format of errors, the headers. The order of checks is always the
// same: the caller, the type and size of the body, its format, the schema, the operation.

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from '../../web/http/schemas/type.ts'
import type { Project } from '../../engine/directory.ts'
import type { Awaitable } from '../../engine/look-up-cache.ts'
import type { IdempotencyRequest } from '../../engine/execution.ts'
import type { Service } from '../../service.ts'
import { type Actor, ADMIN_ACTOR, API_KEY_ACTOR, noteAction } from '../../users/audit.ts'
import { noteUnknownPath } from '../../web/http/calls/exchanges.ts'
import { announceFaults, isFaultApi, underFaults } from '../../web/http/calls/under-faults.ts'
import { isOperator } from './access.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { OpenApiCodes } from '../../web/http/schemas/open-api.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { type ApiName, APIS } from './apis.ts'
import { PagedAnswer } from './paged-answer.ts'
import { RawAnswer } from './raw-answer.ts'
import { RepeatedAnswer } from './repeated-answer.ts'
import { StreamedAnswer } from './streamed-answer.ts'
import { respondOnce } from './respond-once.ts'
import type { OpenCall, Operation, ProjectCall, Repeats, SentRequest } from './operation.ts'

export interface Api {
  readonly name: Exclude<ApiName, 'operations'>
  /** Headers of every response, including errors. */
  readonly headers?: (request: FastifyRequest) => Readonly<Record<string, string>>
  /** Registers parsers for bodies; by default a JSON body is required. */
  readonly readBodies?: (app: FastifyInstance) => void
  /** Refuses a body that the operation would ignore; by default it is ignored. */
  readonly assertNoBody?: (body: unknown) => void
  readonly answerError: (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    service: Service,
  ) => FastifyReply | Promise<FastifyReply>
  /** The error of an unknown path, or of a method that is not allowed. */
  readonly notFound: (allow: string | undefined) => Error
  /** The caller of an unknown path. It throws if such paths are not public. */
  readonly callerOfUnknownPath: (
    service: Service,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Awaitable<Project | undefined>
  /** The error responses of an operation, for the reference. */
  readonly errorAnswers: (operation: Operation) => Readonly<Record<string, object>>
  /** The codes in responses, for the reference. */
  readonly codes: (operations: readonly Operation[]) => readonly OpenApiCodes[]
  /** For an API with idempotency keys. */
  readonly idempotency?: {
    /** How POST operations without a declaration of their own answer a repeated request. */
    readonly repeats: Repeats
    /**
     * Undefined without a key. `step` is the number of the command in its request, from 0.
     */
    readonly of: (
      request: FastifyRequest,
      project: Project,
      step: number,
    ) => IdempotencyRequest | undefined
  }
}

/** The project of an authenticated request; throws if the operation is public. */
export function projectOf(request: FastifyRequest): Project {
  const { project } = request.context
  if (project === null) throw new Error('the operation has no project')
  return project
}

/** The plugin that serves the operations of an API. */
export const serve =
  (api: Api, operations: readonly Operation[]): Interface =>
  async (app, { service }) => {
    const { headers, callerOfUnknownPath, notFound } = api
    api.readBodies?.(app)
    app.addHook('onRequest', (request, reply, done) => {
      if (headers !== undefined) reply.headers(headers(request))
      if (!request.is404) done()
      else
        whenReady(
          callerOfUnknownPath(service, request, reply),
          (caller) => {
            if (caller !== undefined) noteUnknownPath(request, api.name, caller)
            if (caller?.faults) announceFaults(reply)
            done()
          },
          done,
        )
    })
    app.setErrorHandler((error, request, reply) => api.answerError(error, request, reply, service))
    handleNotFound(app, (_request, _reply, allow) => {
      throw notFound(allow)
    })
    app.describeCodes(APIS[api.name].tag, api.codes(operations))
    for (const operation of operations) addRoutes(app, service, api, operation)
  }

function addRoutes(app: FastifyInstance, service: Service, api: Api, operation: Operation): void {
  const {
    name,
    method,
    path,
    aliases = [],
    access,
    status = 200,
    bodyLimit,
    isText = false,
  } = operation
  const schema = schemaOf(api, operation)
  if (isFaultApi(api.name)) service.operationApis.set(name, api.name)
  for (const url of [path, ...aliases])
    app.route({
      method,
      url,
      ...(bodyLimit !== undefined && { bodyLimit }),
      config: { api: api.name, operation: name, isText },
      schema: url === path ? schema : { ...schema, hide: true },
      onRequest: (request, reply, done) => {
        const belong = (project: Project | null): void => {
          request.context.project = project
          if (project?.faults) announceFaults(reply)
          done()
        }
        whenReady(access.admit(service, request, reply), belong, done)
      },
      handler: async (request, reply) => {
        if (operation.body === undefined) api.assertNoBody?.(request.body)
        const call = callOf(service, api, operation, request, reply)
        const { project } = request.context
        const handle = async (): Promise<unknown> => {
          const answer = await operation.handle(call)
          if (operation.isAudited === true) await note(service, request, operation, answer)
          return answer
        }
        const answered =
          project?.faults && isFaultApi(api.name)
            ? await underFaults(
                { service, project, reply, call: { api: api.name, operation: name } },
                handle,
              )
            : await once(handle, { service, api, operation, request })
        if (answered instanceof RepeatedAnswer) reply.header('Idempotency-Replayed', 'true')
        const answer = answered instanceof RepeatedAnswer ? answered.answer : answered
        if (answer === undefined) return reply
        reply.code(status)
        if (answer instanceof PagedAnswer) return sendPages(reply, operation, answer)
        if (answer instanceof StreamedAnswer) return sendStream(reply, answer)
        if (answer instanceof RawAnswer) return reply.type(answer.contentType).send(answer.body)
        // Not `reply.send(answer)`, because waiting for the reply takes longer than sending it.
        return answer
      },
    })
}

/** How an operation answers a repeated request; undefined if its API has no idempotency keys. */
const repeatsOf = ({ idempotency }: Api, { method, repeats }: Operation): Repeats | undefined =>
  idempotency && method === 'POST' ? (repeats ?? idempotency.repeats) : undefined

/** Responds, or repeats the stored response of the same request. */
async function once(
  handle: () => Promise<unknown>,
  {
    service,
    api,
    operation,
    request,
  }: {
    readonly service: Service
    readonly api: Api
    readonly operation: Operation
    readonly request: FastifyRequest
  },
): Promise<unknown> {
  const { project } = request.context
  const key =
    project !== null && repeatsOf(api, operation) === 'response'
      ? api.idempotency?.of(request, project, 0)
      : undefined
  return project === null || key === undefined
    ? handle()
    : respondOnce({ service, project, log: request.log }, key, handle)
}

/**
 * Continues synchronously with a value that is already available, because promises take longer than
 * the hooks.
 */
function whenReady<T>(
  value: Awaitable<T>,
  ready: (value: T) => void,
  failed: (error: Error) => void,
): void {
  if (value instanceof Promise) value.then(ready, failed)
  else ready(value)
}

/** The change is committed, so a failure to write the audit log is only logged. */
async function note(
  { accounts }: Service,
  request: FastifyRequest,
  { name: action, auditedMembers = [] }: Pick<Operation, 'name' | 'auditedMembers'>,
  answer: unknown,
): Promise<void> {
  if (accounts === undefined) return
  const answered = answer as Readonly<Record<string, unknown>>
  const details = Object.fromEntries(auditedMembers.map((each) => [each, String(answered[each])]))
  try {
    const { number } = projectOf(request)
    await noteAction(accounts, number, API_KEY_ACTOR, { action, details })
  } catch (error) {
    request.log.error({ err: error, action }, 'the audit log was not written')
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function sendStream(reply: FastifyReply, answer: StreamedAnswer): Promise<FastifyReply> {
  const stream = await answer.stream()
  if (answer.fileName !== undefined)
    reply.header('content-disposition', `attachment; filename="${answer.fileName}"`)
  return reply.type(answer.type).send(stream)
}

/** Items are serialised by the list's schema, as the framework does with a whole response. */
async function sendPages(
  reply: FastifyReply,
  { answer: schema }: Operation,
  answer: PagedAnswer,
): Promise<FastifyReply> {
  const { properties } = schema as TSchema & Lists
  const list = properties?.[answer.member]
  if (list === undefined) throw new Error(`the answer has no ${answer.member}`)
  const pages = await answer.stream(reply.compileSerializationSchema(list.items))
  return reply.type(JSON_TYPE).send(pages)
}

interface Lists {
  readonly properties?: Readonly<Record<string, { readonly items: Record<string, unknown> }>>
}

/** Services of one process share them, and what is compiled for them. */
const schemas = new WeakMap<Operation, FastifySchema>()

function schemaOf(api: Api, operation: Operation): FastifySchema {
  const schema = schemas.get(operation) ?? newSchemaOf(api, operation)
  schemas.set(operation, schema)
  return schema
}

function newSchemaOf(api: Api, operation: Operation): FastifySchema {
  const { name, summary, description, params, query, body, examples, access } = operation
  const repeats = repeatsOf(api, operation) ?? 'nothing'
  const headers = repeats === 'nothing' ? operation.headers : withIdempotencyKey(operation.headers)
  return {
    operationId: name,
    summary,
    description,
    tags: [APIS[api.name].tag],
    security: access.security,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body: { ...body, ...(examples && { examples }) } }),
    response: { [operation.status ?? 200]: answerOf(operation), ...api.errorAnswers(operation) },
  }
}

const answerOf = ({ contentType, answer, summary }: Operation): object =>
  contentType === undefined
    ? answer
    : { description: summary, content: { [contentType]: { schema: answer } } }

/** Operations for owners also need the admin token. */
const actorOf = (service: Service, request: FastifyRequest): Actor =>
  request.headers.authorization !== undefined && isOperator(service, request)
    ? ADMIN_ACTOR
    : API_KEY_ACTOR

function callOf(
  service: Service,
  api: Api,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): (OpenCall | ProjectCall) & SentRequest {
  const { body, query, params, headers } = request
  const { project } = request.context
  if (project === null) return { service, body, query, params, headers }
  let step = 0
  const repeatsCommands = repeatsOf(api, operation) === 'commands'
  return {
    service,
    project,
    actor: actorOf(service, request),
    body,
    query,
    params,
    headers,
    // Not a getter: each getter would have its own hidden class, which keeps its request in memory
    // until a full garbage collection.
    origin: originOf(service.config, request),
    command: async (name, input) => {
      const key = repeatsCommands ? api.idempotency?.of(request, project, step) : undefined
      step += 1
      const { result, replayed } = await service.executeOnce(project, name, input, key)
      if (replayed) reply.header('Idempotency-Replayed', 'true')
      return result
    },
    read: (query, ...args) =>
      service.read(project, (reads, datasetId) => query(reads, datasetId, ...args)),
    disconnected: () => disconnectedSignal(reply),
  }
}

function disconnectedSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  return controller.signal
}
