// The members of a project: invitations, roles, removal, and the audit log.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { actionLabel } from '../../../../src/pages/portal/members/audit-log-screen.ts'
import { screensOf } from '../../../../src/pages/portal/shell/screens.ts'
import { CallbackAlerts } from '../../../../src/users/callback-alerts.ts'
import { CallbackMerchant } from '../../../kit/callback-merchant.ts'
import { bodyOf } from '../../../kit/control.ts'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { merchantOf } from '../../../kit/merchant.ts'
import { type HostedSandbox, PASSWORD, type Person, startHosted } from '../../../kit/person.ts'
import { wordsOf } from '../../../kit/portal.ts'

onEveryDatabase('The members of a project', (database) => {
  let hosted: HostedSandbox
  let owner: Person
  before(async () => {
    hosted = await startHosted(database)
    owner = await hosted.member('owner@example.com')
  })
  after(() => hosted.sandbox.close())

  const invite = async (base: string, email: string, role: string) => {
    const page = await owner.done(await owner.page(`${base}/members`), 'invite', { email, role })
    assert.match(wordsOf(page), /Invitation sent/)
    return (await hosted.emailTo(email)).path
  }

  test('are invited by an email, whose link creates an account if there is none', async () => {
    const base = await owner.newProject('shop')
    const path = await invite(base, 'Colleague@Example.com'.toLowerCase(), 'viewer')
    assert.match(
      wordsOf(await owner.page(`${base}/members`)),
      /Invitations .* colleague@example.com viewer owner@example.com/,
    )
    const members = await owner.get(`${base}/members.csv`)
    assert.match(
      members.text,
      /^user_id,email,role,joined_at,callback_alerts\r\nusr_\w+,"owner@example\.com",owner,/,
    )
    const invitations = await owner.get(`${base}/members/invitations.csv`)
    assert.match(invitations.text, /\r\n"colleague@example\.com",viewer,"owner@example\.com",/)
    const colleague = hosted.visitor()
    const page = await colleague.page(path)
    assert.match(wordsOf(page), /Join shop .* owner@example.com invited you as a viewer/)
    assert.equal((await colleague.submit(page, 'invitation', { password: 'short' })).status, 422)
    const { status, headers } = await colleague.submit(page, 'invitation', { password: PASSWORD })
    assert.deepEqual([status, headers['location']], [303, base])
    assert.match(wordsOf(await colleague.page('/p')), /shop viewer/)
    assert.equal((await colleague.get(`${base}/keys`)).status, 403)
    assert.equal((await hosted.visitor().get(path)).status, 404)
  })

  test('sign in and join with their account if they have one', async () => {
    const base = await owner.newProject('shared')
    const friend = await hosted.member('friend@example.com')
    const path = await invite(base, 'friend@example.com', 'developer')
    const visitor = hosted.visitor()
    const page = await visitor.page(path)
    assert.match(page, /href="\/account\/log-in\?next=%2Faccount%2Finvitation/)
    assert.doesNotMatch(page, /<form/)
    // A link that is up to a week old must not replace the password of an account.
    const token = new URL(path, 'http://x').searchParams.get('token') ?? ''
    await visitor.post('/account/invitation', { token, password: PASSWORD })
    assert.equal(visitor.session, undefined)
    await friend.submit(await friend.page(path), 'invitation')
    assert.match(
      wordsOf(await friend.page(`${base}/members`)),
      /friend@example.com .*you.* developer/,
    )
    await friend.page(`${base}/keys`)
  })

  test('are changed and removed by owners, who also withdraw invitations', async () => {
    const base = await owner.newProject('roles')
    const friend = await hosted.join(owner, base, 'role@example.com', 'viewer')
    const member = /name="member" value="(usr_\w+)"/g
    const page = await owner.page(`${base}/members`)
    const ids = [...new Set([...page.matchAll(member)].map(([, id]) => id ?? ''))]
    // The forms of the only owner are hidden, because they would be refused.
    assert.equal(ids.length, 1)
    const [theirs = ''] = ids
    const { id: own } = await hosted.user('owner@example.com')
    assert.doesNotMatch(page, /id="leave"/)
    assert.equal((await friend.get(`${base}/keys`)).status, 403)
    await owner.post(`${base}/members/role`, { member: theirs, role: 'developer' })
    assert.equal((await friend.get(`${base}/keys`)).status, 200)
    const wrong = await owner.post(`${base}/members/role`, { member: own, role: 'viewer' })
    assert.equal(wrong.status, 422)
    assert.match(wordsOf(wrong.text), /needs an owner/)
    assert.equal((await owner.post(`${base}/members/leave`)).status, 422)
    const removed = await owner.post(`${base}/members/remove`, { member: theirs })
    const notice = await owner.page(String(removed.headers['location']))
    assert.match(
      wordsOf(notice),
      /They may still know the project’s credentials. Rotate the credentials/,
    )
    assert.ok(notice.includes(`href="${base}/keys"`))
    assert.equal((await friend.get(base)).status, 404)
    assert.equal((await owner.post(`${base}/members/remove`, { member: theirs })).status, 422)
    const withdrawn = await invite(base, 'withdrawn@example.com', 'viewer')
    await owner.post(`${base}/members/withdraw`, { email: 'withdrawn@example.com' })
    assert.equal((await friend.get(withdrawn)).status, 404)
    const undo = await owner.page(`${base}/members?did=withdrawn`)
    await owner.submit(undo, 'invite-again')
    const { path } = await hosted.emailTo('withdrawn@example.com')
    assert.notEqual(path, withdrawn)
    assert.match(wordsOf(await friend.page(path)), /as a viewer/)
    // The notice offers the last undone change according to the audit log.
    assert.doesNotMatch(await owner.page(`${base}/members?did=withdrawn`), /invite-again/)
    await owner.post(`${base}/members/withdraw`, { email: 'withdrawn@example.com' })
    assert.equal(
      (await owner.post(`${base}/members/withdraw`, { email: 'withdrawn@example.com' })).status,
      422,
    )
  })

  test('leave no invitation open when they are removed', async () => {
    const base = await owner.newProject('second owner')
    const second = await hosted.join(owner, base, 'second@example.com', 'owner')
    const invited = { email: 'third@example.com', role: 'owner' }
    await second.done(await second.page(`${base}/members`), 'invite', invited)
    const { path } = await hosted.emailTo(invited.email)
    await hosted.visitor().page(path)
    const { id } = await hosted.user('second@example.com')
    await owner.post(`${base}/members/remove`, { member: id })
    assert.equal((await hosted.visitor().get(path)).status, 404)
  })

  test('are sent up to five invitations an hour to an email address, over all projects', async () => {
    const email = 'flooded@example.com'
    const invited = { email, role: 'viewer' }
    for (let count = 0; count < 7; count++) {
      const base = await owner.newProject(`flood ${count}`)
      const page = await owner.page(`${base}/members`)
      for (const repeated of [1, 2]) {
        const { status } = await owner.submit(page, 'invite', invited)
        assert.equal(status, 2 * count + repeated <= 5 ? 303 : 422)
      }
    }
    const sent = (await hosted.emails()).filter(({ to }) => to === email)
    assert.equal(sent.length, 5)
  })

  test('are managed without a server error if fields contain NUL or invisible characters', async () => {
    const base = await owner.newProject('fields')
    for (const text of ['\0', 'a\0b@example.com', '\u202Ea@example.com', 'usr_\0'])
      for (const [path, fields] of [
        ['invite', { email: text, role: 'viewer' }],
        ['withdraw', { email: text }],
        ['role', { member: text, role: 'viewer' }],
        ['remove', { member: text }],
      ] as const)
        assert.equal((await owner.post(`${base}/members/${path}`, fields)).status, 422, path)
  })

  test('get an email when an owner deletes the project, except this owner', async () => {
    const base = await owner.newProject('to be deleted')
    await hosted.join(owner, base, 'told@example.com', 'viewer')
    const { secrets, name } = await hosted.projectAt(base)
    const sent = (await hosted.emails()).length
    const { status } = await owner.submit(await owner.page(`${base}/settings`), 'delete', {
      confirm: name,
    })
    assert.equal(status, 303)
    const emails = (await hosted.emails()).slice(sent)
    assert.deepEqual(
      emails.map(({ to, subject, path }) => [to, subject, path]),
      [['told@example.com', 'The project “to be deleted” was deleted', '/p']],
    )
    const headers = { 'x-api-key': secrets.interfaceB.apiKey }
    assert.equal((await hosted.sandbox.call('GET', '/control/v1/project', { headers })).status, 401)
  })

  test('turn on an email about failing callbacks, at most one a day', async () => {
    const base = await owner.newProject('failing')
    const viewer = await hosted.join(owner, base, 'alerted@example.com', 'viewer')
    await hosted.join(owner, base, 'calm@example.com', 'viewer')
    const settings = `${base}/callbacks/settings`
    assert.match(wordsOf(await viewer.page(settings)), /Email alerts Get an email when .* Email me/)
    await viewer.done(await viewer.page(settings), 'callback-alerts')
    assert.match(wordsOf(await viewer.page(settings)), /We email alerted@example.com when/)
    const { sandbox } = hosted
    const merchant = await CallbackMerchant.of(sandbox, await hosted.projectAt(base))
    const made = await merchant.call('POST', '/control/v1/receivers', { answers: [500] })
    const { url } = bodyOf<{ url: string }>(made, 201)
    await merchant.changeSettings({ callbackUrl: url })
    await merchant.pay()
    for (const failures of [1, 2, 3]) {
      await merchant.inboxOnce(([one]) => one?.failures === failures)
      if (failures < 3) await merchant.advance('PT30S')
    }
    const alerts = async () =>
      (await hosted.emails()).filter(({ subject }) => subject === 'Callbacks are failing')
    // The email is written after the attempt was recorded.
    while ((await alerts()).length === 0) await merchant.inbox()
    // Another process has not seen that the first one sent it.
    const project = await hosted.projectAt(base)
    const callback = { operation: 'deposited', failures: 4, result: 'HTTP 500' } as const
    await new CallbackAlerts(hosted.accounts).failed(project, callback)
    assert.deepEqual(
      (await alerts()).map(({ to, path }) => [to, path]),
      [['alerted@example.com', `${base}/callbacks?filter=failing`]],
    )
    await viewer.done(await viewer.page(settings), 'callback-alerts')
    assert.match(wordsOf(await viewer.page(settings)), /Email me/)
  })

  test('can leave', async () => {
    const base = await owner.newProject('left')
    const friend = await hosted.join(owner, base, 'leaver@example.com', 'viewer')
    const { status, headers } = await friend.submit(await friend.page(`${base}/members`), 'leave')
    assert.deepEqual([status, headers['location']], [303, '/p'])
    assert.equal((await friend.get(base)).status, 404)
  })

  test('see empty lists without actions if they may only look', async () => {
    const base = await owner.newProject('empty')
    const viewer = await hosted.join(owner, base, 'looker@example.com', 'viewer')
    const advice =
      /Set a URL|Issue (a )?card|Fill with sample data|Add rule|Try a payment|form above/
    for (const title of ['Orders', 'Cards', 'Cardholders', 'Callbacks', 'Rules']) {
      const page = await viewer.page(`${base}/${title.toLowerCase()}`)
      const words = wordsOf(/<h1[^]*?<footer/.exec(page)?.[0] ?? '')
      assert.ok(words.startsWith(title), title)
      assert.doesNotMatch(words, advice, title)
    }
  })

  test('are invited once: a second invitation replaces the first, and members need none', async () => {
    const base = await owner.newProject('once')
    const first = await invite(base, 'once@example.com', 'viewer')
    const second = await invite(base, 'once@example.com', 'developer')
    assert.equal((await hosted.visitor().get(first)).status, 404)
    const page = await hosted.visitor().page(second)
    assert.match(wordsOf(page), /invited you as a developer/)
    for (const [email, says] of [
      ['owner@example.com', /already a member/],
      ['x', /Enter an email address/],
    ] as const) {
      const answer = await owner.submit(await owner.page(`${base}/members`), 'invite', { email })
      assert.equal(answer.status, 422)
      assert.match(wordsOf(answer.text), says)
    }
  })

  test('are named with links in the audit log, like orders and cards', async () => {
    const base = await owner.newProject('linked')
    await invite(base, 'linked@example.com', 'viewer')
    const project = await hosted.projectAt(base)
    const orderId = await merchantOf(hosted.sandbox, project).register()
    await owner.submit(await owner.page(`${base}/orders/${orderId}`), 'decline')
    const page = await owner.page(`${base}/audit`)
    assert.ok(page.includes(`href="${base}/orders/${orderId}"`))
    assert.match(page, /href="[^"]*\/members"[^>]*><bdi>linked@example.com/)
    assert.match(wordsOf(page), /Invite member linked@example.com as viewer/)
  })

  test('leave entries in the audit log for what they change, as the API key does', async () => {
    const base = await owner.newProject('audited')
    await owner.done(await owner.page(`${base}/settings`), 'settings', {
      merchantName: 'Corner shop',
    })
    const keys = await owner.submit(await owner.page(`${base}/keys`), 'show-keys')
    const apiKey =
      /Interface B and control API[^]*?data-copy="([a-z2-7]{8}-[a-z2-7]{32})"/.exec(
        keys.text,
      )?.[1] ?? ''
    const call = (method: string, path: string, body?: object) =>
      hosted.sandbox.call(method, `/control/v1${path}`, { headers: { 'x-api-key': apiKey }, body })
    bodyOf(await call('PATCH', '/project', { mcc: 5411 }), 200)
    bodyOf(await call('PUT', '/project/name', { name: 'renamed' }), 200)
    await owner.done(await owner.page(`${base}/settings`), 'name', { name: 'twice' })
    bodyOf(await call('POST', '/reset'), 200)
    bodyOf(await call('POST', '/credentials', { interface: 'A' }), 201)
    const refused = await owner.submit(await owner.page(`${base}/settings`), 'settings', {
      mcc: 'x',
    })
    assert.equal(refused.status, 422)
    const rowsOf = (page: string): readonly string[] =>
      [...page.matchAll(/<th scope="row"[^]*?<\/tr>/g)].map(([row]) => wordsOf(row))
    const rows = rowsOf(await owner.page(`${base}/audit`))
    for (const after of ['', '0'.repeat(14), 'x'])
      assert.equal((await owner.get(`${base}/audit?after=${after}`)).status, 422, after)
    assert.deepEqual(
      rows.map((row) => row.replace(/^.*UTC /, '').trim()),
      [
        'API key Rotate credentials',
        'API key Reset project',
        'owner@example.com Rename name twice',
        'API key Rename project name renamed',
        'API key Update project',
        'owner@example.com Show keys',
        'owner@example.com Save settings',
      ],
    )
  })

  test('can search the audit log by text and period', async () => {
    const base = await owner.newProject('searched')
    await invite(base, 'wanted@example.com', 'viewer')
    await owner.done(await owner.page(`${base}/settings`), 'settings', { mcc: '5411' })
    const CASES = [
      ['q=WANTED', /Invite member/],
      ['q=invite member', /Invite member/],
      ['q=owner@', /Invite member.*Save settings|Save settings.*Invite member/],
      ['q=save settings&from=2000-01-01', /Save settings/],
      ['q=100%25', null],
      ['q=settings&until=2000-01-01', null],
      ['from=2999-01-01', null],
    ] as const
    for (const [query, found] of CASES) {
      const text = wordsOf(await owner.page(`${base}/audit?${query}`))
      if (found === null) assert.match(text, /Nothing matches/, query)
      else assert.match(text, found, query)
    }
    assert.equal((await owner.get(`${base}/audit?from=yesterday`)).status, 422)
    const file = await owner.get(`${base}/audit.csv?q=invite`)
    assert.match(file.text, /^at,actor,action,details\r\n[^,]+,[^,]+@[^,]+,invite/)
  })

  test('have a readable label in the audit log for every operation', () => {
    const operations = screensOf('hosted').flatMap(({ actions = [] }) =>
      actions.map(({ operation }) => operation),
    )
    assert.ok(operations.length > 20)
    for (const operation of operations)
      assert.match(actionLabel(operation), /^[A-Z][a-z]*( [a-z0-9]+)*$/)
  })
})
