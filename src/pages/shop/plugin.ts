// The demo shop of local mode: a first payment from the merchant's side. Hosted mode has none,
// because no project there shares its credentials with every visitor.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Project } from '../../engine/directory.ts'
import { currencyByNumeric } from '../../ledger/currency.ts'
import type { Service } from '../../service.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import type { MoneyView } from '../../web/html/money.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { curlCommand } from '../../web/http/calls/api-call.ts'
import { demoProject } from '../../web/http/demo-project.ts'
import { acceptForms } from '../../web/http/requests/form.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import { originOf } from '../../web/http/requests/origin.ts'
import type { Interface } from '../../web/http/plugin.ts'

import { merchantCall } from './merchant-calls.ts'
import { outcomeOf } from './outcome.ts'
import { PRODUCT, renderOutcomePage, renderProductPage } from './page.ts'

/** Minor units: 20.00 in a currency like the euro. */
const PRICE_MINOR = 2000
/** ISO 4217: the euro, if the project accepts every currency. */
const USUAL_CURRENCY = 978

const route = (operation: string) => ({
  schema: { hide: true },
  config: { api: 'portal' as const, operation },
})

export const shop: Interface = async (app, { service }) => {
  if (service.config.mode !== 'local') return
  acceptForms(app)

  app.get('/shop', route('shop'), async (_request, reply) =>
    sendPage(reply, renderProductPage({ price: await priceOf(service, await demo(service)) })),
  )

  app.post('/shop/order', route('orderInShop'), async (request, reply) => {
    const project = await demo(service)
    const { currency } = await priceOf(service, project)
    const { answer } = await merchantCall(request, project, 'register', {
      amount: String(PRICE_MINOR),
      currency: currency.digits,
      returnUrl: `${originOf(service.config, request)}/shop/return`,
      description: PRODUCT.name,
      language: 'en',
    })
    const { orderId } = answer
    if (typeof orderId !== 'string') {
      const price = await priceOf(service, project)
      return sendPage(reply.code(502), renderProductPage({ price, refusal: errorOf(answer) }))
    }
    return reply.headers(securityHeaders()).redirect(paymentUrl(project, orderId), 303)
  })

  app.get('/shop/return', route('returnToShop'), async (request, reply) => {
    const { orderId } = request.query as Readonly<Record<string, unknown>>
    if (typeof orderId !== 'string' || orderId === '')
      return reply.headers(securityHeaders()).redirect('/shop', 303)
    return sendPage(reply, await outcomePage(service, request, orderId.slice(0, ORDER_ID_LENGTH)))
  })
}

/** Why the gateway did not register the order. */
const errorOf = ({ errorMessage }: Readonly<Record<string, unknown>>): string =>
  typeof errorMessage === 'string' ? errorMessage : 'Unknown error'

/** Length of a UUID. */
const ORDER_ID_LENGTH = 36

async function outcomePage(
  service: Service,
  request: FastifyRequest,
  orderId: string,
): Promise<string> {
  const project = await demo(service)
  const baseUrl = originOf(service.config, request)
  const form = { orderId, language: 'en' }
  const call = await merchantCall(request, project, 'getOrderStatusExtended', form)
  const outcome = outcomeOf(call.answer)
  return renderOutcomePage({
    outcome,
    ...(outcome.isOpen && { paymentUrl: paymentUrl(project, orderId) }),
    command: curlCommand({ api: 'C', ...call }, { secrets: project.secrets, baseUrl }),
    answer: JSON.stringify(call.answer, null, 2),
  })
}

async function demo(service: Service): Promise<Project> {
  const project = await demoProject(service)
  if (project === undefined) throw new Error('a local service has no demo project')
  return project
}

/** The price in a currency that the project accepts. */
async function priceOf(service: Service, project: Project): Promise<MoneyView> {
  const { gatewayCurrencies } = (await service.read(project, datasetById)).settings
  const currency = currencyByNumeric(Number(gatewayCurrencies?.[0] ?? USUAL_CURRENCY))
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
