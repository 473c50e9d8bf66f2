// Builds the web server with every interface, without listening.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { acs } from './pages/acs/plugin.ts'
import { issuingV1 } from './api/issuing-v1/plugin.ts'
import { issuingV2 } from './api/issuing-v2/plugin.ts'
import { checkout } from './pages/checkout/plugin.ts'
import { control, fileSchemas } from './api/control/plugin.ts'
import { CREDIT_PREFIX } from './api/gateway/left-out.ts'
import { creditCalls, gateway } from './api/gateway/plugin.ts'
import { DeferredApp } from './web/http/requests/deferred-app.ts'
import { originForm, refuseForeignRequests } from './web/http/requests/known-host.ts'
import { ANSWER_HEADERS } from './web/html/security-headers.ts'
import { collectExchanges } from './web/http/calls/exchanges.ts'
import { RequestLogger } from './web/http/calls/request-logger.ts'
import { showEntryUrls } from './web/http/requests/entry-url.ts'
import { followRoutes, AllowedMethods, routedUrl } from './web/http/requests/allowed-methods.ts'
import { withoutNul } from './web/http/requests/form.ts'
import { handleNotFound } from './web/http/responses/not-found.ts'
import { sendProblem } from './web/http/responses/problem.ts'
import { schemaCompilers } from './web/http/schemas/compile-schemas.ts'
import { receivers } from './api/receivers/plugin.ts'
import { operations } from './api/health/plugin.ts'
import { describeRoutes } from './api/reference/document.ts'
import { http } from './node-http.ts'
import type { Metrics } from './metrics.ts'
import type { Service } from './service.ts'
import { CLIENT_HEADER } from './threads/duties.ts'
import { timers } from './time.ts'

/** Maximum request body size. The largest body in the specification has a few kilobytes. */
const BODY_LIMIT = 256 * 1024
/** Milliseconds that a client may take to send a request. */
const REQUEST_TIMEOUT_MS = 30_000
/** Milliseconds between checks for such clients. */
const REQUEST_TIMEOUT_CHECK_MS = 5000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
/** Milliseconds between checks for idle connections during shutdown. */
const IDLE_SWEEP_MS = 50
const UNREADABLE_ADDRESS = { code: 'malformed-address', title: 'Malformed URL' }
/** The interfaces refuse NUL in their own error format. */
const PATHS_OF_APIS = /^\/(control|payment|v1|v2)\//
/** Maximum length of a path parameter. */
const PARAMETER_LENGTH = 256
const PREFIXES = {
  A: '/v1/apigate/ws/rest',
  B: '/v2',
  C: '/payment',
  credit: CREDIT_PREFIX,
  control: '/control/v1',
  receivers: '/receivers',
} as const
const OF_FRONTS = /^(?:\/v1\/apigate\/ws\/rest|\/v2|\/payment\/rest)\//
const UNDER_PREFIX = new RegExp(`^(?:${Object.values(PREFIXES).join('|')})(?:[/?]|$)`)

const NOT_FOUND = {
  status: 404,
  code: 'not-found',
  title: 'Not found',
  detail: 'See /docs for the available operations.',
}
const WRONG_METHOD = {
  status: 405,
  code: 'method-not-allowed',
  title: 'The method is not allowed',
}

export type WebServer = FastifyInstance

interface Parts {
  readonly service: Service
  readonly metrics: Pick<Metrics, 'request'>
  readonly logger: FastifyBaseLogger
}

/**
 * The portal is a separate app. A local service builds it for its first request, because most runs
 * in a test suite or a pipeline never open it, and it would take a third of the startup time.
 */
