// Permissions in a hosted project: every page and every action for every kind of visitor. Pages and
// actions come from the list of screens, so that new ones are covered.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { permissionOfScreen } from '../../../../src/pages/portal/shell/screen.ts'
import { screensOf } from '../../../../src/pages/portal/shell/screens.ts'
import { searchScreen as search } from '../../../../src/pages/portal/search/search-screen.ts'
import { may, type Permission, type Role, roleOf } from '../../../../src/users/role.ts'
import type { Project } from '../../../../src/engine/directory.ts'
import { onEveryDatabase } from '../../../kit/databases.ts'
import { ADMIN_TOKEN, type HostedSandbox, type Person, startHosted } from '../../../kit/person.ts'
import { merchantOf } from '../../../kit/merchant.ts'

const all = [...screensOf('hosted'), search]
/** A path with ids that do not exist. */
const filled = (path: string): string => path.replaceAll(/:\w+/g, '100000000000')
/** Leaving ends the membership, and has a separate test. */
const LEAVING = '/members/leave'
const places = [
  ...all
    .flatMap(({ pages }) => pages)
    .map(({ path, needs = 'look' }) => ({ method: 'GET' as const, path, needs })),
  ...all
    .flatMap(({ downloads = [] }) => downloads)
    .map(({ path, needs = 'look' }) => ({ method: 'GET' as const, path, needs })),
  ...all
    .flatMap(({ actions = [] }) => actions)
    .map(({ path, needs = 'change' }) => ({ method: 'POST' as const, path, needs })),
]

