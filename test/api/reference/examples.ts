// Sends the examples of the reference in order to new projects. Card numbers of interface B are
// random, so the issued numbers replace those in the examples.

import assert from 'node:assert/strict'
import { EXAMPLE_REQUEST_ID } from '../../../src/api/control/requests/request-view.ts'
import type { JsonSchema } from '../../../src/web/http/schemas/open-api.ts'
import type { Answer } from '../../kit/http.ts'
import type { Sandbox } from '../../kit/sandbox.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { merchantOf, encoded, type Form, FORM_TYPE, type Merchant } from '../../kit/merchant.ts'
import { standFor } from './gateway-examples.ts'

const EXAMPLE_DECISION_ID = '5f3e2c1a-0000-4000-8000-000000000001'

interface Parameter {
  name: string
  description?: string
  in: string
  required?: boolean
  example?: string
  schema?: JsonSchema
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: {
    content: Record<
      string,
      | {
          schema?: JsonSchema
          example?: unknown
          examples?: Record<string, { value: unknown }>
        }
      | undefined
    >
  }
  responses?: Record<string, unknown>
}

export interface OpenApi {
  openapi: string
  tags: { name: string }[]
  components: {
    securitySchemes: Record<string, unknown>
    schemas: Record<string, unknown>
  }
  paths: Record<string, Record<string, Operation>>
}

export interface ListedOperation {
  method: string
  path: string
  operation: Operation
}

export const operationsOf = (document: OpenApi): ListedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

export interface SentExample {
  /** Method and path of the operation, and which of its examples was sent. */
  readonly title: string
  readonly answer: Answer
}

/** Whether a request was refused or declined, in the format of any interface. */
export function isRefused({ answer }: Pick<SentExample, 'answer'>): boolean {
  const body = (answer.json ?? {}) as Readonly<Record<string, unknown>>
  const isHttpRefusal = answer.status >= 300 && answer.status !== 303
  const codes = [body['responseCode'], body['errorCode'], body['ErrorCode']]
  const isCoded = codes.some((code) => Number(code ?? 0) !== 0)
  return isHttpRefusal || isCoded || body['success'] === false || body['status'] === 'declined'
}

/**
 * Operations on accounts, which only exist in hosted mode; see `api/control/admin-projects.test.ts`
 * and `api/control/members.test.ts`.
 */
export const HOSTED = new Set([
  'giveProject',
  'inviteMember',
  'withdrawInvitation',
  'changeMemberRole',
  'changeMemberAlerts',
  'removeMember',
])

/** The response of a stream never ends. */
export const isStream = ({ responses = {} }: Operation): boolean =>
  JSON.stringify(responses).includes('text/event-stream')

/** Sends every example, operation by operation. */
export async function sendExamples(sandbox: Sandbox, document: OpenApi): Promise<SentExample[]> {
  const sender = new ExampleSender(sandbox)
  const sent: SentExample[] = []
  for (const { method, path, operation } of operationsOf(document)) {
    if (HOSTED.has(operation.operationId ?? '') || isStream(operation)) continue
    await sender.prepare(operation.operationId ?? '')
    for (const [index, body] of bodiesOf(operation).entries()) {
      const answer = await sender.send(method, path, operation, body)
      sent.push({ title: `${method} ${path} ${index + 1}`, answer })
    }
  }
  return sent
}

const FORM = FORM_TYPE['content-type']

/** The examples of the body; one `undefined` if there is no body. */
export function bodiesOf({ requestBody }: Operation): unknown[] {
  const content = requestBody?.content['application/json'] ?? requestBody?.content[FORM]
  if (content === undefined) return [undefined]
  if (content.examples !== undefined)
    return Object.values(content.examples).map(({ value }) => value)
  return [content.example]
}

/** Operations whose examples need an authorisation or a refund. */
const NEED_AUTHORISATION = new Set([
  'showAuthorisation',
  'incrementAuthorisation',
  'adviseAuthorisation',
  'clearAuthorisation',
  'reverseAuthorisation',
  'expireAuthorisation',
  'refundAuthorisation',
  'reverseRefund',
])

