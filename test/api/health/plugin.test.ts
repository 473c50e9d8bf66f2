import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import { onEveryDatabase, oneDatabase } from '../../kit/databases.ts'
import { startSandbox } from '../../kit/sandbox.ts'
import { operations, READY_TIMEOUT_MS } from '../../../src/api/health/plugin.ts'
import { Metrics } from '../../../src/metrics.ts'
import { useFakeTimers } from '../../kit/fake-timers.ts'

onEveryDatabase('Health and metrics', (database) => {
  test('liveness, readiness and metrics need no credentials', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const began = performance.now()
    for (const path of ['/healthz', '/readyz']) {
      const answer = await sandbox.call('GET', path)
      assert.deepEqual([answer.status, answer.json], [200, { status: 'ok' }])
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
    const { status, headers, text } = await sandbox.call('GET', '/metrics')
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    assert.match(
      text,
      /sandcard_requests_total\{interface="operations",operation="getHealth",status="200"\} 1/,
    )
    assert.match(text, /sandcard_batch_commands_bucket/)
    // In seconds, not milliseconds: at most as long as the test has waited.
    const [, seconds] =
      /request_seconds_sum\{interface="operations",operation="getHealth"\} (\S+)/.exec(text) ?? []
    assert.ok(Number(seconds) > 0 && Number(seconds) <= (performance.now() - began) / 1000)
    assert.match(text, /process_cpu_seconds_total/)
  })

  test('metrics of a hosted service need the admin token', async (context) => {
    const adminToken = 'the admin token of this test'.replaceAll(' ', '-')
    const sandbox = await startSandbox(database, { config: { mode: 'hosted', adminToken } })
    context.after(() => sandbox.close())
    for (const [authorization, expected] of [
      [`Bearer ${adminToken}`, 200],
      [`bearer  ${adminToken}`, 200],
      [undefined, 401],
      ['Bearer', 401],
      ['Bearer wrong', 401],
      [`Bearer ${adminToken}x`, 401],
      [`Basic ${adminToken}`, 401],
      [`NotBearer ${adminToken}`, 401],
      [`Bearer ${adminToken} x`, 401],
    ] as const) {
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await sandbox.call('GET', '/metrics', { headers })
      assert.equal(answer.status, expected, String(authorization))
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.text.includes('sandcard_'), expected === 200)
      const asked = expected === 200 ? undefined : 'Bearer realm="operations"'
      assert.equal(answer.headers['www-authenticate'], asked)
      if (expected === 401)
        assert.equal((answer.json as { code: string }).code, 'unauthorized', String(authorization))
    }
    for (const path of ['/healthz', '/readyz'])
      assert.equal((await sandbox.call('GET', path)).status, 200)
  })

  test('metrics of a hosted service without an admin token are unavailable', async (context) => {
    const sandbox = await startSandbox(database, { config: { mode: 'hosted' } })
    context.after(() => sandbox.close())
    for (const authorization of ['Bearer ', 'Bearer undefined']) {
      const { status } = await sandbox.call('GET', '/metrics', { headers: { authorization } })
      assert.equal(status, 401)
    }
  })

  test('the service is not ready when its database is gone', async (context) => {
    const sandbox = await startSandbox(database)
    const { service } = sandbox.sandcard
    const app = fastify()
    const options = { service, metrics: new Metrics() }
    await app.register(operations, options)
    context.after(() => app.close())
    assert.equal((await app.inject('/readyz')).statusCode, 200)
    await sandbox.close()
    const answer = await app.inject('/readyz')
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.headers['content-type'], 'application/problem+json')
    assert.equal(answer.json<{ code: string }>().code, 'unavailable')
    assert.equal((await app.inject('/healthz')).statusCode, 200)
  })
})

test('A service whose database does not respond is not ready, and responds in time', async (context) => {
  const sandbox = await startSandbox(oneDatabase)
  context.after(() => sandbox.close())
  const { service } = sandbox.sandcard
  const app = fastify()
  context.after(() => app.close())
  await app.register(operations, { service, metrics: new Metrics() })
  await app.ready()
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<undefined>()
  context.mock.method(service, 'ready', () => {
    ask(undefined)
    return new Promise(() => undefined)
  })
  useFakeTimers(context.mock)
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = app.inject('/readyz')
  await isAsked
  context.mock.timers.tick(READY_TIMEOUT_MS)
  assert.equal((await answer).statusCode, 503)
})

describe('An unknown URL', () => {
  test('returns a page to a browser and a problem to a program', async (context) => {
    const { databases } = await import('../../kit/databases.ts')
    const [database] = databases
    assert.ok(database)
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const page = await sandbox.call('GET', '/nope', { headers: { accept: 'text/html,*/*' } })
    assert.equal(page.status, 404)
    assert.match(page.text, /Page not found/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
    const problem = await sandbox.call('GET', '/nope')
    assert.equal((problem.json as { code: string }).code, 'not-found')
    const method = await sandbox.call('POST', '/')
    assert.deepEqual([method.status, method.headers['allow']], [405, 'GET, HEAD'])
  })
})
