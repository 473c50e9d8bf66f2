// Moving a project's clock and emptying a project, with work in flight and with another process looking on.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsOf } from '../../src/store/reads/ledger.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import {
  openEngineProcess,
  cardholderInput,
  EngineSandbox,
  START,
  transferInput,
} from '../kit/engine-sandbox.ts'

const DAY_MS = 86_400_000

onEveryDatabase('The clock of a project', (database) => {
  let sandbox: EngineSandbox
  before(async () => (sandbox = await EngineSandbox.start(database)))
  after(() => sandbox.close())

  test('never runs backwards, and moves sent together add up', async () => {
    const { service, project } = sandbox
    const set = await service.execute(project, 'moveClock', { move: { kind: 'set', to: START } })
    assert.ok(set.now >= START && set.now < START + 60_000)
    const frozen = await service.execute(project, 'moveClock', {
      move: { kind: 'freeze', freeze: true },
    })
    const moves = await Promise.all(
      [1, 2, 3].map(() =>
        service.execute(project, 'moveClock', {
          move: { kind: 'advance', ms: DAY_MS },
        }),
      ),
    )
    assert.deepEqual(
      moves.map(({ now }) => now - frozen.now),
      [DAY_MS, 2 * DAY_MS, 3 * DAY_MS],
    )
    await assert.rejects(
      service.execute(project, 'moveClock', { move: { kind: 'set', to: START } }),
      {
        code: 'clock-backwards',
      },
    )
    const running = await service.execute(project, 'moveClock', {
      move: { kind: 'freeze', freeze: false },
    })
    assert.ok(running.now >= frozen.now + 3 * DAY_MS)
  })

  test('gives a limit back when its day or its month ends, not before', async () => {
    const { service, project } = sandbox
    const { now } = await service.execute(project, 'moveClock', {
      move: { kind: 'freeze', freeze: true },
    })
    const endOfDay = (Math.floor(now / DAY_MS) + 1) * DAY_MS
    const [a, b] = [await sandbox.card(500_000), await sandbox.card()]
    const pay = async () =>
      (await service.execute(project, 'transfer', transferInput(a.hash, b.hash, 60_000))).decline
        ?.code
    const goTo = (to: number) =>
      service.execute(project, 'moveClock', { move: { kind: 'set', to } })
    assert.deepEqual([await pay(), await pay()], [undefined, 'limit-exceeded'])
    await goTo(endOfDay - 1)
    assert.equal(await pay(), 'limit-exceeded')
    await goTo(endOfDay)
    assert.equal(await pay(), undefined)
  })
})

onEveryDatabase('A reset', (database) => {
  let sandbox: EngineSandbox
  before(async () => (sandbox = await EngineSandbox.start(database)))
  after(() => sandbox.close())

  describe('with commands in flight', () => {
    test('lets every command be answered in the old life or the new one, never in both', async () => {
      const { service, project } = sandbox
      const commands = Array.from({ length: 60 }, async (_, index) => {
        if (index === 30) await sandbox.process.directory.reset(project.number)
        return service.execute(project, 'registerCardholder', cardholderInput())
      })
      const answers = await Promise.all(commands)
      const current = await sandbox.process.directory.datasetOf(project.number)
      assert.notEqual(current, project.datasetId)
      const count = async (datasetId: number) =>
        (await accountsOf(sandbox.process.reads, datasetId)).length
      const [old, fresh] = [await count(project.datasetId), await count(current)]
      assert.equal(old + fresh, answers.length)
      assert.ok(fresh >= 1, 'the ask behind the reset belongs to the new life')
    })

    test('is answered as stale where the command names the old life', async () => {
      const outcome = await sandbox.submit('registerCardholder', cardholderInput())
      assert.equal(outcome.kind, 'stale')
    })
  })

  test('is seen by another process at its next command and its next read', async () => {
    if (database.name === 'sqlite') return
    const other = await openEngineProcess(sandbox.opened.url)
    const known = await other.directory.byNumber(sandbox.project.number)
    assert.ok(known !== undefined)
    await sandbox.process.directory.reset(sandbox.project.number)
    const accounts = await other.service.read(known, accountsOf)
    assert.equal(accounts.length, 0)
    const { cardholder } = await other.service.execute(
      known,
      'registerCardholder',
      cardholderInput(),
    )
    assert.equal(cardholder.id, 100_001)
    await other.close()
  })
})
