// Projects as the operator of a hosted service manages them: creating one for an account, listing
// them with their owners, and assigning projects that have no owner.

import assert from 'node:assert/strict'
import { giveProject } from '../../../src/users/members.ts'
import { after, before, test } from 'node:test'
import { bodyOf, type ProblemShape, type ProjectShape, projectCall } from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { ADMIN_TOKEN, type HostedSandbox, startHosted } from '../../kit/person.ts'
import { wordsOf } from '../../kit/portal.ts'
import { startSandbox } from '../../kit/sandbox.ts'

interface Line {
  readonly id: string
  readonly name: string
  readonly owners: readonly string[]
}
interface Page {
  readonly items: readonly Line[]
  readonly nextCursor: string | null
}

onEveryDatabase('The operator of a hosted service', (database) => {
  let hosted: HostedSandbox
  before(async () => {
    hosted = await startHosted(database)
  })
  after(() => hosted.sandbox.close())

  const call = (method: string, path: string, body?: unknown, token = ADMIN_TOKEN) =>
    hosted.sandbox.call(method, `/control/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body }),
    })
  const make = async (body: object): Promise<ProjectShape> =>
    bodyOf<ProjectShape>(await call('POST', '/projects', body), 201)
  const list = async (query = ''): Promise<Page> =>
    bodyOf<Page>(await call('GET', `/projects${query}`), 200)

  test('creates a project for an account, whose owner sees it in their list', async () => {
    const ada = await hosted.member('ada@example.com')
    const { id } = await make({ name: 'for Ada', owner: ' Ada@Example.com ' })
    await ada.page(`/p/${id}/orders`)
    assert.match(wordsOf(await ada.page('/p')), /for Ada/)
    assert.match(wordsOf(await ada.page(`/p/${id}/audit`)), /Admin token .*create project/i)
    const { items } = await list('?owner=ada@example.com')
    assert.deepEqual(
      items.map(({ name, owners }) => [name, owners]),
      [['for Ada', ['ada@example.com']]],
    )
  })

  test('gives a project without an owner to an account, or to an existing member', async () => {
    const grace = await hosted.member('grace@example.com')
    const made = await make({ name: 'Unassigned' })
    assert.equal((await grace.get(`/p/${made.id}/orders`)).status, 404)
    assert.ok((await list('?ownerless=true')).items.some(({ id }) => id === made.id))
    const give = () => call('POST', `/projects/${made.id}/owners`, { owner: 'grace@example.com' })
    const given = bodyOf<Line>(await give(), 201)
    assert.deepEqual(given.owners, ['grace@example.com'])
    await grace.page(`/p/${made.id}/members`)
    bodyOf(await give(), 201)
    assert.ok(!(await list('?ownerless=true')).items.some(({ id }) => id === made.id))
    const eve = await hosted.join(grace, `/p/${made.id}`, 'eve@example.com', 'viewer')
    assert.equal((await eve.get(`/p/${made.id}/keys`)).status, 403)
    const both = await call('POST', `/projects/${made.id}/owners`, { owner: 'eve@example.com' })
    assert.deepEqual(bodyOf<Line>(both, 201).owners, ['eve@example.com', 'grace@example.com'])
    await eve.page(`/p/${made.id}/keys`)
    assert.match(wordsOf(await grace.page(`/p/${made.id}/audit`)), /Give project.*eve@example\.com/)
  })

  test('cannot assign a project to a deleted account, or a deleted project to any account', async () => {
    const { accounts } = hosted
    const { service } = hosted.sandbox.sandcard
    const lin = await hosted.user('lin@example.com')
    const project = await service.directory.create('short-lived')
    assert.equal(await giveProject(accounts, project.number, { ...lin, id: 'usr_gone' }), 'gone')
    assert.equal(await giveProject(accounts, project.number + 1_000_000, lin), 'gone')
    assert.equal(await giveProject(accounts, project.number, lin), 'given')
  })

  test('can assign at most a hundred projects to one account', async () => {
    const { directory } = hosted.sandbox.sandcard.service
    const { id } = await hosted.user('max@example.com')
    for (let count = 0; count < 99; count++) await directory.create(`of max ${count}`, id)
    const spare = await make({ name: 'spare' })
    await make({ name: 'the hundredth', owner: 'max@example.com' })
    for (const path of ['/projects', `/projects/${spare.id}/owners`]) {
      const refused = bodyOf<ProblemShape>(
        await call('POST', path, { owner: 'max@example.com' }),
        422,
      )
      assert.equal(refused.detail, '/owner already has 100 projects, which is the maximum.')
    }
    assert.ok((await list('?ownerless=true')).items.some((line) => line.id === spare.id))
  })

  test('gets a 404, not another project, if the project is deleted while it is assigned', async (t) => {
    await hosted.member('kim@example.com')
    await make({ name: 'older' })
    const { id } = await make({ name: 'newest' })
    const { accounts } = hosted
    const { directory } = hosted.sandbox.sandcard.service
    const { number } = await hosted.projectAt(`/p/${id}`)
    const { transact } = accounts
    t.mock.method(accounts, 'transact', async (work: Parameters<typeof transact>[0]) => {
      const given = await transact(work)
      await directory.remove(number)
      return given
    })
    const answer = await call('POST', `/projects/${id}/owners`, { owner: 'kim@example.com' })
    assert.equal(bodyOf<ProblemShape>(answer, 404).code, 'project-not-found')
  })

  test('gets the same list in pages and in one request, newest first', async () => {
    for (const name of ['one', 'two', 'three']) await make({ name })
    const { items: all } = await list('?limit=200')
    assert.deepEqual(
      all.slice(0, 3).map(({ name }) => name),
      ['three', 'two', 'one'],
    )
    const read: Line[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      assert.ok(page.items.length <= 2)
      read.push(...page.items)
      cursor = page.nextCursor
    }
    assert.deepEqual(read, all)
  })

  // prettier-ignore
  const REFUSED: readonly (readonly [what: string, method: string, path: string, body: object | undefined, status: number, code: string])[] = [
    ['an owner without an account', 'POST', '/projects', { owner: 'nobody@example.com' }, 422, 'validation-failed'],
    ['an owner that is not an email address', 'POST', '/projects', { owner: 'nobody' }, 422, 'validation-failed'],
    ['an owner that is a number', 'POST', '/projects', { owner: 7 }, 422, 'validation-failed'],
    ['no owner', 'POST', '/projects/prj_aaaaaaaaaaaaaaaa/owners', {}, 422, 'validation-failed'],
    ['an unknown project', 'POST', '/projects/prj_aaaaaaaaaaaaaaaa/owners', { owner: 'member@example.com' }, 404, 'project-not-found'],
    ['an invalid cursor', 'GET', '/projects?cursor=x', undefined, 422, 'cursor-invalid'],
    ['a cursor with NUL', 'GET', '/projects?cursor=%00', undefined, 422, 'cursor-invalid'],
    ['an owner with NUL', 'GET', '/projects?owner=%00@a.example', undefined, 400, 'invalid-parameter'],
    ['a limit above the maximum', 'GET', '/projects?limit=201', undefined, 400, 'invalid-parameter'],
  ]
  test('gets an error for invalid input', async () => {
    await hosted.member('member@example.com')
    for (const [what, method, path, body, status, code] of REFUSED)
      assert.equal(bodyOf<ProblemShape>(await call(method, path, body), status).code, code, what)
  })

  test('needs the admin token: a project key, a session or any other token is refused', async () => {
    const { id, interfaceB } = await make({ name: 'closed' })
    const owner = await hosted.member('has-a-session@example.com')
    const body = { owner: 'has-a-session@example.com' }
    const asked = [
      await call('GET', '/projects', undefined, 'another-token-of-the-admin'),
      await call('POST', `/projects/${id}/owners`, body, ''),
      await projectCall(hosted.sandbox, interfaceB.apiKey)('GET', '/control/v1/projects'),
      await projectCall(hosted.sandbox, interfaceB.apiKey)(
        'POST',
        `/control/v1/projects/${id}/owners`,
        body,
      ),
      await owner.get('/control/v1/projects'),
      await owner.post(`/control/v1/projects/${id}/owners`, body),
    ]
    assert.deepEqual(
      asked.map(({ status }) => status),
      asked.map(() => 401),
    )
  })
})

onEveryDatabase('The operator of a local service', (database) => {
  test('lists projects without owners, and has no accounts to assign them to', async (t) => {
    const sandbox = await startSandbox(database)
    t.after(() => sandbox.close())
    const { items } = bodyOf<Page>(await sandbox.call('GET', '/control/v1/projects'), 200)
    assert.deepEqual(
      items.map(({ name, owners }) => [name, owners]),
      [['demo', []]],
    )
    const body = { owner: 'ada@example.com' }
    for (const path of ['/projects', `/projects/${items[0]?.id ?? ''}/owners`]) {
      const answer = await sandbox.call('POST', `/control/v1${path}`, { body })
      assert.match(bodyOf<ProblemShape>(answer, 422).detail, /hosted mode/)
    }
  })
})
