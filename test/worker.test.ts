// Background work of the service: how often each task is repeated, the log of failures, and which
// datasets are passed to the engine or to the sender. The test advances timers and real time.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test, type TestContext } from 'node:test'
import pino from 'pino'
import type { CommandExecutor, CommandRequest, ExecutionResult } from '../src/engine/execution.ts'
import {
  DATASETS_WITH_WORK_PAGE,
  findDatasetsWithWork,
  findDueTimes,
} from '../src/store/due-statements.ts'
import { retireAbandoned } from '../src/store/snapshot-statements.ts'
import { overdueStatement } from '../src/store/reads/real-time-decisions.ts'
import { openStore, type OpenStore } from '../src/store/open.ts'
import { type Queryable, type SqlRecord, type Store, StoreUnavailable } from '../src/store/store.ts'
import { Worker } from '../src/worker.ts'
import { RecordingSender } from './kit/due-work.ts'
import { watchedStore } from './kit/watched-store.ts'
import { useFakeTimers } from './kit/fake-timers.ts'

const NOW = Date.UTC(2032, 0, 30, 12)
const DONE: ExecutionResult = { kind: 'result', result: {}, replayed: false }
const BUG: ExecutionResult = { kind: 'bug', message: 'broken by the test', stack: undefined }

const BUSY: ExecutionResult = { kind: 'fault', code: 'busy', detail: '', member: undefined }

/** Returns a result when the test sets it. */
class WaitingEngine implements CommandExecutor {
  readonly submitted: CommandRequest[] = []
  #answers: ((result: ExecutionResult) => void)[] = []

  submit(request: CommandRequest): Promise<ExecutionResult> {
    this.submitted.push(request)
    return new Promise((resolve) => this.#answers.push(resolve))
  }

  proveWritable(): Promise<void> {
    return Promise.resolve()
  }

  async answer(result: ExecutionResult): Promise<void> {
    for (const resolve of this.#answers.splice(0)) resolve(result)
    await settled()
  }
}

/** Resolves after the handlers of settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** A dataset as the query across projects returns it, with nothing due. */
const record = (over: SqlRecord): SqlRecord => ({
  project_id: 7,
  project_number: 70,
  work_at: 0,
  offset_ms: 0,
  frozen_at: null,
  last_at: 0,
  clock_target: null,
  order_due_at: null,
  callback_due_at: null,
  ...over,
})

interface Round {
  readonly worker: Worker
  readonly engine: WaitingEngine
  readonly sender: RecordingSender
  readonly lines: { readonly msg: string; readonly pauseMs?: number; readonly level: number }[]
  readonly asked: (readonly unknown[])[]
  records: readonly SqlRecord[]
}

/** A worker whose query across projects returns the test's rows. */
function roundOf(store: Store): Round {
  const lines: Round['lines'] = []
  const asked: (readonly unknown[])[] = []
  const engine = new WaitingEngine()
  const sender = new RecordingSender()
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as never) })
  const reads: Queryable = {
    query(statement, parameters) {
      // The times of a dataset are part of its record.
      if (statement.name === findDueTimes.name) return Promise.resolve([])
      assert.equal(statement.name, findDatasetsWithWork.name)
      asked.push(parameters)
      return Promise.resolve(round.records)
    },
  }
  const worker = new Worker({ store, reads, engine, sender, logger })
  const round: Round = { worker, engine, sender, lines, asked, records: [] }
  return round
}

