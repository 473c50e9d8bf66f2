// Resolving the names of receivers: in hosted mode, a name server that does not respond for one
// name delays no other; in local mode, nothing delays the machine's own name.

import assert from 'node:assert/strict'
import { pbkdf2 } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { isLoopbackName, resolverOf } from '../../src/delivery/resolve-name.ts'

const HEADER_BYTES = 12
const ADDRESS = [203, 0, 113, 7]

/** A DNS response (RFC 1035) with one IPv4 address and no IPv6 address. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 1
  const isFour = query.readUInt16BE(end) === 1
  const answered = Buffer.from(query.subarray(0, end + 4))
  answered.set([0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0], 2)
  const record = [0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ADDRESS]
  return isFour ? Buffer.concat([answered, Buffer.from(record)]) : answered
}

test('Forty names without a response do not delay another name', async (t) => {
  const server = createSocket('udp4')
  t.after(() => server.close())
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  let unanswered = 0
  server.on('message', (query, { port, address }) => {
    if (query.includes('quick')) server.send(answerTo(query), port, address)
    else unanswered += 1
  })
  const resolve = resolverOf('hosted', [`127.0.0.1:${server.address().port}`])
  const hanging = Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => resolve(`receiver-${index}.example`)),
  )
  const found = await Promise.race([resolve('quick.example'), hanging])
  assert.deepEqual(found, [{ address: ADDRESS.join('.'), family: 4 }])
  assert.ok(unanswered > 0)
})

test('An unknown name fails; a name with only an IPv4 or only an IPv6 address resolves', async (t) => {
  const server = createSocket('udp4')
  t.after(() => server.close())
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query)
    const isFour = answer[7] === 1
    // NXDOMAIN (RFC 1035, RCODE 3), for one kind or for both.
    if (query.includes('nobody') || (query.includes('half') && !isFour)) {
      answer[3] = 0x83
      answer[7] = 0
    }
    server.send(answer, port, address)
  })
  const resolve = resolverOf('hosted', [`127.0.0.1:${server.address().port}`])
  await assert.rejects(resolve('nobody.example'), /ENOTFOUND/)
  for (const name of ['half.example', 'whole.example'])
    assert.deepEqual(await resolve(name), [{ address: ADDRESS.join('.'), family: 4 }])
})

const BUSY_THREADS = 8

test('Names of this machine resolve immediately, even while every thread is busy', async () => {
  const resolve = resolverOf('local')
  const done: string[] = []
  const note = (what: string) => () => void done.push(what)
  const busy = Array.from(
    { length: BUSY_THREADS },
    () => new Promise<void>((free) => pbkdf2('a', 'b', 5_000, 32, 'sha512', () => free())),
  )
  const names = ['localhost', 'LOCALHOST.', 'shop.localhost'].map(async (name) => {
    const addresses = await resolve(name)
    assert.deepEqual(
      addresses.map(({ address }) => address),
      ['127.0.0.1', '::1'],
    )
  })
  await Promise.race([Promise.all(names).then(note('names')), Promise.any(busy).then(note('busy'))])
  assert.deepEqual(done, ['names'])
  await Promise.all(busy)
})

// prettier-ignore
const NAMES: readonly (readonly [name: string, isLoopback: boolean])[] = [
  ['localhost', true], ['LocalHost.', true], ['shop.localhost', true],
  ['notlocalhost', false], ['localhost.example', false], ['.localhost', false], ['localhost..', false],
]
for (const [name, isLoopback] of NAMES)
  test(`The host name ${name} is ${isLoopback ? '' : 'not '}a name of this machine`, () =>
    assert.equal(isLoopbackName(name), isLoopback))

test("Local mode resolves other names with the machine's resolver", async () => {
  const resolve = resolverOf('local')
  // IP addresses need no name server.
  assert.deepEqual(await resolve('203.0.113.7'), [{ address: '203.0.113.7', family: 4 }])
  // RFC 1035: labels have at most 63 characters, so no server is queried.
  await assert.rejects(resolve(`${'x'.repeat(64)}.invalid`))
})
