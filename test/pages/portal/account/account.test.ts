// Accounts of a hosted sandbox from outside: signing up, logging in and out, choosing another password, going away. What an answer says never tells
// whether an address has an account.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { type HostedSandbox, PASSWORD, type Person, startHosted } from '../../../kit/person.ts'
import { wordsOf } from '../../../kit/portal.ts'
import { startSandbox } from '../../../kit/sandbox.ts'

onEveryDatabase('An account', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database, {}, { wait: () => Promise.resolve() })
  })
  after(() => hosted.sandbox.close())

  /** Signs up by the letter and gives whoever is logged in then. */
  async function signUp(email: string, password = PASSWORD): Promise<Person> {
    const person = hosted.somebody()
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    const { path } = await hosted.letterTo(email)
    await person.done(await person.page(path), 'password', { password })
    return person
  }

  const logIn = (person: Person, email: string, password: string) =>
    person.post('/account/log-in', { email, password, next: '/account' })

  test('begins with a letter, and the password is chosen by whoever opens it', async () => {
    const person = hosted.somebody()
    const answer = await person.submit(await person.page('/account/sign-up'), 'sign-up', {
      email: ' Ada@Example.com ',
    })
    assert.equal(answer.status, 200)
    assert.match(wordsOf(answer.text), /A letter to ada@example.com is on its way/)
    const { path, subject } = await hosted.letterTo('ada@example.com')
    assert.equal(subject, 'Confirm your address')
    const page = await person.page(path)
    assert.match(wordsOf(page), /For ada@example.com/)
    const projects = await person.done(page, 'password', { password: PASSWORD })
    assert.match(wordsOf(projects), /Projects/)
    assert.match(projects, /ada@example.com/)
    const base = await person.newProject('first steps')
    assert.match(wordsOf(await person.page(`${base}/orders`)), /first steps/)
  })

  test('has a session in a cookie that no script and no other host sees', async () => {
    await signUp('cookie@example.com')
    const { headers } = await logIn(hosted.somebody(), 'cookie@example.com', PASSWORD)
    const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
    assert.match(
      cookie,
      /^__Host-sandcard=[a-z2-7]{32}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal(headers['location'], '/account')
  })

  test('is logged in to and out of, here and everywhere', async () => {
    const here = await signUp('two@example.com')
    const there = hosted.somebody()
    assert.equal((await logIn(there, 'two@example.com', PASSWORD)).status, 303)
    assert.match(wordsOf(await there.page('/account')), /logged in at 2 places/)
    const session = there.session ?? ''
    assert.equal((await there.post('/account/log-out')).headers['location'], '/')
    assert.equal(there.session, undefined)
    there.keep(session)
    assert.equal((await there.get('/account')).status, 303)
    await here.page('/account')
    const again = hosted.somebody()
    await logIn(again, 'two@example.com', PASSWORD)
    const everywhere = await again.submit(await again.page('/account'), 'log-out-everywhere')
    assert.equal(everywhere.headers['location'], '/account/log-in')
    assert.equal((await here.get('/account')).headers['location'], '/account/log-in?next=/account')
  })

  test('gets another password by a letter, which ends every session and every link before', async () => {
    const before = await signUp('reset@example.com')
    const person = hosted.somebody()
    const ask = async () => {
      await person.submit(await person.page('/account/forgotten'), 'forgotten', {
        email: 'reset@example.com',
      })
      return (await hosted.letterTo('reset@example.com')).path
    }
    const [first, second] = [await ask(), await ask()]
    assert.notEqual(first, second)
    await person.done(await person.page(second), 'password', { password: 'another sentence' })
    for (const used of [first, second]) {
      const { status, text } = await person.get(used)
      assert.equal(status, 404)
      assert.match(wordsOf(text), /not good any more/)
    }
    assert.equal((await before.get('/account')).status, 303)
    assert.equal((await logIn(hosted.somebody(), 'reset@example.com', PASSWORD)).status, 422)
    assert.equal(
      (await logIn(hosted.somebody(), 'reset@example.com', 'another sentence')).status,
      303,
    )
  })

  test('changes its password only by the one before, and every other browser is logged out', async () => {
    const person = await signUp('change@example.com')
    const other = hosted.somebody()
    await logIn(other, 'change@example.com', PASSWORD)
    const wrong = await person.submit(await person.page('/account'), 'change-password', {
      current: 'not the password',
      password: 'another sentence',
    })
    assert.equal(wrong.status, 422)
    assert.match(wordsOf(wrong.text), /This is not your password/)
    assert.doesNotMatch(wrong.text, /another sentence|not the password/)
    const done = await person.done(await person.page('/account'), 'change-password', {
      current: PASSWORD,
      password: 'another sentence',
    })
    assert.match(wordsOf(done), /The password was changed/)
    assert.equal((await other.get('/account')).status, 303)
  })

  test('goes away with its projects, its sessions and its name in the projects of others', async () => {
    const person = await signUp('gone@example.com')
    const base = await person.newProject('mine alone')
    const { secrets } = await hosted.projectAt(base)
    const headers = { 'x-api-key': secrets.interfaceB.apiKey }
    assert.equal((await hosted.sandbox.call('GET', '/control/v1/project', { headers })).status, 200)
    const page = await person.page('/account')
    assert.match(wordsOf(page), /A project has no other owner and will be deleted .* mine alone/)
    const wrong = await person.submit(page, 'delete-account', { confirm: 'somebody@example.com' })
    assert.equal(wrong.status, 422)
    const gone = await person.submit(page, 'delete-account', { confirm: 'gone@example.com' })
    assert.deepEqual([gone.status, gone.headers['location']], [303, '/'])
    assert.equal((await logIn(hosted.somebody(), 'gone@example.com', PASSWORD)).status, 422)
    assert.equal((await hosted.sandbox.call('GET', '/control/v1/project', { headers })).status, 401)
    const again = await signUp('gone@example.com')
    assert.equal((await again.get(base)).status, 404)
  })

  // prettier-ignore
  const PASSWORDS: readonly (readonly [password: string, says: RegExp])[] = [
    ['',                          /at least 10 characters/],
    ['123456789',                 /at least 10 characters/],
    ['x'.repeat(201),             /at most 200 characters/],
    ['aaaaaaaaaaaaaaa',           /repeats itself/],
    ['weak-person-12',            /holds your address/],
  ]
  test('takes no password that is short, long, the address or one letter, and keeps none of them in the page', async () => {
    const person = hosted.somebody()
    const email = 'weak-person@example.com'
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    const page = await person.page((await hosted.letterTo(email)).path)
    for (const [password, says] of PASSWORDS) {
      const { status, text } = await person.submit(page, 'password', { password })
      assert.equal(status, 422, password)
      assert.match(wordsOf(text), says)
      if (password !== '') assert.ok(!text.includes(`value="${password}"`))
      assert.match(text, /autofocus/)
    }
    await person.done(page, 'password', { password: 'xy4!'.repeat(4) })
  })

  test('needs an address that is one', async () => {
    const person = hosted.somebody()
    for (const form of ['sign-up', 'forgotten'])
      for (const email of [
        '',
        'x',
        'a@b',
        'a b@example.com',
        `${'x'.repeat(250)}@example.com`,
        '<i>@example.com',
      ]) {
        const { status, text } = await person.submit(await person.page(`/account/${form}`), form, {
          email,
        })
        assert.equal(status, 422, email)
        assert.match(wordsOf(text), /Type a mail address/)
      }
  })

  test('cannot be found out: signing up, asking for a password and logging in say the same of any address', async () => {
    await signUp('known@example.com')
    const person = hosted.somebody()
    for (const form of ['sign-up', 'forgotten']) {
      const page = await person.page(`/account/${form}`)
      const said = await Promise.all(
        ['known@example.com', 'knows@example.com'].map(async (email) => {
          const { status, text } = await person.submit(page, form, { email })
          return [status, text.replaceAll(email, 'ADDRESS')]
        }),
      )
      assert.deepEqual(said[0], said[1], form)
    }
    const letters = await hosted.letters()
    assert.equal(
      letters.findLast(({ to }) => to === 'known@example.com')?.subject,
      'Choose another password',
    )
    assert.ok(
      letters.some(
        ({ to, subject }) =>
          to === 'known@example.com' && subject === 'You have an account already',
      ),
    )
    // Who has no account is sent the link of the sign-up, and nothing where a password was asked for.
    assert.deepEqual(
      letters.filter(({ to }) => to === 'knows@example.com').map(({ subject }) => subject),
      ['Confirm your address'],
    )
    const refused = await Promise.all(
      ['known@example.com', 'nobody@example.com', 'no address'].map(async (email) => {
        const { status, text } = await logIn(hosted.somebody(), email, 'not the password')
        return [status, text.replaceAll(email, 'ADDRESS')]
      }),
    )
    assert.deepEqual(refused[0], refused[1])
    assert.deepEqual(refused[0], refused[2])
  })

  test('is sent five letters an hour, of which each stays good', async () => {
    const person = hosted.somebody()
    const email = 'flood@example.com'
    for (let count = 0; count < 8; count++) {
      const answer = await person.submit(await person.page('/account/sign-up'), 'sign-up', {
        email,
      })
      assert.equal(answer.status, 200)
      await hosted.letters()
    }
    const letters = (await hosted.letters()).filter(({ to }) => to === email)
    assert.equal(letters.length, 5)
    for (const { path } of letters) await person.page(path)
  })

  test('is not changed by a letter that is only opened', async () => {
    const person = hosted.somebody()
    const email = 'opened@example.com'
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    const { path } = await hosted.letterTo(email)
    for (let count = 0; count < 3; count++) await person.page(path)
    assert.equal((await logIn(hosted.somebody(), email, PASSWORD)).status, 422)
  })

  test('leads on only to pages of its own', async () => {
    await signUp('next@example.com')
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/payment/x',
      'javascript:0',
      '/p\\x',
      '/p x',
      '/pages',
      'x/p',
      `/p/${'x'.repeat(498)}`,
      '',
    ]) {
      const person = hosted.somebody()
      const { headers } = await person.post('/account/log-in', {
        email: 'next@example.com',
        password: PASSWORD,
        next,
      })
      assert.equal(headers['location'], '/p', next)
    }
  })

  test('is used by no form of another site', async () => {
    const person = await signUp('csrf@example.com')
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ])
      assert.equal((await person.post('/account/log-out-everywhere', {}, headers)).status, 403)
    // A browser always says where a form comes from; what brings its session along and says nothing is no browser.
    const silent = await hosted.sandbox.call('POST', '/account/log-out', {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `__Host-sandcard=${person.session ?? ''}`,
      },
      body: '',
    })
    assert.equal(silent.status, 403)
    await person.page('/account')
  })
})

onEveryDatabase('The pages of accounts in local mode', (database) => {
  test('are not there', async (t) => {
    const sandbox = await startSandbox(database)
    t.after(() => sandbox.close())
    for (const path of ['/account', '/account/log-in', '/account/sign-up'])
      assert.equal((await sandbox.call('GET', path)).status, 404, path)
  })
})