export async function buildServer(
  parts: Parts & { readonly metrics: Metrics },
): Promise<FastifyInstance> {
  const { service, metrics } = parts
  const allowedMethods = new AllowedMethods()
  const portal = new DeferredApp(() => buildPortal(parts, app))
  let isOfApis = (_url: string): boolean => true
  const app = newApp(parts, allowedMethods, (answer) =>
    newHttpServer((request, response) => {
      const { url = '/' } = request
      if (service.config.threads > 1) showClient(request)
      if (UNDER_PREFIX.test(url) || isOfApis(plainPath(routedTarget(allowedMethods, request))))
        answer(request, response)
      else
        portal.answer(request, response).catch((error: unknown) => {
          app.log.error({ err: error }, 'the portal cannot be loaded')
          response.writeHead(500).end()
        })
    }),
  )
  closeWhatFallsIdle(app)
  app.addHook('preClose', (done) => {
    // The app responds to requests that still arrive.
    isOfApis = () => true
    service.waits.stop()
    service.pauses.end()
    service.activityStreams.endAll()
    done()
  })
  app.addHook('preClose', () => portal.close())
  const options = { service }
  describeRoutes(app)
  await app.register(acs, { ...options, prefix: '/payment/acs' })
  await app.register(issuingV1, { ...options, prefix: PREFIXES.A })
  await app.register(issuingV2, { ...options, prefix: PREFIXES.B })
  await app.register(checkout, { ...options, prefix: '/payment/merchants' })
  await app.register(gateway, { ...options, prefix: PREFIXES.C })
  await app.register(creditCalls, { prefix: PREFIXES.credit })
  await app.register(control, { ...options, prefix: PREFIXES.control })
  await app.register(fileSchemas, options)
  await app.register(operations, { ...options, metrics })
  await app.register(receivers, { ...options, prefix: PREFIXES.receivers })
  handleNotFound(app, (_request, reply, allow) =>
    sendProblem(
      reply,
      allow === undefined ? NOT_FOUND : { ...WRONG_METHOD, detail: `Use ${allow}.` },
    ),
  )
  const paths = new Set(allowedMethods.all.map(([path]) => path))
  isOfApis = (path) => UNDER_PREFIX.test(path) || paths.has(path)
  // A hosted service builds the portal at startup, so that no request has to wait for it.
  if (service.config.mode === 'hosted') await portal.load()
  return app
}

/** The web server of a front thread: interfaces A, B and C. `forward` takes all other requests. */
export async function buildFront(parts: Parts, forward: RequestListener): Promise<FastifyInstance> {
  const { service } = parts
  const allowedMethods = new AllowedMethods()
  const app = newApp(parts, allowedMethods, (answer) =>
    newHttpServer((request, response) => {
      ;(OF_FRONTS.test(request.url ?? '') ? answer : forward)(request, response)
    }),
  )
  closeWhatFallsIdle(app)
  app.addHook('preClose', (done) => {
    service.pauses.end()
    done()
  })
  describeRoutes(app)
  await app.register(issuingV1, { service, prefix: PREFIXES.A })
  await app.register(issuingV2, { service, prefix: PREFIXES.B })
  await app.register(gateway, { service, prefix: PREFIXES.C })
  return app
}

/** Everything that is neither an API nor a page of a payer, and its 404 responses. */
async function buildPortal(parts: Parts, apis: FastifyInstance): Promise<FastifyInstance> {
  const [{ portal, scriptsOfPayers, shop }, { documents }] = await Promise.all([
    import('./pages/portal.ts'),
    import('./api/reference/documents.ts'),
  ])
  const app = newApp(parts, apis.allowedMethods)
  app.decorate('openApi', () => apis.openApi())
  app.decorate('apis', apis)
  const options = { service: parts.service }
  await app.register(documents, options)
  await app.register(scriptsOfPayers, options)
  await app.register(shop, options)
  await app.register(portal, options)
  await app.ready()
  return app
}

