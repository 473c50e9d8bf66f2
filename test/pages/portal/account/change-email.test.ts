// Changing the email address of an account, and its list of sessions.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeEmail } from '../../../../src/users/change-email.ts'
import { openSession, userOfSession } from '../../../../src/users/sessions.ts'
import { findUser } from '../../../../src/users/stored-user.ts'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { type HostedSandbox, PASSWORD, type Person, startHosted } from '../../../kit/person.ts'
import { wordsOf } from '../../../kit/portal.ts'

onEveryDatabase('A change of the email address', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database, {}, { wait: () => Promise.resolve() })
  })
  after(() => hosted.sandbox.close())

  const ask = async (person: Person, email: string, current = PASSWORD) =>
    person.submit(await person.page('/account'), 'change-address', { email, current })

  const logIn = (email: string) =>
    hosted.visitor().post('/account/log-in', { email, password: PASSWORD, next: '/account' })

  test('is confirmed by a link in an email to the new address, and the old one is notified', async () => {
    const person = await hosted.signUp('before@example.com')
    const base = await person.newProject('stays')
    // Links and invitations sent to the old address must no longer work.
    await person.post('/account/forgotten', { email: 'before@example.com' })
    const reset = await hosted.emailTo('before@example.com')
    const inviter = await hosted.member('inviter@example.com')
    const inviting = await inviter.page(`${await inviter.newProject('inviting')}/members`)
    await inviter.done(inviting, 'invite', { email: 'before@example.com', role: 'viewer' })
    const invitation = await hosted.emailTo('before@example.com')
    const answer = await ask(person, ' After@Example.com ')
    assert.match(wordsOf(answer.text), /We sent an email to after@example.com/)
    const { subject, path } = await hosted.emailTo('after@example.com')
    assert.equal(subject, 'Confirm your new email address')
    assert.equal((await logIn('after@example.com')).status, 422)
    const page = await person.page(path)
    assert.match(wordsOf(page), /From before@example.com to after@example.com/)
    const account = await person.done(page, 'address')
    assert.match(wordsOf(account), /after@example.com .*Email address changed/)
    assert.equal((await logIn('before@example.com')).status, 422)
    assert.equal((await logIn('after@example.com')).status, 303)
    await person.page(`${base}/orders`)
    const notice = await hosted.emailTo('before@example.com')
    assert.equal(notice.subject, 'Your email address was changed')
    for (const over of [path, reset.path, invitation.path])
      assert.equal((await person.get(over)).status, 404)
    await hosted.signUp('before@example.com')
  })

  test('needs the password and a different address', async () => {
    const person = await hosted.signUp('asks@example.com')
    // prettier-ignore
    const refused: readonly (readonly [email: string, current: string, says: RegExp])[] = [
      ['no address',        PASSWORD,    /Enter an email address/],
      ['asks@example.com',  PASSWORD,    /already your email address/],
      ['other@example.com', 'not right', /Wrong password/],
      ['other@example.com', '',          /Wrong password/],
    ]
    for (const [email, current, says] of refused) {
      const { status, text } = await ask(person, email, current)
      assert.equal(status, 422, email)
      assert.match(wordsOf(text), says)
      assert.ok(text.includes(`value="${email}"`), email)
    }
    assert.ok(!(await hosted.emails()).some(({ to }) => to === 'other@example.com'))
  })

  test('gets the same response for an address that has an account, which is notified', async () => {
    await hosted.signUp('taken@example.com')
    const person = await hosted.signUp('curious@example.com')
    const responses = await Promise.all(
      ['taken@example.com', 'nobody-has@example.com'].map(async (email) => {
        const { status, text } = await ask(person, email)
        return [status, text.replaceAll(email, 'ADDRESS')]
      }),
    )
    assert.deepEqual(responses[0], responses[1])
    assert.equal(
      (await hosted.emailTo('taken@example.com')).subject,
      'Your email address already has an account',
    )
    for (let count = 0; count < 8; count++) {
      assert.equal((await ask(person, 'many@example.com')).status, 200)
      await hosted.emails()
    }
    const emails = (await hosted.emails()).filter(({ to }) => to === 'many@example.com')
    assert.equal(emails.length, 5)
  })

  test('takes effect once if its link is used several times concurrently', async () => {
    const person = await hosted.signUp('hasty@example.com')
    await ask(person, 'hasted@example.com')
    const { path } = await hosted.emailTo('hasted@example.com')
    const token = new URL(path, 'http://any.invalid').searchParams.get('token') ?? ''
    const { accounts } = hosted
    const user = await findUser(accounts, 'hasty@example.com')
    assert.ok(user)
    const changes = await Promise.all([1, 2, 3].map(() => changeEmail(accounts, token, user)))
    assert.deepEqual(changes.sort(), ['changed', 'link-invalid', 'link-invalid'])
    assert.equal((await findUser(accounts, 'hasted@example.com'))?.id, user.id)
  })

  test('can only be confirmed by the account that requested it, unless the address was taken meanwhile', async () => {
    const person = await hosted.signUp('mine@example.com')
    await ask(person, 'wanted@example.com')
    const { path } = await hosted.emailTo('wanted@example.com')
    const other = await hosted.member('stranger-to-it@example.com')
    assert.equal((await other.get(path)).status, 404)
    const token = new URL(path, 'http://any.invalid').searchParams.get('token') ?? ''
    assert.equal((await other.post('/account/address', { token })).status, 404)
    const loggedOut = await hosted.visitor().get(path)
    assert.equal(loggedOut.headers['location'], `/account/log-in?next=${encodeURIComponent(path)}`)
    const wanted = await hosted.member('wanted@example.com')
    assert.equal((await person.post('/account/address', { token })).status, 422)
    assert.match(wordsOf(await person.page('/account')), /mine@example.com/)
    assert.match(wordsOf(await wanted.page('/account')), /wanted@example.com/)
    for (const wrong of ['', 'x', 'a'.repeat(32)])
      assert.equal((await person.post('/account/address', { token: wrong })).status, 404, wrong)
  })

  test('does not prevent deleting the account while a link is open', async () => {
    const person = await hosted.signUp('leaves@example.com')
    await ask(person, 'leaves-later@example.com')
    await hosted.emailTo('leaves-later@example.com')
    const page = await person.page('/account/delete')
    const deleted = await person.submit(page, 'delete-account', {
      confirm: 'leaves@example.com',
      current: PASSWORD,
    })
    assert.equal(deleted.status, 303)
  })
})

