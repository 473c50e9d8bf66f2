// Names of receivers, hosted: a name server that never answers for one name keeps no other name waiting.

import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { resolverOf } from '../../src/delivery/resolve-name.ts'

const HEADER_BYTES = 12
const ADDRESS = [203, 0, 113, 7]

/** A good answer to a question (RFC 1035): the one address of version 4, none of version 6. */
function answerTo(query: Buffer): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 1
  const isFour = query.readUInt16BE(end) === 1
  const answered = Buffer.from(query.subarray(0, end + 4))
  answered.set([0x81, 0x80, 0, 1, 0, isFour ? 1 : 0, 0, 0, 0, 0], 2)
  const record = [0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ADDRESS]
  return isFour ? Buffer.concat([answered, Buffer.from(record)]) : answered
}

test('forty names that nobody answers for keep no other waiting', async (t) => {
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
