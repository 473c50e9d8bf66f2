// The event stream of a project: open pages are notified that something has changed and of which
// kind, without further data.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { EventReader } from '../../kit/event-reader.ts'
import { type Merchant, merchantOf, newMerchant } from '../../kit/merchant.ts'
import { anotherProcess, type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const STREAMS_PER_PROJECT = 20

onEveryDatabase('The events of a project', (database) => {
  let sandbox: Sandbox
  let merchant: Merchant
  const open: EventReader[] = []

  before(async () => {
    sandbox = await startSandbox(database)
    merchant = await newMerchant(sandbox)
  })
  after(() => {
    for (const reader of open) reader.close()
  })

  const eventsOf = ({ project }: Merchant, seen: string): string =>
    `/p/${project.id}/events?seen=${seen}`
  const listen = async (path: string, headers = {}, url = sandbox.url): Promise<EventReader> => {
    const reader = await EventReader.open(url + path, { 'accept-encoding': 'gzip, br', ...headers })
    open.push(reader)
    return reader
  }
  /** The version in a page of the project now. */
  const seenBy = async ({ project }: Merchant): Promise<string> => {
    const { text } = await sandbox.call('GET', `/p/${project.id}/orders`)
    const [, seen = ''] = /data-seen="([^"]+)"/.exec(text) ?? []
    assert.notEqual(seen, '')
    return seen
  }
  const listenNow = async (who: Merchant): Promise<EventReader> =>
    listen(eventsOf(who, await seenBy(who)))

  test('notify a reader of changes through interface C, with their kinds only', async () => {
    const reader = await listenNow(merchant)
    const { status, headers } = reader.answer
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-accel-buffering'), 'no')
    assert.equal(headers.get('content-encoding'), null)
    const order = await merchant.register()
    assert.deepEqual(
      { ...(await reader.next()), id: '' },
      { id: '', event: 'changed', data: 'order' },
    )
    await merchant.pay(order)
    assert.match((await reader.nextOf('journalEntry')).data, /^\w+( \w+)*$/)
    await merchant.advanceClock(1000)
    await reader.nextOf('project')
  })

  test('include nothing of another project', async () => {
    const other = await newMerchant(sandbox)
    const reader = await listenNow(merchant)
    await other.paidOrder()
    await merchant.advanceClock(1000)
    assert.equal((await reader.next())?.data, 'project')
  })

  test('immediately notify a page of missed changes, and of nothing if it missed none', async () => {
    const before = await seenBy(merchant)
    await merchant.register()
    const late = await listen(eventsOf(merchant, before))
    const missed = await late.next()
    assert.equal(missed?.data, '*')
    assert.equal(missed.id, await seenBy(merchant))
    // A browser that reconnects sends the id of its last event, which takes precedence over the
    // URL.
    const back = await listen(eventsOf(merchant, before), { 'last-event-id': missed.id })
    await merchant.advanceClock(1000)
    assert.equal((await back.next())?.data, 'project')
    for (const seen of ['', '%00', 'x'.repeat(100)])
      assert.equal((await (await listen(eventsOf(merchant, seen))).next())?.data, '*')
  })

  test('notify readers of a reset', async () => {
    const other = await newMerchant(sandbox)
    const reader = await listenNow(other)
    await sandbox.call('POST', '/control/v1/reset', {
      headers: { 'x-api-key': other.project.secrets.interfaceB.apiKey },
    })
    assert.equal((await reader.next())?.data, '*')
    await merchantOf(sandbox, other.project).register()
    assert.match((await reader.next())?.data ?? '', /order/)
  })

  test('are limited per project, and closing a page allows another one', async () => {
    const crowd = await newMerchant(sandbox)
    const path = eventsOf(crowd, await seenBy(crowd))
    const readers = await Promise.all(
      Array.from({ length: STREAMS_PER_PROJECT }, () => listen(path)),
    )
    assert.ok(readers.every(({ answer }) => answer.status === 200))
    const { status, headers, json } = await sandbox.call('GET', path)
    assert.deepEqual([status, headers['retry-after']], [503, '30'])
    assert.equal((json as { code: string }).code, 'too-many-streams')
    assert.equal((await listenNow(merchant)).answer.status, 200)
    readers[0]?.close()
    // The time at which the service notices depends on the network.
    for (;;) {
      const next = await listen(path)
      if (next.answer.status === 200) break
    }
  })

  test('are not found for an unknown project, and only accept GET', async () => {
    assert.equal((await sandbox.call('GET', '/p/prj_aaaaaaaaaaaaaaaa/events')).status, 404)
    const path = eventsOf(merchant, '')
    for (const method of ['HEAD', 'POST'])
      assert.equal((await sandbox.call(method, path)).status, 405, method)
  })

  test(
    'include changes that another process wrote to the same database',
    { skip: database.name === 'sqlite' && 'an SQLite file belongs to one process' },
    async () => {
      const other = await anotherProcess(sandbox)
      const reader = await listen(eventsOf(merchant, await seenBy(merchant)), {}, other.url)
      await merchant.register()
      assert.equal((await reader.next())?.data, '*')
      await other.close()
      assert.equal(await reader.next(), undefined)
    },
  )

  test('end when the service stops', async () => {
    const reader = await listenNow(merchant)
    await sandbox.close()
    assert.equal(await reader.next(), undefined)
  })
})
