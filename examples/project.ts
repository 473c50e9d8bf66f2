// Shared by the examples: creates a project on a running service and calls it with `fetch`. If an
// example fails, it prints the reason and the last response.

import assert from 'node:assert/strict'
import { basename } from 'node:path'

export interface Project {
  readonly interfaceA: { readonly login: string; readonly password: string }
  readonly interfaceB: { readonly apiKey: string }
  readonly interfaceC: {
    readonly userName: string
    readonly password: string
    readonly callbackKey: string
  }
  readonly product: {
    readonly institutionId: string
    readonly agentNumber: string
    readonly productId: string
    readonly serviceIdAcc: string
    readonly productName: string
    readonly cardProductName: string
  }
}

/** An HTTP response. The body is not validated: an example asserts the fields that it reads. */
export interface Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** The URL of the service: the first argument of the example. */
export const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8583'

/** The last request and its response, printed when an assertion fails. */
let lastExchange = ''

process.on('uncaughtException', (error) => {
  const name = basename(process.argv[1] ?? '', '.ts')
  console.error(`${name} stopped: ${problem(error)}`)
  process.exit(1)
})

/** Describes the failure without the stack, which only shows Node.js internals. */
function problem(error: Error): string {
  if (error instanceof TypeError && error.cause instanceof Error)
    return `no service responds at ${baseUrl} (${error.cause.message}). Start one with "npm start", or add its URL.`
  const [, place] =
    /(examples\/(?!project\.ts)[^:]+:\d+)/.exec((error.stack ?? '').replaceAll('\\', '/')) ?? []
  const expectation =
    error instanceof assert.AssertionError
      ? `expected ${show(error.expected)}, found ${show(error.actual)}`
      : error.message
  return [`${expectation}${place === undefined ? '' : `, at ${place}`}`, lastExchange].join('\n')
}

const show = (value: unknown): string => JSON.stringify(value) ?? String(value)

/** Creates a project. Local mode needs no token. */
export async function newProject(name: string): Promise<Project> {
  const { status, body } = await send<Project>('POST', '/control/v1/projects', {}, { name })
  assert.equal(status, 201)
  return body
}

/** Calls an operation of interface A. */
export function callA<T>(project: Project, operation: string, body: unknown): Promise<Answer<T>> {
  const { login, password } = project.interfaceA
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  return send('POST', `/v1/apigate/ws/rest/${operation}`, headers, body)
}

/** Calls interface B. */
export function callB<T>(
  project: Project,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> {
  return send(method, `/v2${path}`, { 'x-api-key': project.interfaceB.apiKey, ...headers }, body)
}

/** Calls an operation of interface C: a form that includes the credentials. */
export function callC<T>(
  project: Project,
  operation: string,
  fields: Readonly<Record<string, string | number>>,
): Promise<Answer<T>> {
  const { userName, password } = project.interfaceC
  const form = new URLSearchParams({ userName, password, language: 'en' })
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return send('POST', `/payment/rest/${operation}.do`, {}, form)
}

/** Calls the control API. */
export function callControl<T>(
  project: Project,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  const headers = { 'x-api-key': project.interfaceB.apiKey }
  return send(method, `/control/v1${path}`, headers, body)
}

/** Freezes the project's clock, so that midnight cannot fall between two steps. Returns the day. */
export async function stopClock(project: Project): Promise<string> {
  const { body } = await callControl<{ now: string }>(project, 'POST', '/clock', { freeze: true })
  return body.now.slice(0, 10)
}

/** The fields of `paymentorder.do` for a card; `expiryDate` is YYYYMM. */
export const cardFields = (number: string, expiryDate: string, cvc: string) => ({
  $PAN: number,
  $CVC: cvc,
  YYYY: expiryDate.slice(0, 4),
  MM: expiryDate.slice(4),
  TEXT: 'ANN DOE',
})

/** The fields of an order status that the examples read. */
export interface OrderStatus {
  readonly orderNumber: string
  readonly orderStatus: number
  readonly actionCode: number
  readonly actionCodeDescription: string
  readonly authRefNum?: string
  readonly paymentWay?: string
  readonly cardAuthInfo?: {
    readonly maskedPan: string
    readonly approvalCode?: string
    readonly secureAuthInfo?: { readonly eci: number; readonly threeDsType: string }
  }
  readonly bindingInfo?: { readonly clientId: string; readonly bindingId?: string }
  readonly paymentAmountInfo: {
    readonly paymentState: string
    readonly approvedAmount: number
    readonly depositedAmount: number
    readonly refundedAmount: number
  }
}

/** Reads the status of an order. */
export async function orderStatus(project: Project, orderId: string): Promise<OrderStatus> {
  const { body } = await callC<OrderStatus>(project, 'getOrderStatusExtended', { orderId })
  return body
}

/** The body of `registerCustomer`: interface A takes a list of names and values. */
export function registration(project: Project, customerNumber: string, firstName: string) {
  const { product } = project
  const values = {
    institutionId: product.institutionId,
    agent_number: product.agentNumber,
    customer_number: customerNumber,
    product_id: product.productId,
    start_date: '2026-01-01',
    service_id_acc: product.serviceIdAcc,
    surname: 'Doe',
    firstName,
    secondName: 'M',
    email: `${firstName.toLowerCase()}@example.com`,
    mobile_phone: '35700000001',
    country_code: '196',
    region: 'Limassol',
    city: 'Limassol',
    street: 'Main',
    house: '1',
    apartament: '2',
    postal_code: '3000',
  }
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value }))
  return { productName: product.productName, parameters }
}

/** The body of `createVirtualCard`; a unique `serial` gives a unique card number. */
export function virtualCard(customerId: string, accountNumber: string, serial: number) {
  return {
    cardIdentification: {
      cardNumber: 4_000_000_000_000_000 + serial * 10,
      phoneNumber: '35700000001',
      customerId,
    },
    virtualCardIdentification: { expDate: 203_112, productType: 1 },
    amount: 0,
    currency: 978,
    accountNumber,
    deliveryMethod: 'WS',
  }
}

async function send<T>(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer<T>> {
  const isJson = body !== undefined && !(body instanceof URLSearchParams)
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined
      ? {}
      : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  lastExchange = `The last call: ${method} ${path}\nthe response: ${response.status} ${text}`
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as T }
}
