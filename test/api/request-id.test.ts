// The Request-id of a response identifies its log line, and metrics count errors of interface C
// although their HTTP status is 200.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oneDatabase } from '../kit/databases.ts'
import { FORM_TYPE } from '../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A request to each interface that succeeds or is refused, and its log line. */
// prettier-ignore
const CALLS: readonly (readonly [method: string, path: string, line: object | undefined])[] = [
  ['POST', '/payment/rest/register.do',               { api: 'C', operation: 'register', status: 200, errorCode: '5' }],
  ['POST', '/payment/rest/recurrentPayment.do',       { api: 'C', operation: 'recurrentPayment', status: 200, errorCode: '5' }],
  ['POST', '/payment/rest/getOrderStatus.do',         { api: 'C', operation: 'getOrderStatus', status: 200, errorCode: '5' }],
  ['GET',  '/payment/rest/acsRedirect.do',            { api: 'C', operation: 'acsRedirectRest', status: 200, errorCode: '4' }],
  ['POST', '/payment/rest/nothing.do',                undefined],
  ['POST', '/v1/apigate/ws/rest/getCardData',         { api: 'A', operation: 'getCardData', status: 401 }],
  ['POST', '/v1/apigate/ws/rest/nothing',             undefined],
  ['GET',  '/v2/cards/1',                             { api: 'B', operation: 'getCard', status: 401 }],
  ['GET',  '/control/v1/project',                     { api: 'control', operation: 'getProject', status: 401 }],
  ['POST', '/control/v1/projects',                    { api: 'control', operation: 'createProject', status: 415 }],
]

describe('The Request-id', () => {
  const lines: string[] = []
  let sandbox: Sandbox
  before(async () => {
    const logs = { write: (line: string) => void lines.push(line) }
    sandbox = await startSandbox(oneDatabase, { config: { logLevel: 'info', threads: 1 }, logs })
  })
  after(() => sandbox.close())

  for (const [method, path, expected] of CALLS)
    test(`is on the response of ${method} ${path} and in its log line`, async () => {
      const { headers } = await sandbox.call(method, path, { headers: FORM_TYPE })
      const id = String(headers['request-id'])
      assert.match(id, UUID)
      const logged = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      const { reqId, level, time, msg, ms, ...line } =
        logged.find(({ reqId }) => reqId === id) ?? {}
      assert.deepEqual(line, expected ?? {})
      if (expected === undefined) return
      assert.deepEqual([reqId, level, msg], [id, 30, 'answered with an error'])
      assert.ok(typeof time === 'string' && typeof ms === 'number')
    })

  test('errors of interface C are counted in the metrics', async () => {
    const { text } = await sandbox.call('GET', '/metrics')
    const labels = 'interface="C",operation="register",status="200",error="5"'
    assert.ok(text.includes(`sandcard_requests_total{${labels}} 1`), text)
  })
})
