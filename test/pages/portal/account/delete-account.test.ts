// The deletion of an account from outside: its projects, their next owners and its password.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { type HostedSandbox, PASSWORD, type Person, startHosted } from '../../../kit/person.ts'
import { wordsOf } from '../../../kit/portal.ts'

onEveryDatabase('An account', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database, {}, { wait: () => Promise.resolve() })
  })
  after(() => hosted.sandbox.close())

  const logIn = (person: Person, email: string, password: string) =>
    person.post('/account/log-in', { email, password, next: '/account' })

  test('is deleted with its password, its own projects and its sessions', async () => {
    const person = await hosted.signUp('gone@example.com')
    const base = await person.newProject('mine alone')
    const { secrets } = await hosted.projectAt(base)
    const headers = { 'x-api-key': secrets.interfaceB.apiKey }
    assert.equal((await hosted.sandbox.call('GET', '/control/v1/project', { headers })).status, 200)
    const page = await person.page('/account/delete')
    assert.match(
      wordsOf(page),
      /These projects have no other members and will be deleted with all their data: Sandbox ?, mine alone/,
    )
    const remove = (confirm: string, current: string) =>
      person.submit(page, 'delete-account', { confirm, current })
    for (const [confirm, current, says] of [
      ['somebody@example.com', PASSWORD, /Enter gone@example.com/],
      ['gone@example.com', '', /Wrong password/],
      ['gone@example.com', 'not the password', /Wrong password/],
    ] as const) {
      const { status, text } = await remove(confirm, current)
      assert.equal(status, 422, `${confirm} ${current}`)
      assert.match(wordsOf(text), says)
      assert.ok(text.includes(`value="${confirm}"`), 'the typed address is kept')
    }
    const gone = await remove('gone@example.com', PASSWORD)
    assert.deepEqual([gone.status, gone.headers['location']], [303, '/account/deleted'])
    assert.match(wordsOf(await person.page('/account/deleted')), /Your account was deleted/)
    assert.equal((await hosted.emailTo('gone@example.com')).subject, 'Your account was deleted')
    assert.equal((await logIn(hosted.visitor(), 'gone@example.com', PASSWORD)).status, 422)
    assert.equal((await hosted.sandbox.call('GET', '/control/v1/project', { headers })).status, 401)
    const again = await hosted.signUp('gone@example.com')
    assert.equal((await again.get(base)).status, 404)
  })

  test('transfers or deletes its projects when it is deleted, and every member gets an email', async () => {
    const owner = await hosted.signUp('leaving@example.com')
    const [kept, ended] = [await owner.newProject('kept'), await owner.newProject('ended')]
    const [dev, viewer] = ['dev@example.com', 'sees@example.com']
    const heir = await hosted.join(owner, kept, dev, 'developer')
    for (const base of [kept, ended]) await hosted.join(owner, base, viewer, 'viewer')
    const page = await owner.page('/account/delete')
    assert.match(wordsOf(page), /Transfer to dev@example.com/)
    const name = (base: string) => `project-${base.slice('/p/'.length)}`
    const { id } = await hosted.user(dev)
    const remove = (next: string) =>
      owner.submit(page, 'delete-account', {
        confirm: 'leaving@example.com',
        current: PASSWORD,
        [name(kept)]: next,
        [name(ended)]: 'delete',
      })
    for (const next of [
      '',
      'usr_aaaaaaaaaaaaaaaa',
      (await hosted.user('not-there@example.com')).id,
    ]) {
      const refused = await remove(next)
      assert.equal(refused.status, 422, next)
      assert.match(wordsOf(refused.text), /This project’s members have changed. Choose again/)
    }
    assert.equal((await owner.get(ended)).status, 200)
    const sent = (await hosted.emails()).length
    assert.equal((await remove(id)).headers['location'], '/account/deleted')
    assert.deepEqual(
      (await hosted.emails()).slice(sent).map(({ to, subject, path }) => [to, subject, path]),
      [
        ['leaving@example.com', 'Your account was deleted', '/account/sign-up'],
        [viewer, 'The project “ended” was deleted', '/p'],
        [dev, 'You now own the project “kept”', kept],
        [viewer, 'The project “kept” has a new owner', kept],
      ],
    )
    assert.match(wordsOf(await heir.page(`${kept}/members`)), /dev@example.com you owner/)
    const audit = wordsOf(await heir.page(`${kept}/audit`))
    assert.match(audit, /deleted account .*role/)
    assert.equal((await heir.get(ended)).status, 404)
  })

  test('is not deleted if the next owner left meanwhile, and the form keeps its input', async () => {
    const owner = await hosted.signUp('late@example.com')
    const base = await owner.newProject('late')
    const heir = await hosted.join(owner, base, 'heir@example.com', 'developer')
    await hosted.join(owner, base, 'stays@example.com', 'viewer')
    const page = await owner.page('/account/delete')
    await heir.submit(await heir.page(`${base}/members`), 'leave')
    const { id } = await hosted.user('heir@example.com')
    const refused = await owner.submit(page, 'delete-account', {
      confirm: 'late@example.com',
      current: PASSWORD,
      [`project-${base.slice('/p/'.length)}`]: id,
    })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /value="late@example.com"/)
    assert.match(wordsOf(refused.text), /Transfer to stays@example.com/)
    await owner.page(base)
  })

  test('needs a password to be deleted if it only has single sign-on', async () => {
    const email = 'single@example.com'
    const person = await hosted.member(email)
    assert.match(wordsOf(await person.page('/account')), /Set a password first/)
    const page = await person.page('/account/delete')
    assert.match(wordsOf(page), /Your account has no password/)
    assert.doesNotMatch(page, /delete-account/)
    const refused = await person.post('/account/delete', { confirm: email, current: '' })
    assert.equal(refused.status, 422)
    await person.submit(await person.page('/account/forgotten'), 'forgotten', { email })
    const { path } = await hosted.emailTo(email)
    await person.done(await person.page(path), 'password', { password: PASSWORD })
    const own = await person.page('/account/delete')
    assert.doesNotMatch(wordsOf(await person.page('/account')), /Set a password first/)
    const gone = await person.submit(own, 'delete-account', { confirm: email, current: PASSWORD })
    assert.equal(gone.status, 303)
  })
})
