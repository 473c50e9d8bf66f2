// Liveness, readiness and metrics, for the operator.

import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { Type } from '../../web/http/schemas/type.ts'
import type { Metrics } from '../../metrics.ts'
import type { Service } from '../../service.ts'
import type { InterfaceOptions } from '../../web/http/plugin.ts'
import { sendProblem } from '../../web/http/responses/problem.ts'
import { isOperator, OPERATOR_SECURITY } from '../endpoint/access.ts'
import { APIS } from '../endpoint/apis.ts'
import { problemAnswer } from '../endpoint/problems.ts'
import { timers } from '../../time.ts'

/** A database that takes longer to respond counts as not ready, in milliseconds. */
export const READY_TIMEOUT_MS = 2000

/** Seconds after which a client may retry. */
const RETRY_AFTER = '1'

const StatusSchema = Type.Object({ status: Type.String() }, { examples: [{ status: 'ok' }] })

const WRONG_HOST = problemAnswer('Unknown host name')

const NOT_OPERATOR = {
  status: 401,
  code: 'unauthorized',
  title: 'The credentials are missing or invalid',
  detail: 'Send the admin token as a bearer token.',
}

/** An operation of the service that needs no project. */
interface Question {
  readonly name: string
  readonly path: `/${string}`
  readonly summary: string
  readonly description: string
  /** Only the operator may call it. */
  readonly isForOperators?: true
  /** The responses by status, as OpenAPI describes them. */
  readonly response: Readonly<Record<number, object>>
  readonly answer: (
    parts: { readonly service: Service; readonly metrics: Metrics },
    reply: FastifyReply,
  ) => Promise<object>
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'getHealth',
    path: '/healthz',
    summary: 'Check that the process is alive',
    description: 'Returns 200 while the process responds. Does not use the database.',
    response: { 200: StatusSchema, 421: WRONG_HOST },
    answer: async () => ({ status: 'ok' }),
  },
  {
    name: 'getReadiness',
    path: '/readyz',
    summary: 'Check that the service is ready',
    description: 'Reads the database. After a failed write, it also tries to write.',
    response: {
      200: StatusSchema,
      421: WRONG_HOST,
      503: problemAnswer('The database cannot be read or written'),
    },
    async answer({ service }, reply) {
      if (await isReady(service)) return { status: 'ok' }
      return sendProblem(reply.header('retry-after', RETRY_AFTER), {
        status: 503,
        code: 'unavailable',
        title: 'The service is not ready',
        detail: 'The database cannot be read or written, or does not answer.',
      })
    },
  },
  {
    name: 'getMetrics',
    path: '/metrics',
    summary: 'Metrics for Prometheus',
    description:
      'Returns the number and duration of requests by interface and operation, and the size and duration of commits. Hosted mode requires the admin token.',
    isForOperators: true,
    response: {
      200: {
        description: 'Prometheus text format',
        content: { 'text/plain': { schema: Type.String() } },
      },
      401: problemAnswer('The admin token is missing or invalid'),
      421: WRONG_HOST,
    },
    async answer({ service, metrics: { registry } }, reply) {
      await service.settleFronts()
      const text = await registry.metrics()
      return reply.header('content-type', registry.contentType).serializer(String).send(text)
    },
  },
]

export const operations: FastifyPluginAsync<InterfaceOptions & { metrics: Metrics }> = async (
  app,
  parts,
) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  for (const { name, path, answer, isForOperators = false, ...described } of QUESTIONS) {
    const security = isForOperators ? OPERATOR_SECURITY : []
    const schema = { operationId: name, tags: [APIS.operations.tag], security, ...described }
    const config = { api: 'operations', operation: name } as const
    app.get(path, { config, schema }, (request, reply) =>
      isForOperators && !isOperator(parts.service, request)
        ? sendProblem(reply.header('WWW-Authenticate', 'Bearer realm="operations"'), NOT_OPERATOR)
        : answer(parts, reply),
    )
  }
}

async function isReady(service: Service): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = timers.setTimeout(resolve, READY_TIMEOUT_MS, false)
  })
  const answered = service.ready().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    timers.clearTimeout(timer)
  }
}
