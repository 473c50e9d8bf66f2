// The main page, the page of test cards, the files that pages load, and the answer to addresses that nobody serves.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { testCard } from '../../payments/test-card.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { favicon } from '../../web/html/mark.ts'
import { portalScripts } from '../../web/html/portal-frame.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { stylesheet } from '../../web/html/stylesheet.ts'
import { serveAssets } from '../../web/http/assets.ts'
import { demoProject } from '../../web/http/demo-project.ts'
import { acceptForms, formOf } from '../../web/http/form.ts'
import { originOf } from '../../web/http/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { sendProblem } from '../../web/http/problem.ts'
import { requestErrorOf } from '../../web/http/error.ts'
import { handleUnrouted } from '../../web/http/unrouted.ts'
import { accountPages } from './account/plugin.ts'
import { visitorOf } from './access.ts'
import { noticeStyle, renderNotice } from './notice-page.ts'
import { startPageModel, testCardsModel } from './start-page-of-demo.ts'
import { renderStartPage } from './start-page.ts'
import { portalStyle } from './portal-style.ts'
import { liveScript, searchScript } from './project-frame.ts'
import { projectPages } from './project-pages.ts'
import { publicPages } from './public-pages.ts'
import { sendScript } from './reference/screen.ts'
import { payWithCard, triedPayment } from './test-card-payment.ts'
import { renderTestCardsPage, testCardsScript } from './test-cards-page.ts'

const NOT_FOUND = {
  status: 404,
  code: 'not-found',
  title: 'There is no such address',
  detail: 'See /docs for what there is.',
}

const WRONG_METHOD = {
  status: 405,
  code: 'method-not-allowed',
  title: 'The method is not allowed',
}

export const portal: Interface = async (app, { service }) => {
  // Before what is registered below: it is handed down to that.
  app.setErrorHandler((error, request, reply) => {
    if (requestErrorOf(error).kind !== 'bug')
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
      detail: 'The log holds the cause under the request id.',
    })
  })
  await serveAssets(app, [
    stylesheet,
    favicon,
    noticeStyle,
    portalStyle,
    ...portalScripts,
    searchScript,
    liveScript,
    sendScript,
    testCardsScript,
  ])
  app.get(
    '/',
    { schema: { hide: true }, config: { api: 'portal', operation: 'startPage' } },
    async (request, reply) => {
      const project = await demoProject(service)
      if (project === undefined)
        return (await visitorOf(service, request))?.user === undefined
          ? sendPage(reply, renderNotice('welcome'))
          : reply.headers(securityHeaders()).redirect('/p', 303)
      const baseUrl = originOf(service.config, request)
      return sendPage(reply, renderStartPage(await startPageModel(service, project, baseUrl)))
    },
  )
  app.get(
    '/test-cards',
    { schema: { hide: true }, config: { api: 'portal', operation: 'testCardsPage' } },
    async (request, reply) => {
      const project = await demoProject(service)
      const model = await testCardsModel(service, project)
      const { orderId } = request.query as Readonly<Record<string, unknown>>
      const tried =
        project !== undefined && typeof orderId === 'string'
          ? await triedPayment(service, project, orderId)
          : undefined
      return sendPage(reply, renderTestCardsPage({ ...model, ...(tried && { tried }) }))
    },
  )
  await app.register(tries, { service })
  await app.register(projectPages, { service })
  await app.register(accountPages, { service })
  await app.register(publicPages, { service })
  handleUnrouted(app, (request, reply, allow) => {
    if (allow !== undefined) return sendProblem(reply, { ...WRONG_METHOD, detail: `Use ${allow}.` })
    return prefersPage(request)
      ? sendPage(reply, renderNotice('not-found'))
      : sendProblem(reply, NOT_FOUND)
  })
}

/** In an app of its own, because nothing else here reads forms. */
const tries: Interface = async (app, { service }) => {
  acceptForms(app)
  app.post(
    '/test-cards/pay',
    { schema: { hide: true }, config: { api: 'portal', operation: 'payWithTestCard' } },
    async (request, reply) => {
      const project = await demoProject(service)
      const card = testCard(formOf(request).get('card') ?? '')
      if (project === undefined || card === undefined) return sendProblem(reply, NOT_FOUND)
      const { gatewayCurrencies } = (await service.read(project, datasetById)).settings
      const origin = originOf(service.config, request)
      const page = await payWithCard(service, project, { card, origin, gatewayCurrencies })
      return reply.headers(securityHeaders()).redirect(page, 303)
    },
  )
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders({ isolated: true }))
    .type('text/html; charset=utf-8')
    .send(page)

const prefersPage = (request: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\b/i.test(request.headers.accept ?? '')
