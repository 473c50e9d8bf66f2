// Passwords as they are kept: argon2id in the PHC form, with a secret of the installation, bounded trials, and the same work for nobody.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kernel/fault.ts'
import { Passwords } from '../../src/users/passwords.ts'
import { emailOf, passwordMistake } from '../../src/users/user.ts'

const passwords = new Passwords(Buffer.alloc(32, 1))
/** What costs next to nothing to compare with. */
const cheap =
  '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

test('A password is stored as argon2id with a salt of its own, and found right again', async () => {
  const [one, other] = await Promise.all([
    passwords.hash('a sentence'),
    passwords.hash('a sentence'),
  ])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
  assert.equal(await passwords.isRight('a sentence', one), true)
  assert.equal(await passwords.isRight('a sentencf', one), false)
  assert.equal(await passwords.isRight('', one), false)
})

test('A password is the same however its accents are written', async () => {
  assert.equal(
    await passwords.isRight('café au lait', await passwords.hash('café au lait'.normalize('NFD'))),
    true,
  )
})

test('A stored password is of no use under another master key, and its cost is read from it', async () => {
  const stored = await passwords.hash('a sentence')
  assert.equal(await new Passwords(Buffer.alloc(32, 2)).isRight('a sentence', stored), false)
  assert.equal(await passwords.isRight('a sentence', cheap), false)
})

test('An address that nobody has takes a trial like any other, and nothing is right for it', async () => {
  assert.equal(await passwords.isRight('a sentence', undefined), false)
})

test('Trials beyond those that may wait are refused as busy', async () => {
  const crowded = new Passwords(Buffer.alloc(32, 1), { waitingMax: 3 })
  const crowd = await Promise.allSettled(
    Array.from({ length: 8 }, () => crowded.isRight('x', cheap)),
  )
  const refused = crowd
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => reason as Fault)
  assert.ok(refused.length === 3)
  assert.ok(refused.every((reason) => reason instanceof Fault && reason.code === 'busy'))
  assert.equal(await crowded.isRight('x', cheap), false)
})

// prettier-ignore
const ADDRESSES: readonly (readonly [typed: string, stored: string | undefined])[] = [
  [' Ada@Example.COM ',      'ada@example.com'],
  ['ada+test@mail.example',  'ada+test@mail.example'],
  ["o'brien@example.ie",     "o'brien@example.ie"],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`${'a'.repeat(65)}@example.com`, undefined],
  ['ada@localhost',          undefined],
  ['ada@-example.com',       undefined],
  ['ada@example-.com',       undefined],
  ['ada@example..com',       undefined],
  ['ada@@example.com',       undefined],
  ['ada example@example.com', undefined],
  ['ada@example.com\r\nBcc: x@example.com', undefined],
  ['"ada"@example.com',      undefined],
  ['',                       undefined],
]
test('An address is stored in lower case where it is one that mail can be sent to', () => {
  for (const [typed, stored] of ADDRESSES) assert.equal(emailOf(typed), stored, typed)
})

test('A password of exactly 10 or 200 characters is taken', () => {
  assert.equal(passwordMistake('abcdefghij', 'ada@example.com'), undefined)
  assert.equal(passwordMistake('abcd'.repeat(50), 'ada@example.com'), undefined)
  assert.equal(passwordMistake('🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪', 'ada@example.com'), undefined)
  assert.match(passwordMistake('abcd'.repeat(50) + 'e', 'ada@example.com') ?? '', /at most 200/)
  assert.match(passwordMistake('abcdefghi', 'ada@example.com') ?? '', /at least 10/)
})
