// Every request of the control API with every wrong kind of credential, and every page of the
// reference by role. Requests and pages come from their tables, so that new ones are covered.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../../../src/api/control/plugin.ts'
import type { Project } from '../../../../src/engine/directory.ts'
import { type OpenApi, operationsOf } from '../../../api/reference/examples.ts'
import { oneDatabase, onEveryDatabase } from '../../../kit/databases.ts'
import { exampleCalls } from '../../../kit/example-calls.ts'
import { ADMIN_TOKEN, type HostedSandbox, type Person, startHosted } from '../../../kit/person.ts'

/** Operations for the operator; all others belong to a project. */
const OF_ADMIN = new Set(['createProject', 'listProjects', 'giveProject'])

onEveryDatabase('A hosted project', (database) => {
  let hosted: HostedSandbox
  let project: Project
  let base: string
  let owner: Person
  let viewer: Person
  let ended: string
  before(async () => {
    hosted = await startHosted(database)
    owner = await hosted.member('owner@example.com')
    base = await owner.newProject()
    ended = (await hosted.projectAt(base)).secrets.interfaceB.apiKey
    await owner.post(`${base}/keys/rotate`, { interface: 'B', overlap: '0' })
    project = await hosted.projectAt(base)
    viewer = await hosted.join(owner, base, 'viewer@example.com', 'viewer')
  })
  after(() => hosted.sandbox.close())

  test('refuses every wrong kind of credential at every operation of the control API', async () => {
    const { interfaceA, interfaceB, interfaceC } = project.secrets
    const deleted = await hosted.sandbox.newProject()
    await hosted.sandbox.sandcard.service.directory.remove(deleted.number)
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const key = (text: string) => ({ 'x-api-key': text })
    const basic = Buffer.from(`${interfaceA.login}:${interfaceA.password}`).toString('base64')
    const session = {
      cookie: `__Host-sandcard=${owner.session ?? ''}`,
      origin: 'https://sandcard.example',
    }
    const wrongCredentials = {
      nothing: {},
      'an empty key': key(''),
      'an unknown key': key('a'.repeat(32)),
      'a key that expired after a rotation': key(ended),
      'the key of a deleted project': key(deleted.secrets.interfaceB.apiKey),
      'the token of C': key(interfaceC.token),
      'the token of C as a bearer': bearer(interfaceC.token),
      'login and password of A': { authorization: `Basic ${basic}` },
      'the session of its owner': session,
      'an unknown token': bearer('a'.repeat(32)),
    }
    const wrongFor = (name: string): Readonly<Record<string, Readonly<Record<string, string>>>> =>
      OF_ADMIN.has(name)
        ? {
            ...wrongCredentials,
            'the key of a project': key(interfaceB.apiKey),
            'the same as a bearer': bearer(interfaceB.apiKey),
          }
        : {
            ...wrongCredentials,
            'the admin token': bearer(ADMIN_TOKEN),
            'the same as a key': key(ADMIN_TOKEN),
          }
    const names = new Set(operations.map(({ name }) => name))
    assert.deepEqual(
      [...OF_ADMIN].filter((name) => !names.has(name)),
      [],
    )
    for (const { name, method, path, body } of exampleCalls(operations))
      for (const [what, headers] of Object.entries(wrongFor(name))) {
        const options = body === undefined ? { headers } : { headers, body }
        const { status } = await hosted.sandbox.call(method, `/control/v1${path}`, options)
        assert.equal(status, 401, `${name} by ${what}`)
      }
    // With the correct credentials, the same requests work.
    const open = await hosted.sandbox.call('GET', '/control/v1/project', {
      headers: key(interfaceB.apiKey),
    })
    assert.equal(open.status, 200)
  })

  /** The forms of the user menu. */
  const OF_THE_FRAME = ['/account/log-out', '/display']

  // The pages of the reference read the project's objects, which project-reference.test.ts does on
  // both databases.
  if (database !== oneDatabase) return
  test('lets a viewer read every operation of the reference, but not send it', async () => {
    const { json } = await hosted.sandbox.call('GET', '/openapi.json')
    const { interfaceA, interfaceB, interfaceC } = project.secrets
    const secrets = [interfaceA.password, interfaceB.apiKey, interfaceC.password, interfaceC.token]
    const posts = (page: string) =>
      [...page.matchAll(/<form[^>]*method="post"[^>]*action="([^"]*)"/g)]
        .map(([, to = '']) => to)
        .filter((to) => !OF_THE_FRAME.includes(to))
    const addresses = operationsOf(json as OpenApi).map(
      ({ operation: { tags: [tag = ''] = [], operationId = '' } }) =>
        `${base}/docs/${tag.replace('Interface ', '').toLowerCase()}/${operationId}`,
    )
    assert.ok(addresses.length > 80)
    for (const address of addresses) {
      const page = await viewer.page(address)
      assert.deepEqual(posts(page), [], address)
      for (const secret of secrets) assert.ok(!page.includes(secret), address)
      assert.equal((await viewer.post(address)).status, 403, address)
      assert.deepEqual(posts(await owner.page(address)).length, 1, address)
    }
  })
})
