// Advancing a project's clock and resetting a project, with commands in progress and with a second
// process.

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

  test('never runs backwards, and concurrent moves add up', async () => {
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

  test('resets a limit at the end of its day or month, not before', async () => {
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

  describe('A reset while commands run', () => {
    test('executes every command in the old dataset or the new one, never in both', async () => {
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
      assert.ok(fresh >= 1, 'commands after the reset use the new dataset')
    })

    test('returns stale to a command for the old dataset', async () => {
      const outcome = await sandbox.submit('registerCardholder', cardholderInput())
      assert.equal(outcome.kind, 'stale')
    })
  })

  test('is noticed by other processes at their next command or read', async () => {
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
