// A client of interface C: one project, its credentials in every form, and the steps with which
// most tests start.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Project } from '../../src/engine/directory.ts'
import { onEveryDatabase } from './databases.ts'
import { freezeClock } from './clock.ts'
import type { Answer } from './http.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { TEST_CARDS } from './test-cards.ts'

/** The start time of these tests, at which the project's clock is frozen. */
export const START = Date.UTC(2031, 4, 10, 10, 0, 0)
export const RETURN_URL = 'https://shop.example/return'

/** An id of the gateway (RFC 9562, version 7). */
export const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export type Json = Readonly<Record<string, unknown>>
export type Form = Readonly<Record<string, string | number | readonly string[] | undefined>>

export interface Merchant {
  readonly project: Project
  readonly url: string
  /**
   * Posts a form with the project's credentials. `path` overrides `{operation}.do` under
   * `/payment/rest`.
   */
  call(
    operation: string,
    form?: Form,
    options?: { method?: string; path?: string },
  ): Promise<Answer>
  /** Calls an operation that must return HTTP 200; returns its body. */
  callOk(operation: string, form?: Form): Promise<Json>
  /** Registers an order in one stage; returns its id. */
  register(form?: Form): Promise<string>
  /** Registers an order for a hold; returns its id. */
  registerPreAuth(form?: Form): Promise<string>
  /** Pays an order by card. */
  pay(orderId: string, form?: Form): Promise<Json>
  status(orderId: string, form?: Form): Promise<Json>
  /** A paid order of one stage. */
  paidOrder(form?: Form): Promise<string>
  /** A paid order of two stages. */
  heldOrder(form?: Form): Promise<string>
  advanceClock(ms: number): Promise<void>
  /** Changes settings of the project. */
  changeSettings(settings: Json): Promise<void>
}

/** The service and the client that the tests of a suite share. */
export interface GatewaySuite {
  readonly sandbox: Sandbox
  readonly merchant: Merchant
}

/** Declares the same tests of interface C on every database. The service is open while they run. */
export function onGateway(title: string, define: (at: GatewaySuite) => void): void {
  onEveryDatabase(title, (database) => {
    let opened: GatewaySuite | undefined
    const there = (): GatewaySuite => {
      assert.ok(opened !== undefined, 'the service is not open yet')
      return opened
    }
    before(async () => {
      const sandbox = await startSandbox(database)
      opened = { sandbox, merchant: await newMerchant(sandbox) }
    })
    after(() => there().sandbox.close())
    define({
      get sandbox() {
        return there().sandbox
      },
      get merchant() {
        return there().merchant
      },
    })
  })
}

/** An encoded form; a list is repeated, `undefined` is omitted. */
export function encoded(form: Form): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined) continue
    const texts = typeof value === 'object' ? value : [String(value)]
    for (const text of texts) pairs.append(name, text)
  }
  return pairs.toString()
}

export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** A new project whose clock is frozen at `START`. */
export async function newMerchant(sandbox: Sandbox): Promise<Merchant> {
  const project = await sandbox.newProject()
  const { service } = sandbox.sandcard
  await freezeClock(service, project, START)
  return merchantOf(sandbox, project)
}

/** A client of an existing project. */
export function merchantOf(sandbox: Sandbox, project: Project): Merchant {
  const { userName, password } = project.secrets.interfaceC
  const merchant: Merchant = {
    project,
    url: sandbox.url,
    call(operation, form = {}, { method = 'POST', path = `/payment/rest/${operation}.do` } = {}) {
      const body = encoded({ userName, password, ...form })
      return method === 'GET'
        ? sandbox.call('GET', `${path}?${body}`)
        : sandbox.call(method, path, { headers: FORM_TYPE, body })
    },
    async callOk(operation, form) {
      const answer = await merchant.call(operation, form)
      assert.equal(answer.status, 200, `${operation}: ${answer.status} ${answer.text}`)
      return answer.json as Json
    },
    register: (form) => registered(merchant, 'register', form),
    registerPreAuth: (form) => registered(merchant, 'registerPreAuth', form),
    pay: (orderId, form) => merchant.callOk('paymentorder', { ...cardForm(orderId), ...form }),
    status: (orderId, form) => merchant.callOk('getOrderStatusExtended', { orderId, ...form }),
    async paidOrder(form) {
      const orderId = await merchant.register(form)
      await merchant.pay(orderId)
      return orderId
    },
    async heldOrder(form) {
      const orderId = await merchant.registerPreAuth(form)
      await merchant.pay(orderId)
      return orderId
    },
    async advanceClock(ms) {
      await sandbox.sandcard.service.execute(project, 'moveClock', {
        move: { kind: 'advance', ms },
      })
    },
    async changeSettings(settings) {
      const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
      const options = { headers, body: settings }
      const answer = await sandbox.call('PATCH', '/control/v1/project', options)
      assert.equal(answer.status, 200, answer.text)
    },
  }
  return merchant
}

export const orderForm = { amount: 2000, currency: 978, returnUrl: RETURN_URL }

export const cardForm = (orderId: string, pan: string = TEST_CARDS.approved) => ({
  MDORDER: orderId,
  $PAN: pan,
  $CVC: '123',
  YYYY: '2034',
  MM: '12',
  TEXT: 'ANN DOE',
  ip: '203.0.113.7',
})

async function registered(merchant: Merchant, operation: string, form: Form = {}): Promise<string> {
  const answer = await merchant.callOk(operation, { ...orderForm, ...form })
  assert.ok(typeof answer['orderId'] === 'string', JSON.stringify(answer))
  return answer['orderId']
}
