// Stored passwords: argon2id in the PHC format with an installation secret, and a bounded queue.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kernel/fault.ts'
import type { Caller } from '../../src/users/fair-queue.ts'
import { Passwords } from '../../src/users/passwords.ts'
import { passwordMistake } from '../../src/users/user.ts'

const CALLER: Caller = { ip: '192.0.2.1', isProven: false, isGone: () => false }
const passwords = new Passwords(Buffer.alloc(32, 1))
/** Cheap to compare with. */
const cheap =
  '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

test('A password is stored as argon2id with its own salt', async () => {
  const [one, other] = await Promise.all([
    passwords.hash('a sentence', CALLER),
    passwords.hash('a sentence', CALLER),
  ])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
  assert.equal(await passwords.isRight('a sentence', one, CALLER), true)
  assert.equal(await passwords.isRight('a sentencf', one, CALLER), false)
  assert.equal(await passwords.isRight('', one, CALLER), false)
})

test('A password with accents is the same in every Unicode form', async () => {
  assert.equal(
    await passwords.isRight(
      'café au lait',
      await passwords.hash('café au lait'.normalize('NFD'), CALLER),
      CALLER,
    ),
    true,
  )
})

test('A stored password is wrong under another master key, and its cost is read from the stored hash', async () => {
  const stored = await passwords.hash('a sentence', CALLER)
  assert.equal(
    await new Passwords(Buffer.alloc(32, 2)).isRight('a sentence', stored, CALLER),
    false,
  )
  assert.equal(await passwords.isRight('a sentence', cheap, CALLER), false)
})

test('Without a stored password, every password is wrong', async () => {
  assert.equal(await passwords.isRight('a sentence', undefined, CALLER), false)
})

test('Password checks beyond the queue are refused as busy', async () => {
  const crowded = new Passwords(Buffer.alloc(32, 1), {
    bounds: { running: 2, waiting: 3, waitingPerNetwork: 3 },
  })
  const crowd = await Promise.allSettled(
    Array.from({ length: 8 }, () => crowded.isRight('x', cheap, CALLER)),
  )
  const refused = crowd
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => reason as Fault)
  assert.ok(refused.length === 3)
  assert.ok(refused.every((reason) => reason instanceof Fault && reason.code === 'busy'))
  assert.equal(await crowded.isRight('x', cheap, CALLER), false)
})

test('A password may have 10 to 200 characters', () => {
  assert.equal(passwordMistake('abcdefghij', 'ada@example.com'), undefined)
  assert.equal(passwordMistake('abcd'.repeat(50), 'ada@example.com'), undefined)
  assert.equal(passwordMistake('🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪', 'ada@example.com'), undefined)
  assert.match(passwordMistake('abcd'.repeat(50) + 'e', 'ada@example.com') ?? '', /at most 200/)
  assert.match(passwordMistake('abcdefghi', 'ada@example.com') ?? '', /at least 10/)
})
