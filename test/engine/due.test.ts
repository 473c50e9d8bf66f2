// Due work under the lock: in order, each item at its own time, in commits of limited size, with
// exact results; and the clock that advances through it.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Dataset } from '../../src/kernel/dataset.ts'
import type { ChangeSet } from '../../src/kernel/rows.ts'
import { Worker } from '../../src/worker.ts'
import { databases, onEveryDatabase } from '../kit/databases.ts'
import {
  assertExpiredOnce,
  FailingStore,
  rowsOf,
  setOrder,
  silent,
  RecordingSender,
} from '../kit/due-work.ts'
import {
  openEngineProcess,
  cardholderInput,
  type EngineProcess,
  EngineSandbox,
  START,
} from '../kit/engine-sandbox.ts'
import { watchedStore } from '../kit/watched-store.ts'

const MANY = 1201
const SECOND_MS = 1000

const freeze = (sandbox: EngineSandbox, isFrozen = true) =>
  sandbox.execute('moveClock', {
    move: { kind: 'freeze', freeze: isFrozen },
  })
const setClock = (sandbox: EngineSandbox, to: number) =>
  sandbox.execute('moveClock', { move: { kind: 'set', to } })
const advance = (sandbox: EngineSandbox, seconds: number) =>
  sandbox.execute('moveClock', {
    move: { kind: 'advance', ms: seconds * SECOND_MS },
  })

/** Orders that expire one second apart, registered in random order. */
const expiring = (sandbox: EngineSandbox, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => sandbox.order(1 + ((index * 7) % count))))

onEveryDatabase('A clock that advances past due orders', (database) => {
  let neighbour: EngineSandbox
  let sandbox: EngineSandbox
  let saves: { dataset: Dataset; changes: ChangeSet }[] = []
  let runs: string[] = []
  before(async () => {
    const wrap = watchedStore({
      onSave: (dataset, changes) => saves.push({ dataset, changes }),
      onRun: (name) => runs.push(name),
    })
    neighbour = await EngineSandbox.start(database, { wrap })
  })
  after(() => neighbour.close())
  beforeEach(async () => {
    sandbox = await neighbour.newProject()
    await freeze(sandbox)
    await setClock(sandbox, START)
    saves = []
    runs = []
  })

  test('expires each one at its own time, in order, at most 500 per commit', async () => {
    await expiring(sandbox, MANY)
    const later = await sandbox.order(5000)
    saves = []
    const clock = await advance(sandbox, 4000)
    const target = START + 4000 * SECOND_MS
    assert.deepEqual(clock, { now: target, frozen: true, offsetMs: clock.offsetMs, ran: MANY })
    const steps = saves.map(({ changes }) => changes.order?.length ?? 0)
    assert.deepEqual(steps, [0, 500, 500, 201])
    const times = saves.flatMap(({ changes }) =>
      (changes.callback ?? []).map(({ createdAt }) => createdAt),
    )
    assert.deepEqual(
      times,
      Array.from({ length: MANY }, (_, index) => START + (index + 1) * SECOND_MS),
    )
    const lasts = saves.map(({ dataset }) => (dataset.lastAt - START) / SECOND_MS)
    assert.deepEqual(lasts, [0, 500, 1000, 4000])
    const { nextDueAt, workAt, clockTarget, dueRan } = await sandbox.dataset()
    assert.deepEqual(
      { nextDueAt, workAt, clockTarget, dueRan },
      { nextDueAt: later.dueAt, workAt: null, clockTarget: null, dueRan: MANY },
    )
  })

  test('does not delay commands, and commands do not delay it', async () => {
    await expiring(sandbox, MANY)
    const ended: string[] = []
    const moved = advance(sandbox, 4000).then(() => ended.push('clock'))
    const asked = sandbox
      .execute('registerCardholder', cardholderInput())
      .then(() => ended.push('ask'))
    await Promise.all([moved, asked])
    assert.deepEqual(ended, ['ask', 'clock'])
  })

  test('makes a second move wait, and counts the items of each', async () => {
    await expiring(sandbox, MANY)
    const moves = await Promise.all([
      advance(sandbox, 600),
      advance(sandbox, 1),
      advance(sandbox, 4000),
      freeze(sandbox, false),
    ])
    assert.deepEqual(
      moves.slice(0, 3).map(({ now, ran }) => [(now - START) / SECOND_MS, ran]),
      [
        [600, 600],
        [601, 1],
        [4601, MANY - 601],
      ],
    )
    assert.equal(moves[3]?.frozen, false)
    await assert.rejects(setClock(sandbox, START), { code: 'clock-backwards' })
  })

  test('includes items due at the target, but none after it', async () => {
    const { dueAt } = await sandbox.order(10)
    assert.ok(dueAt !== null)
    assert.equal((await setClock(sandbox, dueAt - 1)).ran, 0)
    assert.equal((await setClock(sandbox, dueAt)).ran, 1)
    assert.equal((await setClock(sandbox, dueAt)).ran, 0)
    assert.equal((await sandbox.dataset()).nextDueAt, null)
  })

  test('continues from its target unless frozen', async () => {
    await freeze(sandbox, false)
    await sandbox.order(10)
    const began = Date.now()
    const { now, ran, frozen } = await setClock(sandbox, START + 60 * SECOND_MS)
    assert.deepEqual({ ran, frozen }, { ran: 1, frozen: false })
    const ahead = now - (START + 60 * SECOND_MS)
    assert.ok(ahead >= 0 && ahead <= Date.now() - began)
  })

  test('wakes the sender for the callbacks of its items', async () => {
    await sandbox.execute('changeSettings', {
      settings: { callbackUrl: 'http://127.0.0.1:9/callback' },
    })
    const { dueAt } = await sandbox.order(10)
    assert.equal((await advance(sandbox, 60)).ran, 1)
    const { nextDueAt, workAt } = await sandbox.dataset()
    assert.deepEqual({ nextDueAt, workAt }, { nextDueAt: dueAt, workAt: 0 })
    const { datasetId, number: projectNumber } = sandbox.project
    assert.deepEqual(sandbox.process.reports.at(-1)?.dueDatasets, [{ datasetId, projectNumber }])
    const callbacks = await rowsOf(sandbox, 'callback')
    assert.deepEqual(
      callbacks.map(({ state, due_at }) => [state, due_at]),
      [['waiting', dueAt]],
    )
  })

  test('sets a failing order aside and completes', async () => {
    const orders = [await sandbox.order(10), await sandbox.order(20), await sandbox.order(30)]
    // A hold without a payment cannot be released.
    await setOrder(sandbox, orders[1]?.id ?? '', 'status = 1')
    const { ran, now } = await advance(sandbox, 60)
    assert.deepEqual({ ran, now }, { ran: 2, now: START + 60 * SECOND_MS })
    const bugs = sandbox.process.reports.flatMap((report) => report.bugs)
    assert.equal(bugs.length, 1)
    const rows = await rowsOf(sandbox, 'gateway_order')
    assert.deepEqual(rows.map(({ status, due_at }) => [status, due_at]).toSorted(), [
      [1, null],
      [6, null],
      [6, null],
    ])
  })

  test('requires no additional statement in other batches', async () => {
    await sandbox.order(10)
    runs = []
    await sandbox.order(20)
    await sandbox.execute('registerCardholder', cardholderInput())
    assert.deepEqual(runs, [])
  })
})

