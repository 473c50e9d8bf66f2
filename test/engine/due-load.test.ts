// A lot of due work: the cost of advancing the clock over it, and a killed process, whose successor
// does the rest.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/config.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { datasetById } from '../../src/store/reads/ledger.ts'
import { openSqliteReader } from '../../src/store/sqlite.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { SandcardProcess } from '../kit/process.ts'
import { assertExpiredOnce, FailingStore } from '../kit/due-work.ts'
import { openEngineProcess, EngineSandbox, START } from '../kit/engine-sandbox.ts'

/** Orders registered together, so that they share a commit. */
const TOGETHER = 500
const HOUR_MS = 3_600_000
/** A multiple of the time that registering the orders takes; the usual value is about half. */
const AT_MOST = 2

/** A project with a frozen clock and orders that expire within ten minutes. */
async function prepare(sandbox: EngineSandbox, orders: number): Promise<void> {
  const { service, project } = sandbox
  await service.execute(project, 'moveClock', { move: { kind: 'freeze', freeze: true } })
  await service.execute(project, 'moveClock', { move: { kind: 'set', to: START } })
  for (let made = 0; made < orders; made += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, (_, index) => sandbox.order(1 + index)))
}

const advance = ({ service, project }: EngineSandbox) =>
  service.execute(project, 'moveClock', { move: { kind: 'advance', ms: HOUR_MS } })

/** The CPU time that the work takes in this process. */
async function busyMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

onEveryDatabase('A clock move past 5,000 expiring orders', (database) => {
  test('takes 11 commits, and hardly more CPU time than registering the orders', async (t) => {
    const sandbox = await EngineSandbox.start(database)
    const registering = await busyMs(() => prepare(sandbox, 5_000))
    const commits = sandbox.process.commits.length
    const moving = await busyMs(async () => assert.equal((await advance(sandbox)).ran, 5_000))
    const figures = `${Math.round(moving)} ms busy, ${Math.round(registering)} to register them`
    t.diagnostic(figures)
    assert.equal(sandbox.process.commits.length - commits, 11)
    assert.ok(moving < AT_MOST * registering, figures)
    await sandbox.close()
  })
})

onEveryDatabase('A process killed during a clock move', (database) => {
  test('is continued at the next start, and nothing runs twice', async (t) => {
    const mortal = new FailingStore()
    const first = await EngineSandbox.start(database, { wrap: mortal.wrap })
    const { opened, project } = first
    await prepare(first, 5000)
    // This process only stores the target of the clock.
    mortal.commitsLeft = 1
    await assert.rejects(advance(first), /the process is gone/)
    await first.process.close()

    const settings = { DATABASE_URL: opened.url }
    const second = new SandcardProcess(settings)
    await second.ready()
    const left = await until(opened.url, project.datasetId, (ran) => ran > 0)
    assert.equal((await second.stop('SIGKILL')).signal, 'SIGKILL')
    t.diagnostic(`killed when ${left} of 5000 had run`)

    const third = new SandcardProcess(settings)
    await third.ready()
    await until(opened.url, project.datasetId, (_, isThere) => isThere)
    assert.equal((await third.stop('SIGTERM')).code, 0)

    const last = new EngineSandbox(opened, await openEngineProcess(opened.url), project)
    const { dueRan, frozenAt, workAt } = await last.dataset()
    assert.deepEqual(
      { dueRan, frozenAt, workAt },
      { dueRan: 5000, frozenAt: START + HOUR_MS, workAt: null },
    )
    await assertExpiredOnce(last, 5000)
    await last.close()
  })
})

/** Reads a dataset until it meets the condition; returns how many items had run. */
async function until(
  url: string,
  datasetId: number,
  isWanted: (ran: number, isThere: boolean) => boolean,
): Promise<number> {
  const database = parseDatabaseUrl(url)
  const reads =
    database.kind === 'sqlite' ? openSqliteReader(database.path) : await openPostgres(database.url)
  for (;;) {
    const { dueRan, clockTarget } = await datasetById(reads, datasetId)
    if (isWanted(dueRan, clockTarget === null)) {
      await reads.close()
      return dueRan
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
