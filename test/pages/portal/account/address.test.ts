// Another mail address of an account, and where somebody is logged in: what is confirmed by whom, who hears of it, and that nobody is found out.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { type HostedSandbox, PASSWORD, type Person, startHosted } from '../../../kit/person.ts'
import { wordsOf } from '../../../kit/portal.ts'

onEveryDatabase('The address of an account', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database, {}, { wait: () => Promise.resolve() })
  })
  after(() => hosted.sandbox.close())

  /** Signs up by the letter and gives whoever is logged in then. */
  async function signUp(email: string): Promise<Person> {
    const person = hosted.somebody()
    await person.submit(await person.page('/account/sign-up'), 'sign-up', { email })
    const { path } = await hosted.letterTo(email)
    await person.done(await person.page(path), 'password', { password: PASSWORD })
    return person
  }

  const ask = async (person: Person, email: string, current = PASSWORD) =>
    person.submit(await person.page('/account'), 'change-address', { email, current })

  const logIn = (email: string) =>
    hosted.somebody().post('/account/log-in', { email, password: PASSWORD, next: '/account' })

  test('changes once the new one has confirmed it, and the old one hears of it', async () => {
    const person = await signUp('before@example.com')
    const base = await person.newProject('kept')
    // A link that was mailed to the old address must not bring the account back.
    await person.post('/account/forgotten', { email: 'before@example.com' })
    const reset = await hosted.letterTo('before@example.com')
    const answer = await ask(person, ' After@Example.com ')
    assert.match(wordsOf(answer.text), /A letter to after@example.com is on its way/)
    const { subject, path } = await hosted.letterTo('after@example.com')
    assert.equal(subject, 'Confirm your new address')
    assert.equal((await logIn('after@example.com')).status, 422)
    const page = await person.page(path)
    assert.match(wordsOf(page), /From before@example.com to after@example.com/)
    const account = await person.done(page, 'address')
    assert.match(wordsOf(account), /after@example.com .*The address was changed/)
    assert.equal((await logIn('before@example.com')).status, 422)
    assert.equal((await logIn('after@example.com')).status, 303)
    await person.page(`${base}/orders`)
    const notice = await hosted.letterTo('before@example.com')
    assert.equal(notice.subject, 'Your account has another address')
    for (const over of [path, reset.path]) assert.equal((await person.get(over)).status, 404)
    await signUp('before@example.com')
  })

  test('is asked for with the password, and is another one', async () => {
    const person = await signUp('asks@example.com')
    // prettier-ignore
    const refused: readonly (readonly [email: string, current: string, says: RegExp])[] = [
      ['no address',        PASSWORD,    /Type a mail address/],
      ['asks@example.com',  PASSWORD,    /This is your address already/],
      ['other@example.com', 'not right', /This is not your password/],
      ['other@example.com', '',          /This is not your password/],
    ]
    for (const [email, current, says] of refused) {
      const { status, text } = await ask(person, email, current)
      assert.equal(status, 422, email)
      assert.match(wordsOf(text), says)
      assert.ok(text.includes(`value="${email}"`), email)
    }
    assert.ok(!(await hosted.letters()).some(({ to }) => to === 'other@example.com'))
  })

  test('finds out nobody: the answer is the same for an address with an account, which is told so itself', async () => {
    await signUp('taken@example.com')
    const person = await signUp('curious@example.com')
    const said = await Promise.all(
      ['taken@example.com', 'nobody-has@example.com'].map(async (email) => {
        const { status, text } = await ask(person, email)
        return [status, text.replaceAll(email, 'ADDRESS')]
      }),
    )
    assert.deepEqual(said[0], said[1])
    assert.equal(
      (await hosted.letterTo('taken@example.com')).subject,
      'Your address has an account already',
    )
    for (let count = 0; count < 8; count++) {
      assert.equal((await ask(person, 'many@example.com')).status, 200)
      await hosted.letters()
    }
    const letters = (await hosted.letters()).filter(({ to }) => to === 'many@example.com')
    assert.equal(letters.length, 5)
  })

  test('is confirmed once, however often at the same moment', async () => {
    const person = await signUp('hasty@example.com')
    await ask(person, 'hasted@example.com')
    const { path } = await hosted.letterTo('hasted@example.com')
    const token = new URL(path, 'http://any.invalid').searchParams.get('token') ?? ''
    const { users } = hosted.accounts
    const user = await users.find('hasty@example.com')
    assert.ok(user)
    const changes = await Promise.all([1, 2, 3].map(() => users.changeAddress(token, user)))
    assert.deepEqual(changes.sort(), ['changed', 'over', 'over'])
    assert.equal((await users.find('hasted@example.com'))?.id, user.id)
  })

  test('is confirmed by the account that asked for it alone, and not where it is taken by then', async () => {
    const person = await signUp('mine@example.com')
    await ask(person, 'wanted@example.com')
    const { path } = await hosted.letterTo('wanted@example.com')
    const stranger = await hosted.member('stranger-to-it@example.com')
    assert.equal((await stranger.get(path)).status, 404)
    const token = new URL(path, 'http://any.invalid').searchParams.get('token') ?? ''
    assert.equal((await stranger.post('/account/address', { token })).status, 404)
    const nobody = await hosted.somebody().get(path)
    assert.equal(nobody.headers['location'], `/account/log-in?next=${encodeURIComponent(path)}`)
    const wanted = await hosted.member('wanted@example.com')
    assert.equal((await person.post('/account/address', { token })).status, 422)
    assert.match(wordsOf(await person.page('/account')), /mine@example.com/)
    assert.match(wordsOf(await wanted.page('/account')), /wanted@example.com/)
    for (const wrong of ['', 'x', 'a'.repeat(32)])
      assert.equal((await person.post('/account/address', { token: wrong })).status, 404, wrong)
  })

  test('may go to its end by the account’s deletion, with a link on its way', async () => {
    const person = await signUp('leaves@example.com')
    await ask(person, 'leaves-later@example.com')
    await hosted.letterTo('leaves-later@example.com')
    const page = await person.page('/account')
    const gone = await person.submit(page, 'delete-account', { confirm: 'leaves@example.com' })
    assert.equal(gone.status, 303)
  })
})

