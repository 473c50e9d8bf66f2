// The demo shop: a first payment from the merchant's side.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import { currencyByNumeric } from '../../ledger/currency.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import type { MoneyView } from '../../web/html/money.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { curlCommand, SHELL_VARIABLES } from '../../web/http/calls/api-call.ts'
import { callerAddress } from '../../web/http/requests/caller-address.ts'
import { acceptForms } from '../../web/http/requests/form.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'

import { merchantCall } from './merchant-calls.ts'
import { ORDER_NOT_FOUND, outcomeOf } from './outcome.ts'
import { PRODUCT, renderOutcomePage, renderProductPage } from './page.ts'
import { ORDERS_PER_HOUR, ShopProject } from './shop-project.ts'

/** Minor units: 20.00 in a currency with two decimals. */
const PRICE_MINOR = 2000
/** ISO 4217: the euro, if the project accepts every currency. */
const USUAL_CURRENCY = 978

const route = (operation: string) => ({
  schema: { hide: true },
  config: { api: 'portal' as const, operation },
})

export const shop: Interface = (app, { service }) => {
  acceptForms(app)
  const projects = new ShopProject(service)
  const { isPublic } = projects

  app.get('/shop', route('shop'), async (_request, reply) =>
    sendPage(
      reply,
      renderProductPage({ price: await priceOf(service, await projects.find()), isPublic }),
    ),
  )

  app.post('/shop/order', route('orderInShop'), async (request, reply) => {
    const project = await projects.ofOrder(callerAddress(request) ?? '')
    const price = await priceOf(service, project)
    const refuse = (status: number, refusal: string): FastifyReply =>
      sendPage(reply.code(status), renderProductPage({ price, isPublic, refusal }))
    if (project === undefined) return refuse(429, TOO_MANY)
    const { answer } = await merchantCall(request, project, 'register', {
      amount: String(PRICE_MINOR),
      currency: price.currency.digits,
      returnUrl: `${originOf(service.config, request)}/shop/return`,
      description: PRODUCT.name,
      language: 'en',
    })
    const { orderId } = answer
    if (typeof orderId !== 'string')
      return refuse(502, `The order was not registered: ${errorOf(answer)}. Try again.`)
    return reply.headers(securityHeaders()).redirect(paymentUrl(project, orderId), 303)
  })

  // The URL of a refused order, reloaded
  app.get('/shop/order', route('orderInShop'), (_request, reply) =>
    reply.headers(securityHeaders()).redirect('/shop', 303),
  )

  app.get('/shop/return', route('returnToShop'), async (request, reply) => {
    const { orderId } = request.query as Readonly<Record<string, unknown>>
    if (typeof orderId !== 'string' || orderId === '')
      return reply.headers(securityHeaders()).redirect('/shop', 303)
    const project = await projects.find()
    const page =
      project === undefined
        ? renderOutcomePage({ outcome: ORDER_NOT_FOUND, isPublic })
        : await outcomePage(service, request, { project, isPublic, orderId })
    return sendPage(reply, page)
  })
  return Promise.resolve()
}

const TOO_MANY = `You have placed ${ORDERS_PER_HOUR} orders. Try again in an hour, or create an account.`

/** Why the gateway did not register the order. */
const errorOf = ({ errorMessage }: Readonly<Record<string, unknown>>): string =>
  typeof errorMessage === 'string' ? errorMessage : 'Unknown error'

/** Length of a UUID. */
const ORDER_ID_LENGTH = 36

async function outcomePage(
  service: Service,
  request: FastifyRequest,
  at: { readonly project: Project; readonly isPublic: boolean; readonly orderId: string },
): Promise<string> {
  const { project, isPublic } = at
  const orderId = at.orderId.slice(0, ORDER_ID_LENGTH)
  const baseUrl = originOf(service.config, request)
  const form = { orderId, language: 'en' }
  const call = await merchantCall(request, project, 'getOrderStatusExtended', form)
  const outcome = outcomeOf(call.answer)
  // Visitors of a hosted service never see the shop's credentials.
  const secrets = isPublic ? SHELL_VARIABLES : project.secrets
  return renderOutcomePage({
    outcome,
    isPublic,
    ...(outcome.isOpen && { paymentUrl: paymentUrl(project, orderId) }),
    status: {
      command: curlCommand({ api: 'C', ...call }, { secrets, baseUrl }),
      answer: JSON.stringify(call.answer, null, 2),
    },
  })
}

/** The price in a currency that the project accepts. */
async function priceOf(service: Service, project: Project | undefined): Promise<MoneyView> {
  const settings = project && (await service.read(project, datasetById)).settings
  const currency = currencyByNumeric(Number(settings?.gatewayCurrencies?.[0] ?? USUAL_CURRENCY))
  if (currency === undefined) throw new Error('the project takes an unknown currency')
  const { alpha, numeric, exponent } = currency
  return { minor: PRICE_MINOR, currency: { letters: alpha, digits: numeric, exponent } }
}

const paymentUrl = (project: Project, orderId: string): string =>
  `/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${orderId}`

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders({ isolated: true }))
    .type('text/html; charset=utf-8')
    .send(page)
