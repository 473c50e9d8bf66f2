// Signing in through an OpenID Connect provider: a real one that runs in the test.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../kit/identity-provider.ts'
import {
  type HostedSandbox,
  PASSWORD,
  type Person,
  PUBLIC_URL,
  startHosted,
} from '../../../kit/person.ts'
import { wordsOf } from '../../../kit/portal.ts'

const CALLBACK = `${PUBLIC_URL}/account/single-sign-on/callback`

onEveryDatabase('Single sign-on', (database) => {
  let provider: IdentityProvider
  let hosted: HostedSandbox
  before(async () => {
    provider = await startIdentityProvider(CALLBACK)
    hosted = await startHosted(database, provider.settings)
  })
  after(async () => {
    await hosted.sandbox.close()
    await provider.close()
  })

  const start = async (person: Person, next = '/account') => {
    const { status, headers } = await person.get(
      `/account/single-sign-on?next=${encodeURIComponent(next)}`,
    )
    assert.equal(status, 303)
    return String(headers['location'])
  }
  const logIn = async (person: Person, login: string, next?: string) => {
    const back = await provider.logIn(await start(person, next), login)
    return person.get(back.pathname + back.search)
  }

  test('signs in with the provider, and finds the same account again', async () => {
    const person = hosted.visitor()
    assert.match(
      await person.page('/account/log-in?next=/p'),
      /href="\/account\/single-sign-on\?next=%2Fp"/,
    )
    const first = await logIn(person, 'ada')
    assert.deepEqual([first.status, first.headers['location']], [303, '/account'])
    assert.match(wordsOf(await person.page('/account')), /ada@example.com/)
    const base = await person.newProject('by single sign-on')
    const again = hosted.visitor()
    assert.equal((await logIn(again, 'ada', base)).headers['location'], base)
    assert.equal((await again.get(`${base}/orders`)).status, 200)
  })

  test('starts with PKCE, state and nonce, and an encrypted, short-lived cookie', async () => {
    const person = hosted.visitor()
    const { headers } = await person.get('/account/single-sign-on')
    const url = new URL(String(headers['location']))
    for (const name of ['code_challenge', 'state', 'nonce'])
      assert.ok(url.searchParams.get(name), name)
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.equal(url.searchParams.get('redirect_uri'), CALLBACK)
    const cookie = String([headers['set-cookie'] ?? []].flat()[0])
    assert.match(
      cookie,
      /^__Host-sandcard-single-sign-on=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.ok(!cookie.includes(url.searchParams.get('state') ?? ''))
  })

  test('links the account that has the same confirmed email address', async () => {
    const before = hosted.visitor()
    await before.submit(await before.page('/account/sign-up'), 'sign-up', {
      email: 'grace@example.com',
    })
    const { path } = await hosted.emailTo('grace@example.com')
    await before.done(await before.page(path), 'password', { password: PASSWORD })
    const base = await before.newProject('from before')
    const person = hosted.visitor()
    await logIn(person, 'grace')
    assert.equal((await person.get(`${base}/orders`)).status, 200)
  })

  test('refuses another subject with the email address of a linked account', async () => {
    await hosted.member('heir@example.com')
    const person = hosted.visitor()
    const { status, text } = await logIn(person, 'heir')
    assert.equal(status, 422)
    assert.match(wordsOf(text), /is linked to another identity/)
    assert.equal(person.session, undefined)
  })

  test('does not accept the cookie of a completed sign-in again', async () => {
    const person = hosted.visitor()
    await person.get('/account/single-sign-on')
    const started = await person.get('/account/single-sign-on')
    const cookie = String([started.headers['set-cookie'] ?? []].flat()[0]).split(';')[0] ?? ''
    const location = String(started.headers['location'])
    const state = new URL(location).searchParams.get('state') ?? ''
    const callback = async () => {
      const back = await provider.logIn(location, 'ada')
      assert.equal(back.searchParams.get('state'), state)
      return hosted.sandbox.call('GET', back.pathname + back.search, { headers: { cookie } })
    }
    assert.equal((await callback()).status, 303)
    const again = await callback()
    assert.equal(again.status, 422)
    assert.match(wordsOf(again.text), /was already completed/)
  })

  test("refuses an ID token whose signature is not the provider's, or that was issued to another client", async () => {
    for (const forged of ['signature', 'azp'] as const) {
      provider.forge(forged)
      const person = hosted.visitor()
      const { status, text } = await logIn(person, 'ada')
      provider.forge(undefined)
      assert.equal(status, 422, forged)
      assert.match(wordsOf(text), /did not confirm who you are/, forged)
      assert.equal(person.session, undefined)
    }
  })

  for (const { login, says } of [
    { login: 'unconfirmed', says: /did not provide a confirmed email address/ },
    { login: 'anonymous', says: /did not provide a confirmed email address/ },
  ])
    test(`refuses the ${login} user, who has no confirmed email address`, async () => {
      const person = hosted.visitor()
      const { status, text } = await logIn(person, login)
      assert.equal(status, 422)
      assert.match(wordsOf(text), says)
      assert.equal(person.session, undefined)
    })

  test('confirms the deletion of an account without a password, by entering the credentials again', async () => {
    const person = hosted.visitor()
    const first = await logIn(person, 'leaver', '/p')
    assert.match(String(first.headers['location']), /^\/p\/prj_/)
    assert.match(
      await person.page('/account/delete'),
      /href="\/account\/single-sign-on\?for=deletion"/,
    )
    const confirm = async (login: string) => {
      const { headers } = await person.get('/account/single-sign-on?for=deletion')
      const location = new URL(String(headers['location']))
      assert.equal(location.searchParams.get('prompt'), 'login')
      const back = await provider.logIn(location.href, login)
      return person.get(back.pathname + back.search)
    }
    const other = await confirm('ada')
    assert.equal(other.status, 422)
    assert.match(wordsOf(other.text), /confirmed a different person/)
    const { headers } = await confirm('leaver')
    assert.match(String(headers['location']), /^\/account\/delete\?proof=/)
    const proof = new URL(String(headers['location']), PUBLIC_URL).searchParams.get('proof') ?? ''
    const thief = hosted.visitor()
    await logIn(thief, 'ada')
    const fields = { confirm: 'ada@example.com', proof }
    assert.equal((await thief.post('/account/delete', fields)).status, 422)
    const page = await person.page(String(headers['location']))
    const gone = await person.submit(page, 'delete-account', { confirm: 'leaver@example.com' })
    assert.equal(gone.headers['location'], '/account/deleted')
  })

  test('refuses a callback that another browser started, or that was used before', async () => {
    const person = hosted.visitor()
    const back = await provider.logIn(await start(person), 'ada')
    const thief = hosted.visitor()
    const without = await thief.get(back.pathname + back.search)
    assert.equal(without.status, 422)
    assert.match(wordsOf(without.text), /started in another browser/)
    await start(thief)
    assert.equal((await thief.get(back.pathname + back.search)).status, 422)
    assert.equal(thief.session, undefined)
    assert.equal((await person.get(back.pathname + back.search)).status, 303)
    await person.post('/account/log-out')
    assert.equal((await person.get(back.pathname + back.search)).status, 422)
    assert.equal(
      (await hosted.visitor().get('/account/single-sign-on/callback?error=access_denied')).status,
      422,
    )
  })
})

onEveryDatabase('A service without its provider', (database) => {
  test('offers no single sign-on', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const person = hosted.visitor()
    assert.doesNotMatch(await person.page('/account/log-in'), /single-sign-on/)
    for (const path of ['/account/single-sign-on', '/account/single-sign-on/callback'])
      assert.equal((await person.get(path)).status, 404)
  })

  test('responds with 503 and logs the reason if the provider is not available', async (t) => {
    const away = { oidcIssuer: 'http://127.0.0.1:1', oidcClientId: 'x', oidcClientSecret: 'y' }
    const warnings: string[] = []
    const hosted = await startHosted(database, away, {
      logs: { write: (line) => void warnings.push(line) },
    })
    t.after(() => hosted.sandbox.close())
    const { status, text, headers } = await hosted.visitor().get('/account/single-sign-on')
    assert.equal(status, 503)
    assert.match(wordsOf(text), /not available/)
    assert.equal(headers['set-cookie'], undefined)
    assert.ok(warnings.some((line) => line.includes('provider unavailable')))
  })
})
