// A client of interface C for its tests: one project, its credentials in every form, and the few steps every story begins with.

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { type Answer, type FrontDoor, openFrontDoor } from '../../front-door.ts'

/** When every story of these tests begins; the project's clock stands there. */
export const START = Date.UTC(2031, 4, 10, 10, 0, 0)
export const EXPIRY = 203412
export const RETURN_URL = 'https://shop.example/return'

/** An id of the gateway (RFC 9562, version 7). */
export const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Test cards by what they do. */
export const CARDS = {
  ssl: '4444555511113333',
  frictionless: '4111111111111111',
  attempt: '4000001111111118',
  challenge2: '5555555555555599',
  challenge1: '5000001111111115',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
} as const

export type Json = Readonly<Record<string, unknown>>
export type Form = Readonly<Record<string, string | number | readonly string[] | undefined>>

export interface Client {
  readonly project: Project
  readonly url: string
  /** Posts a form with right credentials. Where it differs from `{operation}.do` under `/payment/rest`, `path` says so. */
  call(
    operation: string,
    form?: Form,
    options?: { method?: string; path?: string },
  ): Promise<Answer>
  /** Calls an operation that must answer HTTP 200, and gives its body. */
  input(operation: string, form?: Form): Promise<Json>
  /** Registers an order in one stage; gives its id. */
  register(form?: Form): Promise<string>
  /** Registers an order for a hold; gives its id. */
  registerPreAuth(form?: Form): Promise<string>
  /** Pays an order by card. */
  pay(orderId: string, form?: Form): Promise<Json>
  status(orderId: string, form?: Form): Promise<Json>
  /** A paid order of one stage. */
  paid(form?: Form): Promise<string>
  /** A paid order of two stages. */
  held(form?: Form): Promise<string>
  move(ms: number): Promise<void>
  /** Changes settings of the project as its owner does. */
  set(settings: Json): Promise<void>
}

/** What the tests of one suite share: a service, and a client with a project of its own. */
export interface InterfaceC {
  readonly door: FrontDoor
  readonly client: Client
}

/** Declares the same tests of interface C on every database. The service is there once the tests run. */
export function onInterfaceC(title: string, define: (at: InterfaceC) => void): void {
  onEveryDatabase(title, (database) => {
    let opened: InterfaceC | undefined
    const there = (): InterfaceC => {
      assert.ok(opened !== undefined, 'the service is not open yet')
      return opened
    }
    before(async () => {
      const door = await openFrontDoor(database)
      opened = { door, client: await newClient(door) }
    })
    after(() => there().door.close())
    define({
      get door() {
        return there().door
      },
      get client() {
        return there().client
      },
    })
  })
}

/** A form as the wire has it; a list is repeated, `undefined` is left out. */
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

/** A new project whose clock stands still at `START`. */
export async function newClient(door: FrontDoor): Promise<Client> {
  const project = await door.newProject()
  const { service } = door.sandcard
  await service.execute(project, 'moveClock', { move: { kind: 'freeze', freeze: true } })
  await service.execute(project, 'moveClock', { move: { kind: 'set', to: START } })
  return clientOf(door, project)
}

/** A client of a project that exists. */
export function clientOf(door: FrontDoor, project: Project): Client {
  const { userName, password } = project.secrets.interfaceC
  const client: Client = {
    project,
    url: door.url,
    call(operation, form = {}, { method = 'POST', path = `/payment/rest/${operation}.do` } = {}) {
      const body = encoded({ userName, password, ...form })
      return method === 'GET'
        ? door.call('GET', `${path}?${body}`)
        : door.call(method, path, { headers: FORM_TYPE, body })
    },
    async input(operation, form) {
      const answer = await client.call(operation, form)
      assert.equal(answer.status, 200, `${operation}: ${answer.status} ${answer.text}`)
      return answer.json as Json
    },
    register: (form) => registered(client, 'register', form),
    registerPreAuth: (form) => registered(client, 'registerPreAuth', form),
    pay: (orderId, form) => client.input('paymentorder', { ...cardForm(orderId), ...form }),
    status: (orderId, form) => client.input('getOrderStatusExtended', { orderId, ...form }),
    async paid(form) {
      const orderId = await client.register(form)
      await client.pay(orderId)
      return orderId
    },
    async held(form) {
      const orderId = await client.registerPreAuth(form)
      await client.pay(orderId)
      return orderId
    },
    async move(ms) {
      await door.sandcard.service.execute(project, 'moveClock', { move: { kind: 'advance', ms } })
    },
    async set(settings) {
      const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
      const options = { headers, body: settings }
      const answer = await door.call('PATCH', '/control/v1/project', options)
      assert.equal(answer.status, 200, answer.text)
    },
  }
  return client
}

export const orderForm = { amount: 2000, currency: 978, returnUrl: RETURN_URL }

export const cardForm = (orderId: string, pan: string = CARDS.ssl) => ({
  MDORDER: orderId,
  $PAN: pan,
  $CVC: '123',
  YYYY: '2034',
  MM: '12',
  TEXT: 'ANN DOE',
  ip: '203.0.113.7',
})

async function registered(client: Client, operation: string, form: Form = {}): Promise<string> {
  const answer = await client.input(operation, { ...orderForm, ...form })
  assert.ok(typeof answer['orderId'] === 'string', JSON.stringify(answer))
  return answer['orderId']
}
