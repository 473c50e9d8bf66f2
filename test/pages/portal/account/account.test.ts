// Accounts of a hosted service from outside: signing up, signing in and out, passwords. No response
// reveals whether an email address has an account.

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

  const logIn = (person: Person, email: string, password: string) =>
    person.post('/account/log-in', { email, password, next: '/account' })

  test('is created by a link in an email, which lets its owner choose the password', async () => {
    const person = hosted.visitor()
    const answer = await person.submit(await person.page('/account/sign-up'), 'sign-up', {
      email: ' Ada@Example.com ',
    })
    assert.equal(answer.status, 200)
    assert.match(wordsOf(answer.text), /We sent an email to ada@example.com/)
    const { path, subject } = await hosted.emailTo('ada@example.com')
    assert.equal(subject, 'Confirm your email address')
    const page = await person.page(path)
    assert.match(wordsOf(page), /For ada@example.com/)
    const { status, headers } = await person.submit(page, 'password', { password: PASSWORD })
    assert.equal(status, 303)
    const first = String(headers['location'])
    assert.match(first, /^\/p\/prj_[a-z2-7]{16}$/)
    assert.match(wordsOf(await person.page(first)), /Sandbox .*Fill with sample data/)
    assert.match(await person.page('/p'), new RegExp(`${first}".*Sandbox`))
    const base = await person.newProject('first steps')
    assert.match(wordsOf(await person.page(`${base}/orders`)), /first steps/)
  })

  test('has its session in a cookie that scripts and other hosts cannot read', async () => {
    await hosted.signUp('cookie@example.com')
    const { headers } = await logIn(hosted.visitor(), 'cookie@example.com', PASSWORD)
    const [cookie = ''] = [headers['set-cookie'] ?? []].flat()
    assert.match(
      cookie,
      /^__Host-sandcard=[a-z2-7]{32}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal(headers['location'], '/account')
  })

  test('signs in and out, in this browser and everywhere', async () => {
    const here = await hosted.signUp('two@example.com')
    const there = hosted.visitor()
    assert.equal((await logIn(there, 'two@example.com', PASSWORD)).status, 303)
    assert.match(wordsOf(await there.page('/account')), /You have 2 active sessions/)
    const file = await there.get('/account/sessions.csv')
    assert.match(String(file.headers['content-disposition']), /filename="sessions\.csv"/)
    assert.match(file.text, /^browser,since,current\r\n[^\n]*Z,true\r\n[^\n]*Z,false\r\n$/)
    assert.equal((await hosted.visitor().get('/account/sessions.csv')).status, 303)
    const session = there.session ?? ''
    const signedOut = (await there.post('/account/log-out')).headers['location']
    assert.match(wordsOf(await there.page(String(signedOut))), /You are signed out\./)
    assert.equal(there.session, undefined)
    there.keep(session)
    assert.equal((await there.get('/account')).status, 303)
    await here.page('/account')
    const again = hosted.visitor()
    await logIn(again, 'two@example.com', PASSWORD)
    const everywhere = await again.submit(await again.page('/account'), 'log-out-everywhere')
    const farewell = await again.page(String(everywhere.headers['location']))
    assert.match(wordsOf(farewell), /You are signed out on all devices\./)
    assert.equal((await here.get('/account')).headers['location'], '/account/log-in?next=/account')
  })

  test('resets its password by a link, which ends all sessions and earlier links', async () => {
    const before = await hosted.signUp('reset@example.com')
    const person = hosted.visitor()
    const ask = async () => {
      await person.submit(await person.page('/account/forgotten'), 'forgotten', {
        email: 'reset@example.com',
      })
      return (await hosted.emailTo('reset@example.com')).path
    }
    const [first, second] = [await ask(), await ask()]
    assert.notEqual(first, second)
    await person.done(await person.page(second), 'password', { password: 'another sentence' })
    for (const used of [first, second]) {
      const { status, text } = await person.get(used)
      assert.equal(status, 404)
      assert.match(wordsOf(text), /expired or was already used/)
    }
    assert.equal((await before.get('/account')).status, 303)
    assert.equal((await logIn(hosted.visitor(), 'reset@example.com', PASSWORD)).status, 422)
    assert.equal(
      (await logIn(hosted.visitor(), 'reset@example.com', 'another sentence')).status,
      303,
    )
  })

  test('changes its password with the current one, which signs out other browsers', async () => {
    const person = await hosted.signUp('change@example.com')
    const other = hosted.visitor()
    await logIn(other, 'change@example.com', PASSWORD)
    const wrong = await person.submit(await person.page('/account'), 'change-password', {
      current: 'not the password',
      password: 'another sentence',
    })
    assert.equal(wrong.status, 422)
    assert.match(wordsOf(wrong.text), /Wrong password/)
    assert.doesNotMatch(wrong.text, /another sentence|not the password/)
    const done = await person.done(await person.page('/account'), 'change-password', {
      current: PASSWORD,
      password: 'another sentence',
    })
    assert.match(wordsOf(done), /Password changed/)
    assert.equal((await other.get('/account')).status, 303)
  })

  test('redirects from the URL of a form to its page', async () => {
    const person = await hosted.signUp('typed-url@example.com')
    for (const path of ['change-password', 'change-address', 'sessions/end', 'log-out'])
      assert.equal((await person.get(`/account/${path}`)).headers['location'], '/account', path)
    assert.equal((await person.get('/account/delete')).status, 200)
  })

  test('refuses NUL and invisible characters in every field without a server error', async () => {
    const person = await hosted.signUp('fields@example.com')
    for (const text of [
      'a\0b@example.com',
      '\u202Ea@example.com',
      '\uFEFFa\u200B@example.com',
      '\0',
    ])
      for (const [path, fields] of [
        ['/account/log-in', { email: text, password: text, next: text }],
        ['/account/sign-up', { email: text }],
        ['/account/forgotten', { email: text }],
        ['/account/password', { for: text, token: text, password: text }],
        ['/account/invitation', { token: text, password: text }],
        ['/account/change-address', { email: text, current: text }],
        ['/account/address', { token: text }],
        ['/account/change-password', { current: text, password: text }],
        ['/account/sessions/end', { session: text }],
        ['/account/delete', { confirm: text, current: text }],
      ] as const) {
        const { status } = await person.post(path, fields)
        assert.ok(status < 500, `${path} ${JSON.stringify(text)}: ${status}`)
      }
  })

  // prettier-ignore
  const PASSWORDS: readonly (readonly [password: string, says: RegExp])[] = [
    ['',                          /at least 10 characters/],
    ['123456789',                 /at least 10 characters/],
    ['x'.repeat(201),             /at most 200 characters/],
    ['aaaaaaaaaaaaaaa',           /4 different characters/],
    ['weak-person-12',            /Do not use your email address/],
  ]
  test('refuses passwords that are too short, too long, repetitive or contain the email address', async () => {
    const person = hosted.visitor()
    const email = 'weak-person@example.com'
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    const page = await person.page((await hosted.emailTo(email)).path)
    for (const [password, says] of PASSWORDS) {
      const { status, text } = await person.submit(page, 'password', { password })
      assert.equal(status, 422, password)
      assert.match(wordsOf(text), says)
      if (password !== '') assert.ok(!text.includes(`value="${password}"`))
      assert.match(text, /autofocus/)
    }
    await person.done(page, 'password', { password: 'xy4!'.repeat(4) })
  })

  test('needs a valid email address', async () => {
    const person = hosted.visitor()
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
        assert.match(wordsOf(text), /Enter an email address/)
      }
  })

  test('cannot be detected: sign-up, reset and sign-in respond alike to every email address', async () => {
    await hosted.signUp('known@example.com')
    const person = hosted.visitor()
    for (const form of ['sign-up', 'forgotten']) {
      const page = await person.page(`/account/${form}`)
      const responses = await Promise.all(
        ['known@example.com', 'knows@example.com'].map(async (email) => {
          const { status, text } = await person.submit(page, form, { email })
          return [status, text.replaceAll(email, 'ADDRESS')]
        }),
      )
      assert.deepEqual(responses[0], responses[1], form)
    }
    const emails = await hosted.emails()
    const known = emails.filter(({ to }) => to === 'known@example.com')
    assert.deepEqual(
      new Set(known.map(({ subject }) => subject)),
      new Set(['Confirm your email address', 'Reset your password', 'You already have an account']),
    )
    // An email address without an account gets the sign-up link, and no reset link.
    assert.deepEqual(
      emails.filter(({ to }) => to === 'knows@example.com').map(({ subject }) => subject),
      ['Confirm your email address'],
    )
    const refused = await Promise.all(
      ['known@example.com', 'nobody@example.com', 'no address'].map(async (email) => {
        const { status, text } = await logIn(hosted.visitor(), email, 'not the password')
        return [status, text.replaceAll(email, 'ADDRESS')]
      }),
    )
    assert.deepEqual(refused[0], refused[1])
    assert.deepEqual(refused[0], refused[2])
  })

  test('is sent up to five emails an hour, and each link stays valid', async () => {
    const person = hosted.visitor()
    const email = 'flood@example.com'
    for (let count = 0; count < 8; count++) {
      const answer = await person.submit(await person.page('/account/sign-up'), 'sign-up', {
        email,
      })
      assert.equal(answer.status, 200)
      await hosted.emails()
    }
    const emails = (await hosted.emails()).filter(({ to }) => to === email)
    assert.equal(emails.length, 5)
    for (const { path } of emails) await person.page(path)
  })

  test('is not created by only opening a link', async () => {
    const person = hosted.visitor()
    const email = 'opened@example.com'
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    const { path } = await hosted.emailTo(email)
    for (let count = 0; count < 3; count++) await person.page(path)
    assert.equal((await logIn(hosted.visitor(), email, PASSWORD)).status, 422)
  })

  test('only redirects to pages of this service', async () => {
    await hosted.signUp('next@example.com')
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
      '/p/\u{1F600}',
      '/p/\u0100',
      '/p/\0',
      '/p/\u007F',
      '',
    ]) {
      const person = hosted.visitor()
      const { headers } = await person.post('/account/log-in', {
        email: 'next@example.com',
        password: PASSWORD,
        next,
      })
      assert.equal(headers['location'], '/p', next)
    }
    const person = await hosted.member('next@example.org')
    const { status } = await person.get(
      `/account/log-in?next=${encodeURIComponent('/p/\u{1F600}')}`,
    )
    assert.equal(status, 303)
  })

  test('refuses forms of other sites', async () => {
    const person = await hosted.signUp('csrf@example.com')
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ])
      assert.equal((await person.post('/account/log-out-everywhere', {}, headers)).status, 403)
    // Browsers always send the origin of a form.
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

onEveryDatabase('The account pages in local mode', (database) => {
  test('do not exist', async (t) => {
    const sandbox = await startSandbox(database)
    t.after(() => sandbox.close())
    for (const path of ['/account', '/account/log-in', '/account/sign-up'])
      assert.equal((await sandbox.call('GET', path)).status, 404, path)
  })
})
