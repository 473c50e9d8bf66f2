// Responses of the web server before a request reaches an interface.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { databases, onEveryDatabase } from './kit/databases.ts'
import { type Sandbox, startSandbox } from './kit/sandbox.ts'

onEveryDatabase('A URL that cannot be parsed', (database) => {
  let sandbox: Sandbox

  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const addresses = [
    { path: '/v2/cards/%zz', status: 400 },
    { path: `/v2/cards/${'1'.repeat(300)}`, status: 414 },
    { path: '/v1/apigate/ws/rest/%', status: 400 },
  ]
  for (const { path, status } of addresses)
    test(`is refused with ${status} and a request id: ${path.slice(0, 30)}`, async () => {
      const answer = await sandbox.call('GET', path)
      assert.equal(answer.status, status)
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
      const problem = answer.json as Record<string, unknown>
      assert.equal(problem['code'], 'malformed-address')
      assert.equal(problem['requestId'], answer.headers['request-id'])
    })
})

test('No part of a request that cannot be parsed is logged', async (t) => {
  const [database] = databases
  assert.ok(database !== undefined)
  let logged = ''
  const logs = { write: (line: string) => void (logged += line) }
  const sandbox = await startSandbox(database, { config: { logLevel: 'trace' }, logs })
  t.after(() => sandbox.close())
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  socket.write(
    'POST /payment/rest/paymentorder.do HTTP/1.1\r\n$PAN 4111111111111111&$CVC=123\r\n\r\n',
  )
  socket.resume()
  await once(socket, 'close')
  assert.match(logged, /"client error"/)
  assert.ok(!logged.includes('rawPacket'))
  assert.ok(!logged.includes([...Buffer.from('$CVC=123')].join(',')))
})

test('A client that sends its request slowly is disconnected after 30 seconds', async (t) => {
  const [database] = databases
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database)
  t.after(() => sandbox.close())
  const { requestTimeout, headersTimeout } = sandbox.sandcard.app.server
  assert.deepEqual([requestTimeout, headersTimeout], [30_000, 30_000])
})

const [database] = databases

test('The portal is built for the first request to it, and only then', async (t) => {
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database)
  t.after(() => sandbox.close())
  const { allowedMethods } = sandbox.sandcard.app
  const hasPortal = (): boolean => allowedMethods.all.some(([path]) => path === '/p/:project')
  const apis = [
    ['/healthz', 200],
    ['/v2/cards/1?x=1', 401],
    ['//v2//cards/1', 401],
    ['/%76%32/cards/1', 401],
    ['/PAYMENT/REST/REGISTER.DO', 200],
    ['/receivers/x', 404],
  ] as const
  for (const [path, status] of apis)
    assert.equal((await sandbox.call('GET', path)).status, status, path)
  // Wrong methods and unknown paths of an API are errors of that API.
  const wrongMethod = await sandbox.call('POST', '/healthz')
  assert.deepEqual([wrongMethod.status, wrongMethod.headers['allow']], [405, 'GET, HEAD'])
  assert.equal((await sandbox.call('GET', '/control/v1/nothing')).status, 404)
  assert.equal(hasPortal(), false)

  const requests = Array.from({ length: 5 }, () => sandbox.call('GET', '/p'))
  for (const { status } of await Promise.all(requests)) assert.equal(status, 200)
  assert.equal(hasPortal(), true)
})

test('A service that stops while its portal is being built completes the request', async () => {
  assert.ok(database !== undefined)
  const sandbox = await startSandbox(database)
  const { server } = sandbox.sandcard.app
  const arrived = once(server, 'request')
  const page = sandbox.call('GET', '/test-cards')
  await arrived
  await sandbox.sandcard.close()
  assert.equal((await page).status, 200)
  await sandbox.close()
})

test('The portal of a hosted service is built at startup', async (t) => {
  assert.ok(database !== undefined)
  const hosted = { mode: 'hosted', publicUrl: 'https://sandbox.example' } as const
  const sandbox = await startSandbox(database, { config: hosted })
  t.after(() => sandbox.close())
  assert.ok(sandbox.sandcard.app.allowedMethods.all.some(([path]) => path === '/p/:project'))
})
