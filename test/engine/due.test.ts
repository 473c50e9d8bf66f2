// Due work under the lock: in order, each item at its own time, in bounded commits, exact in what it leaves; and the clock that moves
// through it.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Dataset } from '../../src/kernel/dataset.ts'
import type { ChangeSet } from '../../src/kernel/rows.ts'
import { Worker } from '../../src/worker.ts'
import { databases, onEveryDatabase } from '../kit/databases.ts'
import { assertExpiredOnce, MortalStore, rowsOf, setOrder, silent, StillSender } from './due.ts'
import { openProcess, person, type Process, Stand, START } from './stand.ts'
import { watchedStore } from './watched-store.ts'

const MANY = 1201
const SECOND_MS = 1000

const freeze = (stand: Stand, isFrozen = true) =>
  stand.service.execute(stand.project, 'moveClock', { move: { kind: 'freeze', freeze: isFrozen } })
const setClock = (stand: Stand, to: number) =>
  stand.service.execute(stand.project, 'moveClock', { move: { kind: 'set', to } })
const advance = (stand: Stand, seconds: number) =>
  stand.service.execute(stand.project, 'moveClock', {
    move: { kind: 'advance', ms: seconds * SECOND_MS },
  })

/** Orders that expire one second after the other, registered in no order. */
const expiring = (stand: Stand, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => stand.order(1 + ((index * 7) % count))))

