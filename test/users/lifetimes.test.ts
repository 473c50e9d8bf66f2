// How long sessions, links and invitations last, and how many emails, members and projects are
// allowed, each exactly at its bound. The test sets the machine's clock.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actorOf, AFTER_ALL_AUDIT_ENTRIES, newAuditId } from '../../src/users/audit.ts'
import {
  existingAccountEmail,
  invitationEmail,
  LINK_LIFE_MS,
  resetEmail,
  signUpEmail,
} from '../../src/users/emails.ts'
import {
  acceptInvitation,
  invitationOf,
  INVITATION_LIFE_MS,
  invite,
  listInvitations,
} from '../../src/users/invitations.ts'
import { findMailLink, type PasswordPurpose } from '../../src/users/mail-links.ts'
import { requestPasswordReset, setPasswordByLink } from '../../src/users/reset-password.ts'
import { countSessions, openSession, userOfSession } from '../../src/users/sessions.ts'
import { requestSignUp } from '../../src/users/sign-up.ts'
import { isToken, newToken, TokenHashes } from '../../src/users/tokens.ts'
import { emailOf, passwordMistake } from '../../src/users/user.ts'
import { TooManyProjects } from '../../src/engine/catalogue.ts'
import { oneDatabase } from '../kit/databases.ts'
import { useFakeTimers } from '../kit/fake-timers.ts'
import { PASSWORD, startHosted } from '../kit/person.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2031, 4, 10, 10)

