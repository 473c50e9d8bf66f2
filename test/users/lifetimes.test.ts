// How long sessions, links and invitations are good, and how many letters, members and projects there may be: each at exactly its bound. The
// machine's clock is held by the test.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kernel/fault.ts'
import { AFTER_ALL_AUDIT_ENTRIES, auditRow } from '../../src/users/audit.ts'
import {
  INVITATION_LIFE_MS,
  invitationLetter,
  knownAddressLetter,
  LINK_LIFE_MS,
  resetLetter,
  signUpLetter,
} from '../../src/users/letter.ts'
import { isToken, newToken, TokenHashes } from '../../src/users/tokens.ts'
import { emailOf, passwordMistake } from '../../src/users/user.ts'
import { oneDatabase } from '../kit/databases.ts'
import { PASSWORD, startHosted } from '../kit/person.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2031, 4, 10, 10)

test('What people hold', async (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: NOW })
  const at = (ms: number): void => {
    context.mock.timers.setTime(NOW + ms)
  }
  const hosted = await startHosted(oneDatabase)
  context.after(() => hosted.sandbox.close())
  const { users, members, post } = hosted.accounts
  const tokenOf = async (email: string): Promise<string> =>
    new URL((await hosted.letterTo(email)).path, 'http://any.invalid').searchParams.get('token') ??
    ''
  const linksTo = async (email: string): Promise<number> =>
    (await hosted.letters()).filter(({ to }) => to === email).length
  const owner = await users.ofIdentity({ subject: 'owner', email: 'owner@example.com' })

  await context.test('a session is good for thirty days, and counted so long', async () => {
    at(0)
    const session = await users.openSession(owner.id, 'Firefox')
    at(30 * DAY_MS - 1)
    assert.deepEqual(await users.ofSession(session), owner)
    assert.equal(await users.sessionsOf(owner), 1)
    at(30 * DAY_MS)
    assert.equal(await users.ofSession(session), undefined)
    assert.equal(await users.sessionsOf(owner), 0)
  })

  for (const [purpose, life] of [
    ['sign-up', 24 * HOUR_MS],
    ['reset', HOUR_MS],
  ] as const)
    await context.test(
      `the link of a letter to ${purpose} is good for ${life / HOUR_MS} hours`,
      async () => {
        at(0)
        const email = purpose === 'reset' ? owner.email : 'new@example.com'
        await users.sendLink(purpose, email, 'somebody')
        const token = await tokenOf(email)
        at(life - 1)
        assert.equal(await users.addressOf(purpose, token), email)
        assert.equal(
          await users.addressOf(purpose === 'reset' ? 'sign-up' : 'reset', token),
          undefined,
        )
        at(life)
        assert.equal(await users.addressOf(purpose, token), undefined)
        assert.equal(await users.choosePassword(purpose, token, PASSWORD), undefined)
        at(life - 1)
        assert.equal((await users.choosePassword(purpose, token, PASSWORD))?.email, email)
        assert.equal(await users.choosePassword(purpose, token, PASSWORD), undefined)
      },
    )

  await context.test('an address is sent five links of a kind an hour', async () => {
    at(0)
    const email = 'flood@example.com'
    for (let count = 0; count < 7; count++) {
      await users.sendLink('sign-up', email, 'flooder')
      await hosted.letters()
    }
    assert.equal(await linksTo(email), 5)
    at(HOUR_MS - 1)
    await users.sendLink('sign-up', email, 'flooder')
    assert.equal(await linksTo(email), 5)
    at(HOUR_MS + 1)
    await users.sendLink('sign-up', email, 'flooder')
    assert.equal(await linksTo(email), 6)
  })

  await context.test('a caller is sent a hundred letters an hour', () => {
    for (let count = 0; count < 100; count++) post.count('caller', NOW)
    const isRefused = (error: unknown) => error instanceof Fault && error.code === 'rate-limited'
    assert.throws(() => post.count('caller', NOW + HOUR_MS - 1), isRefused)
    post.count('another', NOW)
    for (let count = 0; count < 100; count++) post.count('caller', NOW + HOUR_MS)
    assert.throws(() => post.count('caller', NOW + 2 * HOUR_MS - 1), isRefused)
  })

  await context.test('an invitation is good for seven days, and shown so long', async () => {
    at(0)
    const project = await hosted.sandbox.sandcard.service.directory.create('invited', owner.id)
    const invited = { email: 'invited@example.com', role: 'viewer' } as const
    assert.equal(
      await members.invite({ number: project.number, name: 'invited' }, invited, owner),
      undefined,
    )
    const token = await tokenOf(invited.email)
    at(7 * DAY_MS - 1)
    assert.equal((await members.invitationOf(token))?.email, invited.email)
    assert.deepEqual(await members.invitations(project.number), [
      { ...invited, invitedBy: owner.email, endsAt: NOW + 7 * DAY_MS },
    ])
    at(7 * DAY_MS)
    assert.equal(await members.invitationOf(token), undefined)
    assert.deepEqual(await members.invitations(project.number), [])
    assert.equal(await members.join(token, owner), false)
  })

  await context.test('a project has a hundred members and invitations, and no more', async () => {
    at(0)
    const { number } = await hosted.sandbox.sandcard.service.directory.create('full', owner.id)
    const project = { number, name: 'full' }
    const invite = (index: number, hour: number) => {
      at(hour * HOUR_MS)
      return members.invite(project, { email: `p${index}@example.com`, role: 'viewer' }, owner)
    }
    for (let index = 1; index < 100; index++)
      assert.equal(await invite(index, index < 50 ? 8 : 10), undefined, String(index))
    assert.equal(await invite(100, 12), 'too-many')
    // One that stands already gives way to another.
    assert.equal(await invite(99, 12), undefined)
    assert.equal((await members.invitations(number)).length, 99)
  })

  await context.test('a person has a hundred projects, and no more', async () => {
    at(0)
    const rich = await users.ofIdentity({ subject: 'rich', email: 'rich@example.com' })
    const { directory } = hosted.sandbox.sandcard.service
    for (let count = 0; count < 99; count++) await directory.create(`p${count}`, rich.id)
    assert.equal(await members.mayMakeProject(rich), true)
    await directory.create('p99', rich.id)
    assert.equal(await members.mayMakeProject(rich), false)
    const person = hosted.somebody()
    person.keep(await users.openSession(rich.id, 'Firefox'))
    const { status, text } = await person.submit(await person.page('/p'), 'new-project', {
      name: 'one more',
    })
    assert.equal(status, 422)
    assert.match(text, /You have 100 projects; delete one first\./)
    const older = /href="(\/p\?before=\d+)">Older projects/.exec(await person.page('/p'))?.[1] ?? ''
    const list = async (path: string) =>
      [...(await person.page(path)).matchAll(/<bdi>(p\d+)<\/bdi>/g)].map(([, name]) => name)
    assert.deepEqual(
      [...(await list('/p')), ...(await list(older))].filter(
        (name, index, all) => all.indexOf(name) === index,
      ),
      Array.from({ length: 100 }, (_, index) => `p${99 - index}`),
    )
    assert.doesNotMatch(await person.page(older), /Older projects/)
  })
})

