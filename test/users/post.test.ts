// Letters: through a real mail server where one is set, as a line of the log where none is.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { Fault } from '../../src/kernel/fault.ts'
import { resetLetter, signUpLetter } from '../../src/users/letter.ts'
import { bySmtp, Post, toLog } from '../../src/users/post.ts'
import { definedMembers } from '../../src/web/history/defined-members.ts'
import { oneDatabase } from '../kit/databases.ts'
import { startHosted } from '../kit/person.ts'

const LINK = 'https://sandcard.example/account/password?for=sign-up&token=aaaa'
const QUIET = pino({ level: 'silent' })

interface ReceivedLetter {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** A mail server that refuses the first `refusals` letters for the moment. */
async function mailServer(refusals = 0) {
  const received: ReceivedLetter[] = []
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        tries += 1
        if (tries <= refusals) {
          done(Object.assign(new Error('try again'), { responseCode: 451 }))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      }),
  }
}

test('A letter goes through the mail server, whole', async (t) => {
  const server = await mailServer()
  t.after(() => server.close())
  const post = new Post(bySmtp(server.url, 'Sandcard <sandcard@sandcard.example>'), QUIET)
  post.post(() => Promise.resolve(signUpLetter('ada@example.com', LINK)))
  await post.idle()
  const [letter] = server.received
  assert.deepEqual([letter?.from, letter?.to], ['sandcard@sandcard.example', ['ada@example.com']])
  assert.match(letter?.text ?? '', /^Subject: Confirm your address$/m)
  assert.match(
    letter?.text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? '',
    new RegExp(LINK.replaceAll(/[?.]/g, '\\$&')),
  )
})

test('A letter comes from the address that is set, or else from one at the public address', async (t) => {
  const server = await mailServer()
  t.after(() => server.close())
  for (const mailFrom of [undefined, 'Bank of sand <bank@sand.example>']) {
    const settings = { smtpUrl: server.url, publicUrl: 'https://cards.example:8443', mailFrom }
    const { sandbox, accounts } = await startHosted(oneDatabase, definedMembers(settings))
    await accounts.users.sendLink('sign-up', 'ada@example.com', 'somebody')
    await accounts.post.idle()
    await sandbox.close()
  }
  assert.deepEqual(
    server.received.map(({ from }) => from),
    ['sandcard@cards.example', 'bank@sand.example'],
  )
})

test('A letter that the mail server puts off is sent again; one that it never takes is told to the log, without its link', async (t) => {
  const slow = await mailServer(2)
  const never = await mailServer(99)
  t.after(() => Promise.all([slow.close(), never.close()]))
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const sent = new Post(bySmtp(slow.url, 'sandcard@sandcard.example'), logger)
  sent.post(() => Promise.resolve(resetLetter('ada@example.com', LINK)))
  await sent.idle()
  assert.equal(slow.received.length, 1)
  assert.equal(lines.length, 0)
  const lost = new Post(bySmtp(never.url, 'sandcard@sandcard.example'), logger)
  lost.post(() => Promise.resolve(resetLetter('ada@example.com', LINK)))
  lost.post(() => Promise.reject(new Error('the database is away')))
  await lost.idle()
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['a letter was not sent', 'a letter was not sent'],
  )
  assert.ok(lines.every((line) => !line.includes('token=')))
})

test('Where no mail server is set the link of a letter is a line of the log', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const post = new Post(toLog(logger), logger)
  post.post(() => Promise.resolve(signUpLetter('ada@example.com', LINK)))
  post.post(() => Promise.resolve(undefined))
  await post.idle()
  assert.equal(lines.length, 1)
  const { to, subject, link } = JSON.parse(lines[0] ?? '') as Readonly<Record<string, unknown>>
  assert.deepEqual(
    { to, subject, link },
    { to: 'ada@example.com', subject: 'Confirm your address', link: LINK },
  )
})

test('A caller may ask for a hundred letters an hour, and no other caller pays for it', () => {
  const post = new Post(() => Promise.resolve(), QUIET)
  const asked = (caller: string, now: number): boolean => {
    try {
      post.count(caller, now)
      return true
    } catch (error) {
      assert.ok(error instanceof Fault && error.code === 'rate-limited')
      return false
    }
  }
  const HOUR_MS = 3_600_000
  for (let count = 0; count < 100; count++) assert.ok(asked('10.0.0.1', count))
  assert.equal(asked('10.0.0.1', 100), false)
  assert.equal(asked('10.0.0.1', HOUR_MS - 1), false)
  assert.equal(asked('10.0.0.2', 100), true)
  assert.equal(asked('10.0.0.1', HOUR_MS), true)
})

test('A thousand letters are on their way at once; one more is not written, which the log tells', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<undefined>()
  const post = new Post(() => Promise.resolve(), logger)
  let written = 0
  const write = () => {
    written += 1
    return isThere
  }
  for (let count = 0; count < 1000; count++) post.post(write)
  assert.deepEqual([written, lines.length], [1000, 0])
  post.post(write)
  assert.equal(written, 1000)
  assert.match(lines.join(''), /a letter was not written: too many are on their way/)
  arrive(undefined)
  await post.idle()
  post.post(write)
  await post.idle()
  assert.deepEqual([written, lines.length], [1001, 1])
})