describe('The worker', () => {
  let open: OpenStore
  let round: Round
  let now = NOW
  before(async () => (open = await openStore({ kind: 'sqlite', path: ':memory:' })))
  after(async () => {
    await open.closeReads()
    await open.store.close()
  })
  before(() => {
    useFakeTimers(mock)
    mock.method(Date, 'now', () => now)
  })
  after(() => mock.restoreAll())
  beforeEach(() => {
    now = NOW
    round = roundOf(open.store)
  })

  // prettier-ignore
  const DATASETS: readonly { readonly what: string; readonly found: SqlRecord; readonly submitted: boolean; readonly woken: boolean }[] = [
    { what: 'lets the engine update the next due time if nothing is due', found: {}, submitted: true, woken: false },
    { what: 'lets the engine run an order that is due now', found: { order_due_at: NOW }, submitted: true, woken: false },
    { what: 'lets the engine update the time of an order that is due in a millisecond', found: { order_due_at: NOW + 1 }, submitted: true, woken: false },
    { what: 'lets the sender send a callback that is due now', found: { callback_due_at: NOW }, submitted: false, woken: true },
    { what: 'lets the engine update the time of a callback that is due in a millisecond', found: { callback_due_at: NOW + 1 }, submitted: true, woken: false },
    { what: 'lets both run if an order and a callback are due', found: { order_due_at: NOW, callback_due_at: NOW }, submitted: true, woken: true },
    { what: 'lets the sender send a due callback if an order is due later', found: { order_due_at: NOW + 1, callback_due_at: NOW }, submitted: false, woken: true },
    { what: 'lets the engine continue an advancing clock, whatever else is due', found: { clock_target: NOW + 5, callback_due_at: NOW }, submitted: true, woken: true },
    { what: 'does not wake the sender if the clock is frozen before the time of a callback', found: { frozen_at: 5000, callback_due_at: 5001 }, submitted: true, woken: false },
    { what: 'wakes the sender if the clock is frozen at the time of a callback', found: { frozen_at: 5000, callback_due_at: 5000 }, submitted: false, woken: true },
    { what: 'wakes the sender for a callback on a clock ahead of real time', found: { offset_ms: 1000, callback_due_at: NOW + 1000 }, submitted: false, woken: true },
    { what: 'wakes the sender for a callback at the time of the last batch, ahead of the clock', found: { last_at: NOW + 9, callback_due_at: NOW + 9 }, submitted: false, woken: true },
  ]
  for (const { what, found, submitted, woken } of DATASETS)
    test(`${what}`, async () => {
      round.records = [record(found)]
      await round.worker.runRound()
      const { engine, sender, worker } = round
      const command: CommandRequest = { datasetId: 7, command: 'runDue', input: {} }
      assert.deepEqual(engine.submitted, submitted ? [command] : [])
      assert.deepEqual(sender.woken, woken ? [[7, 70]] : [])
      assert.equal(worker.isRunningDue, submitted)
      await engine.answer(DONE)
      assert.equal(worker.isRunningDue, false)
    })

  test('submits a dataset again only after the previous command finished', async () => {
    const { worker, engine } = round
    round.records = [record({}), record({ project_id: 8 })]
    for (const expected of [2, 2, 4]) {
      if (expected === 4) await engine.answer(DONE)
      await worker.runRound()
      assert.equal(engine.submitted.length, expected)
    }
  })

  test('retries a failure after a second, then after doubled pauses of up to five minutes', async () => {
    const { worker, engine, lines } = round
    round.records = [record({})]
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const before = engine.submitted.length
      await worker.runRound()
      assert.equal(engine.submitted.length, before + 1)
      await engine.answer(BUG)
      const { msg, pauseMs, level } = lines.at(-1) ?? {}
      assert.deepEqual(
        [msg, pauseMs, level],
        ['due work failed and will be retried', seconds * 1000, 50],
      )
      now += seconds * 1000 - 1
      await worker.runRound()
      assert.equal(engine.submitted.length, before + 1)
      now += 1
    }
    // A success or a temporary refusal resets the count of failures.
    for (const result of [DONE, BUSY]) {
      await worker.runRound()
      await engine.answer(result)
      await worker.runRound()
      await engine.answer(BUG)
      assert.equal(lines.at(-1)?.pauseMs, 1000)
      now += 1000
    }
  })

  test('queries pages until one is not full, each after the last row of the previous one', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        record({ project_id: from + index, work_at: from + index, callback_due_at: 0 }),
      )
    const pages = [
      page(1, DATASETS_WITH_WORK_PAGE),
      page(501, DATASETS_WITH_WORK_PAGE),
      page(900, 3),
    ]
    const reads: Queryable = {
      query(statement, parameters) {
        if (statement.name === findDueTimes.name) return Promise.resolve([])
        round.asked.push(parameters)
        return Promise.resolve(pages[round.asked.length - 1] ?? [])
      },
    }
    const { engine, sender } = round
    const worker = new Worker({
      store: open.store,
      reads,
      engine,
      sender,
      logger: pino({ level: 'silent' }),
    })
    await worker.runRound()
    const expected = [
      [now, -1, -1],
      [now, 100, 100],
      [now, 600, 600],
    ]
    assert.deepEqual(round.asked, expected)
    assert.equal(sender.woken.length, 2 * DATASETS_WITH_WORK_PAGE + 3)
    round.asked.length = 0
    await worker.runRound(() => round.asked.length === 1)
    assert.equal(round.asked.length, 1)
    round.asked.length = 0
    await worker.runRound(() => true)
    assert.equal(round.asked.length, 0)
  })

  test('wakes the sender for the callbacks of a commit', () => {
    round.worker.wake([
      { datasetId: 1, projectNumber: 10 },
      { datasetId: 2, projectNumber: 20 },
    ])
    assert.deepEqual(round.sender.woken, [
      [1, 10],
      [2, 20],
    ])
  })
})

