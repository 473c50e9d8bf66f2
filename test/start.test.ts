// The log of a service at startup and while it runs, and the limits of its web server.

import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test, type TestContext } from 'node:test'
import type { ServiceSettings } from '../src/config.ts'
import { onEveryDatabase } from './kit/databases.ts'
import { orderInput } from './kit/engine-sandbox.ts'
import { startSandbox } from './kit/sandbox.ts'
import { runSql } from './kit/sql.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string; readonly orderId?: string }
}

onEveryDatabase('A service', (database) => {
  const started = async (t: TestContext, config: ServiceSettings = {}) => {
    const lines: Line[] = []
    const logs = { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
    const sandbox = await startSandbox(database, { config: { logLevel: 'warn', ...config }, logs })
    t.after(() => sandbox.close())
    return { ...sandbox, lines }
  }

  test('only warns in local mode that others on the network can reach it', async (t) => {
    for (const [host, count] of [
      ['127.0.0.1', 0],
      ['0.0.0.0', 1],
    ] as const) {
      const { lines } = await started(t, { host })
      assert.deepEqual(
        lines.map(({ level, msg }) => [level, msg]),
        [
          [
            40,
            'local mode has no sign-in: anyone who can reach HOST 0.0.0.0 can use and reset this sandbox',
          ],
        ].slice(0, count),
      )
    }
    const hosted = await started(t, { host: '0.0.0.0', mode: 'hosted' })
    assert.deepEqual(hosted.lines, [])
  })

  test('responds once to a request for a missing page of a project, without a warning', async (t) => {
    const sandbox = await started(t)
    const { id } = (
      await sandbox.call('GET', '/control/v1/project', { headers: { 'x-api-key': 'demo-api-key' } })
    ).json as {
      id: string
    }
    const page = await sandbox.call('GET', `/p/${id}/none`, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 404)
    assert.deepEqual(sandbox.lines, [])
  })

  const hasVersion6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  )
  test('prints its URL with brackets if it listens on IPv6', { skip: !hasVersion6 }, async (t) => {
    const { url } = await started(t, { host: '::1' })
    assert.match(url, /^http:\/\/\[::1\]:\d+$/)
  })

  test('logs an order whose due work fails once, and continues', async (t) => {
    const sandbox = await started(t)
    const { service } = sandbox.sandcard
    const project = await sandbox.newProject()
    const { order } = await service.execute(project, 'registerOrder', orderInput(project.number, 1))
    // A hold without a payment cannot be released. Without its recent batches the dataset is loaded
    // again.
    const { database: url } = service.config
    await runSql(url, `update gateway_order set status = 1 where id = '${order.id}'`)
    await runSql(
      url,
      `update dataset set recent_batches = '[]' where project_id = ${project.datasetId}`,
    )
    await service.execute(project, 'moveClock', { move: { kind: 'advance', ms: 60_000 } })
    assert.deepEqual(
      sandbox.lines.map(({ level, msg, err }) => [level, msg, err?.orderId]),
      [[50, 'a due item failed and was set aside', order.id]],
    )
  })

  test('accepts path parameters of 256 characters and bodies of 256 KiB, and keeps connections for 72 s', async (t) => {
    const sandbox = await started(t)
    const { app } = sandbox.sandcard
    const { bodyLimit, keepAliveTimeout } = app.initialConfig
    assert.deepEqual(
      [bodyLimit, keepAliveTimeout, app.server.requestTimeout],
      [262_144, 72_000, 30_000],
    )
    const headers = { 'x-api-key': 'demo-api-key', 'content-type': 'application/json' }
    assert.notEqual(
      (await sandbox.call('GET', `/v2/cards/${'1'.repeat(256)}`, { headers })).status,
      414,
    )
    assert.equal(
      (await sandbox.call('GET', `/v2/cards/${'1'.repeat(257)}`, { headers })).status,
      414,
    )
    const sent = (size: number) =>
      sandbox.call('POST', '/v2/cardholders', { headers, body: `"${'b'.repeat(size - 2)}"` })
    assert.equal((await sent(262_144)).status, 422)
    assert.equal((await sent(262_145)).status, 413)
  })
})
