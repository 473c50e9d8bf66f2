// Collects the server's exchanges for the request log and its listeners. Requests that belong to no
// project and portal requests are not collected.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExchangeFeed } from '../../../activity/exchange-feed.ts'
import type { ExchangeApi } from '../../../activity/exchange-api.ts'
import { ServedExchange } from '../../../activity/exchange.ts'
import type { Project } from '../../../engine/directory.ts'
import type { DecidingApi } from '../../../kernel/origin.ts'
import { newRequestContext, type RequestContext, withRequest } from '../../../request-context.ts'
import { resetConnection } from '../responses/broken-response.ts'
import { realNow } from '../../../time.ts'
import { ENTRY_URL_HEADER, entryUrlOf } from '../requests/entry-url.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The part of the request that the request log keeps. */
    context: RequestContext
  }
}

/** Paths of interface C that a payer's browser opens. */
const PAGE_PATH = /^\/payment\/(?:merchants|acs)/

/**
 * Hooks that run for every request use callbacks, because promises would take longer than the
 * hooks.
 */
export function collectExchanges(app: FastifyInstance, feed: ExchangeFeed): void {
  app.decorateRequest('context')
  app.addHook('onRequest', (request, _reply, done) => {
    const { api, operation = 'unknown' } = request.routeOptions.config
    request.context = newRequestContext({
      requestId: request.id,
      api: decidingApi(api, request.url),
      operation,
    })
    done()
  })
  // Not earlier, because body events run outside the context in which the request started.
  app.addHook('preHandler', (request, _reply, done) => {
    withRequest(request.context, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { context } = request
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) context.answer = payload
    if (reply.statusCode >= 400 || reply.errorCode !== undefined || context.isRefused)
      addEntryUrl(request, reply)
    // The caller sees a connection that ends without a response.
    if (context.isAnswerLost) resetConnection(reply)
    // Nothing is sent to a caller that has disconnected, so the response never finishes.
    else if (reply.raw.destroyed) publishExchange(feed, request, reply)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    publishExchange(feed, request, reply)
    done()
  })
}

/** An API error contains the URL of its request on the portal; a payer's page does not. */
function addEntryUrl(request: FastifyRequest, reply: FastifyReply): void {
  const api = apiOf(request)
  if (api === undefined || api === 'page') return
  const url = entryUrlOf(request)
  if (url !== undefined) void reply.header(ENTRY_URL_HEADER, url)
}

const SIMULATIONS = '/control/v1/simulations/'

const decidingApi = (api: string | undefined, url: string): DecidingApi | null =>
  api === 'A' || api === 'B' || api === 'C'
    ? api
    : api === 'control' && url.startsWith(SIMULATIONS)
      ? 'simulation'
      : null

/** Publishes an exchange once, even if its connection ended before the response. */
function publishExchange(feed: ExchangeFeed, request: FastifyRequest, reply: FastifyReply): void {
  const { context } = request
  const { project } = context
  if (project === null || context.isPublished || !feed.isHeard(project)) return
  context.isPublished = true
  const { operation = 'unknown' } = request.routeOptions.config
  const api = apiOf(request)
  if (api === undefined || READING_THE_LOG.has(operation)) return
  const at = realNow()
  // Negative if a test has faked the time of its process in the meantime.
  const durationMs = Math.max(0, Math.round(reply.elapsedTime * 1000) / 1000)
  feed.publish(
    new ServedExchange(project, () => ({
      context,
      at,
      api,
      operation,
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      errorCode: reply.errorCode,
      durationMs,
      request: { headers: request.headers, body: context.sentText ?? request.body },
      response: { headers: reply.getHeaders(), body: context.answer },
    })),
  )
}

/** Operations that read the log, which would otherwise fill it with themselves. */
const READING_THE_LOG: ReadonlySet<string> = new Set([
  'listRequests',
  'countRequests',
  'getRequest',
  'streamEvents',
])

function apiOf({ routeOptions, url, context }: FastifyRequest): ExchangeApi | undefined {
  const { api } = routeOptions.config
  if (api === 'C') return PAGE_PATH.test(url) ? 'page' : 'C'
  return api === 'A' || api === 'B' || api === 'control' ? api : context.unknownPathOf
}

/** The caller of a path that no operation has, so that the mistake appears in their request log. */
export function noteUnknownPath(request: FastifyRequest, api: ExchangeApi, caller: Project): void {
  request.context.project = caller
  request.context.unknownPathOf = api
}
