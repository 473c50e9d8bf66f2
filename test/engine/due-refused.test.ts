// Due work that the database rejects: the order that causes it is found and set aside, and if that
// is impossible, retries become less frequent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import type { Order } from '../../src/payments/orders/order.ts'
import { Metrics } from '../../src/metrics.ts'
import { Worker } from '../../src/worker.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { rowsOf, setOrder, RecordingSender } from '../kit/due-work.ts'
import { cardholderInput, EngineSandbox, START } from '../kit/engine-sandbox.ts'
import { watchedStore } from '../kit/watched-store.ts'
import { useFakeTimers } from '../kit/fake-timers.ts'

/** More than fits in two commits. */
const MANY = 1100
const MINUTE_MS = 60_000

onEveryDatabase('A due order that the database rejects', (database) => {
  test('is set aside and logged; all others run, with few additional commits', async (t) => {
    let begun = 0
    const sandbox = await EngineSandbox.start(database, {
      wrap: watchedStore({ onBegin: () => (begun += 1) }),
    })
    t.after(() => sandbox.close())
    await standStill(sandbox)
    const orders = await Promise.all(
      Array.from({ length: MANY }, (_, index) => sandbox.order(1 + index)),
    )
    const poisoned = orders[777]
    assert.ok(poisoned !== undefined)
    await refuseCallbackOf(sandbox, poisoned)
    begun = 0
    const { ran, now } = await advance(sandbox, 60 * MINUTE_MS)
    assert.deepEqual({ ran, now }, { ran: MANY - 1, now: START + 60 * MINUTE_MS })
    assert.ok(begun < 60, `${begun} transactions`)
    const left = (await rowsOf(sandbox, 'gateway_order')).filter(({ status }) => status !== 6)
    assert.deepEqual(
      left.map(({ id, status, due_at }) => [id, status, due_at]),
      [[poisoned.id, 0, null]],
    )
    const bugs = sandbox.process.reports.flatMap((report) => report.bugs)
    assert.deepEqual(
      bugs.map(({ datasetId, orderId }) => [datasetId, orderId]),
      [[sandbox.project.datasetId, poisoned.id]],
    )
    assert.match(bugs[0]?.message ?? '', /unique/i)
    const metrics = new Metrics()
    for (const report of sandbox.process.reports) metrics.batch(report)
    assert.match(await metrics.registry.metrics(), /^sandcard_due_set_aside_total 1$/m)
  })

  test('fails no other command, even if it cannot be set aside', async (t) => {
    const sandbox = await EngineSandbox.start(database)
    t.after(() => sandbox.close())
    await standStill(sandbox)
    await refuseEndOf(sandbox, await sandbox.order(10))
    await assert.rejects(advance(sandbox, MINUTE_MS), /unique/i)
    assert.equal((await sandbox.dataset()).clockTarget, START + MINUTE_MS)
    for (const count of [1, 3]) {
      const commands = Array.from({ length: count }, () =>
        sandbox.submit('registerCardholder', cardholderInput()),
      )
      for (const { kind } of await Promise.all(commands)) assert.equal(kind, 'result')
    }
  })
})

/** On PostgreSQL, every rejection costs a connection, so only the first pauses are tested. */
const ROUNDS = { sqlite: 9, postgres: 2 } as const

onEveryDatabase('Failing due work', (database) => {
  test('is retried with a growing pause, while other projects continue', async (t) => {
    const sandbox = await EngineSandbox.start(database)
    t.after(() => sandbox.close())
    const rounds = ROUNDS[database.name]
    // Real time only advances with the rounds, so no pause ends early on a slow machine.
    let now = Date.now()
    useFakeTimers(t.mock)
    t.mock.method(Date, 'now', () => now)
    const { store, reads, engine, directory } = sandbox.process
    const lines: { msg: string; datasetId: number; pauseMs: number }[] = []
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line) as never) })
    const worker = new Worker({ store, reads, engine, sender: new RecordingSender(), logger })
    t.after(() => worker.stop())
    /** Runs a round some seconds of real time after the previous one; returns its log lines. */
    const round = async (seconds: number): Promise<number[]> => {
      now += seconds * 1000
      lines.length = 0
      await worker.runRound()
      while (worker.isRunningDue) await new Promise((resolve) => setImmediate(resolve))
      return lines.map(({ pauseMs }) => pauseMs)
    }

    const healthy = new EngineSandbox(
      sandbox.opened,
      sandbox.process,
      await directory.create('healthy'),
    )
    await refuseEndOf(sandbox, await sandbox.order(10))
    await healthy.order(15)
    assert.deepEqual(await round(12), [1000])
    const [line] = lines
    assert.equal(line?.msg, 'due work failed and will be retried')
    assert.equal(line.datasetId, sandbox.project.datasetId)
    assert.equal((await healthy.dataset()).dueRan, 0)
    assert.deepEqual(await round(0), [])
    assert.deepEqual(await round(4), [2000])
    assert.equal((await healthy.dataset()).dueRan, 1)
    assert.deepEqual(await round(0), [])
    for (const seconds of [4, 8, 16, 32, 64, 128, 256, 300, 300].slice(0, rounds))
      assert.deepEqual(await round(301), [1000 * seconds])
    // After the fix it continues, and the next failure starts with the shortest pause.
    await run(sandbox, 'drop index poison')
    assert.deepEqual(await round(301), [])
    assert.equal((await sandbox.dataset()).dueRan, 1)
    await refuseEndOf(sandbox, await sandbox.order(10))
    assert.deepEqual(await round(12), [1000])
  })
})

const advance = ({ service, project }: EngineSandbox, ms: number) =>
  service.execute(project, 'moveClock', { move: { kind: 'advance', ms } })

async function standStill({ service, project }: EngineSandbox): Promise<void> {
  await service.execute(project, 'moveClock', { move: { kind: 'freeze', freeze: true } })
  await service.execute(project, 'moveClock', { move: { kind: 'set', to: START } })
}

let statements = 0

async function run(sandbox: EngineSandbox, text: string): Promise<void> {
  const transaction = await sandbox.process.store.begin()
  try {
    await transaction.run({ name: `test_refusal_${(statements += 1)}`, text }, [])
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit()
}

/** Lets the order be saved, but not the callback about its expiry. */
async function refuseCallbackOf(sandbox: EngineSandbox, { id }: Order): Promise<void> {
  await run(
    sandbox,
    `insert into callback (project_id, id, order_id, operation, status, state, message, created_at,
        attempt, failures, attempts)
      values (${sandbox.project.datasetId}, 1, '${id}', 'declinedByTimeout', 0, 'unaddressed', '{}', 1, 0, 0, '[]')`,
  )
  await run(
    sandbox,
    `create unique index poison on callback (project_id, operation) where order_id = '${id}'`,
  )
}

/** Rejects every change of the order's due time, so its due work cannot be set aside either. */
async function refuseEndOf(sandbox: EngineSandbox, { id }: Order): Promise<void> {
  const other = await sandbox.order(100_000)
  await setOrder(sandbox, other.id, 'due_at = null')
  await run(
    sandbox,
    `create unique index poison on gateway_order (project_id)
      where due_at is null and id in ('${id}', '${other.id}')`,
  )
}
