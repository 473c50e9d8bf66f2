// One exchange with a receiver whose bytes the test controls: what is stored of a response, which
// connections are reused, which IP addresses of a name are tried, and the reasons for failures.

import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import {
  type AddressInfo,
  createServer,
  getDefaultAutoSelectFamily,
  type Server,
  setDefaultAutoSelectFamily,
  type Socket,
} from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { CallbackClient, type Delivery, type DeliveryOptions } from '../../src/delivery/delivery.ts'
import { freePort } from '../kit/free-port.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }

interface RawReceiver {
  readonly port: number
  /** The requests of each connection, in order. */
  readonly connections: string[][]
}

/**
 * Responds to each request with `answer`, which gets its number on its connection and overall, from
 * 1.
 */
async function receiver(
  t: TestContext,
  answer: (socket: Socket, onConnection: number, overall: number) => void,
): Promise<RawReceiver> {
  const connections: string[][] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    const requests: string[] = []
    connections.push(requests)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.setEncoding('latin1').on('data', (text: string) => {
      requests.push(text)
      answer(socket, requests.length, connections.flat().length)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections }
}

function clientOf(t: TestContext, options: Partial<DeliveryOptions> = {}): CallbackClient {
  const client = new CallbackClient({ mode: 'local', ...options })
  t.after(() => client.close())
  return client
}

const send = (
  client: CallbackClient,
  port: number,
  { host = '127.0.0.1', body = '', stop = new AbortController().signal } = {},
): Promise<Delivery> => {
  const method = body === '' ? 'GET' : 'POST'
  const request = { method, url: `http://${host}:${port}/shop?a=1`, body } as const
  return client.send(request, { senderNumber: 1, stop })
}

/**
 * Sets whether a connection tries every IP address of a name; returns a function that restores it.
 */
function setAutoSelectFamily(wanted: boolean): () => void {
  const before = getDefaultAutoSelectFamily()
  setDefaultAutoSelectFamily(wanted)
  return () => setDefaultAutoSelectFamily(before)
}

const outcome = ({ end, httpStatus, error }: Delivery) => [end, httpStatus, error]

describe('An exchange with a receiver', () => {
  test('sends the request and measures its time', async (t) => {
    const { port, connections } = await receiver(t, (socket) =>
      socket.end(`${OK}content-length: 0\r\n\r\n`),
    )
    const client = clientOf(t)
    const began = performance.now()
    const { durationMs } = await send(client, port)
    assert.ok(Number.isInteger(durationMs) && durationMs >= 0)
    assert.ok(durationMs <= Math.ceil(performance.now() - began))
    await send(client, port, { body: 'é=1' })
    const [[asked = ''] = [], [posted = ''] = []] = connections
    assert.match(asked, /^GET \/shop\?a=1 HTTP\/1\.1\r\n/)
    assert.match(asked, /\r\naccept: \*\/\*\r\n/)
    assert.match(asked, /\r\nuser-agent: Sandcard\/\d/)
    assert.doesNotMatch(asked, /content-/)
    assert.match(posted, /^POST \/shop\?a=1 HTTP\/1\.1\r\n/)
    assert.match(posted, /\r\ncontent-type: application\/x-www-form-urlencoded\r\n/)
    assert.match(posted, /\r\ncontent-length: 4\r\n/)
  })

  // prettier-ignore
  const ANSWERS: readonly { readonly what: string; readonly bytes: string; readonly answer: string | RegExp }[] = [
    { what: 'the headers and the body', bytes: `${OK}X-One: 1\r\nx-two: 2\r\ncontent-length: 4\r\n\r\nbody`, answer: '200 OK\nX-One: 1\nx-two: 2\ncontent-length: 4\n\nbody' },
    { what: 'the headers without a body', bytes: `${OK}content-length: 0\r\n\r\n`, answer: '200 OK\ncontent-length: 0\n' },
    { what: 'a status without a reason phrase', bytes: 'HTTP/1.1 204\r\n\r\n', answer: '204 \n' },
    { what: 'all 1024 characters of a body', bytes: `${OK}content-length: 1024\r\n\r\n${'b'.repeat(1024)}`, answer: /\n\nb{1024}$/ },
    { what: 'the first 1024 of 1025 characters of a body', bytes: `${OK}content-length: 1025\r\n\r\n${'b'.repeat(1024)}c`, answer: /\n\nb{1024}$/ },
    { what: '1024 characters of the headers', bytes: `${OK}x: ${'h'.repeat(2000)}\r\ncontent-length: 1\r\n\r\nb`, answer: /^200 OK\nx: h{1014}\n\nb$/ },
  ]
  for (const { what, bytes, answer } of ANSWERS)
    test(`stores a response: ${what}`, async (t) => {
      const { port } = await receiver(t, (socket) => socket.end(bytes))
      const delivery = await send(clientOf(t), port)
      assert.equal(delivery.end, 'answered')
      if (typeof answer === 'string') assert.equal(delivery.answer, answer)
      else assert.match(delivery.answer, answer)
    })

  test('stores the start of a body that arrives in pieces', async (t) => {
    const { port } = await receiver(t, (socket) => {
      socket.write(`${OK}content-length: 1030\r\n\r\n${'a'.repeat(1000)}`)
      setImmediate(() => socket.end('b'.repeat(30)))
    })
    assert.match((await send(clientOf(t), port)).answer, /\n\na{1000}b{24}$/)
  })

  const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
  const chunk = (size: number) => `${size.toString(16)}\r\n${'b'.repeat(size)}\r\n`

  test('reads 65,536 bytes of a body', async (t) => {
    const { port, connections } = await receiver(t, (socket) => {
      // If the connection were closed here, the next request would need another one.
      socket.write(CHUNKED + chunk(65_536), () => socket.write('0\r\n\r\n'))
    })
    const client = clientOf(t)
    for (let round = 0; round < 2; round++)
      assert.deepEqual(outcome(await send(client, port)), ['answered', 200, null])
    assert.equal(connections.length, 1)
  })

  test('closes the connection after one byte too many, and keeps the response', async (t) => {
    const { port } = await receiver(t, (socket) => socket.write(CHUNKED + chunk(65_537)))
    assert.deepEqual(outcome(await send(clientOf(t), port)), ['answered', 200, null])
  })

  test('reuses a connection, or opens a new one if the receiver closed it', async (t) => {
    const { port, connections } = await receiver(t, (socket, onConnection) => {
      if (onConnection < 3) socket.write(`${OK}content-length: 0\r\n\r\n`)
      else socket.destroy()
    })
    const client = clientOf(t)
    for (const requests of [[1], [2], [3, 1]]) {
      assert.deepEqual(outcome(await send(client, port)), ['answered', 200, null])
      assert.deepEqual(
        connections.map(({ length }) => length),
        requests,
      )
    }
  })

  test('tries a new connection only once', async (t) => {
    const { port, connections } = await receiver(t, (socket, _onConnection, overall) => {
      if (overall === 1) socket.write(`${OK}content-length: 0\r\n\r\n`)
      else socket.destroy()
    })
    const client = clientOf(t)
    await send(client, port)
    // prose-ignore: the message of Node.js.
    assert.deepEqual(outcome(await send(client, port)), ['failed', null, 'socket hang up'])
    assert.deepEqual(
      connections.map(({ length }) => length),
      [2, 1],
    )
  })

  test('does not retry if the first connection is closed or the response has started', async (t) => {
    const { port, connections } = await receiver(t, (socket, _onConnection, overall) => {
      if (overall === 2) socket.write(`${OK}content-length: 0\r\n\r\n`)
      else if (overall === 3)
        socket.write(`${OK}content-length: 9\r\n\r\nb`, () => socket.destroy())
      else socket.destroy()
    })
    const client = clientOf(t)
    // prose-ignore: the message of Node.js.
    assert.deepEqual(outcome(await send(client, port)), ['failed', null, 'socket hang up'])
    assert.equal(connections.length, 1)
    assert.deepEqual(outcome(await send(client, port)), ['answered', 200, null])
    assert.deepEqual(outcome(await send(client, port)), ['failed', 200, 'aborted'])
    assert.equal(connections.flat().length, 3)
  })

  test('ends at its time limit, or when the service stops', async (t) => {
    const { port } = await receiver(t, () => undefined)
    const client = clientOf(t, { timeoutMs: 200 })
    const late = await send(client, port)
    assert.deepEqual(outcome(late), ['timed-out', null, 'no complete response within 0.2 s'])
    const stopped = await send(clientOf(t), port, { stop: AbortSignal.abort() })
    assert.deepEqual(outcome(stopped), ['failed', null, 'the service stopped'])
  })

  test('fails if the receiver switches protocols', async (t) => {
    const { port } = await receiver(t, (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
    const reason = 'the connection closed before a response'
    assert.deepEqual(outcome(await send(clientOf(t), port)), ['failed', null, reason])
  })

  test('fails if the URL is not http or https', async (t) => {
    const request = { method: 'GET', url: 'ftp://shop.example/', body: '' } as const
    const stop = new AbortController().signal
    const delivery = await clientOf(t).send(request, { senderNumber: 1, stop })
    assert.deepEqual(outcome(delivery), ['failed', null, 'the URL is not http or https'])
    assert.equal(delivery.answer, '')
  })

  test('fails with the error of the first address if no address of the host name responds', async (t) => {
    const port = await freePort()
    const { error } = await send(clientOf(t), port, { host: 'localhost' })
    assert.match(error ?? '', /^connect E\w+ 127\.0\.0\.1:\d+$/)
  })
})

describe('The name of a receiver', () => {
  const answering = (t: TestContext) =>
    receiver(t, (socket) => socket.end(`${OK}content-length: 0\r\n\r\n`))

  // prettier-ignore
  const FOUND: readonly { readonly what: string; readonly resolve: () => Promise<readonly LookupAddress[]>; readonly error: string | null }[] = [
    { what: 'with one IP address', resolve: () => Promise.resolve([LOOPBACK]), error: null },
    { what: 'with an IP address that does not respond before one that does', resolve: () => Promise.resolve([{ address: '127.0.0.2', family: 4 }, LOOPBACK]), error: null },
    { what: 'without an IP address', resolve: () => Promise.resolve([]), error: 'the host name does not resolve' },
    { what: 'that cannot be resolved', resolve: () => Promise.reject(new Error('no name server')), error: 'no name server' },
    { what: 'whose lookup fails without a message', resolve: () => Promise.reject(new RangeError('')), error: 'RangeError' },
  ]
  test('uses only the first IP address if Node.js is set to try no other', async (t) => {
    t.after(setAutoSelectFamily(false))
    const { port } = await receiver(t, (socket) => socket.end(`${OK}content-length: 0\r\n\r\n`))
    for (const [addresses, error] of [
      [[LOOPBACK, { address: '127.0.0.2', family: 4 }], null],
      [[{ address: '127.0.0.2', family: 4 }, LOOPBACK], 'ECONNREFUSED'],
      [[], 'the host name does not resolve'],
    ] as const) {
      const client = clientOf(t, { resolve: () => Promise.resolve(addresses) })
      const delivery = await send(client, port, { host: 'shop.example' })
      assert.match(String(delivery.error), new RegExp(String(error)))
    }
  })

  for (const { what, resolve, error } of FOUND)
    test(`${what} ${error === null ? 'works' : `fails: ${error}`}`, async (t) => {
      const { port, connections } = await answering(t)
      const delivery = await send(clientOf(t, { resolve }), port, { host: 'shop.example' })
      assert.deepEqual(
        outcome(delivery),
        error === null ? ['answered', 200, null] : ['failed', null, error],
      )
      assert.equal(connections.flat().length, error === null ? 1 : 0)
    })

  test('is looked up once for concurrent callbacks, and again for later ones', async (t) => {
    const { port } = await answering(t)
    const asked: string[] = []
    const resolve = (name: string): Promise<readonly LookupAddress[]> => {
      asked.push(name)
      return Promise.resolve([LOOPBACK])
    }
    const client = clientOf(t, { resolve })
    const together = ['one.example', 'one.example', 'two.example']
    await Promise.all(together.map((host) => send(client, port, { host })))
    assert.deepEqual(asked, ['one.example', 'two.example'])
    await send(client, port, { host: 'one.example' })
    assert.deepEqual(asked, ['one.example', 'two.example', 'one.example'])
  })

  // prettier-ignore
  const JUDGED: readonly { readonly mode: 'local' | 'hosted'; readonly host: string; readonly found: readonly string[]; readonly isRefused: boolean }[] = [
    { mode: 'local',  host: 'shop.example', found: ['10.0.0.1'],            isRefused: false },
    { mode: 'hosted', host: 'shop.example', found: ['1.1.1.1'],             isRefused: false },
    { mode: 'hosted', host: 'shop.example', found: ['10.0.0.1'],            isRefused: true },
    { mode: 'hosted', host: 'shop.example', found: ['1.1.1.1', '10.0.0.1'], isRefused: true },
    { mode: 'hosted', host: '127.0.0.1',    found: [],                      isRefused: true },
    { mode: 'hosted', host: 'shop.test',    found: ['1.1.1.1'],             isRefused: true },
  ]
  for (const { mode, host, found, isRefused } of JUDGED)
    test(`${isRefused ? 'is refused' : 'is accepted'} in ${mode} mode: ${host} with ${found.join(' and ')}`, async (t) => {
      const { port, connections } = await answering(t)
      const resolve = () => Promise.resolve(found.map((address) => ({ address, family: 4 })))
      const client = clientOf(t, { mode, resolve, route: () => LOOPBACK })
      const reason = 'the URL resolves to a loopback or private IP address'
      const expected = isRefused ? ['failed', null, reason] : ['answered', 200, null]
      assert.deepEqual(outcome(await send(client, port, { host })), expected)
      assert.equal(connections.length, isRefused ? 0 : 1)
    })
})
