// The payment page: opened by the address that a registration answers, without credentials.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { type PageLanguage, pageLanguage } from '../../domain/page-language.ts'
import { isPayable } from '../../domain/order-status.ts'
import { renderAcsHop } from '../html/acs-hop.ts'
import { autoPostScript } from '../html/auto-post.ts'
import { securityHeaders } from '../html/security-headers.ts'
import { serveAssets } from '../http/assets.ts'
import { acceptForms, formOf } from '../http/form.ts'
import { originOf } from '../http/origin.ts'
import type { Interface } from '../http/plugin.ts'
import { refusalOf } from '../http/refusal.ts'
import { queriedLanguage, requestLanguage } from '../http/request-language.ts'
import type { ResultState } from './model.ts'
import { type Mistakes, renderOrder } from './order-page.ts'
import { renderResultPage } from './page-result.ts'
import { finish, type NextStep, pay } from './payment.ts'
import { checkoutScript } from './script.ts'
import { openVisit, type PageAddress, type Visit } from './visit.ts'

/** The form with every field at its longest, and a PaRes, are far smaller. */
const FORM_LIMIT = 32 * 1024

interface PageRoute {
  readonly Params: { readonly login: string; readonly page: string }
}
interface FormRoute {
  readonly Params: { readonly login: string }
}

const PAGE = /^(?:mobile_)?payment_([A-Za-z]{2})\.html$/

export const checkout: Interface = async (app, options) => {
  serveAssets(app, [checkoutScript, autoPostScript])
  await app.register(pages, { ...options, prefix: '/payment/merchants' })
}

const pages: Interface = async (app, { service, knownPaths }) => {
  acceptForms(app)
  const addressOf = (request: FastifyRequest, login: string, orderId: string): PageAddress => ({
    login,
    orderId: orderId.toLowerCase(),
    language: namedLanguage(request),
    origin: originOf(service.config, request),
  })

  app.get<PageRoute>(
    '/:login/:page',
    { schema: { hide: true }, config: { face: 'C', operation: 'paymentPage' } },
    async (request, reply) => {
      const { login, page } = request.params
      if (!PAGE.test(page)) return sendResult(reply.code(404), 'unknown', languageOf(request))
      const visit = await openVisit(service, addressOf(request, login, queried(request, 'mdOrder')))
      return visit === undefined
        ? sendResult(reply.code(404), 'unknown', languageOf(request))
        : sendOrder(reply, visit)
    },
  )

  app.post<FormRoute>(
    '/:login/pay',
    {
      schema: { hide: true },
      bodyLimit: FORM_LIMIT,
      config: { face: 'C', operation: 'payFromPage' },
    },
    async (request, reply) => {
      const form = formOf(request)
      const address = addressOf(request, request.params.login, form.get('mdOrder') ?? '')
      const visit = await openVisit(service, address)
      if (visit === undefined) return sendResult(reply.code(404), 'unknown', languageOf(request))
      if (!isPayable(visit.order.status)) return sendOrder(reply, visit)
      try {
        return await sendStep(reply, visit, await pay(service, visit, { form, ip: request.ip }))
      } catch (error) {
        if (!(error instanceof Fault && error.code === 'order-processed')) throw error
        // Paid or ended between the two looks at it: the page says which.
        return sendOrder(reply, (await openVisit(service, address)) ?? visit)
      }
    },
  )

  app.post<FormRoute>(
    '/:login/finish',
    {
      schema: { hide: true },
      bodyLimit: FORM_LIMIT,
      config: { face: 'C', operation: 'finishFromPage' },
    },
    async (request, reply) => {
      const address = addressOf(request, request.params.login, queried(request, 'mdOrder'))
      const visit = await openVisit(service, address)
      if (visit === undefined) return sendResult(reply.code(404), 'unknown', languageOf(request))
      const step = await finish(service, visit, formOf(request))
      return step === undefined ? sendOrder(reply.code(400), visit) : sendStep(reply, visit, step)
    },
  )

  app.setNotFoundHandler((request, reply) => {
    const allow = knownPaths.allowed(request.url).join(', ')
    if (allow !== '') void reply.header('allow', allow)
    return sendResult(reply.code(allow === '' ? 404 : 405), 'unknown', languageOf(request))
  })
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
}

/** Every refusal has a page: a payer is never shown anything but a page. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request)
  const refusal = refusalOf(error)
  if (refusal.kind === 'bug') {
    request.log.error({ err: error }, 'request failed')
    return sendResult(reply.code(500), 'unavailable', language)
  }
  if (refusal.kind !== 'fault')
    return sendResult(reply.code((error as FastifyError).statusCode ?? 400), 'unknown', language)
  if (refusal.fault.code === 'order-not-found')
    return sendResult(reply.code(404), 'unknown', language)
  return sendResult(reply.code(503).header('retry-after', '1'), 'unavailable', language)
}

/** The language of the page's name, of the posted form, or of the query; one that the pages do not speak is English. */
function namedLanguage(request: FastifyRequest): PageLanguage | undefined {
  const page = PAGE.exec(request.url.split('?', 1)[0]?.split('/').at(-1) ?? '')?.[1]
  const named = page ?? formOf(request).get('language') ?? queriedLanguage(request)
  return named === undefined ? undefined : pageLanguage(named)
}

/** The language of a page without an order. */
const languageOf = (request: FastifyRequest): PageLanguage =>
  namedLanguage(request) ?? requestLanguage(request)

/** A text of the query; empty where it is missing or given twice. */
function queried(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

function sendStep(reply: FastifyReply, visit: Visit, step: NextStep): FastifyReply {
  switch (step.kind) {
    case 'mistakes':
      return sendOrder(reply.code(422), visit, step.mistakes)
    case 'hop': {
      const page = renderAcsHop(step.hop, visit.language)
      return sendPage(reply, page, [step.hop.acsUrl])
    }
    case 'redirect':
      return reply.headers(securityHeaders()).redirect(step.location, 303)
  }
}

/** The page of an order; its form may lead to the store and to the issuer's page, and nowhere else. */
function sendOrder(reply: FastifyReply, visit: Visit, mistakes?: Mistakes): FastifyReply {
  const { returnUrl, failUrl } = visit.order.request
  const leadsTo = [returnUrl, ...(failUrl === undefined ? [] : [failUrl]), visit.address.origin]
  return sendPage(reply, renderOrder(visit, mistakes), leadsTo)
}

const sendResult = (reply: FastifyReply, state: ResultState, language: PageLanguage) =>
  sendPage(reply, renderResultPage({ state, language }))

const sendPage = (reply: FastifyReply, page: string, formAction: readonly string[] = []) =>
  reply.headers(securityHeaders({ formAction })).type('text/html; charset=utf-8').send(page)
