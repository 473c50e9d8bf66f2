// Snapshots through the control API: they restore and copy a project exactly, and invalid requests
// are refused.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { answer, Receiver } from '../../kit/callback-receiver.ts'
import { freezeClock } from '../../kit/clock.ts'
import {
  bodyOf,
  issueCard,
  projectCall,
  type ProjectCall,
  topUp,
  transfer,
} from '../../kit/control.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { merchantOf, START } from '../../kit/merchant.ts'
import { assertSameReads, OF_CALLBACKS, projectReads } from '../../kit/project-reads.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const SNAPSHOTS = '/control/v1/snapshots'

interface SnapshotShape {
  id: string
  name: string
  clock: { now: string; frozen: boolean }
  rows: number
  cards: number
  orders: number
}

interface NewProjectShape {
  id: string
  interfaceB: { apiKey: string }
}

interface WithCallbackKey {
  interfaceC: { callbackKey: string }
}

/** The inbox once no callback is waiting to be sent. */
const settled = (merchant: CallbackMerchant) =>
  merchant.inboxOnce((inbox) => inbox.every(({ state }) => state !== 'waiting'))

onEveryDatabase('Snapshots', (database) => {
  let sandbox: Sandbox
  before(async () => (sandbox = await startSandbox(database)))
  after(() => sandbox.close())

  const callOf = ({ secrets }: Project): ProjectCall =>
    projectCall(sandbox, secrets.interfaceB.apiKey)

  const projectOfKey = async (apiKey: string): Promise<Project> => {
    const project = await sandbox.sandcard.service.directory.authenticate('b', apiKey)
    assert.ok(project !== undefined)
    return project
  }

  /** A project with a frozen clock, cards, money and orders. */
  async function filled(): Promise<{ project: Project; call: ProjectCall }> {
    const project = await sandbox.newProject('filled')
    await freezeClock(sandbox.sandcard.service, project, START)
    const call = callOf(project)
    await change(project, call)
    return { project, call }
  }

  /** Resolves once every due callback has been attempted. */
  async function tried(call: ProjectCall): Promise<void> {
    for (;;) {
      const clock = await call('GET', '/control/v1/clock')
      const { now } = bodyOf<{ now: string }>(clock, 200)
      const waiting = await call('GET', '/control/v1/callbacks?state=waiting')
      const { items } = bodyOf<{ items: { nextAttemptAt: string | null }[] }>(waiting, 200)
      const isUntried = items.some(
        ({ nextAttemptAt }) => nextAttemptAt === null || nextAttemptAt <= now,
      )
      if (!isUntried) return
    }
  }

  /** With the sample data, whose callbacks have been attempted. */
  async function filledWithEverything(): Promise<{ project: Project; call: ProjectCall }> {
    const filledProject = await filled()
    const { call } = filledProject
    bodyOf(await call('POST', '/control/v1/seed', { seed: 7 }), 201)
    await tried(call)
    return filledProject
  }

  /** The project with its current dataset. */
  const current = async ({ number }: Project): Promise<Project> => {
    const found = await sandbox.sandcard.service.directory.refresh(number)
    assert.ok(found !== undefined)
    return found
  }

  /** Changes of every kind: cards, money, orders, settings, clock. */
  async function change(project: Project, call: ProjectCall): Promise<void> {
    const [a, b] = [await issueCard(call), await issueCard(call)]
    await topUp(call, a, 5_000)
    await transfer(call, a, b, 1_000)
    const merchant = merchantOf(sandbox, project)
    await merchant.paidOrder()
    await merchant.register()
    bodyOf(await call('PATCH', '/control/v1/project', { merchantName: 'Changed', mcc: 5812 }), 200)
    bodyOf(await call('POST', '/control/v1/clock', { advance: 'P40D' }), 200)
  }

  describe('Snapshots of a project', () => {
    test('bring back every response of every interface, byte for byte', async () => {
      const { project, call } = await filledWithEverything()
      const saved = await projectReads(sandbox, project)
      assert.ok(saved.size > 200, `${saved.size} responses`)
      const taken = bodyOf<SnapshotShape>(await call('POST', SNAPSHOTS, { name: 'saved' }), 201)
      for (let round = 0; round < 2; round++) {
        await change(await current(project), call)
        // A restore keeps the attempts in progress, so that nothing is sent twice.
        await tried(call)
        const restored = await call('POST', `${SNAPSHOTS}/saved/restore`)
        assert.deepEqual(bodyOf(restored, 200), taken)
        assertSameReads(await projectReads(sandbox, await current(project)), saved)
      }
    })

    test('continue the counters: the same calls give the same ids again', async () => {
      const { call } = await filled()
      bodyOf(await call('POST', SNAPSHOTS, { name: 'ids' }), 201)
      const first = await issueCard(call)
      bodyOf(await call('POST', `${SNAPSHOTS}/ids/restore`), 200)
      const second = await issueCard(call)
      assert.deepEqual(
        [second.id, second.account.accountNumber],
        [first.id, first.account.accountNumber],
      )
    })

    test('continue a running clock at the time of the snapshot', async () => {
      const project = await sandbox.newProject()
      const call = callOf(project)
      bodyOf(await call('POST', '/control/v1/clock', { set: '2040-01-01T00:00:00Z' }), 200)
      const taken = bodyOf<SnapshotShape>(await call('POST', SNAPSHOTS, { name: 'clock' }), 201)
      bodyOf(await call('POST', '/control/v1/clock', { advance: 'P1Y' }), 200)
      bodyOf(await call('POST', `${SNAPSHOTS}/clock/restore`), 200)
      const { now, frozen } = bodyOf<{ now: string; frozen: boolean }>(
        await call('GET', '/control/v1/clock'),
        200,
      )
      assert.equal(frozen, false)
      assert.ok(now >= taken.clock.now && now < '2040-01-02', now)
    })

    test('restore and copy the callback key, which a reset replaces by the first one', async () => {
      const call = callOf(await sandbox.newProject())
      const signing = async (): Promise<string> =>
        bodyOf<WithCallbackKey>(await call('GET', '/control/v1/project'), 200).interfaceC
          .callbackKey
      const first = await signing()
      bodyOf(await call('POST', SNAPSHOTS, { name: 'first' }), 201)
      bodyOf(await call('PATCH', '/control/v1/project', { callbackKey: 'a-replaced-key' }), 200)
      bodyOf(await call('POST', SNAPSHOTS, { name: 'replaced' }), 201)
      bodyOf(await call('POST', '/control/v1/callback-keys', { key: 'an-added-key' }), 201)
      assert.equal(await signing(), 'an-added-key')
      const copied = async (name: string): Promise<string> =>
        bodyOf<WithCallbackKey>(await call('POST', `${SNAPSHOTS}/${name}/fork`, {}), 201).interfaceC
          .callbackKey
      assert.equal(await copied('replaced'), 'a-replaced-key')
      assert.notEqual(await copied('first'), first)
      for (const [request, key] of [
        [`${SNAPSHOTS}/replaced/restore`, 'a-replaced-key'],
        [`${SNAPSHOTS}/first/restore`, first],
        [`${SNAPSHOTS}/replaced/restore`, 'a-replaced-key'],
        ['/control/v1/reset', first],
      ] as const) {
        bodyOf(await call('POST', request), 200)
        assert.equal(await signing(), key, request)
      }
    })

    test('are listed newest first, survive a reset, and can be deleted', async () => {
      const { project, call } = await filled()
      const saved = await projectReads(sandbox, project)
      for (const name of ['one', 'Two 2.0_x-y'])
        bodyOf(await call('POST', SNAPSHOTS, { name }), 201)
      bodyOf(await call('POST', '/control/v1/reset'), 200)
      const list = bodyOf<{ items: SnapshotShape[]; nextCursor: null }>(
        await call('GET', SNAPSHOTS),
        200,
      )
      assert.deepEqual(
        list.items.map(({ name, cards }) => [name, cards]),
        [
          ['Two 2.0_x-y', 2],
          ['one', 2],
        ],
      )
      assert.equal(list.nextCursor, null)
      bodyOf(await call('POST', `${SNAPSHOTS}/${encodeURIComponent('Two 2.0_x-y')}/restore`), 200)
      assertSameReads(await projectReads(sandbox, await current(project)), saved)
      assert.deepEqual(bodyOf(await call('DELETE', `${SNAPSHOTS}/one`), 200), { name: 'one' })
      assert.equal((await call('DELETE', `${SNAPSHOTS}/one`)).status, 404)
      assertSameReads(await projectReads(sandbox, await current(project)), saved)
    })

    test('refuse invalid requests with the reason', async () => {
      const call = callOf(await sandbox.newProject())
      bodyOf(await call('POST', SNAPSHOTS, { name: 'taken' }), 201)
      const rows: [string, string, unknown, number, string][] = [
        ['POST', SNAPSHOTS, { name: 'taken' }, 409, 'snapshot-exists'],
        ['POST', SNAPSHOTS, {}, 422, 'validation-failed'],
        ['POST', SNAPSHOTS, { name: '' }, 422, 'validation-failed'],
        ['POST', SNAPSHOTS, { name: 'a/b' }, 422, 'validation-failed'],
        ['POST', SNAPSHOTS, { name: '../x' }, 422, 'validation-failed'],
        ['POST', SNAPSHOTS, { name: 'x'.repeat(65) }, 422, 'validation-failed'],
        ['POST', SNAPSHOTS, { name: 'x', more: 1 }, 422, 'validation-failed'],
        ['POST', `${SNAPSHOTS}/unknown/restore`, undefined, 404, 'snapshot-not-found'],
        ['POST', `${SNAPSHOTS}/unknown/fork`, undefined, 404, 'snapshot-not-found'],
        ['DELETE', `${SNAPSHOTS}/unknown`, undefined, 404, 'snapshot-not-found'],
        ['POST', `${SNAPSHOTS}/taken/fork`, { name: 5 }, 422, 'validation-failed'],
        ['POST', '/control/v1/projects', { snapshot: 'unknown' }, 404, 'snapshot-not-found'],
        ['POST', '/control/v1/projects', { snapshot: '' }, 422, 'validation-failed'],
      ]
      for (const [method, path, body, status, code] of rows) {
        const { status: actual, json } = await call(method, path, body)
        const problem = json as { code: string }
        assert.deepEqual([actual, problem.code], [status, code], `${method} ${path}`)
      }
    })

    test('belong to the project: another one can neither see nor restore them', async () => {
      const call = callOf(await sandbox.newProject())
      bodyOf(await call('POST', SNAPSHOTS, { name: 'mine' }), 201)
      const other = callOf(await sandbox.newProject())
      assert.deepEqual(bodyOf(await other('GET', SNAPSHOTS), 200), { items: [], nextCursor: null })
      assert.equal((await other('POST', `${SNAPSHOTS}/mine/restore`)).status, 404)
      assert.equal((await other('POST', `${SNAPSHOTS}/mine/fork`)).status, 404)
      assert.equal((await other('DELETE', `${SNAPSHOTS}/mine`)).status, 404)
    })
  })

  describe('Snapshots as templates', () => {
    test('create a project with the same data and other credentials', async () => {
      const { project, call } = await filled()
      const saved = await projectReads(sandbox, project)
      bodyOf(await call('POST', SNAPSHOTS, { name: 'template' }), 201)
      const made = bodyOf<NewProjectShape>(
        await call('POST', `${SNAPSHOTS}/template/fork`, { name: 'copy' }),
        201,
      )
      assert.notEqual(made.interfaceB.apiKey, project.secrets.interfaceB.apiKey)
      const copy = await projectOfKey(made.interfaceB.apiKey)
      assertSameReads(await projectReads(sandbox, copy), saved, OF_CALLBACKS)
      await change(copy, callOf(copy))
      assertSameReads(await projectReads(sandbox, project), saved)
      bodyOf(await callOf(copy)('DELETE', '/control/v1/project'), 200)
      assertSameReads(await projectReads(sandbox, project), saved)
    })

    test('can be specified by name, by key and name, or by id when a project is created', async () => {
      const { project, call } = await filled()
      const other = await filled()
      const saved = await projectReads(sandbox, project)
      const only = bodyOf<SnapshotShape>(await call('POST', SNAPSHOTS, { name: 'only' }), 201)
      for (const each of [call, other.call])
        bodyOf(await each('POST', SNAPSHOTS, { name: 'both' }), 201)
      const create = (snapshot: string, apiKey?: string) =>
        sandbox.call('POST', '/control/v1/projects', {
          body: { name: 'made', snapshot },
          ...(apiKey !== undefined && { headers: { 'X-API-KEY': apiKey } }),
        })
      const own = project.secrets.interfaceB.apiKey
      for (const made of [create('only'), create('both', own), create(only.id)]) {
        const { interfaceB } = bodyOf<NewProjectShape>(await made, 201)
        const copy = await projectOfKey(interfaceB.apiKey)
        assertSameReads(await projectReads(sandbox, copy), saved, OF_CALLBACKS)
      }
      const ambiguous = await create('both')
      assert.equal((ambiguous.json as { code: string }).code, 'snapshot-ambiguous')
      assert.equal((await create('both', 'wrong')).status, 401)
    })

    test('can be copied from copies, even after the original is deleted', async () => {
      const { project, call } = await filled()
      const saved = await projectReads(sandbox, project)
      bodyOf(await call('POST', SNAPSHOTS, { name: 'a' }), 201)
      const made = bodyOf<NewProjectShape>(await call('POST', `${SNAPSHOTS}/a/fork`), 201)
      const copy = callOf(await projectOfKey(made.interfaceB.apiKey))
      bodyOf(await call('DELETE', '/control/v1/project'), 200)
      bodyOf(await copy('POST', SNAPSHOTS, { name: 'b' }), 201)
      const again = bodyOf<NewProjectShape>(await copy('POST', `${SNAPSHOTS}/b/fork`), 201)
      const last = await projectOfKey(again.interfaceB.apiKey)
      assertSameReads(await projectReads(sandbox, last), saved, OF_CALLBACKS)
    })
  })

  describe('Snapshots with callbacks', () => {
    test('do not resend a callback that was delivered after the snapshot', async () => {
      const receiver = await Receiver.open()
      const open: (() => void)[] = []
      receiver.usual = (response) => open.push(() => response.writeHead(200).end())
      const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
      try {
        await merchant.pay()
        await receiver.until(1)
        // The first callback is claimed and being sent; the order's next one waits.
        bodyOf(await merchant.call('POST', SNAPSHOTS, { name: 'sending' }), 201)
        receiver.usual = answer(200)
        for (const end of open) end()
        const before = await settled(merchant)
        const count = receiver.received.length
        for (let round = 0; round < 2; round++) {
          bodyOf(await merchant.call('POST', `${SNAPSHOTS}/sending/restore`), 200)
          assert.deepEqual(await settled(merchant), before)
          bodyOf(await merchant.call('POST', '/control/v1/reset'), 200)
        }
        assert.equal(receiver.received.length, count)
      } finally {
        await receiver.close()
      }
    })

    test('record the delivery of a callback that was being sent during the restore', async () => {
      const receiver = await Receiver.open()
      const open: (() => void)[] = []
      receiver.usual = (response) => open.push(() => response.writeHead(200).end())
      const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
      try {
        await merchant.pay()
        await receiver.until(1)
        bodyOf(await merchant.call('POST', SNAPSHOTS, { name: 'during' }), 201)
        bodyOf(await merchant.call('POST', `${SNAPSHOTS}/during/restore`), 200)
        receiver.usual = answer(200)
        for (const end of open) end()
        const inbox = await settled(merchant)
        assert.deepEqual(
          inbox.map(({ state, attempts }) => [state, attempts.length]),
          inbox.map(() => ['delivered', 1]),
        )
        assert.equal(receiver.received.length, inbox.length)
      } finally {
        await receiver.close()
      }
    })

    test('leave waiting callbacks to the original: a copy does not send them', async () => {
      const receiver = await Receiver.open()
      receiver.usual = answer(500)
      const merchant = await CallbackMerchant.open(sandbox, { callbackUrl: receiver.url() })
      try {
        await merchant.pay()
        await receiver.until(1)
        bodyOf(await merchant.call('POST', SNAPSHOTS, { name: 'waiting' }), 201)
        const fork = await merchant.call('POST', `${SNAPSHOTS}/waiting/fork`)
        const { interfaceB } = bodyOf<NewProjectShape>(fork, 201)
        const copy = callOf(await projectOfKey(interfaceB.apiKey))
        const { items } = bodyOf<{ items: { state: string; url: string | null }[] }>(
          await copy('GET', '/control/v1/callbacks'),
          200,
        )
        assert.ok(items.length > 0)
        for (const { state, url } of items) assert.deepEqual([state, url], ['captured', null])
      } finally {
        await receiver.close()
      }
    })
  })
})