onEveryDatabase('A process that dies during a clock move', (database) => {
  test('is continued by the next process, and nothing runs twice', async () => {
    const mortal = new FailingStore()
    const sandbox = await EngineSandbox.start(database, { wrap: mortal.wrap })
    await freeze(sandbox)
    await setClock(sandbox, START)
    await expiring(sandbox, MANY)
    mortal.commitsLeft = 2
    await assert.rejects(advance(sandbox, 4000), /the process is gone/)
    const left = await sandbox.dataset()
    assert.deepEqual([left.dueRan, left.workAt], [500, 0])
    await sandbox.process.close()

    const next = await openEngineProcess(sandbox.opened.url)
    const { number, datasetId } = sandbox.project
    // The next process that locks the dataset continues, whatever its command.
    const known = await next.directory.byNumber(number)
    assert.ok(known !== undefined)
    await next.service.execute(known, 'registerCardholder', cardholderInput())
    const worker = workerOf(next)
    await worker.runRound()
    await next.service.execute(known, 'moveClock', { move: { kind: 'freeze', freeze: true } })
    const outcome = await next.engine.submit({ datasetId, command: 'runDue', input: {} })
    assert.equal(outcome.kind, 'result')
    await worker.stop()
    const arrived = new EngineSandbox(sandbox.opened, next, known)
    const { dueRan, frozenAt, clockTarget, workAt } = await arrived.dataset()
    assert.deepEqual(
      { dueRan, frozenAt, clockTarget, workAt },
      { dueRan: MANY, frozenAt: START + 4000 * SECOND_MS, clockTarget: null, workAt: null },
    )
    await assertExpiredOnce(arrived, MANY)
    await arrived.close()
  })
})

