// The main page, the assets of all pages, and the 404 and 405 responses.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { performerOf } from '../../api/endpoint/in-process.ts'
import { favicon } from '../../web/html/mark.ts'
import { portalScripts } from '../../web/html/portal-frame.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { stylesheet } from '../../web/html/stylesheet.ts'
import { serveAssets } from '../../web/http/responses/assets.ts'
import { demoProject } from '../../web/http/demo-project.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { sendProblem } from '../../web/http/responses/problem.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { requestErrorOf } from '../../web/http/responses/error.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { servePictures } from './guides/pictures.ts'
import { accountPages } from './account/plugin.ts'
import { visitorOf } from './shell/access.ts'
import { applyDisplay, displaySettings } from './shell/display-settings.ts'
import { lostInputScript, noticeStyle, renderNotice } from './shell/notice-page.ts'
import { startPageModel } from './main-page/main-page-of-demo.ts'
import { renderStartPage } from './main-page/main-page.ts'
import { landingStyle, renderWelcomePage } from './main-page/welcome-page.ts'
import { portalStyle } from './shell/portal-style.ts'
import { liveScript, searchScript } from './shell/project-frame.ts'
import { projectPages, sendFramedNotFound } from './shell/project-pages.ts'
import { publicPages } from './shell/public-pages.ts'
import { keypadScript } from './simulate/simulate-screen.ts'
import { sendScript } from './reference/reference-screen.ts'
import { savedFiltersScript } from './parts/saved-filters.ts'
import { callbackSettingsScript } from './callbacks/callback-settings.ts'
import { tableSearchScript } from './parts/table-search.ts'

const NOT_FOUND = {
  status: 404,
  code: 'not-found',
  title: 'Page not found',
  detail: 'See /docs for the available operations.',
}

const WRONG_METHOD = {
  status: 405,
  code: 'method-not-allowed',
  title: 'The method is not allowed',
}

export const portal: Interface = async (app, { service }) => {
  // Registered first, so that the plugins below inherit it.
  applyDisplay(app)
  app.addHook('onRequest', (request, reply, done) => {
    const location = withoutTrailingSlash(app, request)
    if (location === undefined) done()
    else reply.headers(securityHeaders()).redirect(location, 308)
  })
  app.setErrorHandler((error, request, reply) => {
    const requestError = requestErrorOf(error)
    const { kind } = requestError
    if (kind === 'fault')
      return requestError.fault.code === 'rate-limited'
        ? sendPage(retryLater(reply, 429), renderNotice('rate-limited'))
        : sendPage(retryLater(reply), renderNotice('unavailable'))
    if (kind !== 'bug')
      return sendProblem(reply, {
        ...NOT_FOUND,
        status: 400,
        code: 'bad-request',
        title: 'The request cannot be read',
      })
    request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, {
      status: 500,
      code: 'internal',
      title: 'The service failed',
      detail: 'Search the log for this requestId to find the cause.',
    })
  })
  await serveAssets(app, [
    stylesheet,
    favicon,
    noticeStyle,
    portalStyle,
    landingStyle,
    ...portalScripts,
    lostInputScript,
    searchScript,
    liveScript,
    sendScript,
    savedFiltersScript,
    tableSearchScript,
    callbackSettingsScript,
    keypadScript,
  ])
  servePictures(app)
  app.get(
    '/',
    { schema: { hide: true }, config: { api: 'portal', operation: 'startPage' } },
    async (request, reply) => {
      const project = await demoProject(service)
      if (project === undefined)
        return (await visitorOf(service, request))?.user === undefined
          ? sendPage(reply, renderWelcomePage())
          : reply.headers(securityHeaders()).redirect('/p', 303)
      const baseUrl = originOf(service.config, request)
      const model = await startPageModel(performerOf(service, project, request), baseUrl)
      return sendPage(reply, renderStartPage(model))
    },
  )
  await app.register(displaySettings)
  await app.register(projectPages, { service })
  await app.register(accountPages, { service })
  await app.register(publicPages, { service })
  handleNotFound(app, async (request, reply, allow) => {
    if (prefersPage(request) && (await sendFramedNotFound(service, request, reply, allow)))
      return reply
    if (allow !== undefined) return sendProblem(reply, { ...WRONG_METHOD, detail: `Use ${allow}.` })
    return prefersPage(request)
      ? sendPage(reply, renderNotice('not-found'))
      : sendProblem(reply, NOT_FOUND)
  })
}

/**
 * The URL of the page that a URL with a trailing slash means, with its query; undefined if there is
 * none. The router would match such a URL with an empty parameter. The result cannot lead to
 * another host, because a route has its path.
 */
function withoutTrailingSlash(
  app: Parameters<Interface>[0],
  { method, url }: FastifyRequest,
): string | undefined {
  const [path = ''] = url.split('?', 1)
  const shorter = path.replace(/\/$/, '')
  if (shorter === path || (method !== 'GET' && method !== 'HEAD')) return undefined
  if (!app.allowedMethods.allowed(shorter).includes(method)) return undefined
  return shorter + url.slice(path.length)
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders({ isolated: true }))
    .type('text/html; charset=utf-8')
    .send(page)

const prefersPage = (request: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\b/i.test(request.headers.accept ?? '')