test('Sessions, links and invitations expire, and emails, members and projects are limited', async (context) => {
  useFakeTimers(context.mock)
  context.mock.timers.enable({ apis: ['Date'], now: NOW })
  const at = (ms: number): void => {
    context.mock.timers.setTime(NOW + ms)
  }
  const hosted = await startHosted(oneDatabase)
  context.after(() => hosted.sandbox.close())
  const { accounts } = hosted
  const tokenOf = async (email: string): Promise<string> =>
    new URL((await hosted.emailTo(email)).path, 'http://any.invalid').searchParams.get('token') ??
    ''
  const linksTo = async (email: string): Promise<number> =>
    (await hosted.emails()).filter(({ to }) => to === email).length
  const owner = await hosted.user('owner@example.com')
  const caller = { ip: '192.0.2.1', isProven: true, isGone: () => false }
  const request = (purpose: PasswordPurpose, email: string): Promise<void> =>
    (purpose === 'reset' ? requestPasswordReset : requestSignUp)(accounts, email, caller.ip)

  await context.test('a session lasts thirty days', async () => {
    at(0)
    const session = await openSession(accounts, owner.id, 'Firefox')
    at(30 * DAY_MS - 1)
    assert.deepEqual(await userOfSession(accounts, session), owner)
    assert.equal(await countSessions(accounts, owner), 1)
    at(30 * DAY_MS)
    assert.equal(await userOfSession(accounts, session), undefined)
    assert.equal(await countSessions(accounts, owner), 0)
  })

  for (const [purpose, life] of [
    ['sign-up', 24 * HOUR_MS],
    ['reset', HOUR_MS],
  ] as const)
    await context.test(
      `a ${purpose} link lasts ${life / HOUR_MS} hours and works once`,
      async () => {
        at(0)
        const email = purpose === 'reset' ? owner.email : 'new@example.com'
        await request(purpose, email)
        const token = await tokenOf(email)
        const use = () =>
          setPasswordByLink(accounts, { purpose, token }, { password: PASSWORD, caller })
        at(life - 1)
        assert.equal((await findMailLink(accounts, purpose, token))?.email, email)
        assert.equal(
          await findMailLink(accounts, purpose === 'reset' ? 'sign-up' : 'reset', token),
          undefined,
        )
        at(life)
        assert.equal(await findMailLink(accounts, purpose, token), undefined)
        assert.equal(await use(), undefined)
        at(life - 1)
        assert.equal((await use())?.email, email)
        assert.equal(await use(), undefined)
      },
    )

  await context.test('an address is sent up to five links of a purpose an hour', async () => {
    at(0)
    const email = 'flood@example.com'
    for (let count = 0; count < 7; count++) {
      await request('sign-up', email)
      await hosted.emails()
    }
    assert.equal(await linksTo(email), 5)
    at(HOUR_MS - 1)
    await request('sign-up', email)
    assert.equal(await linksTo(email), 5)
    at(HOUR_MS + 1)
    await request('sign-up', email)
    assert.equal(await linksTo(email), 6)
  })

  await context.test('an invitation lasts seven days', async () => {
    at(0)
    const project = await hosted.sandbox.sandcard.service.directory.create('invited', owner.id)
    const invited = { email: 'invited@example.com', role: 'viewer' } as const
    assert.equal(
      await invite(accounts, { number: project.number, name: 'invited' }, invited, actorOf(owner)),
      undefined,
    )
    const token = await tokenOf(invited.email)
    at(7 * DAY_MS - 1)
    assert.equal((await invitationOf(accounts, token))?.email, invited.email)
    assert.deepEqual(await listInvitations(accounts, project.number), [
      { ...invited, invitedBy: owner.email, endsAt: NOW + 7 * DAY_MS },
    ])
    at(7 * DAY_MS)
    assert.equal(await invitationOf(accounts, token), undefined)
    assert.deepEqual(await listInvitations(accounts, project.number), [])
    assert.equal(await acceptInvitation(accounts, token, owner), false)
  })

  await context.test('a project has at most a hundred members and invitations', async () => {
    at(0)
    const { number } = await hosted.sandbox.sandcard.service.directory.create('full', owner.id)
    const project = { number, name: 'full' }
    const inviteAt = (index: number, hour: number) => {
      at(hour * HOUR_MS)
      const invited = { email: `p${index}@example.com`, role: 'viewer' } as const
      return invite(accounts, project, invited, actorOf(owner))
    }
    for (let index = 1; index < 100; index++)
      assert.equal(await inviteAt(index, index < 50 ? 8 : 10), undefined, String(index))
    assert.equal(await inviteAt(100, 12), 'too-many-members')
    // A repeated invitation replaces the first.
    assert.equal(await inviteAt(99, 12), undefined)
    assert.equal((await listInvitations(accounts, number)).length, 99)
  })

  await context.test('a person has at most a hundred projects', async () => {
    at(0)
    const rich = await hosted.user('rich@example.com')
    const { directory } = hosted.sandbox.sandcard.service
    for (let count = 0; count < 100; count++) await directory.create(`p${count}`, rich.id)
    await assert.rejects(directory.create('p100', rich.id), TooManyProjects)
    const person = hosted.visitor()
    person.keep(await openSession(accounts, rich.id, 'Firefox'))
    const { status, text } = await person.submit(await person.page('/p'), 'new-project', {
      name: 'one more',
    })
    assert.equal(status, 422)
    assert.match(text, /You have 100 projects\. Delete one first\./)
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

const EMAILS = {
  signUp: signUpEmail('a@example.com', 'LINK'),
  existing: existingAccountEmail('a@example.com', 'LINK'),
  reset: resetEmail('a@example.com', 'LINK'),
  invitation: invitationEmail('a@example.com', 'LINK', {
    by: 'b@example.com',
    project: 'p',
    role: 'viewer',
  }),
}
test('An email states its subject, then its link, then what to do if you did not request it', () => {
  for (const [name, { to, link, text, subject }] of Object.entries(EMAILS)) {
    assert.deepEqual([to, link], ['a@example.com', 'LINK'], name)
    assert.match(
      text,
      /^[A-Zb].*\.\n\n.*:\nLINK\n\n.*If (?:you do not know|you did not request this|this was not you).*\.\n\n--\nSandcard.*\n$/,
      name,
    )
    assert.notEqual(subject, '')
  }
  assert.deepEqual(LINK_LIFE_MS, {
    'sign-up': DAY_MS,
    reset: HOUR_MS,
    address: HOUR_MS,
    deletion: HOUR_MS / 6,
  })
  assert.equal(INVITATION_LIFE_MS, 7 * DAY_MS)
})

test('A project name in an email is quoted and truncated to 40 characters', () => {
  const textFor = (project: string) =>
    invitationEmail('a@example.com', 'LINK', { by: 'b@example.com', project, role: 'viewer' }).text
  assert.match(textFor('Corner shop'), /project “Corner shop” as a viewer/)
  assert.match(textFor('x'.repeat(40)), /project “x{40}” as a viewer/)
  assert.match(textFor('🂡'.repeat(41)), /project “(?:🂡){39}…” as a viewer/u)
  assert.match(textFor('a" now: visit “b” c'), /project “a' now: visit 'b' c” as a viewer/)
})

test('A token is 32 characters of base32, and nothing else is looked up', () => {
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

test('Ids of audit entries increase with time', () => {
  assert.match(newAuditId(7), /^0{13}7[a-z2-7]{8}$/)
  assert.ok(newAuditId(NOW) < newAuditId(NOW + 1))
  assert.ok(newAuditId(NOW) < AFTER_ALL_AUDIT_ENTRIES)
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
  ["o'brien@example.ie",                  "o'brien@example.ie"],
  ['Zoë@b.c',                             'zoë@b.c'],
  ['\u212Aelly@b.c',                      '\u212Aelly@b.c'],
  ['a\u0000b@b.c',                        undefined],
  ['a\u202Eb@b.c',                        undefined],
  ['a\uFFFDb@b.c',                        undefined],
  ['a\u200Bb@b.c',                        undefined],
  ['a@b.c\r\nBcc: x@b.c',                 undefined],
  ['"a"@b.c',                             undefined],
  ['',                                    undefined],
  ['<a@b.c',                              undefined],
  ['a@b.c>',                              undefined],
]
test('An email address is trimmed and converted to lower case, ASCII letters only', () => {
  for (const [typed, email] of ADDRESSES) assert.equal(emailOf(typed), email, typed)
})

// prettier-ignore
const PASSWORDS: readonly (readonly [password: string, says: RegExp | undefined])[] = [
  ['123456789',                        /at least 10/],
  ['1234567890',                       undefined],
  ['😀😁😂🤣😃😄😅😆😉',                  /at least 10/],
  ['abcd'.repeat(50),                  undefined],
  [`${'abcd'.repeat(50)}e`,            /at most 200/],
  ['xxAnNixxyz',                       /Do not use your email address/],
  ['anni 4567 1234 6789',              /Do not use your email address/],
  ['anni 4567 1234 67890',             undefined],
  ['abcabcabcabc',                     /4 different characters/],
  ['abcdabcdabcd',                     undefined],
]
test('A password is checked for length, the email address and repetition', () => {
  for (const [password, says] of PASSWORDS) {
    const mistake = passwordMistake(password, 'anni@example.com')
    if (says === undefined) assert.equal(mistake, undefined, password)
    else assert.match(mistake ?? '', says, password)
  }
})
