// A shop that receives callbacks: it verifies each checksum, fails once and receives a retry. The
// inbox of the control API lists every attempt.
//
//   npm run example callback-receiver

import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { callC, callControl, cardFields, newProject, type Project } from './project.ts'

interface Callback {
  readonly state: string
  readonly operation: string
  readonly attempts: readonly { readonly httpStatus: number | null }[]
}

const project = await newProject('callback-receiver')

/** The status codes of the receiver in order; the last one repeats. */
const answers = [500, 200]
const received: URLSearchParams[] = []
const receiver = createServer((request, response) => {
  const parameters = new URL(request.url ?? '', 'http://shop.example').searchParams
  received.push(parameters)
  response.statusCode = answers[received.length - 1] ?? 200
  response.end()
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo

const callbackUrl = `http://127.0.0.1:${port}/callback`
const set = await callControl(project, 'PATCH', '/project', {
  callbackUrl,
  callbackParameters: ['amount', 'currency'],
})
assert.equal(set.status, 200)
console.log(`callbacks go to ${callbackUrl}`)

const registered = await callC<{ orderId: string }>(project, 'register', {
  orderNumber: 'shop-1001',
  amount: 2000,
  currency: 978,
  returnUrl: 'https://shop.example/return',
})
const { orderId } = registered.body
const card = cardFields('4444555511113333', '203412', '123')
await callC(project, 'paymentorder', { MDORDER: orderId, ...card })

await inboxShows((callback) => callback.attempts.length === 1)
// Retries follow the project's clock, so there is no need to wait half a minute.
await callControl(project, 'POST', '/clock', { advance: 'PT30S' })
const delivered = await inboxShows(({ state }) => state === 'delivered')
assert.deepEqual(
  delivered.attempts.map(({ httpStatus }) => httpStatus),
  [500, 200],
)
console.log('500, then 200: delivered at the second attempt')

const [first, second] = received
assert.ok(first !== undefined && second !== undefined)
assert.equal(first.toString(), second.toString())
assert.equal(first.get('mdOrder'), orderId)
assert.deepEqual(
  ['orderNumber', 'operation', 'status', 'amount'].map((name) => first.get(name)),
  ['shop-1001', 'deposited', '1', '2000'],
)
assert.ok(isSigned(project, first))
console.log(`${first.get('operation')} with status ${first.get('status')}: the checksum is right`)

first.set('amount', '1')
assert.ok(!isSigned(project, first))
console.log('with another amount it is not')
receiver.close()

/**
 * Sorts the parameters by name, joins them as `name;value;` and compares the result of HMAC-SHA256
 * with the callback key.
 */
function isSigned({ interfaceC }: Project, parameters: URLSearchParams): boolean {
  const text = [...parameters]
    .filter(([name]) => name !== 'checksum' && name !== 'sign_alias')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name};${value};`)
    .join('')
  const expected = createHmac('sha256', interfaceC.callbackKey).update(text).digest()
  const given = Buffer.from(parameters.get('checksum') ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Waits until the newest callback of the order has the expected state. */
async function inboxShows(isWanted: (callback: Callback) => boolean): Promise<Callback> {
  for (let look = 0; look < 100; look += 1) {
    const path = `/callbacks?orderId=${orderId}`
    const { body } = await callControl<{ items: Callback[] }>(project, 'GET', path)
    const [callback] = body.items
    if (callback !== undefined && isWanted(callback)) return callback
    await wait(50)
  }
  return assert.fail('the inbox never showed it')
}
