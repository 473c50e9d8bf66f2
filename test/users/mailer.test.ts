// Emails: through a real mail server if one is configured, otherwise as a log line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { Fault } from '../../src/kernel/fault.ts'
import { EmailRate } from '../../src/users/email-rate.ts'
import { resetEmail, signUpEmail } from '../../src/users/emails.ts'
import { bySmtp, Mailer, toLog } from '../../src/users/mailer.ts'
import { requestSignUp } from '../../src/users/sign-up.ts'
import { definedMembers } from '../../src/web/views/defined-members.ts'
import { oneDatabase } from '../kit/databases.ts'
import { mailServer } from '../kit/mail-server.ts'
import { startHosted } from '../kit/person.ts'

const LINK = 'https://sandcard.example/account/password?for=sign-up&token=aaaa'
const QUIET = pino({ level: 'silent' })

test('An email is sent through the mail server', async (t) => {
  const server = await mailServer()
  t.after(() => server.close())
  const mailer = new Mailer(bySmtp(server.url, 'Sandcard <sandcard@sandcard.example>'), QUIET)
  mailer.sendLater(() => Promise.resolve(signUpEmail('ada@example.com', LINK)))
  await mailer.idle()
  const [email] = server.received
  assert.deepEqual([email?.from, email?.to], ['sandcard@sandcard.example', ['ada@example.com']])
  assert.match(email?.text ?? '', /^Subject: Confirm your email address$/m)
  assert.match(
    email?.text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? '',
    new RegExp(LINK.replaceAll(/[?.]/g, '\\$&')),
  )
})

test('The sender is MAIL_FROM, or an address at the host of PUBLIC_URL', async (t) => {
  const server = await mailServer()
  t.after(() => server.close())
  for (const mailFrom of [undefined, 'Bank of sand <bank@sand.example>']) {
    const settings = { smtpUrl: server.url, publicUrl: 'https://cards.example:8443', mailFrom }
    const { sandbox, accounts } = await startHosted(oneDatabase, definedMembers(settings))
    await requestSignUp(accounts, 'ada@example.com', '192.0.2.1')
    await accounts.mailer.idle()
    await sandbox.close()
  }
  assert.deepEqual(
    server.received.map(({ from }) => from),
    ['sandcard@cards.example', 'bank@sand.example'],
  )
})

test('A temporarily rejected email is retried; one that fails is logged without its link', async (t) => {
  const slow = await mailServer(2)
  const never = await mailServer(99)
  t.after(() => Promise.all([slow.close(), never.close()]))
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const sent = new Mailer(bySmtp(slow.url, 'sandcard@sandcard.example'), logger)
  sent.sendLater(() => Promise.resolve(resetEmail('ada@example.com', LINK)))
  await sent.idle()
  assert.equal(slow.received.length, 1)
  assert.equal(lines.length, 0)
  const lost = new Mailer(bySmtp(never.url, 'sandcard@sandcard.example'), logger)
  lost.sendLater(() => Promise.resolve(resetEmail('ada@example.com', LINK)))
  lost.sendLater(() => Promise.reject(new Error('the database is away')))
  await lost.idle()
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['email not sent', 'email not sent'],
  )
  assert.ok(lines.every((line) => !line.includes('token=')))
})

test('Without a mail server the link of an email is logged', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const mailer = new Mailer(toLog(logger), logger)
  mailer.sendLater(() => Promise.resolve(signUpEmail('ada@example.com', LINK)))
  mailer.sendLater(() => Promise.resolve(undefined))
  await mailer.idle()
  assert.equal(lines.length, 1)
  const { to, subject, link } = JSON.parse(lines[0] ?? '') as Readonly<Record<string, unknown>>
  assert.deepEqual(
    { to, subject, link },
    { to: 'ada@example.com', subject: 'Confirm your email address', link: LINK },
  )
})

test('A caller may request a hundred emails an hour, and other callers are not affected', () => {
  const rate = new EmailRate()
  const isCounted = (caller: string, now: number): boolean => {
    try {
      rate.count(caller, now)
      return true
    } catch (error) {
      assert.ok(error instanceof Fault && error.code === 'rate-limited')
      return false
    }
  }
  const HOUR_MS = 3_600_000
  for (let count = 0; count < 100; count++) assert.ok(isCounted('10.0.0.1', count))
  assert.equal(isCounted('10.0.0.1', 100), false)
  assert.equal(isCounted('10.0.0.1', HOUR_MS - 1), false)
  assert.equal(isCounted('10.0.0.2', 100), true)
  assert.equal(isCounted('10.0.0.1', HOUR_MS), true)
})

test('Addresses in the same IPv6 /64 count as one caller', async (t) => {
  const hosted = await startHosted(oneDatabase)
  t.after(() => hosted.sandbox.close())
  const request = (index: number) =>
    requestSignUp(hosted.accounts, `p${index}@example.com`, `2001:db8::${index.toString(16)}`)
  for (let index = 0; index < 100; index++) await request(index)
  await assert.rejects(request(100), { code: 'rate-limited' })
  await requestSignUp(hosted.accounts, 'q@example.com', '2001:db8:0:1::1')
})

test('An email is written after the response, so that its work does not delay the response', async () => {
  const mailer = new Mailer(() => Promise.resolve(), QUIET)
  let written = 0
  mailer.sendLater(() => Promise.resolve((written += 1)).then(() => undefined))
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  assert.equal(written, 0)
  await mailer.idle()
  assert.equal(written, 1)
})

test('A thousand emails may be pending; another one is dropped and logged', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  const mailer = new Mailer(() => Promise.resolve(), logger)
  let written = 0
  const write = () => {
    written += 1
    return released
  }
  for (let count = 0; count < 1000; count++) mailer.sendLater(write)
  assert.equal(lines.length, 0)
  mailer.sendLater(write)
  assert.match(lines.join(''), /email dropped: too many are pending/)
  release(undefined)
  await mailer.idle()
  assert.equal(written, 1000)
  mailer.sendLater(write)
  await mailer.idle()
  assert.deepEqual([written, lines.length], [1001, 1])
})
