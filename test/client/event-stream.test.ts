// The event stream as the client reads it: split chunks, comments, and lost connections.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { ApiError } from '../../src/client/client.ts'
import { connect } from '../../src/client/connect.ts'
import type { ProjectEvent } from '../../src/client/event-stream.ts'
import { http } from '../../src/node-http.ts'

describe('Events of a project', () => {
  /** Responses of the server, one per connection. */
  let answers: ((response: ServerResponse) => void)[] = []
  let requests: IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    requests.push(request)
    const answer = answers.shift() ?? ((each) => each.writeHead(404).end('{}'))
    answer(response)
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  afterEach(() => {
    answers = []
    requests = []
  })

  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stream =
    (...chunks: string[]) =>
    (response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const chunk of chunks) response.write(chunk)
      response.end()
    }
  /** Reads events until one of them has this name. */
  const readUntil = async (
    name: string,
    onReconnect?: () => void,
  ): Promise<readonly ProjectEvent[]> => {
    const stop = new AbortController()
    const events: ProjectEvent[] = []
    const options = { signal: stop.signal, onReconnect }
    for await (const event of connect(url()).events('key', options)) {
      events.push(event)
      if (event.event === name) stop.abort()
    }
    return events
  }

  test('are parsed from chunks of any size, with comments as heartbeats', async () => {
    const text =
      'retry: 1\n\n:\n\nid: 1.7\nevent: clock\ndata: {"now":"ä"}\n\nevent: end\ndata: 1\n\n'
    answers = [stream(...text)]
    assert.deepEqual(await readUntil('end'), [
      { event: 'open', id: undefined, data: null },
      { event: 'heartbeat', id: undefined, data: null },
      { event: 'heartbeat', id: undefined, data: null },
      { event: 'clock', id: '1.7', data: { now: 'ä' } },
      { event: 'end', id: undefined, data: 1 },
    ])
    assert.equal(requests[0]?.headers['x-api-key'], 'key')
  })

  test('continue after a lost connection with the last id, and report it once', async () => {
    answers = [
      stream('id: 1.8\nevent: request\ndata: {}\n\nevent: cut'),
      (response) => response.destroy(),
      (response) => response.destroy(),
      stream('event: end\ndata: 2\n\n'),
    ]
    let reported = 0
    const names = (await readUntil('end', () => (reported += 1))).map(({ event }) => event)
    assert.deepEqual(names, ['open', 'request', 'open', 'end'])
    assert.equal(reported, 1)
    assert.deepEqual(
      requests.map(({ headers }) => headers['last-event-id']),
      [undefined, '1.8', '1.8', '1.8'],
    )
  })

  test("throw the service's errors, and a first connection that fails", async () => {
    answers = [(response) => response.writeHead(401).end('{"code":"unauthorized"}')]
    const events = connect(url()).events('wrong')
    await assert.rejects(events.next(), (error: unknown) => {
      return error instanceof ApiError && error.code === 'unauthorized'
    })
    await assert.rejects(connect('http://127.0.0.1:2').events('key').next(), /fetch failed/)
  })
})
