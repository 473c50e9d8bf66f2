// Projects with a seed: the same requests give the same ids, numbers and credentials.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { freezeClock } from '../../kit/clock.ts'
import {
  bodyOf,
  issueCard,
  type ProblemShape,
  type ProjectShape,
  projectCall,
} from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { merchantOf, START } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase('A project with a seed', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  const create = async (at: Sandbox, seed: unknown): Promise<ProjectShape> =>
    bodyOf(await at.call('POST', '/control/v1/projects', { body: { seed } }), 201)

  const projectOf = async (at: Sandbox, { interfaceB }: ProjectShape): Promise<Project> => {
    const project = await at.sandcard.service.directory.authenticate('b', interfaceB.apiKey)
    assert.ok(project !== undefined)
    await freezeClock(at.sandcard.service, project, START)
    return project
  }

  /** The ids and numbers of some requests. */
  async function played(at: Sandbox, project: Project): Promise<readonly unknown[]> {
    const call = projectCall(at, project.secrets.interfaceB.apiKey)
    const merchant = merchantOf(at, project)
    const [a, b] = [await issueCard(call), await issueCard(call)]
    const first = await merchant.paidOrder({ clientId: 'c', bindingId: undefined })
    const challenged = await merchant.register()
    const answer = await merchant.pay(challenged, { $PAN: TEST_CARDS.challengeV2 })
    const status = await merchant.status(first)
    const { cvv } = a as { cvv?: unknown }
    return [a.number, a.id, a.expiryDate, cvv, b.number, first, challenged, status, answer]
  }

  test('gives the same credentials, ids and numbers in another service', async () => {
    const other = await startSandbox(database, { config: { secret: 'another master key' } })
    try {
      // Earlier projects make no difference.
      await other.newProject()
      const [one, two] = [await create(sandbox, 'one'), await create(other, 'one')]
      for (const name of ['interfaceA', 'interfaceB', 'interfaceC', 'product'] as const)
        assert.deepEqual(one[name], two[name])
      const [first, second] = [await projectOf(sandbox, one), await projectOf(other, two)]
      const texts = [
        JSON.stringify(await played(sandbox, first)).replaceAll(sandbox.url, ''),
        JSON.stringify(await played(other, second)).replaceAll(other.url, ''),
      ]
      assert.equal(texts[0], texts[1])
    } finally {
      await other.close()
    }
  })

  test('gives the same ids and numbers as another project with the seed, but its own credentials', async () => {
    const [one, two] = [await create(sandbox, 7), await create(sandbox, '7')]
    assert.notEqual(one.interfaceB.apiKey, two.interfaceB.apiKey)
    assert.deepEqual(one.product, two.product)
    const [first, second] = [await projectOf(sandbox, one), await projectOf(sandbox, two)]
    const [a, b] = [await played(sandbox, first), await played(sandbox, second)]
    assert.deepEqual(a.slice(0, 7), b.slice(0, 7))
    assert.notDeepEqual((await create(sandbox, 8)).product, one.product)
  })

  test('serves the payment page of its orders, even next to another project with the seed', async () => {
    const projects = [await create(sandbox, 'page'), await create(sandbox, 'page')]
    for (const shape of projects) {
      const merchant = merchantOf(sandbox, await projectOf(sandbox, shape))
      const { formUrl } = await merchant.callOk('register', {
        amount: 2000,
        currency: 978,
        returnUrl: 'https://shop.example/return',
      })
      const { pathname, search } = new URL(String(formUrl))
      const page = await sandbox.call('GET', pathname + search)
      assert.equal(page.status, 200, page.text.slice(0, 200))
      assert.match(page.text, /20\.00/)
    }
  })

  test('continues its sequence after a restore, so that the same requests give the same ids', async () => {
    const shape = await create(sandbox, 'restored')
    const project = await projectOf(sandbox, shape)
    const call = projectCall(sandbox, shape.interfaceB.apiKey)
    await issueCard(call)
    bodyOf(await call('POST', '/control/v1/snapshots', { name: 's' }), 201)
    const first = await played(sandbox, project)
    bodyOf(await call('POST', '/control/v1/snapshots/s/restore'), 200)
    assert.deepEqual(await played(sandbox, project), first)
  })

  test('is refused with an invalid seed, or with a snapshot', async () => {
    for (const [body, said] of [
      [{ seed: '' }, 'must not be empty'],
      [{ seed: 'x'.repeat(101) }, 'must have at most 100 characters'],
      [{ seed: true }, 'must be an integer or a string'],
      [{ seed: 1.5 }, 'must be an integer or a string'],
      [{ seed: -1 }, 'must be at least 0'],
      [
        { seed: 1, snapshot: 'x' },
        'cannot be combined with snapshot, because a copy keeps the snapshot’s sequence',
      ],
    ] as const) {
      const answer = await sandbox.call('POST', '/control/v1/projects', { body })
      assert.equal(answer.status, 422)
      const { errors = [] } = answer.json as ProblemShape
      assert.deepEqual(errors, [{ pointer: '/seed', detail: said }])
    }
  })
})