onEveryDatabase('A clock that moves past due orders', (database) => {
  let neighbour: Stand
  let stand: Stand
  let saves: { dataset: Dataset; changes: ChangeSet }[] = []
  let runs: string[] = []
  before(async () => {
    const wrap = watchedStore({
      onSave: (dataset, changes) => saves.push({ dataset, changes }),
      onRun: (name) => runs.push(name),
    })
    neighbour = await Stand.open(database, { wrap })
  })
  after(() => neighbour.close())
  beforeEach(async () => {
    stand = await neighbour.another()
    await freeze(stand)
    await setClock(stand, START)
    saves = []
    runs = []
  })

  test('runs each at its own time, in order, at most 500 in a commit', async () => {
    await expiring(stand, MANY)
    const later = await stand.order(5000)
    saves = []
    const clock = await advance(stand, 4000)
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
    const { nextDueAt, workAt, clockTarget, dueRan } = await stand.dataset()
    assert.deepEqual(
      { nextDueAt, workAt, clockTarget, dueRan },
      { nextDueAt: later.dueAt, workAt: null, clockTarget: null, dueRan: MANY },
    )
  })

  test('is not held up by asks, nor they by it', async () => {
    await expiring(stand, MANY)
    const ended: string[] = []
    const moved = advance(stand, 4000).then(() => ended.push('clock'))
    const asked = stand.service
      .execute(stand.project, 'registerCardholder', person())
      .then(() => ended.push('ask'))
    await Promise.all([moved, asked])
    assert.deepEqual(ended, ['ask', 'clock'])
  })

  test('makes a move that finds it on its way wait, and counts for each its own', async () => {
    await expiring(stand, MANY)
    const moves = await Promise.all([
      advance(stand, 600),
      advance(stand, 1),
      advance(stand, 4000),
      freeze(stand, false),
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
    await assert.rejects(setClock(stand, START), { code: 'clock-backwards' })
  })

  test('includes what is due at the target and nothing behind it', async () => {
    const { dueAt } = await stand.order(10)
    assert.ok(dueAt !== null)
    assert.equal((await setClock(stand, dueAt - 1)).ran, 0)
    assert.equal((await setClock(stand, dueAt)).ran, 1)
    assert.equal((await setClock(stand, dueAt)).ran, 0)
    assert.equal((await stand.dataset()).nextDueAt, null)
  })

  test('runs on from its target where it was not frozen', async () => {
    await freeze(stand, false)
    await stand.order(10)
    const began = Date.now()
    const { now, ran, frozen } = await setClock(stand, START + 60 * SECOND_MS)
    assert.deepEqual({ ran, frozen }, { ran: 1, frozen: false })
    const ahead = now - (START + 60 * SECOND_MS)
    assert.ok(ahead >= 0 && ahead <= Date.now() - began)
  })

  test('leaves the callbacks of what ran to the sender, and says that there are some', async () => {
    await stand.service.execute(stand.project, 'changeSettings', {
      settings: { callbackUrl: 'http://127.0.0.1:9/callback' },
    })
    const { dueAt } = await stand.order(10)
    assert.equal((await advance(stand, 60)).ran, 1)
    const { nextDueAt, workAt } = await stand.dataset()
    assert.deepEqual({ nextDueAt, workAt }, { nextDueAt: dueAt, workAt: 0 })
    const { datasetId, number: projectNumber } = stand.project
    assert.deepEqual(stand.process.reports.at(-1)?.waking, [{ datasetId, projectNumber }])
    const callbacks = await rowsOf(stand, 'callback')
    assert.deepEqual(
      callbacks.map(({ state, due_at }) => [state, due_at]),
      [['waiting', dueAt]],
    )
  })

  test('sets an order aside whose time fails, and arrives all the same', async () => {
    const orders = [await stand.order(10), await stand.order(20), await stand.order(30)]
    // A hold without a payment cannot be given back.
    await setOrder(stand, orders[1]?.id ?? '', 'status = 1')
    const { ran, now } = await advance(stand, 60)
    assert.deepEqual({ ran, now }, { ran: 2, now: START + 60 * SECOND_MS })
    const bugs = stand.process.reports.flatMap((report) => report.bugs)
    assert.equal(bugs.length, 1)
    const rows = await rowsOf(stand, 'gateway_order')
    assert.deepEqual(rows.map(({ status, due_at }) => [status, due_at]).toSorted(), [
      [1, null],
      [6, null],
      [6, null],
    ])
  })

  test('costs an ordinary batch no statement', async () => {
    await stand.order(10)
    runs = []
    await stand.order(20)
    await stand.service.execute(stand.project, 'registerCardholder', person())
    assert.deepEqual(runs, [])
  })
})

onEveryDatabase('A process that dies while a clock is on its way', (database) => {
  test('leaves the rest to whoever comes next, and nothing runs twice', async () => {
    const mortal = new MortalStore()
    const stand = await Stand.open(database, { wrap: mortal.wrap })
    await freeze(stand)
    await setClock(stand, START)
    await expiring(stand, MANY)
    mortal.commitsLeft = 2
    await assert.rejects(advance(stand, 4000), /the process is gone/)
    const left = await stand.dataset()
    assert.deepEqual([left.dueRan, left.workAt], [500, 0])
    await stand.process.close()

    const next = await openProcess(stand.opened.url)
    const { number, datasetId } = stand.project
    // Whoever locks the space first goes on, whatever was asked.
    const known = await next.directory.byNumber(number)
    assert.ok(known !== undefined)
    await next.service.execute(known, 'registerCardholder', person())
    const worker = workerOf(next)
    await worker.lookAround()
    await next.service.execute(known, 'moveClock', { move: { kind: 'freeze', freeze: true } })
    const outcome = await next.engine.submit({ datasetId, command: 'runDue', input: {} })
    assert.equal(outcome.kind, 'answer')
    await worker.stop()
    const arrived = new Stand(stand.opened, next, known)
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
    test('step through the same due work once', async () => {
      const database = databases.find(({ name }) => name === 'postgres')
      assert.ok(database !== undefined)
      const stand = await Stand.open(database)
      await freeze(stand)
      await setClock(stand, START)
      await expiring(stand, MANY)
      const other = await openProcess(stand.opened.url)
      const known = await other.directory.byNumber(stand.project.number)
      assert.ok(known !== undefined)
      const workers = [workerOf(stand.process), workerOf(other)]
      const moved = advance(stand, 4000)
      const commands = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? other.service.execute(known, 'registerCardholder', person())
          : workers[(index >> 1) % 2]?.lookAround(),
      )
      const [{ ran }] = await Promise.all([moved, ...commands])
      assert.equal(ran, MANY)
      await Promise.all(workers.map((worker) => worker.stop()))
      await assertExpiredOnce(stand, MANY)
      await other.close()
      await stand.close()
    })
  },
)

onEveryDatabase('The worker', (database) => {
  let stand: Stand
  let sender: StillSender
  let worker: Worker
  before(async () => {
    stand = await Stand.open(database)
    sender = new StillSender()
    worker = workerOf(stand.process, sender)
  })
  after(async () => {
    await worker.stop()
    await stand.close()
  })

  /** A round, and the end of what it asked the engine for; the number of commits that this took. */
  async function round(): Promise<number> {
    const before = stand.process.commits.length
    await worker.lookAround()
    while (worker.isSettling) await new Promise((resolve) => setImmediate(resolve))
    return stand.process.commits.length - before
  }

  test('settles what fell due as time went by, and rests until the next', async () => {
    const [soon, later] = [await stand.order(1000), await stand.order(2000)]
    assert.equal(await round(), 0)
    // Time goes by.
    await setOrder(stand, soon.id, 'due_at = due_at - 1500000')
    await shiftDataset(-1_500_000)
    assert.equal(await round(), 1)
    const { nextDueAt, dueRan } = await stand.dataset()
    assert.deepEqual({ nextDueAt, dueRan }, { nextDueAt: later.dueAt, dueRan: 1 })
    assert.equal(await round(), 0)
  })

  test('raises a time that is too early, once', async () => {
    const { nextDueAt } = await stand.dataset()
    await shiftDataset(-3_000_000)
    assert.equal(await round(), 1)
    assert.equal((await stand.dataset()).nextDueAt, nextDueAt)
    assert.equal(await round(), 0)
  })

  test('wakes the sender for callbacks, and commits nothing for them', async () => {
    await stand.service.execute(stand.project, 'changeSettings', {
      settings: { callbackUrl: 'http://127.0.0.1:9/callback' },
    })
    const { id } = await stand.order(1)
    await setOrder(stand, id, 'due_at = due_at - 2000')
    await shiftDataset(-1_000_000)
    assert.equal(await round(), 1)
    sender.woken.length = 0
    for (let times = 0; times < 3; times++) assert.equal(await round(), 0)
    const { datasetId, number } = stand.project
    assert.deepEqual(sender.woken, Array(3).fill([datasetId, number]))
  })

  test('passes over no space, however many have callbacks that cannot be sent yet', async () => {
    const datasets = [stand.project.datasetId]
    for (let index = 0; index < 250; index++) {
      const { datasetId } = await stand.process.directory.create('another')
      datasets.push(datasetId)
    }
    const transaction = await stand.process.store.begin()
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

  test('does nothing for a life that is over', async () => {
    await stand.process.directory.reset(stand.project.number)
    sender.woken.length = 0
    await round()
    assert.ok(sender.woken.every(([datasetId]) => datasetId !== stand.project.datasetId))
  })

  async function shiftDataset(by: number): Promise<void> {
    const transaction = await stand.process.store.begin()
    const text = `update dataset set next_due_at = next_due_at + $1, work_at = work_at + $1 where project_id = $2`
    await transaction.run({ name: 'test_shift', text }, [by, stand.project.datasetId])
    await transaction.commit()
  }
})

const workerOf = ({ store, reads, engine }: Process, sender = new StillSender()): Worker =>
  new Worker({ store, reads, engine, sender, logger: silent })