onEveryDatabase('Pages and actions of a hosted project', (database) => {
  let hosted: HostedSandbox
  let project: Project
  let base: string
  const people = new Map<string, Person>()

  before(async () => {
    hosted = await startHosted(database)
    const owner = await hosted.member('owner@example.com')
    base = await owner.newProject()
    project = await hosted.projectAt(base)
    await merchantOf(hosted.sandbox, project).paidOrder()
    people.set('owner', owner)
    for (const role of ['developer', 'viewer'] as const)
      people.set(role, await hosted.join(owner, base, `${role}@example.com`, role))
    people.set('member of another project', await hosted.member('stranger@example.com'))
    people.set('a visitor without a session', hosted.visitor())
    const garbage = hosted.visitor()
    garbage.keep('a'.repeat(32))
    people.set('an unknown session', garbage)
    const over = await hosted.member('over@example.com')
    const session = over.session ?? ''
    await over.post('/account/log-out')
    over.keep(session)
    people.set('an ended session', over)
  })
  after(() => hosted.sandbox.close())

  const ask = (who: string, method: 'GET' | 'POST', path: string, headers = {}) => {
    const person = people.get(who)
    assert.ok(person !== undefined, who)
    return method === 'GET' ? person.get(path, headers) : person.post(path, {}, headers)
  }

  const expected = (who: string, method: 'GET' | 'POST', needs: Permission): readonly number[] => {
    const role = roleOf(who)
    if (role !== undefined) return may(role, needs) ? OPEN : [403]
    if (who === 'member of another project') return [404]
    return method === 'GET' ? [303] : [401]
  }
  /** Permitted: the page, a redirect, an unknown id, or an empty form. */
  const OPEN = [200, 303, 404, 409, 422]

  for (const who of [
    'a visitor without a session',
    'an unknown session',
    'an ended session',
    'member of another project',
    'viewer',
    'developer',
  ])
    test(`respond to ${who} according to the permissions`, async () => {
      for (const { method, path, needs } of places) {
        if (path === LEAVING && roleOf(who) !== undefined) continue
        const { status, headers } = await ask(who, method, base + filled(path))
        const place = `${method} ${path}`
        assert.ok(expected(who, method, needs).includes(status), `${place}: ${status}`)
        if (status === 303 && method === 'GET' && roleOf(who) === undefined)
          assert.equal(
            headers['location'],
            `/account/log-in?next=${encodeURIComponent(base + filled(path))}`,
          )
      }
    })

  test('do not accept API keys or tokens instead of a session', async () => {
    const credentials = [
      { 'x-api-key': project.secrets.interfaceB.apiKey },
      { authorization: `Bearer ${ADMIN_TOKEN}` },
    ]
    for (const headers of credentials) {
      assert.equal(
        (await ask('a visitor without a session', 'GET', `${base}/orders`, headers)).status,
        303,
      )
      assert.equal(
        (await ask('a visitor without a session', 'POST', `${base}/settings/reset`, headers))
          .status,
        401,
      )
    }
  })

  test('are not served by the control API, which accepts no session', async () => {
    const owner = people.get('owner')
    assert.equal((await owner?.get('/control/v1/project'))?.status, 401)
    assert.equal((await owner?.post('/control/v1/reset'))?.status, 401)
    assert.equal((await owner?.post('/control/v1/projects'))?.status, 401)
  })

  test('keep the frame and name the owners if a role does not allow them', async () => {
    const { status, text } = await ask('viewer', 'GET', `${base}/keys`)
    assert.equal(status, 403)
    assert.match(text, /class="rail"/)
    assert.match(text, /You are a viewer of this project/)
    assert.match(text, /ask <bdi>owner@example.com<\/bdi>/)
    assert.doesNotMatch(text, /developer@example.com/)
  })

  test('show a viewer no forms that change something, and no credentials', async () => {
    const { interfaceA, interfaceB, interfaceC } = project.secrets
    const secrets = [
      interfaceA.password,
      interfaceB.apiKey,
      interfaceC.password,
      interfaceC.token,
      interfaceC.callbackKey,
    ]
    const order = /href="(\/p\/prj_\w+\/orders\/[\w-]+)"/.exec(
      await pageOf('viewer', '/orders'),
    )?.[1]
    assert.ok(order !== undefined)
    const paths = [
      ...places.filter(
        ({ method, path, needs }) => method === 'GET' && needs === 'look' && !path.includes(':'),
      ),
      { path: order.slice(base.length) },
    ]
    for (const { path } of paths) {
      const { status, text } = await ask('viewer', 'GET', base + path)
      assert.equal(status, 200, path)
      for (const secret of secrets) assert.ok(!text.includes(secret), path)
      const posts = [...text.matchAll(/<form[^>]*method="post"[^>]*action="([^"]*)"/g)].map(
        ([, to]) => to,
      )
      // Every member chooses their own emails.
      const own = ['/account/log-out', '/display', `${base}/callbacks/alerts`]
      const allowed = [...own, base + LEAVING]
      assert.deepEqual(
        posts.filter((to) => !allowed.includes(to ?? '')),
        [],
        path,
      )
    }
    for (const file of ['callbacks.pem', 'pin.pem'])
      assert.equal((await ask('viewer', 'GET', `${base}/keys/${file}`)).status, 403)
    const hidden = await ask('viewer', 'POST', `${base}/keys/show`)
    assert.equal(hidden.status, 403)
    assert.ok(!hidden.text.includes(interfaceB.apiKey))
    // The *Keys* page shows them to a developer, so the search above would find them.
    const shown = await ask('developer', 'POST', `${base}/keys/show`)
    assert.ok(shown.text.includes(interfaceB.apiKey))
  })

  test('link a viewer only to permitted screens', async () => {
    const rail = (page: string) => [...page.matchAll(/<nav class="rail"[^]*?<\/nav>/g)].join()
    const ofViewer = rail(await pageOf('viewer', '/orders'))
    const ofOwner = rail(await pageOf('owner', '/orders'))
    for (const screen of screensOf('hosted')) {
      const { path } = screen
      assert.ok(ofOwner.includes(`href="${base}${path}"`), path)
      assert.equal(
        ofViewer.includes(`href="${base}${path}"`),
        may('viewer', permissionOfScreen(screen)),
        path,
      )
    }
  })

  const pageOf = async (role: Role, path: string): Promise<string> =>
    (await ask(role, 'GET', base + path)).text
})