/** An app with the options and hooks that apply to every request. */
function newApp(
  { service, metrics, logger }: Parts,
  allowedMethods: AllowedMethods,
  serverFactory?: FastifyServerFactory,
): FastifyInstance {
  const app = fastify({
    ...(serverFactory && { serverFactory }),
    schemaController: schemaCompilers(),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings, options) => new RequestLogger(parent, bindings, options),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    ...(service.config.trustedProxies !== undefined && {
      trustProxy: service.config.trustedProxies,
    }),
    // Shutdown closes idle connections and completes open responses.
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    // URLs that the router cannot parse never reach an interface.
    frameworkErrors: (error, _request, reply) => {
      void reply.headers(ANSWER_HEADERS)
      const detail = 'The URL contains a malformed escape or is too long.'
      void sendProblem(reply, { status: error.statusCode ?? 400, ...UNREADABLE_ADDRESS, detail })
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    rewriteUrl: (request) => routedTarget(allowedMethods, request),
  })
  followRoutes(app, allowedMethods)
  // Hooks that run for every request use callbacks, because promises would take a tenth of the time
  // of a small response.
  app.decorateReply('errorCode', undefined)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS)
    done()
  })
  collectExchanges(app, service.exchanges)
  showEntryUrls(app, service.config)
  observe(app, metrics)
  refuseForeignRequests(app, service.config)
  return app
}

/** Node.js also uses the request timeout as the limit for headers. */
function newHttpServer(answer: RequestListener): Server {
  return http.createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: REQUEST_TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    answer,
  )
}

/**
 * A front thread passes requests on over a socket that only it can open, with the client's IP
 * address.
 */
function showClient(request: IncomingMessage): void {
  const { headers, socket } = request
  const value = headers[CLIENT_HEADER]
  delete headers[CLIENT_HEADER]
  Object.defineProperty(socket, 'remoteAddress', { value, configurable: true })
  // A connection that ends before the front thread has written the body would lose the response.
  socket.destroySoon = () => {
    const end = (): void => Socket.prototype.destroySoon.call(socket)
    if (request.complete) end()
    else request.once('close', end).resume()
  }
}

/** Path and query as the router gets them. */
function routedTarget(allowedMethods: AllowedMethods, request: IncomingMessage): string {
  const url = routedUrl(allowedMethods, originForm(request))
  return PATHS_OF_APIS.test(url) ? url : withoutNul(url)
}

/** The path as the router compares it, without query and escapes. */
function plainPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    // Both apps refuse it in the same way.
    return path
  }
}

/**
 * On shutdown, the framework closes idle connections. A busy connection becomes idle later, and its
 * client could keep the process running.
 */
function closeWhatFallsIdle(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    // A server that could not listen never closes, and the interval would keep the process running.
    if (!app.server.listening) return done()
    const sweep = timers.setInterval(() => {
      app.server.closeIdleConnections()
    }, IDLE_SWEEP_MS)
    app.server.once('close', () => {
      timers.clearInterval(sweep)
    })
    done()
  })
}

/**
 * Interfaces whose errors are logged at the default level, so that they can be found by
 * `Request-id`.
 */
const APIS_LOGGED: ReadonlySet<string> = new Set(['A', 'B', 'C', 'control'])

/** A client error. Bugs are logged separately; outages and floods must not fill the log. */
const isError = (status: number, errorCode: string | undefined): boolean =>
  status < 400 ? errorCode !== undefined : status < 500 && status !== 429

/**
 * Counts and logs every response, without bodies and query strings, which may contain card numbers.
 */
function observe(app: FastifyInstance, metrics: Parts['metrics']): void {
  const isDebugging = app.log.level === 'debug' || app.log.level === 'trace'
  app.addHook('onResponse', (request, reply, done) => {
    const { api = 'none', operation = 'unknown' } = request.routeOptions.config
    const { statusCode: status, errorCode } = reply
    const elapsedTime = Math.max(0, reply.elapsedTime)
    metrics.request({ api, operation, status, errorCode }, elapsedTime / 1000)
    const isLogged = APIS_LOGGED.has(api) && isError(status, errorCode)
    if (isLogged || isDebugging) {
      // More digits could be masked as a card number.
      const ms = Math.round(elapsedTime * 1000) / 1000
      const line = { api, operation, status, ...(errorCode !== undefined && { errorCode }), ms }
      if (isLogged) request.log.info(line, 'answered with an error')
      else request.log.debug(line, 'answered')
    }
    done()
  })
}
