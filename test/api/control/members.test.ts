// The members of a project by the control API: the API key and the admin token together act as an
// owner.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase } from '../../kit/databases.ts'
import { bodyOf, type ProblemShape } from '../../kit/control.ts'
import { ADMIN_TOKEN, type HostedSandbox, startHosted } from '../../kit/person.ts'
import { startSandbox } from '../../kit/sandbox.ts'

interface Listed {
  readonly members: readonly { readonly userId: string; readonly role: string }[]
  readonly invitations: readonly { readonly email: string; readonly invitedBy: string }[]
}

onEveryDatabase('The members of a project', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database)
  })
  after(() => hosted.sandbox.close())

  async function sharedProject(name: string) {
    const owner = await hosted.member('owner@example.com')
    const base = await owner.newProject(name)
    await hosted.join(owner, base, 'dev@example.com', 'developer')
    const { secrets } = await hosted.projectAt(base)
    const [ownerId, devId] = await Promise.all(
      ['owner@example.com', 'dev@example.com'].map(async (email) => (await hosted.user(email)).id),
    )
    const call = (method: string, path: string, body?: object, token = ADMIN_TOKEN) =>
      hosted.sandbox.call(method, `/control/v1${path}`, {
        headers: {
          'x-api-key': secrets.interfaceB.apiKey,
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body }),
      })
    return { call, ownerId: ownerId ?? '', devId: devId ?? '', owner, base }
  }

  test('are invited, and invitations are withdrawn', async () => {
    const { call, owner, base } = await sharedProject('invited')
    const body = { email: ' New@Example.com ', role: 'viewer' }
    assert.deepEqual(bodyOf(await call('POST', '/members/invitations', body), 201), {
      email: 'new@example.com',
      role: 'viewer',
    })
    const { path } = await hosted.emailTo('new@example.com')
    await hosted.visitor().page(path)
    const { invitations } = bodyOf<Listed>(await call('GET', '/members'), 200)
    assert.deepEqual(
      invitations.map(({ email, invitedBy }) => [email, invitedBy]),
      [['new@example.com', 'Admin token']],
    )
    assert.match(await owner.page(`${base}/audit`), /Admin token/)
    assert.equal((await call('GET', '/audit-log?q=%00')).status, 400)
    const { items } = bodyOf<{ items: { actor: string }[] }>(
      await call('GET', '/audit-log?q=invit'),
      200,
    )
    assert.equal(items[0]?.actor, 'Admin token')
    bodyOf(await call('DELETE', '/members/invitations/new%40example.com'), 200)
    assert.equal((await hosted.visitor().get(path)).status, 404)
  })

  test('change their role, transfer the project and are removed', async () => {
    const { call, ownerId, devId } = await sharedProject('handed over')
    bodyOf(await call('PATCH', `/members/${devId}`, { role: 'owner' }), 200)
    bodyOf(await call('PATCH', `/members/${ownerId}`, { role: 'viewer' }), 200)
    const { members } = bodyOf<Listed>(await call('GET', '/members'), 200)
    assert.deepEqual(Object.fromEntries(members.map(({ userId, role }) => [userId, role])), {
      [ownerId]: 'viewer',
      [devId]: 'owner',
    })
    bodyOf(await call('DELETE', `/members/${ownerId}`), 200)
    assert.equal(bodyOf<Listed>(await call('GET', '/members'), 200).members.length, 1)
  })

  // prettier-ignore
  const REFUSED: readonly (readonly [method: string, path: string, body: object | undefined, status: number, code: string])[] = [
    ['POST',   '/members/invitations', { email: 'dev@example.com', role: 'viewer' },     409, 'already-a-member'],
    ['POST',   '/members/invitations', { email: 'a@b', role: 'viewer' },                 422, 'validation-failed'],
    ['POST',   '/members/invitations', { email: 'a@example.com', role: 'king' },         422, 'validation-failed'],
    ['POST',   '/members/invitations', { email: 'a@example.com' },                       422, 'validation-failed'],
    ['DELETE', '/members/invitations/a%40example.com', undefined,                        404, 'member-not-found'],
    ['DELETE', '/members/invitations/nobody', undefined,                                 404, 'member-not-found'],
    ['PATCH',  '/members/OWNER', { role: 'viewer' },                                     409, 'last-owner'],
    ['PATCH',  '/members/usr_aaaaaaaaaaaaaaaa', { role: 'viewer' },                      404, 'member-not-found'],
    ['PATCH',  '/members/OWNER', { role: '' },                                           422, 'validation-failed'],
    ['DELETE', '/members/OWNER', undefined,                                              409, 'last-owner'],
    ['DELETE', '/members/x', undefined,                                                  404, 'member-not-found'],
  ]
  test('cannot make invalid changes, and the error states the reason', async () => {
    const { call, ownerId, devId } = await sharedProject('refused')
    for (const [method, path, body, status, code] of REFUSED) {
      const answer = await call(method, path.replace('OWNER', ownerId), body)
      assert.equal(bodyOf<ProblemShape>(answer, status).code, code, `${method} ${path}`)
    }
    for (const [method, path, body] of [
      ['POST', '/members/invitations', { email: 'a@example.com', role: 'viewer' }],
      ['PATCH', `/members/${devId}`, { role: 'owner' }],
      ['DELETE', `/members/${ownerId}`],
      ['DELETE', '/members/invitations/a%40example.com'],
    ] as const) {
      const answer = await call(method, path, body, '')
      assert.equal(bodyOf<ProblemShape>(answer, 403).code, 'owner-required', path)
    }
    assert.equal(bodyOf<Listed>(await call('GET', '/members'), 200).members.length, 2)
  })

  test('can receive up to five invitations an hour', async () => {
    const { call } = await sharedProject('flood')
    const body = { email: 'flood@example.com', role: 'viewer' }
    for (let count = 0; count < 5; count++)
      bodyOf(await call('POST', '/members/invitations', body), 201)
    const refused = await call('POST', '/members/invitations', body)
    assert.equal(bodyOf<ProblemShape>(refused, 429).code, 'too-many-emails')
  })

  test('do not exist in local mode', async (t) => {
    const local = await startSandbox(database)
    t.after(() => local.close())
    const headers = { 'x-api-key': 'demo-api-key' }
    for (const [method, path, body, status] of [
      ['POST', '/members/invitations', { email: 'a@example.com', role: 'viewer' }, 422],
      ['DELETE', '/members/invitations/a%40example.com', undefined, 404],
      ['PATCH', '/members/usr_aaaaaaaaaaaaaaaa', { role: 'viewer' }, 404],
      ['DELETE', '/members/usr_aaaaaaaaaaaaaaaa', undefined, 404],
    ] as const) {
      const options = { headers, ...(body && { body }) }
      assert.equal((await local.call(method, `/control/v1${path}`, options)).status, status, path)
    }
  })
})
