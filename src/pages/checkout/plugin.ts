// The payment page, at the URL that a registration returns. It needs no credentials.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { PageOperation } from '../../fault-injection/fault-kinds.ts'
import { Fault, type FaultCode } from '../../kernel/fault.ts'
import { type PageLanguage, pageLanguage } from '../../web/http/requests/page-language.ts'
import { isPayable } from '../../payments/orders/order-status.ts'
import { renderAcsRedirect } from '../../web/redirects/acs-redirect-page.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { callerAddress } from '../../web/http/requests/caller-address.ts'
import { pageUnderFaults } from '../../web/http/calls/under-faults.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { acceptForms, formOf } from '../../web/http/requests/form.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { requestErrorOf } from '../../web/http/responses/error.ts'
import { handleNotFound } from '../../web/http/responses/not-found.ts'
import { queriedLanguage, requestLanguage } from '../../web/http/requests/request-language.ts'
import { serveMerchantLook } from './merchant-look.ts'
import type { ResultState } from './model.ts'
import { type Entry, pagePath, renderOrder } from './order-page.ts'
import { renderResultPage } from './page-result.ts'
import { enteredData, finish, type NextStep, pay } from './payment.ts'
import { openPageSession, type PageLocation, type PageSession } from './page-session.ts'
import type { Service } from '../../service.ts'

/** Complete forms and a PaRes are much smaller. */
const FORM_LIMIT = 32 * 1024

/** Faults of an order that changed after the page was sent. */
const ENDED_MEANWHILE: readonly FaultCode[] = ['order-processed', 'order-being-decided']

interface PageRoute {
  readonly Params: { readonly login: string; readonly page: string }
}
interface FormRoute {
  readonly Params: { readonly login: string }
}

const PAGE_PATTERN = /^(?:mobile_)?payment_([A-Za-z]{2})\.html$/

export const checkout: Interface = async (app, { service }) => {
  acceptForms(app)
  const { route, onOrder } = orderPages(service)

  // The page's form is posted here to change the language. The entered data is preserved, and no
  // card data appears in a URL.
  app.route<PageRoute>({
    method: ['GET', 'POST'],
    url: '/:login/:page',
    ...route('paymentPage'),
    handler: async (request, reply) => {
      const { login, page } = request.params
      if (!PAGE_PATTERN.test(page))
        return sendResult(reply.code(404), 'unknown', languageOf(request))
      const order = { login, orderId: queried(request, 'mdOrder') }
      return onOrder(request, reply, order, async (session) => {
        const entry = request.method === 'POST' ? enteredData(formOf(request), session) : undefined
        return sendOrder(reply, session, entry)
      })
    },
  })

  serveMerchantLook(app, service)

  // A reload or the back button may send a GET request to a form's URL, which redirects to the
  // order's page.
  for (const path of ['/:login/pay', '/:login/finish'])
    app.get<FormRoute>(path, route('paymentPage'), async (request, reply) => {
      const order = { ...request.params, orderId: queried(request, 'mdOrder') }
      return onOrder(request, reply, order, async ({ location, language }) =>
        reply.headers(securityHeaders()).redirect(pagePath(location, language), 303),
      )
    })

  app.post<FormRoute>('/:login/pay', route('payFromPage'), async (request, reply) => {
    const form = formOf(request)
    const order = { ...request.params, orderId: form.get('mdOrder') ?? '' }
    return onOrder(request, reply, order, async (session) => {
      if (!isPayable(session.order.status)) return sendOrder(reply, session)
      try {
        const step = await pay(service, session, { form, ip: callerAddress(request) })
        return await sendStep(reply, session, step)
      } catch (error) {
        if (!(error instanceof Fault && ENDED_MEANWHILE.includes(error.code))) throw error
        // Paid, ended or waiting for a decision since it was read: the page shows the current
        // state.
        return sendOrder(reply, (await openPageSession(service, session.location)) ?? session)
      }
    })
  })

  app.post<FormRoute>('/:login/finish', route('finishFromPage'), async (request, reply) => {
    const order = { ...request.params, orderId: queried(request, 'mdOrder') }
    return onOrder(request, reply, order, async (session) => {
      const step = await finish(service, session, formOf(request))
      return step === undefined
        ? sendOrder(reply.code(400), session)
        : sendStep(reply, session, step)
    })
  })

  handleNotFound(app, (request, reply) => sendResult(reply, 'unknown', languageOf(request)))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
}

