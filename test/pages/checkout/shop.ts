// A shop to test the pages with: it registers orders, posts forms as a browser would, and reads how an order stands.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { gatewayId } from '../../../src/payments/gateway-id.ts'
import type { Order } from '../../../src/payments/order.ts'
import type { Project } from '../../../src/engine/directory.ts'
import { merchantLogin } from '../../../src/web/http/merchant.ts'
import type { RegisterOrderInput } from '../../../src/payments/register-order.ts'
import { orderById } from '../../../src/store/reads/orders.ts'
import { bindingsOfClient } from '../../../src/store/reads/bindings.ts'
import type { TestDatabase } from '../../kit/databases.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '../../front-door.ts'

export interface Shop {
  readonly door: FrontDoor
  readonly project: Project
  readonly login: string
  /** Registers an order of 20.00 EUR. */
  register(wishes?: Wishes): Promise<Order>
  /** Address of the payment page, without its origin. */
  pageOf(order: Order, language?: string): string
  open(order: Order, language?: string): Promise<Answer>
  /** Posts the payment form. */
  pay(order: Order, fields: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>
  orderNow(order: Order): Promise<Order>
  control(method: string, path: string, body: unknown): Promise<Answer>
  /** A stored card of a client, made by a payment. */
  storeCard(clientId: string, pan?: string): Promise<string>
  close(): Promise<void>
}

export type Wishes = Partial<Omit<RegisterOrderInput, 'request'>> & {
  readonly request?: Partial<RegisterOrderInput['request']>
}

export const RETURN_URL = 'https://shop.example/return?a=1'
export const FAIL_URL = 'https://fail.example/failed'

/** Test cards by what they do. */
// prettier-ignore
export const PANS = {
  approves:     '4444 5555 1111 3333',
  noFunds:      '5432 5432 5432 5430', // CVC 521
  version1:     '5000001111111115',
  version2:     '5555555555555599',
  frictionless: '4111111111111111',
  unavailable:  '4444333322221111',
} as const

/** The form of a card that approves. */
export const cardForm = (pan: string = PANS.approves, cvc = '123'): Record<string, string> => ({
  pan,
  expiry: '12/34',
  cvc,
  cardholder: 'ANN DUNE',
})

export async function openShop(database: TestDatabase): Promise<Shop> {
  const door = await openFrontDoor(database)
  const project = await door.newProject()
  const { service } = door.sandcard
  const login = merchantLogin(project)
  const post = (path: string, fields: Readonly<Record<string, string>>) =>
    door.call('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const register = ({ request, ...rest }: Wishes = {}) =>
    service.execute(project, 'registerOrder', {
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
  const pay = (order: Order, fields: Readonly<Record<string, string>>) =>
    post(`/payment/merchants/${login}/pay`, { mdOrder: order.id, language: 'en', ...fields })
  const pageOf = (order: Order, language = 'en'): string =>
    `/payment/merchants/${login}/payment_${language}.html?mdOrder=${order.id}`
  return {
    door,
    project,
    login,
    register,
    pageOf,
    open: (order, language) => door.call('GET', pageOf(order, language)),
    pay,
    post,
    async orderNow({ id }) {
      const found = await service.read(project, (reads, datasetId) =>
        orderById(reads, datasetId, id, Date.now()),
      )
      assert.ok(found)
      return found.order
    },
    control: (method, path, body) =>
      door.call(method, `/control/v1${path}`, {
        headers: { 'x-api-key': project.secrets.interfaceB.apiKey },
        body,
      }),
    async storeCard(clientId, pan = PANS.approves) {
      const order = await register({ clientId })
      const answer = await pay(order, { ...cardForm(pan), saveCard: 'true' })
      assert.equal(answer.status, 303, answer.text)
      const [binding] = await service.read(project, (reads, datasetId) =>
        bindingsOfClient(reads, datasetId, clientId),
      )
      assert.ok(binding)
      return binding.id
    },
    close: () => door.close(),
  }
}

/** The hidden fields and the address of the only form of a page. */
export function formOf(page: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*\saction="([^"]*)"/.exec(page)?.[1]
  assert.ok(action !== undefined, `there is no form in ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const fields = [...inputs].map(([, name = '', value = '']) => [name, plain(value)] as const)
  return { action: plain(action), fields: Object.fromEntries(fields) }
}

/** The path of an address of ours. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, 'http://any.example')
  return pathname + search
}

const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&')