describe('The rounds of the worker', () => {
  /** The number of runs of each, and the log. */
  const started = async (t: TestContext, fails: () => Error | undefined, isWatching = true) => {
    const open = await openStore({ kind: 'sqlite', path: ':memory:' })
    const done = { housekeeping: 0, overdue: 0, due: 0, watching: 0 }
    const lines: { msg: string; level: number; err: { message: string } }[] = []
    const attempt = (): Promise<void> => {
      const error = fails()
      return error === undefined ? Promise.resolve() : Promise.reject(error)
    }
    const store = watchedStore({
      onRun: (name) => void (done.housekeeping += name === retireAbandoned.name ? 1 : 0),
    })(open.store)
    const reads: Queryable = {
      async query({ name }) {
        done[name === overdueStatement.name ? 'overdue' : 'due'] += 1
        await attempt()
        return []
      },
    }
    const look = (): Promise<void> => {
      done.watching += 1
      return attempt()
    }
    const sender = new RecordingSender()
    let stopped = 0
    t.mock.method(sender, 'stop', () => {
      stopped += 1
      return Promise.resolve()
    })
    const worker = new Worker({
      store,
      reads,
      engine: new WaitingEngine(),
      sender,
      logger: pino({}, { write: (line) => void lines.push(JSON.parse(line) as never) }),
      ...(isWatching && { watch: { look } }),
    })
    useFakeTimers(t.mock)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    worker.start()
    t.after(async () => {
      await worker.stop()
      await open.store.close()
    })
    const pass = async (ms: number): Promise<void> => {
      t.mock.timers.tick(ms)
      for (let turn = 0; turn < 20; turn++) await settled()
    }
    return { worker, done, lines, pass, stops: () => stopped }
  }
  const well = () => undefined

  test('query due work and other processes every second, and clean up every minute', async (t) => {
    const { done, pass, lines } = await started(t, well)
    const expected: [ms: number, ...counts: number[]][] = [
      [999, 0, 0, 0, 0],
      [1, 0, 1, 1, 1],
      [999, 0, 1, 1, 1],
      [1, 0, 2, 2, 2],
    ]
    for (const [ms, ...counts] of expected) {
      await pass(ms)
      assert.deepEqual(Object.values(done), counts)
    }
    for (let second = 3; second < 60; second++) await pass(1000)
    assert.deepEqual(Object.values(done), [0, 59, 59, 59])
    await pass(999)
    assert.equal(done.housekeeping, 0)
    await pass(1)
    assert.deepEqual(Object.values(done), [1, 60, 60, 60])
    assert.deepEqual(lines, [])
  })

  test('do not query other processes if there are none', async (t) => {
    const { done, pass } = await started(t, well, false)
    await pass(1000)
    assert.deepEqual(Object.values(done), [0, 1, 1, 0])
  })

  test('are logged by name and repeated if they fail; database outages are logged elsewhere', async (t) => {
    let error: Error = new Error('broken by the test')
    const { done, pass, lines } = await started(t, () => error)
    await pass(1000)
    const logged = lines.map(({ msg, level, err }) => [msg, level, err.message])
    assert.deepEqual(logged.toSorted(), [
      ['due work failed and will be retried', 40, 'broken by the test'],
      ['overdue decisions failed and will be retried', 40, 'broken by the test'],
      ['watching other processes failed and will be retried', 40, 'broken by the test'],
    ])
    error = new StoreUnavailable('away')
    await pass(1000)
    assert.equal(lines.length, 3)
    assert.deepEqual(Object.values(done), [0, 2, 2, 2])
  })

  test('end on shutdown, which waits for running work and starts nothing', async (t) => {
    const { worker, done, pass, stops } = await started(t, well)
    t.mock.timers.tick(1000)
    const stopping = worker.stop()
    assert.equal(stops(), 0)
    await stopping
    assert.equal(stops(), 1)
    const before = Object.values(done)
    await pass(120_000)
    assert.deepEqual(Object.values(done), before)
  })

  test('are also logged if they fail to clean up', async (t) => {
    const lines: { msg: string }[] = []
    const open = await openStore({ kind: 'sqlite', path: ':memory:' })
    await open.store.close()
    const worker = new Worker({
      store: open.store,
      reads: { query: () => Promise.resolve([]) },
      engine: new WaitingEngine(),
      sender: new RecordingSender(),
      logger: pino({}, { write: (line) => void lines.push(JSON.parse(line) as never) }),
    })
    useFakeTimers(t.mock)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    worker.start()
    t.mock.timers.tick(60_000)
    for (let turn = 0; turn < 20; turn++) await settled()
    await worker.stop()
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['housekeeping failed and will be retried'],
    )
  })
})
