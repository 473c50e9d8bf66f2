// Logging in by an OpenID Connect provider: against a real one that runs in the test.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { type IdentityProvider, startIdentityProvider } from '../../../kit/identity-provider.ts'
import { type HostedSandbox, type Person, PUBLIC_URL, startHosted } from '../../../kit/person.ts'
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

  const depart = async (person: Person, next = '/account') => {
    const { status, headers } = await person.get(
      `/account/single-sign-on?next=${encodeURIComponent(next)}`,
    )
    assert.equal(status, 303)
    return String(headers['location'])
  }
  const arrive = async (person: Person, login: string, next?: string) => {
    const back = await provider.logIn(await depart(person, next), login)
    return person.get(back.pathname + back.search)
  }

  test('logs somebody in by the provider, who finds the same account again', async () => {
    const person = hosted.somebody()
    assert.match(
      await person.page('/account/log-in?next=/p'),
      /href="\/account\/single-sign-on\?next=%2Fp"/,
    )
    const first = await arrive(person, 'ada')
    assert.deepEqual([first.status, first.headers['location']], [303, '/account'])
    assert.match(wordsOf(await person.page('/account')), /ada@example.com/)
    const base = await person.newProject('by single sign-on')
    const again = hosted.somebody()
    assert.equal((await arrive(again, 'ada', base)).headers['location'], base)
    assert.equal((await again.get(`${base}/orders`)).status, 200)
  })

  test('goes out with PKCE, state and nonce, and its cookie is sealed and short-lived', async () => {
    const person = hosted.somebody()
    const { headers } = await person.get('/account/single-sign-on')
    const url = new URL(String(headers['location']))
    for (const name of ['code_challenge', 'state', 'nonce'])
      assert.ok(url.searchParams.get(name), name)
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.equal(url.searchParams.get('redirect_uri'), CALLBACK)
    const cookie = String([headers['set-cookie'] ?? []].flat()[0])
    assert.match(
      cookie,
      /^__Host-sandcard-departure=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.ok(!cookie.includes(url.searchParams.get('state') ?? ''))
  })

  test('joins the account that has the same confirmed address', async () => {
    const before = await hosted.member('grace@example.com')
    const base = await before.newProject('from before')
    const person = hosted.somebody()
    await arrive(person, 'grace')
    assert.equal((await person.get(`${base}/orders`)).status, 200)
  })

  for (const { login, says } of [
    { login: 'unconfirmed', says: /names no mail address/ },
    { login: 'anonymous', says: /names no mail address/ },
  ])
    test(`logs nobody in as ${login}`, async () => {
      const person = hosted.somebody()
      const { status, text } = await arrive(person, login)
      assert.equal(status, 422)
      assert.match(wordsOf(text), says)
      assert.equal(person.session, undefined)
    })

  test('logs nobody in who brings what another browser began, or what was used', async () => {
    const person = hosted.somebody()
    const back = await provider.logIn(await depart(person), 'ada')
    const thief = hosted.somebody()
    const without = await thief.get(back.pathname + back.search)
    assert.equal(without.status, 422)
    assert.match(wordsOf(without.text), /began in another browser/)
    await depart(thief)
    assert.equal((await thief.get(back.pathname + back.search)).status, 422)
    assert.equal(thief.session, undefined)
    assert.equal((await person.get(back.pathname + back.search)).status, 303)
    await person.post('/account/log-out')
    assert.equal((await person.get(back.pathname + back.search)).status, 422)
    assert.equal(
      (await hosted.somebody().get('/account/single-sign-on/callback?error=access_denied')).status,
      422,
    )
  })
})

onEveryDatabase('A service without a provider', (database) => {
  test('offers no single sign-on', async (t) => {
    const hosted = await startHosted(database)
    t.after(() => hosted.sandbox.close())
    const person = hosted.somebody()
    assert.doesNotMatch(await person.page('/account/log-in'), /single-sign-on/)
    for (const path of ['/account/single-sign-on', '/account/single-sign-on/callback'])
      assert.equal((await person.get(path)).status, 404)
  })

  test('says when its provider is away, and goes on without it', async (t) => {
    const away = { oidcIssuer: 'http://127.0.0.1:1', oidcClientId: 'x', oidcClientSecret: 'y' }
    const warnings: string[] = []
    const hosted = await startHosted(database, away, {
      logs: { write: (line) => void warnings.push(line) },
    })
    t.after(() => hosted.sandbox.close())
    const { status, text, headers } = await hosted.somebody().get('/account/single-sign-on')
    assert.equal(status, 503)
    assert.match(wordsOf(text), /cannot be reached/)
    assert.equal(headers['set-cookie'], undefined)
    assert.ok(warnings.some((line) => line.includes('provider cannot be used')))
  })
})