describe(
  'Two processes on one PostgreSQL',
  { skip: !databases.some(({ name }) => name === 'postgres') },
  () => {
    test('process the same due work once', async () => {
      const database = databases.find(({ name }) => name === 'postgres')
      assert.ok(database !== undefined)
      const sandbox = await EngineSandbox.start(database)
      await freeze(sandbox)
      await setClock(sandbox, START)
      await expiring(sandbox, MANY)
      const other = await openEngineProcess(sandbox.opened.url)
      const known = await other.directory.byNumber(sandbox.project.number)
      assert.ok(known !== undefined)
      const workers = [workerOf(sandbox.process), workerOf(other)]
      const moved = advance(sandbox, 4000)
      const commands = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? other.service.execute(known, 'registerCardholder', cardholderInput())
          : workers[(index >> 1) % 2]?.runRound(),
      )
      const [{ ran }] = await Promise.all([moved, ...commands])
      assert.equal(ran, MANY)
      await Promise.all(workers.map((worker) => worker.stop()))
      await assertExpiredOnce(sandbox, MANY)
      await other.close()
      await sandbox.close()
    })
  },
)

onEveryDatabase('The worker', (database) => {
  let sandbox: EngineSandbox
  let sender: RecordingSender
  let worker: Worker
  before(async () => {
    sandbox = await EngineSandbox.start(database)
    sender = new RecordingSender()
    worker = workerOf(sandbox.process, sender)
  })
  after(async () => {
    await worker.stop()
    await sandbox.close()
  })

  /** Runs a round until the engine has done its work; returns the number of commits. */
  async function round(): Promise<number> {
    const before = sandbox.process.commits.length
    await worker.runRound()
    while (worker.isRunningDue) await new Promise((resolve) => setImmediate(resolve))
    return sandbox.process.commits.length - before
  }

  test('processes due work, then waits for the next due time', async () => {
    const [soon, later] = [await sandbox.order(1000), await sandbox.order(2000)]
    assert.equal(await round(), 0)
    // Time passes.
    await setOrder(sandbox, soon.id, 'due_at = due_at - 1500000')
    await shiftDataset(-1_500_000)
    assert.equal(await round(), 1)
    const { nextDueAt, dueRan } = await sandbox.dataset()
    assert.deepEqual({ nextDueAt, dueRan }, { nextDueAt: later.dueAt, dueRan: 1 })
    assert.equal(await round(), 0)
  })

  test('corrects a due time that is too early, once', async () => {
    const { nextDueAt } = await sandbox.dataset()
    await shiftDataset(-3_000_000)
    assert.equal(await round(), 1)
    assert.equal((await sandbox.dataset()).nextDueAt, nextDueAt)
    assert.equal(await round(), 0)
  })

  test('wakes the sender for callbacks without a commit', async () => {
    await sandbox.execute('changeSettings', {
      settings: { callbackUrl: 'http://127.0.0.1:9/callback' },
    })
    const { id } = await sandbox.order(1)
    await setOrder(sandbox, id, 'due_at = due_at - 2000')
    await shiftDataset(-1_000_000)
    assert.equal(await round(), 1)
    sender.woken.length = 0
    for (let times = 0; times < 3; times++) assert.equal(await round(), 0)
    const { datasetId, number } = sandbox.project
    assert.deepEqual(sender.woken, Array(3).fill([datasetId, number]))
  })

  test('skips no dataset, even if many have callbacks that cannot be sent yet', async () => {
    const datasets = [sandbox.project.datasetId]
    for (let index = 0; index < 250; index++) {
      const { datasetId } = await sandbox.process.directory.create('another')
      datasets.push(datasetId)
    }
    const transaction = await sandbox.process.store.begin()
    const later = { name: 'test_wake', text: 'update dataset set work_at = 5, next_due_at = 5' }
    await transaction.run(later, [])
    const copy = {
      name: 'test_callbacks',
      text: `insert into callback (project_id, id, operation, status, state, message, created_at,
          attempt, failures, due_at, attempts)
        select dataset.project_id, 1, 'declined', 1, 'waiting', '{}', 1, 0, 0, 1, '[]' from dataset`,
    }
    await transaction.run(copy, [])
    await transaction.commit()
    sender.woken.length = 0
    assert.equal(await round(), 0)
    assert.deepEqual(
      sender.woken.map(([datasetId]) => datasetId),
      datasets,
    )
  })

  test('ignores retired datasets', async () => {
    await sandbox.process.directory.reset(sandbox.project.number)
    sender.woken.length = 0
    await round()
    assert.ok(sender.woken.every(([datasetId]) => datasetId !== sandbox.project.datasetId))
  })

  async function shiftDataset(by: number): Promise<void> {
    const transaction = await sandbox.process.store.begin()
    const text = `update dataset set next_due_at = next_due_at + $1, work_at = work_at + $1 where project_id = $2`
    await transaction.run({ name: 'test_shift', text }, [by, sandbox.project.datasetId])
    await transaction.commit()
  }
})

const workerOf = (
  { store, reads, engine }: EngineProcess,
  sender = new RecordingSender(),
): Worker => new Worker({ store, reads, engine, sender, logger: silent })