const LETTERS = {
  signUp: signUpLetter('a@example.com', 'LINK'),
  known: knownAddressLetter('a@example.com', 'LINK'),
  reset: resetLetter('a@example.com', 'LINK'),
  invitation: invitationLetter('a@example.com', 'LINK', {
    by: 'b@example.com',
    project: 'p',
    role: 'viewer',
  }),
}
test('A letter says what happened, then its link, then what to do if one had nothing to do with it', () => {
  for (const [name, { to, link, text, subject }] of Object.entries(LETTERS)) {
    assert.deepEqual([to, link], ['a@example.com', 'LINK'], name)
    assert.match(
      text,
      /^[A-Zb].*:\n\nLINK\n\nIf you .*\.\n$|^[A-Zb].*:\n\nLINK\n\nIf it was not you, .*\.\n$/,
      name,
    )
    assert.notEqual(subject, '')
  }
  assert.deepEqual(LINK_LIFE_MS, { 'sign-up': DAY_MS, address: HOUR_MS, reset: HOUR_MS })
  assert.equal(INVITATION_LIFE_MS, 7 * DAY_MS)
})

test('A token is thirty-two signs of base32, and nothing else is looked for', () => {
  const token = newToken()
  assert.ok(isToken(token))
  assert.notEqual(newToken(), token)
  for (const text of [
    '',
    token.slice(1),
    `${token}a`,
    `a${token}`,
    `${token.slice(1)}1`,
    token.toUpperCase(),
  ])
    assert.equal(isToken(text), false, text)
  const hashes = new TokenHashes(Buffer.alloc(32, 1))
  const all = [
    hashes.of('session', token),
    hashes.of('link', token),
    hashes.of('invitation', token),
  ]
  assert.equal(new Set([...all, new TokenHashes(Buffer.alloc(32, 2)).of('session', token)]).size, 4)
})

