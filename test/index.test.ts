// The package as a test suite uses it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, startSandcard } from '../src/index.ts'

const MEMORY = { database: 'sqlite::memory:', port: 0, logLevel: 'silent' } as const

test('startSandcard() starts a service with the given settings and returns its URL', async () => {
  const sandcard = await startSandcard(MEMORY)
  assert.match(sandcard.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal((await fetch(`${sandcard.url}/readyz`)).status, 200)
  await sandcard.close()
  await assert.rejects(fetch(`${sandcard.url}/readyz`))
})

test('The URL of a service is its listening URL, regardless of its public URL', async () => {
  const sandcard = await startSandcard({ ...MEMORY, publicUrl: 'https://sandcard.example' })
  assert.match(sandcard.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  await sandcard.close()
})

test('A service can be closed twice, or with await using', async () => {
  let url: string
  {
    await using sandcard = await startSandcard(MEMORY)
    url = sandcard.url
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
  }
  await assert.rejects(fetch(`${url}/readyz`))
  const sandcard = await startSandcard(MEMORY)
  await Promise.all([sandcard.close(), sandcard.close()])
  await sandcard.close()
})

test('A service creates isolated projects', async () => {
  const sandcard = await startSandcard(MEMORY)
  const [one, other] = [await sandcard.project('one'), await sandcard.project()]
  assert.equal(one.name, 'one')
  assert.notEqual(one.interfaceB.apiKey, other.interfaceB.apiKey)
  const body = await fetch(`${sandcard.url}/control/v1/project`, {
    headers: { 'x-api-key': one.interfaceB.apiKey },
  })
  const { a, b, c, control, ...described } = one
  assert.deepEqual(described, await body.json())
  assert.ok([a, b, c, control].every((client) => Object.keys(client).length > 5))
  await sandcard.close()
})

test('The clients of a service work while a test replaces fetch', async (t) => {
  const sandcard = await startSandcard(MEMORY)
  t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('replaced')))
  const { c, control } = await sandcard.project()
  const { orderId } = await c.register({ amount: 2000, returnUrl: 'https://shop.example/ü?a=1&b' })
  assert.equal((await control.showOrder({ id: orderId })).returnUrl, 'https://shop.example/ü?a=1&b')
  await sandcard.close()
})

test('The clients of a service fail when aborted, and name a service that does not respond', async () => {
  const sandcard = await startSandcard(MEMORY)
  const { control } = await sandcard.project()
  const reason = new Error('enough')
  await assert.rejects(control.getProject(undefined, { signal: AbortSignal.abort(reason) }), reason)
  const abort = new AbortController()
  const waiting = control.waitForCallback({}, { signal: abort.signal })
  setImmediate(() => {
    abort.abort(reason)
  })
  await assert.rejects(waiting, reason)
  await sandcard.close()
  await assert.rejects(control.getProject(), {
    name: 'TypeError',
    message: `fetch failed: ${sandcard.url} does not respond (ECONNREFUSED)`,
  })
})

test('startSandcard() names an invalid setting in one sentence', async () => {
  await assert.rejects(startSandcard({ ...MEMORY, port: 65_536 }), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.equal(error.message, 'port must be an integer from 0 to 65535, not "65536"')
    return true
  })
  await assert.rejects(startSandcard({ ...MEMORY, port: '0' as never }), {
    message: 'port must be a number, not the string "0"',
  })
})