/** The options of a route, and a handler that responds for the order in the request. */
function orderPages(service: Service) {
  const locationOf = (request: FastifyRequest, login: string, orderId: string): PageLocation => ({
    login,
    orderId: orderId.toLowerCase(),
    language: namedLanguage(request),
    origin: originOf(service.config, request),
  })
  const route = (operation: PageOperation) => {
    service.operationApis.set(operation, 'C')
    return {
      schema: { hide: true },
      bodyLimit: FORM_LIMIT,
      config: { api: 'C', operation },
    } as const
  }
  /** Responds with the order's page, under the faults of its project. */
  const onOrder = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { login, orderId }: { readonly login: string; readonly orderId: string },
    answer: (session: PageSession) => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    const open = () => openPageSession(service, locationOf(request, login, orderId))
    const session = await open()
    if (session === undefined) return sendResult(reply.code(404), 'unknown', languageOf(request))
    const { project, language } = session
    if (project.faults === null) return answer(session)
    const sendErrorPage = () => sendResult(reply, 'unavailable', language)
    // The order may change while a fault delays the call.
    return pageUnderFaults({ service, project, reply, sendErrorPage }, async () =>
      answer((await open()) ?? session),
    )
  }
  return { route, onOrder }
}

/** Every error is shown as a page. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request)
  const requestError = requestErrorOf(error)
  if (requestError.kind === 'bug') {
    request.log.error({ err: error }, 'request failed')
    return sendResult(reply.code(500), 'unavailable', language)
  }
  if (requestError.kind !== 'fault')
    return sendResult(reply.code((error as FastifyError).statusCode ?? 400), 'unknown', language)
  if (requestError.fault.code === 'order-not-found')
    return sendResult(reply.code(404), 'unknown', language)
  // Retrying does not help.
  if (requestError.fault.code === 'quota-exceeded')
    return sendResult(reply.code(409), 'unavailable', language)
  const status = requestError.fault.code === 'rate-limited' ? 429 : 503
  return sendResult(retryLater(reply, status), 'unavailable', language)
}

/**
 * The language in the page's path, the posted form or the query; English if the pages do not
 * support it.
 */
function namedLanguage(request: FastifyRequest): PageLanguage | undefined {
  const page = PAGE_PATTERN.exec(request.url.split('?', 1)[0]?.split('/').at(-1) ?? '')?.[1]
  const named = page ?? formOf(request).get('language') ?? queriedLanguage(request)
  return named === undefined ? undefined : pageLanguage(named)
}

/** The language of a page without an order. */
const languageOf = (request: FastifyRequest): PageLanguage =>
  namedLanguage(request) ?? requestLanguage(request)

/** A query parameter; empty if it is absent or repeated. */
function queried(request: FastifyRequest, name: string): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

function sendStep(reply: FastifyReply, session: PageSession, step: NextStep): FastifyReply {
  switch (step.kind) {
    case 'mistakes':
      return sendOrder(reply.code(422), session, step.mistakes)
    case 'issuer-redirect': {
      const page = renderAcsRedirect(step.redirect, session.language)
      return sendPage(reply, page, [step.redirect.acsUrl])
    }
    case 'redirect':
      return reply.headers(securityHeaders()).redirect(step.location, 303)
  }
}

/** The page of an order. Its form may only redirect to the merchant and to this service. */
function sendOrder(reply: FastifyReply, session: PageSession, entry?: Entry): FastifyReply {
  const { returnUrl, failUrl } = session.order.request
  const leadsTo = [returnUrl, ...(failUrl === undefined ? [] : [failUrl]), session.location.origin]
  return sendPage(reply, renderOrder(session, entry), leadsTo)
}

const sendResult = (reply: FastifyReply, state: ResultState, language: PageLanguage) =>
  sendPage(reply, renderResultPage({ state, language }))

const sendPage = (reply: FastifyReply, page: string, formAction: readonly string[] = []) =>
  reply.headers(securityHeaders({ formAction })).type('text/html; charset=utf-8').send(page)