test('Ids of audit entries rise with their time, and are below the one that stands above all', () => {
  const actor = { id: null, name: 'API key' }
  const idAt = (at: number) => String(auditRow(1, at, actor, { action: 'x' })[1])
  assert.match(idAt(7), /^0{13}7[a-z2-7]{8}$/)
  assert.ok(idAt(NOW) < idAt(NOW + 1) && idAt(NOW) < AFTER_ALL_AUDIT_ENTRIES)
  assert.deepEqual(
    auditRow(1, 7, { id: 'usr_1', name: 'a' }, { action: 'x', details: { b: 'c' } }).toSpliced(
      1,
      1,
    ),
    [1, 7, 'usr_1', 'a', 'x', '{"b":"c"}'],
  )
})

// prettier-ignore
const ADDRESSES: readonly (readonly [typed: string, email: string | undefined])[] = [
  ['ann@example.com',                     'ann@example.com'],
  [' Ann@Example.COM ',                   'ann@example.com'],
  ['a@b.c',                               'a@b.c'],
  ['a+b.c@d-e.f1',                        'a+b.c@d-e.f1'],
  [`${'a'.repeat(64)}@b.c`,               `${'a'.repeat(64)}@b.c`],
  [`${'a'.repeat(65)}@b.c`,               undefined],
  [`a@${'b.'.repeat(125)}cc`,             `a@${'b.'.repeat(125)}cc`],
  [`a@${'b.'.repeat(126)}c`,              undefined],
  ['a@b',                                 undefined],
  ['@b.c',                                undefined],
  ['a@.c',                                undefined],
  ['a@b.',                                undefined],
  ['a@-b.c',                              undefined],
  ['a@b-.c',                              undefined],
  ['a b@c.d',                             undefined],
  ['a@b@c.d',                             undefined],
  ['a@b.c x',                             undefined],
  ['<a@b.c',                              undefined],
  ['a@b.c>',                              undefined],
]
test('A mail address is one sign, a name with a dot behind it, and nothing around them', () => {
  for (const [typed, email] of ADDRESSES) assert.equal(emailOf(typed), email, typed)
})

// prettier-ignore
const PASSWORDS: readonly (readonly [password: string, says: RegExp | undefined])[] = [
  ['123456789',                        /at least 10/],
  ['1234567890',                       undefined],
  ['😀😁😂🤣😃😄😅😆😉',                  /at least 10/],
  ['abcd'.repeat(50),                  undefined],
  [`${'abcd'.repeat(50)}e`,            /at most 200/],
  ['xxAnNixxyz',                       /holds your address/],
  ['anni 4567 1234 6789',              /holds your address/],
  ['anni 4567 1234 67890',             undefined],
  ['abcabcabcabc',                     /repeats itself/],
  ['abcdabcdabcd',                     undefined],
]
test('A password is judged by its length, the address in it and how often it repeats itself', () => {
  for (const [password, says] of PASSWORDS) {
    const mistake = passwordMistake(password, 'anni@example.com')
    if (says === undefined) assert.equal(mistake, undefined, password)
    else assert.match(mistake ?? '', says, password)
  }
})
