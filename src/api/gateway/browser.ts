// The two operations that the payer's browser visits without credentials: to the issuer's page and
// back.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { messageLanguage } from '../../payments/authorisation/action-code.ts'
import { Fault } from '../../kernel/fault.ts'
import { returnAddress } from '../../web/redirects/order-return.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'
import { orderReadIn, pageLanguage } from '../../web/http/requests/page-language.ts'
import type { Service } from '../../service.ts'
import { renderAcsRedirect } from '../../web/redirects/acs-redirect-page.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import { APIS } from '../endpoint/apis.ts'
import { pageUnderFaults } from '../../web/http/calls/under-faults.ts'
import { retryLater } from '../../web/http/responses/retry.ts'
import { sendError } from './endpoint.ts'
import * as examples from './answers/examples.ts'
import { numberForm, paymentForm } from './answers/forms.ts'
import { hasUnknownCharset, sentByForm } from './parameters/sent-parameters.ts'
import * as types from './parameters/parameter-types.ts'
import { challengeNamedByPaRes } from '../../three-d-secure/challenge-v1.ts'
import { currentOrder, projectOfOrder } from './parameters/order-of.ts'
import { bodySchema, mandatory } from './parameters/parameters.ts'
import { redirectOf } from './answers/payment-view.ts'
import { readPaRes } from './operations/payments.ts'
import { passingStatus } from './errors/codes.ts'
import { GatewayError } from './errors/gateway-error.ts'
import {
  sendOrderMissingPage,
  sendReturnPage,
  sendUnavailablePage,
  wantsPage,
} from './return-page.ts'

/** Registers both. */
export function browserRoutes(app: FastifyInstance, service: Service): void {
  for (const [url, operationId] of [
    ['/acsRedirect.do', 'acsRedirect'],
    ['/rest/acsRedirect.do', 'acsRedirectRest'],
  ] as const) {
    service.operationApis.set(operationId, 'C')
    for (const method of ['GET', 'POST'])
      app.route({
        url,
        method,
        exposeHeadRoute: false,
        config: { api: 'C', operation: operationId },
        schema: method === 'GET' ? { ...REDIRECT_SCHEMA, operationId } : { hide: true },
        handler: (request, reply) => redirectToIssuer(service, request, reply),
      })
  }
  service.operationApis.set('finish3ds', 'C')
  app.post(
    '/rest/finish3ds.do',
    { config: { api: 'C', operation: 'finish3ds' }, schema: FINISH_SCHEMA },
    (request, reply) => finish(service, request, reply),
  )
}

/**
 * A page that posts the payer to the issuer's page. An order that is not at the issuer redirects to
 * the merchant. Without a valid order, a browser gets a page that explains this.
 */
async function redirectToIssuer(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = sentByForm(request)
  const requested = sent('language')[0]
  const language = messageLanguage(requested ?? '')
  try {
    if (hasUnknownCharset(request)) throw new GatewayError('charset-unknown')
    const orderId = sent('orderId')[0]?.toLowerCase()
    if (orderId === undefined) throw new GatewayError('parameter-empty', 'orderId')
    const project = await projectOfOrder(service, orderId)
    return await pageUnderFaults({ service, project, reply }, async () => {
      const { order: found, settings } = await currentOrder({ service, project }, { id: orderId })
      const shown = pageLanguage(requested, found.request.language)
      const order = orderReadIn(found, shown)
      const { challenge } = order.progress
      if (order.status !== ORDER_STATUS.authenticating || challenge === null)
        return reply.redirect(returnAddress(order))
      const origin = originOf(service.config, request)
      const redirect = redirectOf(order, { project, settings, origin })
      const { returnUrl, failUrl } = order.request
      const { finishUrl } = challenge.payment
      const ends = [origin, redirect.acsUrl, returnUrl, failUrl, finishUrl].filter(
        (address) => address !== undefined,
      )
      return reply
        .headers(securityHeaders({ formAction: ends }))
        .type('text/html; charset=utf-8')
        .send(renderAcsRedirect(redirect, shown))
    })
  } catch (error) {
    if (wantsPage(request) && isOrderMissing(error))
      return sendOrderMissingPage(reply, pageLanguage(requested))
    const page = temporaryFailurePage(request, reply, { error, requested })
    return page ?? sendError(reply, error, { family: 'status', form: numberForm, language })
  }
}

