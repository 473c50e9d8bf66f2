// The writer of the request log under overload, and when the service stops.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../src/activity/exchange.ts'
import { RequestLog } from '../../src/activity/request-log.ts'
import { configOf } from '../../src/config.ts'
import type { Project } from '../../src/engine/directory.ts'
import { startService } from '../../src/start.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { silent } from '../kit/due-work.ts'
import { PaymentSandbox } from '../kit/payment-sandbox.ts'
import { serviceLog } from '../kit/service-log.ts'
import { startSandbox } from '../kit/sandbox.ts'

/**
 * More than may wait, published in one turn of the event loop, so that none has been written yet.
 */
const PUBLISHED = 5300
const WAITING_MAX = 5000

const NO_MESSAGE = { headers: {}, body: null, isCut: false, json: undefined }

const exchangeOf = (project: Project, number: number): Exchange => ({
  requestId: `request-${number}`,
  project,
  at: number,
  api: 'B',
  operation: 'getCard',
  method: 'GET',
  path: `/v2/cards/${number}`,
  status: 200,
  errorCode: null,
  outcome: 'approved',
  durationMs: 1,
  request: NO_MESSAGE,
  response: NO_MESSAGE,
  ids: [],
  results: [],
  changes: null,
  injectedFault: undefined,
})

onEveryDatabase('The writer of the request log', (database) => {
  test('drops the oldest waiting exchanges under overload, and counts them', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const project = await sandbox.newProject()
    const { exchanges } = sandbox.sandcard.service
    assert.equal(exchanges.keepsChanges(project), true)
    for (let number = 1; number <= PUBLISHED; number++)
      exchanges.publish(exchangeOf(project, number))
    const headers = { 'x-api-key': project.secrets.interfaceB.apiKey }
    const list = async (query: string) => {
      const { json } = await sandbox.call('GET', `/control/v1/requests?${query}`, { headers })
      return (json as { items: { id: string; seq: number; changes: unknown }[] }).items
    }
    const [newest] = await list('limit=1')
    assert.equal(newest?.id, `request-${PUBLISHED}`)
    const metrics = await sandbox.call('GET', '/metrics')
    const dropped = Number(/^sandcard_request_log_dropped_total (\d+)/m.exec(metrics.text)?.[1])
    assert.ok(dropped >= PUBLISHED - WAITING_MAX, String(dropped))
    assert.deepEqual(await list(`id=request-${dropped}`), [])
    const [oldest] = await list(`id=request-${dropped + 1}`)
    // One number is skipped before the oldest entry, so that readers notice the loss.
    assert.equal(oldest?.seq, 2)
  })

  test('keeps the changes of hundreds of requests that wait to be written', async (context) => {
    const sandbox = await startSandbox(database)
    context.after(() => sandbox.close())
    const project = await sandbox.newProject()
    const headers = {
      'x-api-key': project.secrets.interfaceB.apiKey,
      'content-type': 'application/json',
    }
    const names = Array.from({ length: 400 }, (_, index) => `shop ${index}`)
    for (const merchantName of names)
      await sandbox.call('PATCH', '/control/v1/project', { headers, body: { merchantName } })
    const changed = new Set<unknown>()
    let cursor = ''
    do {
      const path = `/control/v1/requests?operation=updateProject&limit=200${cursor}`
      const { json } = await sandbox.call('GET', path, { headers })
      const page = json as {
        items: { changes: { fields: { after: unknown }[] }[] | null }[]
        nextCursor: string | null
      }
      for (const { changes } of page.items) changed.add(changes?.[0]?.fields[0]?.after)
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual(changed, new Set(names))
  })

  test('only computes what it writes under overload, and records all changes again afterwards', async (t) => {
    const { process, project } = await PaymentSandbox.open(database)
    let dropped = 0
    const log = new RequestLog({
      store: process.store,
      logger: silent,
      directory: process.directory,
      onDropped: (count) => (dropped += count),
    })
    t.after(() => log.stop())
    const read = new Set<number>()
    let detached = 0
    const publish = (count: number) => {
      for (let number = 1; number <= count; number++)
        log.add({
          ...exchangeOf(project, number),
          detach: () => (detached += 1),
          get request() {
            read.add(number)
            return NO_MESSAGE
          },
        })
    }
    publish(PUBLISHED)
    await log.settle(project.number)
    assert.equal(detached, WAITING_MAX + 1)
    assert.equal(read.size, PUBLISHED - dropped)
    // The first write after the overload finds that nothing was dropped.
    publish(1)
    await log.settle(project.number)
    dropped = 0
    publish(300)
    await log.settle(project.number)
    assert.equal(dropped, 0)
  })

  test('stays on if a write races with a reset', async (context) => {
    const { process, project } = await PaymentSandbox.open(database)
    const log = new RequestLog({
      store: process.store,
      logger: silent,
      onDropped: () => undefined,
      // As read before the reset.
      directory: { byNumber: () => Promise.resolve(project) },
    })
    context.after(() => log.stop())
    await process.directory.reset(project.number)
    log.add(exchangeOf(project, 1))
    await log.settle(project.number)
    // The exchange of the reset itself finishes now; it belongs to the old dataset.
    assert.equal(log.keeps(project), true)
  })

  test('writes the pending entries when the service stops', async (context) => {
    const opened = await database.open()
    context.after(() => opened.drop())
    const config = configOf({
      database: opened.url,
      port: 0,
      logLevel: 'error',
      secret: 'a secret that only the tests use',
    })
    const headers = { 'x-api-key': 'demo-api-key' }
    const first = await startService(config, { logs: serviceLog })
    const { headers: answered } = await fetch(`${first.url}/v2/cards/1`, { headers })
    await first.close()
    const second = await startService(config, { logs: serviceLog })
    try {
      const id = answered.get('request-id') ?? ''
      const found = await fetch(`${second.url}/control/v1/requests/${id}`, { headers })
      assert.equal(found.status, 200)
    } finally {
      await second.close()
    }
  })
})
