// The stream of events: what it sends, how it resumes, and its limits.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createProject, issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { EventReader, type SentEvent } from '../../kit/event-reader.ts'
import { anotherProcess, type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const STREAMS_MAX = 20

onEveryDatabase('The stream of events', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  async function open() {
    const { id, interfaceB } = await createProject(sandbox)
    const key = { 'x-api-key': interfaceB.apiKey }
    const stream = (headers: Record<string, string> = {}) =>
      EventReader.open(`${sandbox.url}/control/v1/events`, { ...key, ...headers })
    return { id, key, call: projectCall(sandbox, interfaceB.apiKey), stream }
  }

  const nextEvent = async (reader: EventReader): Promise<SentEvent> => {
    const event = await reader.next()
    assert.ok(event !== undefined, 'the stream ended')
    return event
  }
  const dataOf = (event: SentEvent) => JSON.parse(event.data) as Record<string, unknown>

  test('sends each request, decision and clock move once and in order', async (context) => {
    const { call, stream } = await open()
    const card = await issueCard(call)
    const reader = await stream()
    context.after(() => reader.close())
    assert.match(reader.answer.headers.get('content-type') ?? '', /^text\/event-stream/)
    const paid = await topUp(call, card, 500)
    await call('POST', '/control/v1/clock', { advance: 'PT1H' })
    const events = [
      await nextEvent(reader),
      await nextEvent(reader),
      await nextEvent(reader),
      await nextEvent(reader),
    ]
    assert.deepEqual(
      events.map(({ event }) => event),
      ['request', 'decision', 'clock', 'request'],
    )
    const [request, decision, clock, moved] = events.map(dataOf)
    const requestId = paid.headers['request-id']
    assert.deepEqual([request?.['id'], decision?.['requestId']], [requestId, requestId])
    assert.deepEqual(
      [decision?.['outcome'], decision?.['url']],
      ['approved', `/control/v1/decisions/${String(requestId)}`],
    )
    assert.deepEqual([clock?.['frozen'], moved?.['operation']], [false, 'moveClock'])
  })

  test('continues after Last-Event-ID with the missed events', async (context) => {
    const { call, stream } = await open()
    const first = await stream()
    await call('GET', '/v2/cards/1')
    const seen = await nextEvent(first)
    first.close()
    await call('GET', '/v2/cards/2')
    await call('GET', '/v2/cards/3')
    const second = await stream({ 'last-event-id': seen.id })
    context.after(() => second.close())
    const missed = [await nextEvent(second), await nextEvent(second)]
    assert.deepEqual(
      missed.map((event) => dataOf(event)['path']),
      ['/v2/cards/2', '/v2/cards/3'],
    )
  })

  test('starts with the oldest entry on request, and reports a gap', async (context) => {
    const { call, stream } = await open()
    await call('PATCH', '/control/v1/project', { requestLogEntries: 2 })
    for (const id of [1, 2, 3]) await call('GET', `/v2/cards/${id}`)
    const reader = await stream({ 'last-event-id': '0.0' })
    context.after(() => reader.close())
    const events = [await nextEvent(reader), await nextEvent(reader), await nextEvent(reader)]
    const found = [...events, await nextEvent(reader)].map(({ event, data }) => [
      event,
      (JSON.parse(data) as { path?: string }).path,
    ])
    assert.deepEqual(found, [
      ['reset', undefined],
      ['gap', undefined],
      ['request', '/v2/cards/2'],
      ['request', '/v2/cards/3'],
    ])
  })

  test('reports a reset as an event, and continues with the new log', async (context) => {
    const { call, stream } = await open()
    const reader = await stream()
    context.after(() => reader.close())
    await call('POST', '/control/v1/reset')
    const [reset, request] = [await nextEvent(reader), await nextEvent(reader)]
    assert.deepEqual([reset.event, dataOf(request)['operation']], ['reset', 'resetProject'])
  })

  test('refuses an invalid event id', async () => {
    const { key } = await open()
    const headers = { ...key, 'last-event-id': 'none' }
    const answer = await sandbox.call('GET', '/control/v1/events', { headers })
    assert.deepEqual(
      [answer.status, (answer.json as { code: string }).code],
      [400, 'invalid-parameter'],
    )
  })

  test(`allows up to ${STREAMS_MAX} streams per project`, async (context) => {
    const { call, stream } = await open()
    const readers: EventReader[] = []
    context.after(() => {
      for (const reader of readers) reader.close()
    })
    for (let count = 0; count < STREAMS_MAX; count++) readers.push(await stream())
    const refused = await call('GET', '/control/v1/events')
    assert.deepEqual(
      [refused.status, (refused.json as { code: string }).code],
      [503, 'too-many-streams'],
    )
    assert.ok(Number(refused.headers['retry-after']) > 0)
  })

  if (database.name === 'postgres')
    test('receives the requests of another process', async (context) => {
      const { call, key, stream } = await open()
      const other = await anotherProcess(sandbox)
      context.after(() => other.close())
      const reader = await stream()
      context.after(() => reader.close())
      await fetch(`${other.url}/v2/cards/7`, { headers: key })
      await call('GET', '/v2/cards/8')
      const paths = [await nextEvent(reader), await nextEvent(reader)].map(
        (event) => dataOf(event)['path'],
      )
      assert.deepEqual(new Set(paths), new Set(['/v2/cards/7', '/v2/cards/8']))
    })
})