onEveryDatabase('The log-ins of an account', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database)
  })
  after(() => hosted.sandbox.close())

  // prettier-ignore
  const BROWSERS: readonly (readonly [says: string, agent: string])[] = [
    ['Firefox on Linux',       'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
    ['Chrome on Windows',      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'],
    ['Edge on Windows',        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0'],
    ['Safari on macOS',        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'],
    ['Safari on iPhone',       'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'],
    ['Samsung Internet on Android', 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36'],
    ['Chrome on ChromeOS',     'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'],
    ['A browser on Windows',   'Something of <b>its</b> own (Windows)'],
    ['curl',                   'curl/8.14.1'],
    ['A browser that does not say which', '<script>nothing</script>'],
  ]

  async function loggedIn(email: string, agents: readonly string[]): Promise<readonly Person[]> {
    const first = hosted.somebody()
    await first.submit(await first.page('/account/sign-up'), 'sign-up', { email })
    const { path } = await hosted.letterTo(email)
    const people: Person[] = []
    await first.done(await first.page(path), 'password', { password: PASSWORD })
    await first.post('/account/log-out')
    for (const agent of agents) {
      const person = hosted.somebody()
      await person.post('/account/log-in', { email, password: PASSWORD }, { 'user-agent': agent })
      people.push(person)
    }
    return people
  }

  const rowsOf = (page: string) =>
    [...page.matchAll(/<li>[^]*?<\/li>/g)].map(([row]) => ({
      said: wordsOf(row),
      form: /id="(end-[^"]*)"/.exec(row)?.[1] ?? '',
    }))

  test('are listed by browser and time, this one marked', async () => {
    const people = await loggedIn(
      'browsers@example.com',
      BROWSERS.map(([, agent]) => agent),
    )
    const page = (await people.at(-1)?.page('/account')) ?? ''
    const rows = rowsOf(page)
    assert.equal(rows.length, BROWSERS.length)
    for (const [says] of BROWSERS)
      assert.ok(
        rows.some(({ said }) => said.startsWith(`${says} `) && said.includes('since just now')),
        says,
      )
    assert.deepEqual(
      rows.filter(({ said }) => said.includes('this one')).map(({ said }) => said.slice(0, 9)),
      ['A browser'],
    )
  })

  test('end one by one, this one as by logging out, and never another person’s', async () => {
    const [here, there] = await loggedIn('ends@example.com', ['curl/8', BROWSERS[0]?.[1] ?? ''])
    assert.ok(here !== undefined && there !== undefined)
    const page = await here.page('/account')
    const [theirs] = rowsOf(page).filter(({ said }) => said.includes('Firefox'))
    const id = theirs?.form.slice('end-'.length) ?? ''
    assert.match(id, /^[\w-]{16}$/)
    const stranger = await hosted.member('stranger@example.com')
    for (const session of [id, '', '%', 'x'.repeat(5000)])
      assert.equal((await stranger.post('/account/sessions/end', { session })).status, 303)
    await there.page('/account')
    assert.match(wordsOf(await here.done(page, theirs?.form ?? '')), /The log-in was ended/)
    assert.equal((await there.get('/account')).status, 303)
    const [own] = rowsOf(await here.page('/account'))
    const ended = await here.submit(await here.page('/account'), own?.form ?? '')
    assert.equal(ended.headers['location'], '/account/log-in')
    assert.equal(here.session, undefined)
  })

  test('beyond fifty are counted, and end together', async () => {
    const person = await hosted.member('everywhere@example.com')
    const { users } = hosted.accounts
    const user = await users.ofSession(person.session ?? '')
    assert.ok(user !== undefined)
    for (let count = 0; count < 52; count++) await users.openSession(user.id, 'curl')
    const page = await person.page('/account')
    assert.equal(rowsOf(page).length, 50)
    assert.match(wordsOf(page), /3 more are older.*logged in at 53 places/)
  })
})
