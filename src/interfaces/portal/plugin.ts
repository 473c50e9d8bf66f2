// The main page, the page of test cards, the files that pages load, and the answer to addresses that nobody serves.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { copyScript } from '../html/copy-script.ts'
import { favicon } from '../html/mark.ts'
import { securityHeaders } from '../html/security-headers.ts'
import { stylesheet } from '../html/stylesheet.ts'
import { serveAssets } from '../http/assets.ts'
import { originOf } from '../http/origin.ts'
import type { Interface } from '../http/plugin.ts'
import { sendProblem } from '../http/problem.ts'
import { refusalOf } from '../http/refusal.ts'
import { noticeStyle, renderNotice } from './notice-page.ts'
import { demoProject, startPageModel, testCardsModel } from './start-page-of-demo.ts'
import { renderStartPage } from './start-page.ts'
import { renderTestCardsPage } from './test-cards-page.ts'

const NOT_FOUND = {
  status: 404,
  code: 'not-found',
  title: 'There is no such address',
  detail: 'See /docs for what there is.',
}

export const portal: Interface = async (app, { service, knownPaths }) => {
  serveAssets(app, [stylesheet, favicon, copyScript, noticeStyle])
  app.get(
    '/',
    { schema: { hide: true }, config: { face: 'portal', operation: 'startPage' } },
    async (request, reply) => {
      const project = await demoProject(service)
      if (project === undefined) return sendPage(reply, renderNotice('welcome'))
      const baseUrl = originOf(service.config, request)
      return sendPage(reply, renderStartPage(await startPageModel(service, project, baseUrl)))
    },
  )
  app.get(
    '/test-cards',
    { schema: { hide: true }, config: { face: 'portal', operation: 'testCardsPage' } },
    async (_request, reply) =>
      sendPage(
        reply,
        renderTestCardsPage(await testCardsModel(service, await demoProject(service))),
      ),
  )
  app.setNotFoundHandler((request, reply) => {
    const allow = knownPaths.allowed(request.url).join(', ')
    if (allow !== '')
      return sendProblem(reply.header('Allow', allow), {
        status: 405,
        code: 'method-not-allowed',
        title: 'The method is not allowed',
        detail: `Use ${allow}.`,
      })
    return prefersPage(request)
      ? sendPage(reply.code(404), renderNotice('not-found'))
      : sendProblem(reply, NOT_FOUND)
  })
  app.setErrorHandler((error, request, reply) => {
    if (refusalOf(error).kind !== 'bug')
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
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.headers(securityHeaders()).type('text/html; charset=utf-8').send(page)

const prefersPage = (request: FastifyRequest): boolean =>
  /(^|,)\s*text\/html\b/i.test(request.headers.accept ?? '')