/** The return from the issuer's page: authorises the payment and redirects to the merchant. */
async function finish(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = sentByForm(request)
  const requested = sent('lang')[0] ?? sent('language')[0]
  const language = messageLanguage(requested ?? '')
  const read = (order: Order) => orderReadIn(order, pageLanguage(requested, order.request.language))
  const text = (name: string): string => {
    const [value] = sent(name)
    if (value === undefined) throw new GatewayError('parameter-empty', name)
    return value
  }
  try {
    if (hasUnknownCharset(request)) throw new GatewayError('charset-unknown')
    const orderId = text('MD').toLowerCase()
    const challengeId = challengeNamedByPaRes(text('PaRes'))
    const project = await projectOfOrder(service, orderId, { challengeId })
    const answer = readPaRes(text('PaRes'), project)
    return await pageUnderFaults({ service, project, reply }, async () => {
      try {
        const { order } = await service.execute(project, 'finishPayment', { orderId, ...answer })
        return await reply.redirect(returnAddress(read(order)), 303)
      } catch (error) {
        if (!wantsPage(request) || !isUseless(error)) throw error
        const { order } = await currentOrder({ service, project }, { id: orderId })
        return sendReturnPage(reply, read(order))
      }
    })
  } catch (error) {
    const page = temporaryFailurePage(request, reply, { error, requested })
    return page ?? sendError(reply, error, { family: 'payment', form: paymentForm, language })
  }
}

/** Sends a browser the page about a temporary failure; undefined for any other error or caller. */
function temporaryFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, requested }: { readonly error: unknown; readonly requested: string | undefined },
): FastifyReply | undefined {
  const status = error instanceof Fault ? passingStatus(error.code) : undefined
  if (status === undefined || !wantsPage(request)) return undefined
  return sendUnavailablePage(
    status === 500 ? reply.code(500) : retryLater(reply, status),
    pageLanguage(requested),
  )
}

const isOrderMissing = (error: unknown): boolean =>
  error instanceof GatewayError || (error instanceof Fault && error.code === 'order-not-found')

/** A response of the issuer without an open challenge is forged, replayed or too late. */
const isUseless = (error: unknown): boolean =>
  error instanceof Fault && error.code === 'challenge-invalid'

const REDIRECT_SCHEMA = {
  summary: "Send the payer to the issuer's page",
  description:
    "Returns a page that posts itself to the issuer's page. The payer's browser opens it without credentials. You can also use POST, and the path with or without `/rest`. For an invalid order, browsers get a page and programs get an error.",
  tags: [APIS.C.tag],
  'x-group': "Calls of a payer's page",
  security: [],
  querystring: {
    type: 'object',
    properties: {
      orderId: { type: 'string', description: 'Id of the order', examples: [examples.ORDER_ID] },
    },
    required: ['orderId'],
  },
  response: {
    200: {
      description: "A page that posts itself to the issuer's page; for a program, an error",
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    302: {
      description: 'Redirect to the merchant, because the order is not at the issuer',
      type: 'null',
    },
    404: {
      description: 'Page for an unknown order',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    '4xx': { type: 'object', description: 'Wrong method' },
  },
}

const FINISH_SCHEMA = {
  operationId: 'finish3ds',
  summary: "Return from the issuer's page",
  description:
    "Authorises the payment and redirects to the merchant. This is the `termUrl` of 3-D Secure 1, to which the payer's browser posts without credentials.",
  tags: [APIS.C.tag],
  'x-group': "Calls of a payer's page",
  security: [],
  consumes: ['application/x-www-form-urlencoded'],
  body: bodySchema(
    {
      MD: mandatory(types.id, 'Id of the order'),
      PaRes: mandatory(types.message, "The response of the issuer's page"),
    },
    { MD: examples.ORDER_ID, PaRes: examples.PA_RES },
  ),
  response: {
    200: { ...paymentForm.schema, description: 'An error' },
    303: { type: 'string', description: 'Redirect to the merchant' },
    '4xx': { type: 'object', description: 'Wrong method, or body too large' },
  },
}