onEveryDatabase('The sessions of an account', (database) => {
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
    ['Unknown browser on Windows',   'Something of <b>its</b> own (Windows)'],
    ['curl',                   'curl/8.14.1'],
    ['Unknown browser', '<script>nothing</script>'],
  ]

  async function loggedIn(email: string, agents: readonly string[]): Promise<readonly Person[]> {
    const first = hosted.visitor()
    await first.submit(await first.page('/account/sign-up'), 'sign-up', { email })
    const { path } = await hosted.emailTo(email)
    const people: Person[] = []
    await first.done(await first.page(path), 'password', { password: PASSWORD })
    await first.post('/account/log-out')
    for (const agent of agents) {
      const person = hosted.visitor()
      await person.post('/account/log-in', { email, password: PASSWORD }, { 'user-agent': agent })
      people.push(person)
    }
    return people
  }

  const rowsOf = (page: string) =>
    [...page.matchAll(/<li class="session">[^]*?<\/li>/g)].map(([row]) => ({
      text: wordsOf(row),
      form: /id="(end-[^"]*)"/.exec(row)?.[1] ?? '',
    }))

  test('are listed with browser and time, the current one marked', async () => {
    const people = await loggedIn(
      'browsers@example.com',
      BROWSERS.map(([, agent]) => agent),
    )
    const page = (await people.at(-1)?.page('/account')) ?? ''
    const rows = rowsOf(page)
    assert.equal(rows.length, BROWSERS.length)
    for (const [says] of BROWSERS)
      assert.ok(
        rows.some(({ text }) => text.startsWith(`${says} `) && text.includes('since just now')),
        says,
      )
    assert.deepEqual(
      rows.filter(({ text }) => text.includes('this session')).map(({ text }) => text.slice(0, 16)),
      ['Unknown browser '],
    )
  })

  test("end one by one, the current one by signing out, and never another person's", async () => {
    const [here, there] = await loggedIn('ends@example.com', ['curl/8', BROWSERS[0]?.[1] ?? ''])
    assert.ok(here !== undefined && there !== undefined)
    const page = await here.page('/account')
    const [theirs] = rowsOf(page).filter(({ text }) => text.includes('Firefox'))
    const id = theirs?.form.slice('end-'.length) ?? ''
    assert.match(id, /^[\w-]{16}$/)
    const other = await hosted.member('stranger@example.com')
    for (const session of [id, '', '%', '\0', 'x'.repeat(5000)])
      assert.equal((await other.post('/account/sessions/end', { session })).status, 303)
    await there.page('/account')
    assert.match(wordsOf(await here.done(page, theirs?.form ?? '')), /Session ended/)
    assert.equal((await there.get('/account')).status, 303)
    const [own] = rowsOf(await here.page('/account'))
    const ended = await here.submit(await here.page('/account'), own?.form ?? '')
    assert.equal(ended.headers['location'], '/account/log-in?did=signed-out')
    assert.equal(here.session, undefined)
  })

  test('are limited to a hundred, of which fifty are listed', async () => {
    const person = await hosted.member('everywhere@example.com')
    const { accounts } = hosted
    const user = await userOfSession(accounts, person.session ?? '')
    assert.ok(user !== undefined)
    const tokens = [person.session ?? '']
    for (let count = 0; count < 102; count++)
      tokens.push(await openSession(accounts, user.id, 'curl'))
    person.keep(tokens.at(-1) ?? '')
    const page = await person.page('/account')
    assert.equal(rowsOf(page).length, 50)
    assert.match(wordsOf(page), /50 older sessions are not shown.*You have 100 active sessions/)
    const open = await Promise.all(tokens.map((token) => userOfSession(accounts, token)))
    assert.equal(open.filter((each) => each !== undefined).length, 100)
    assert.ok(open.at(-1) !== undefined)
  })
})
