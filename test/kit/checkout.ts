// The payment page of one project, used without a browser: registers orders, posts forms and reads
// what is stored.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { gatewayId } from '../../src/payments/orders/gateway-id.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import type { Project } from '../../src/engine/directory.ts'
import { merchantLogin } from '../../src/web/redirects/merchant.ts'
import type { RegisterOrderInput } from '../../src/payments/orders/register-order.ts'
import { orderById } from '../../src/store/reads/orders.ts'
import { bindingsOfClient } from '../../src/store/reads/bindings.ts'
import type { ServiceSettings } from '../../src/config.ts'
import type { TestDatabase } from './databases.ts'
import type { Answer } from './http.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { TEST_CARDS, inGroups } from './test-cards.ts'

export interface Checkout {
  readonly sandbox: Sandbox
  readonly project: Project
  readonly login: string
  /** Registers an order of 20.00 EUR. */
  register(options?: OrderOptions): Promise<Order>
  /** URL of the payment page, without its origin. */
  pageOf(order: Order, language?: string): string
  open(order: Order, language?: string): Promise<Answer>
  /** Posts the payment form. */
  pay(order: Order, fields: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>
  storedOrder(order: Order): Promise<Order>
  control(method: string, path: string, body: unknown): Promise<Answer>
  /** Stores a card of a client by paying with it. */
  storeCard(clientId: string, pan?: string): Promise<string>
  close(): Promise<void>
}

export type OrderOptions = Partial<Omit<RegisterOrderInput, 'request'>> & {
  readonly request?: Partial<RegisterOrderInput['request']>
}

export const RETURN_URL = 'https://shop.example/return?a=1'
export const FAIL_URL = 'https://fail.example/failed'

/** The payment form filled in with a card that is approved. */
export const cardForm = (
  pan: string = inGroups(TEST_CARDS.approved),
  cvc = '123',
): Record<string, string> => ({
  pan,
  expiry: '12/34',
  cvc,
  cardholder: 'ANN DUNE',
})

export async function openCheckout(
  database: TestDatabase,
  config: ServiceSettings = {},
): Promise<Checkout> {
  const sandbox = await startSandbox(database, { config })
  const project = await sandbox.newProject()
  const { service } = sandbox.sandcard
  const login = merchantLogin(project)
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    sandbox.call('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const register = async ({ request, ...rest }: OrderOptions = {}) => {
    const { order } = await service.execute(project, 'registerOrder', {
      orderId: gatewayId(project.number, Date.now(), randomBytes(8)),
      number: null,
      twoStage: false,
      amount: 2000,
      currency: 978,
      clientId: null,
      features: [],
      request: { returnUrl: RETURN_URL, failUrl: FAIL_URL, language: 'en', params: {}, ...request },
      ...rest,
    })
    return order
  }
  const pay = (order: Order, fields: Readonly<Record<string, string>>) =>
    post(`/payment/merchants/${login}/pay`, { mdOrder: order.id, language: 'en', ...fields })
  const pageOf = (order: Order, language = 'en'): string =>
    `/payment/merchants/${login}/payment_${language}.html?mdOrder=${order.id}`
  return {
    sandbox,
    project,
    login,
    register,
    pageOf,
    open: (order, language) => sandbox.call('GET', pageOf(order, language)),
    pay,
    post,
    async storedOrder({ id }) {
      const found = await service.read(project, (reads, datasetId) =>
        orderById(reads, datasetId, id, Date.now()),
      )
      assert.ok(found)
      return found.order
    },
    control: (method, path, body) =>
      sandbox.call(method, `/control/v1${path}`, {
        headers: { 'x-api-key': project.secrets.interfaceB.apiKey },
        body,
      }),
    async storeCard(clientId, pan = inGroups(TEST_CARDS.approved)) {
      const order = await register({ clientId })
      const answer = await pay(order, { ...cardForm(pan), saveCard: 'true' })
      assert.equal(answer.status, 303, answer.text)
      const [binding] = await service.read(project, (reads, datasetId) =>
        bindingsOfClient(reads, datasetId, clientId),
      )
      assert.ok(binding)
      return binding.id
    },
    close: () => sandbox.close(),
  }
}

/** The hidden fields and the action of the only form of a page. */
export function formOf(page: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*\saction="([^"]*)"/.exec(page)?.[1]
  assert.ok(action !== undefined, `there is no form in ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const fields = [...inputs].map(([, name = '', value = '']) => [name, plain(value)] as const)
  return { action: plain(action), fields: Object.fromEntries(fields) }
}

/** The path of a URL of the service. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, 'http://any.example')
  return pathname + search
}

/** An attribute or text without character references. */
export const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&')
