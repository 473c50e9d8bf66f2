// Liveness, readiness and metrics, for whoever runs the service.

import type { FastifyPluginAsync } from 'fastify'
import Type from 'typebox'
import type { Metrics } from '../../metrics.ts'
import type { Service } from '../../service.ts'
import type { InterfaceOptions } from '../../web/http/plugin.ts'
import { ProblemSchema, sendProblem } from '../../web/http/problem.ts'
import { APIS } from '../endpoint/apis.ts'

/** A database that takes longer than this to say anything is not ready, milliseconds. */
const READY_TIMEOUT_MS = 2000

/** Seconds after which it may be called again. */
const RETRY_AFTER = '1'

const TAGS = [APIS.operations.tag]
const StatusSchema = Type.Object({ status: Type.String() }, { examples: [{ status: 'ok' }] })

export const operations: FastifyPluginAsync<InterfaceOptions & { metrics: Metrics }> = async (
  app,
  { service, metrics },
) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get(
    '/healthz',
    {
      config: { api: 'operations', operation: 'getHealth' },
      schema: {
        operationId: 'getHealth',
        summary: 'Is the process alive',
        description: 'Asks nothing of the database.',
        tags: TAGS,
        security: [],
        response: { 200: StatusSchema },
      },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    {
      config: { api: 'operations', operation: 'getReadiness' },
      schema: {
        operationId: 'getReadiness',
        summary: 'Can the service answer',
        description: 'Reads the database, and after a write that failed writes to it.',
        tags: TAGS,
        security: [],
        response: {
          200: StatusSchema,
          503: {
            description: 'The database cannot be read or written',
            content: { 'application/problem+json': { schema: ProblemSchema } },
          },
        },
      },
    },
    async (_request, reply) => {
      if (await isReady(service)) return { status: 'ok' }
      return sendProblem(reply.header('retry-after', RETRY_AFTER), {
        status: 503,
        code: 'unavailable',
        title: 'The service is not ready',
        detail: 'The database cannot be read or written, or does not answer.',
      })
    },
  )
  app.get(
    '/metrics',
    {
      config: { api: 'operations', operation: 'getMetrics' },
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics for Prometheus',
        description: 'Requests by interface and operation, durations, sizes and times of commits.',
        tags: TAGS,
        security: [],
        response: {
          200: {
            description: 'Prometheus text format',
            content: { 'text/plain': { schema: Type.String() } },
          },
        },
      },
    },
    async (_request, reply) => {
      const text = await metrics.registry.metrics()
      return reply
        .header('content-type', metrics.registry.contentType)
        .serializer(String)
        .send(text)
    },
  )
}

async function isReady(service: Service): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, READY_TIMEOUT_MS, false)
  })
  const answered = service.ready().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