export class ExampleSender {
  readonly #sandbox: Sandbox
  readonly #keys = new Map<string, string>()
  /** Maps values of an example to the new project's. */
  readonly #issued = new Map<string, string>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  async send(
    method: string,
    path: string,
    operation: Operation,
    body: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    if (operation.requestBody?.content[FORM] !== undefined)
      return this.#sandbox.call(method.toUpperCase(), path, {
        headers: FORM_TYPE,
        body: encoded(this.#fill(body) as Form),
      })
    const answer = await this.#sandbox.call(method.toUpperCase(), this.#url(path, operation), {
      headers: { ...(await this.#headers(path)), ...more },
      ...(body === undefined ? {} : { body: this.#fill(body) }),
    })
    // The next requests use another project.
    if (operation.operationId === 'deleteProject') this.#keys.delete('control')
    return answer
  }

  async prepare(operationId: string): Promise<void> {
    if (operationId === 'p2pTransfer') {
      const headers = await this.#headers('/v1/')
      const body = {
        cardIdentification: {
          cardNumber: 4_000_000_000_100_026,
          phoneNumber: '1',
          customerId: '1001_P020',
        },
        virtualCardIdentification: { expDate: 203_101, productType: 1 },
        amount: 0,
        currency: 978,
        accountNumber: '40000000000000001978',
        deliveryMethod: 'WS',
      }
      await this.#sandbox.call('POST', '/v1/apigate/ws/rest/createVirtualCard', { headers, body })
    }
    if (operationId === 'createTopup') await this.#prepareCards()
    if (operationId === 'showCardholder') await this.#prepareLists()
    if (operationId === 'deleteFault') await this.#prepareFault()
    if (operationId === 'getReceiver') await this.#prepareReceiver()
    if (operationId === 'getRequest') await this.#prepareRequest()
    if (operationId === 'getDecision') await this.#prepareDecision()
    if (operationId === 'getCallback') await this.#prepareCallback()
    if (operationId === 'showRealTimeDecision') await this.#prepareRealTimeDecision()
    if (operationId === 'listWebhookDeliveries') await this.#prepareWebhook()
    if (NEED_AUTHORISATION.has(operationId)) await this.#prepareAuthorisation(operationId)
    for (const [shown, actual] of await standFor(operationId, this.#sandbox))
      this.#issued.set(shown, actual)
  }

  /** The first cardholder and card of a project, with a balance, and an order. */
  async #prepareLists(): Promise<void> {
    const headers = await this.#headers('/control/')
    const call = projectCall(this.#sandbox, headers['X-API-KEY'] ?? '')
    await topUp(call, await issueCard(call), 10_000)
    const { json } = await call('GET', '/control/v1/entries')
    const [entry] = (json as { items: { id: string }[] }).items
    this.#issued.set('100003', entry?.id ?? '')
    const order = await (await this.#merchant()).paidOrder()
    this.#issued.set('0196b0a0-0000-7000-8000-000000000001', order)
  }

  /** A pending authorisation, or a cleared and a refunded one, of the first card. */
  async #prepareAuthorisation(operationId: string): Promise<void> {
    const headers = await this.#headers('/control/')
    const simulate = async (path: string, body: object): Promise<string> => {
      const url = `/control/v1/simulations/${path}`
      const { json } = await this.#sandbox.call('POST', url, { headers, body })
      return (json as { id: string }).id
    }
    const card = { cardId: '100000000001', amount: 1_000 }
    this.#issued.set('100106', await simulate('refunds', card))
    const id = await simulate('authorisations', { ...card, entryMode: 'chip' })
    if (operationId === 'refundAuthorisation') await simulate(`authorisations/${id}/clear`, {})
    this.#issued.set('100104', id)
  }

  /** A fault, because the earlier examples have ended all of them. */
  async #prepareFault(): Promise<void> {
    const headers = await this.#headers('/control/')
    const body = { kind: 'drop', times: 1 }
    await this.#sandbox.call('POST', '/control/v1/faults', { headers, body })
  }

  async #prepareReceiver(): Promise<void> {
    const headers = await this.#headers('/control/')
    const { json } = await this.#sandbox.call('GET', '/control/v1/receivers', { headers })
    const [receiver] = (json as { items: { id: string }[] }).items
    this.#issued.set('rcv_0', receiver?.id ?? '')
  }

  /** A request in the log of the project. */
  async #prepareRequest(): Promise<void> {
    const headers = await this.#headers('/control/')
    const answer = await this.#sandbox.call('GET', '/control/v1/project', { headers })
    this.#issued.set(EXAMPLE_REQUEST_ID, String(answer.headers['request-id']))
  }

  async #prepareDecision(): Promise<void> {
    const headers = await this.#headers('/control/')
    const body = { cardId: '100000000001', amount: 1_000 }
    const path = '/control/v1/simulations/authorisations'
    const answer = await this.#sandbox.call('POST', path, { headers, body })
    this.#issued.set(EXAMPLE_DECISION_ID, String(answer.headers['request-id']))
  }

  /** The project's merchant, which receives the control API's examples. */
  async #merchant(): Promise<Merchant> {
    const headers = await this.#headers('/control/')
    const { directory } = this.#sandbox.sandcard.service
    const project = await directory.authenticate('b', headers['X-API-KEY'] ?? '')
    assert.ok(project)
    return merchantOf(this.#sandbox, project)
  }

  /** A project whose merchant received a callback of a payment. */
  async #prepareCallback(): Promise<void> {
    const headers = await this.#headers('/control/')
    const merchant = await this.#merchant()
    const order = await merchant.paidOrder({ dynamicCallbackUrl: `${this.#sandbox.url}/healthz` })
    this.#issued.set('0196b0a0-0000-7000-8000-000000000001', order)
    const { json } = await this.#sandbox.call('GET', '/control/v1/callbacks', { headers })
    const [newest] = (json as { items: { id: string }[] }).items
    this.#issued.set('100006', newest?.id ?? '')
  }

  /** A decision about the first card. */
  async #prepareRealTimeDecision(): Promise<void> {
    const headers = await this.#headers('/control/')
    const body = { cardId: '100000000001', amount: 1, realTimeDecision: 'approve' }
    const url = '/control/v1/simulations/authorisations'
    const { json } = await this.#sandbox.call('POST', url, { headers, body })
    const { realTimeDecision } = json as { realTimeDecision: { id: string } | null }
    this.#issued.set('100301', realTimeDecision?.id ?? '')
  }

  /** A webhook with a delivery. */
  async #prepareWebhook(): Promise<void> {
    const headers = await this.#headers('/control/')
    const create = async (path: string, body: object): Promise<string> => {
      const url = `/control/v1/webhooks${path}`
      const { json } = await this.#sandbox.call('POST', url, { headers, body })
      return (json as { id: string }).id
    }
    const id = await create('', { url: `${this.#sandbox.url}/healthz` })
    this.#issued.set('100201', id)
    this.#issued.set('100202', await create(`/${id}/test`, {}))
  }

  /**
   * Interface B's money examples use two cards with a balance, whatever happened to the project's
   * first card.
   */
  async #prepareCards(): Promise<void> {
    const headers = await this.#headers('/v2/')
    const call = async (method: string, path: string, body?: unknown) => {
      const options = body === undefined ? { headers } : { headers, body }
      return (await this.#sandbox.call(method, path, options)).json as Record<string, string>
    }
    for (const shown of ['4000000000100026', '4000000000200024']) {
      const cardholder = await call('POST', '/v2/cardholders', {
        firstName: 'Ben',
        lastName: 'Lund',
        phoneNumber: '+35700000003',
        billingAddress: { country: 'CY', postalCode: '3000' },
      })
      const { id = '' } = await call('POST', '/v2/cards', {
        productName: 'VISA_CLASSIC_VIRTUAL',
        cardholder: cardholder['id'],
      })
      const card = await call('GET', `/v2/cards/${id}`)
      this.#issued.set(shown, card['number'] ?? '')
      this.#issued.set('203101', card['expiryDate'] ?? '')
      await call('POST', '/v2/topups', {
        amount: 10_000,
        currency: 'EUR',
        destinationCard: { cardNumber: card['number'] },
      })
    }
  }

  #url(path: string, { parameters = [] }: Operation): string {
    const query = new URLSearchParams()
    let url = path
    for (const { name, in: where, example = '', required } of parameters) {
      const value = this.#issued.get(example) ?? example
      if (where === 'path') url = url.replace(`{${name}}`, idFor(path, value))
      if (where === 'query' && required === true) query.set(name, value)
    }
    return query.size === 0 ? url : `${url}?${query.toString()}`
  }

  #fill(body: unknown): unknown {
    let text = JSON.stringify(body)
    for (const [shown, issued] of this.#issued) text = text.replaceAll(`"${shown}"`, `"${issued}"`)
    return JSON.parse(text)
  }

  /**
   * Interface A's examples contain the demo project's product data; the others get separate
   * projects.
   */
  async #headers(path: string): Promise<Record<string, string>> {
    const [, api = ''] = path.split('/')
    if (api === 'v1')
      return { authorization: `Basic ${Buffer.from('demo:demo-password').toString('base64')}` }
    if (api !== 'v2' && api !== 'control') return {}
    let key = this.#keys.get(api)
    if (key === undefined) {
      key = (await this.#sandbox.newProject()).secrets.interfaceB.apiKey
      this.#keys.set(api, key)
    }
    return { 'X-API-KEY': key }
  }
}

/** The first cardholder and the first card of a new project. */
const idFor = (path: string, shown: string): string =>
  path.startsWith('/v2/cardholders/') ? '100001' : shown
