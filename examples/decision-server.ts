// A decision server: it verifies each request, declines gambling, and approves up to 50.00 of
// anything else. The service calls it while a card is being used.
//
//   npm run example decision-server

import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { callControl, newProject } from './project.ts'

const GAMBLING = 7995
const APPROVED_MAX = 5000

interface Question {
  readonly data: {
    readonly amount: number
    readonly partialApproval: boolean
    readonly merchant: { readonly mcc: number }
  }
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body. */
function isGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const header = (name: string) => String(headers[`webhook-${name}`])
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${header('id')}.${header('timestamp')}.${body}`
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  const sent = Buffer.from(header('signature'))
  return sent.length === right.length && timingSafeEqual(sent, right)
}

function decide({ data: { amount, merchant, partialApproval } }: Question): object {
  if (merchant.mcc === GAMBLING) return { decision: 'decline', reason: 'not-permitted' }
  if (amount <= APPROVED_MAX) return { decision: 'approve' }
  return partialApproval ? { decision: 'partial', amount: APPROVED_MAX } : { decision: 'decline' }
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const isAsked = isGenuine(secret, request.headers, body)
    response.statusCode = isAsked ? 200 : 401
    response.end(isAsked ? JSON.stringify(decide(JSON.parse(body) as Question)) : '')
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

const project = await newProject('decision-server')
const endpoint = { url: `http://127.0.0.1:${port}/decide`, timeoutMs: 2000, onTimeout: 'decline' }
const named = await callControl<{ secret: string }>(
  project,
  'PUT',
  '/real-time-decisions/endpoint',
  endpoint,
)
const { secret } = named.body

const cardholder = { firstName: 'Ann', lastName: 'Doe', phoneNumber: '+35700000001' }
const issued = await callControl<{ id: string }>(project, 'POST', '/cards', {
  cardholder,
  initialBalance: 20_000,
})
const cardId = issued.body.id

interface Decision {
  readonly approved: boolean
  readonly reason: string
  readonly authorisation: { readonly held: number }
}

async function pay(payment: object): Promise<Decision> {
  const body = { cardId, currency: 'EUR', ...payment }
  const path = '/simulations/authorisations'
  const { status, body: decision } = await callControl<Decision>(project, 'POST', path, body)
  assert.equal(status, 201)
  return decision
}

assert.equal((await pay({ amount: 1200, mcc: '5812' })).approved, true)
console.log('a meal was approved')
assert.equal((await pay({ amount: 1200, mcc: '7995' })).reason, 'not-permitted')
console.log('a bet was declined')
const partial = await pay({ amount: 9000, mcc: '5411', partialApproval: true })
assert.equal(partial.authorisation.held, APPROVED_MAX)
console.log('50.00 of a larger purchase were approved')
const late = await pay({ amount: 1200, realTimeDecision: 'timeout' })
assert.equal(late.approved, false)
console.log('without an answer in time the payment is declined')
server.close()
