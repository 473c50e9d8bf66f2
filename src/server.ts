// Builds the web server with every interface, without listening.

import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { acs } from './pages/acs/plugin.ts'
import { issuingV1 } from './api/issuing-v1/plugin.ts'
import { issuingV2 } from './api/issuing-v2/plugin.ts'
import { checkout } from './pages/checkout/plugin.ts'
import { control, fileSchemas } from './api/control/plugin.ts'
import { CREDIT_PREFIX } from './api/gateway/left-out.ts'
import { creditCalls, gateway } from './api/gateway/plugin.ts'
import { originForm, refuseForeignRequests } from './web/http/requests/known-host.ts'
import { ANSWER_HEADERS } from './web/html/security-headers.ts'
import { collectExchanges } from './web/http/calls/exchanges.ts'
import { showEntryUrls } from './web/http/requests/entry-url.ts'
import { followRoutes, AllowedMethods, routedUrl } from './web/http/requests/allowed-methods.ts'
import { withoutNul } from './web/http/requests/form.ts'
import { sendProblem } from './web/http/responses/problem.ts'
import { compileSchemas } from './web/http/schemas/compile-schemas.ts'
import { receivers } from './api/receivers/plugin.ts'
import { shop } from './pages/shop/plugin.ts'
import { operations } from './api/health/plugin.ts'
import { portal } from './pages/portal/plugin.ts'
import { reference } from './api/reference/plugin.ts'
import type { Metrics } from './metrics.ts'
import type { Service } from './service.ts'
import { timers } from './time.ts'

/** Largest request body; the largest of the specification has a few kilobytes. */
const BODY_LIMIT = 256 * 1024
/** Milliseconds that a client may take to send a request. */
const REQUEST_TIMEOUT_MS = 30_000
/** Milliseconds between checks for such clients. */
const REQUEST_TIMEOUT_CHECK_MS = 5000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** Milliseconds between checks for idle connections during a stop. */
const IDLE_SWEEP_MS = 50
const UNREADABLE_ADDRESS = { code: 'malformed-address', title: 'Malformed URL' }
/** The interfaces refuse NUL in their own error format. */
const PATHS_OF_APIS = /^\/(control|payment|v1|v2)\//
/** Longest parameter in a path. */
const PARAMETER_LENGTH = 256

export type WebServer = FastifyInstance

export async function buildServer(parts: {
  service: Service
  metrics: Metrics
  logger: FastifyBaseLogger
}): Promise<FastifyInstance> {
  const { service, metrics, logger } = parts
  const allowedMethods = new AllowedMethods()
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Set here too, because Node.js also uses it as the limit for headers.
    http: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: REQUEST_TIMEOUT_CHECK_MS,
    },
    ...(service.config.trustedProxies !== undefined && {
      trustProxy: service.config.trustedProxies,
    }),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A stop closes idle connections and completes open responses.
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    // URLs that the router cannot parse never reach an interface.
    frameworkErrors: (error, _request, reply) => {
      void reply.headers(ANSWER_HEADERS)
      const detail = 'The URL contains a malformed escape or is too long.'
      void sendProblem(reply, { status: error.statusCode ?? 400, ...UNREADABLE_ADDRESS, detail })
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    rewriteUrl: (request) => {
      const url = routedUrl(allowedMethods, originForm(request))
      return PATHS_OF_APIS.test(url) ? url : withoutNul(url)
    },
  })
  closeWhatFallsIdle(app)
  app.addHook('preClose', (done) => {
    service.delays.end()
    service.waits.stop()
    service.pauses.end()
    done()
  })
  compileSchemas(app)
  followRoutes(app, allowedMethods)
  // Hooks of every request use callbacks: promises would take a tenth of the time of a small
  // response.
  app.decorateReply('errorCode', undefined)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS)
    done()
  })
  collectExchanges(app, service.exchanges)
  showEntryUrls(app, service.config)
  app.addHook('preClose', (done) => {
    service.activityStreams.endAll()
    done()
  })
  observe(app, metrics)
  refuseForeignRequests(app, service.config)
  const options = { service }
  await app.register(reference, options)
  await app.register(acs, options)
  await app.register(issuingV1, { ...options, prefix: '/v1/apigate/ws/rest' })
  await app.register(issuingV2, { ...options, prefix: '/v2' })
  await app.register(checkout, options)
  await app.register(gateway, { ...options, prefix: '/payment' })
  await app.register(creditCalls, { prefix: CREDIT_PREFIX })
  await app.register(control, { ...options, prefix: '/control/v1' })
  await app.register(fileSchemas, options)
  await app.register(operations, { ...options, metrics })
  await app.register(receivers, { ...options, prefix: '/receivers' })
  await app.register(shop, options)
  await app.register(portal, options)
  return app
}

/**
 * At a stop the framework closes idle connections. A busy one becomes idle later, and its client
 * could keep the process running.
 */
function closeWhatFallsIdle(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const sweep = timers.setInterval(() => {
      app.server.closeIdleConnections()
    }, IDLE_SWEEP_MS)
    app.server.once('close', () => {
      timers.clearInterval(sweep)
    })
    done()
  })
}

/** Interfaces whose errors are logged at the default level, so that a `Request-id` finds them. */
const APIS_LOGGED: ReadonlySet<string> = new Set(['A', 'B', 'C', 'control'])

/** An error of the caller. Bugs are logged separately; outages and floods must not fill the log. */
const isError = (status: number, errorCode: string | undefined): boolean =>
  status < 400 ? errorCode !== undefined : status < 500 && status !== 429

/**
 * Counts and logs every response, without bodies and query strings, which may contain card numbers.
 */
function observe(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { api = 'none', operation = 'unknown' } = request.routeOptions.config
    const { statusCode: status, errorCode } = reply
    const seconds = reply.elapsedTime / 1000
    metrics.request({ api, operation, status, errorCode }, seconds)
    // More digits could be masked as a card number.
    const ms = Math.round(reply.elapsedTime * 1000) / 1000
    const line = { api, operation, status, ...(errorCode !== undefined && { errorCode }), ms }
    if (APIS_LOGGED.has(api) && isError(status, errorCode))
      request.log.info(line, 'answered with an error')
    else request.log.debug(line, 'answered')
    done()
  })
}
