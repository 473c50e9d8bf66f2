// Failures between the engine and PostgreSQL: locks held by others, rejected transactions,
// connections cut during COMMIT, other processes.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { accountsOf } from '../../src/store/reads/ledger.ts'
import { databases } from '../kit/databases.ts'
import { type CuttingProxy, openCuttingProxy } from '../kit/faulty-proxy.ts'
import {
  type ProjectCard,
  openEngineProcess,
  type EngineProcess,
  EngineSandbox,
  topUpInput,
  transferInput,
} from '../kit/engine-sandbox.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

/** The product waits five seconds for a lock; tests that expect a failure wait less. */
const impatient = (url: string): string => {
  const patience = new URL(url)
  patience.searchParams.set('options', '-c lock_timeout=150ms')
  return patience.href
}

const postedOf = async (
  sandbox: EngineSandbox,
  { accountId }: ProjectCard,
): Promise<number | undefined> => {
  const reader = new pg.Client({ connectionString: sandbox.opened.url })
  await reader.connect()
  const { rows } = await reader.query<{ posted: string }>(
    'select posted from account where project_id = $1 and id = $2',
    [sandbox.project.datasetId, accountId],
  )
  await reader.end()
  return rows[0] === undefined ? undefined : Number(rows[0].posted)
}

describe('While another connection holds the lock of the dataset', { skip: !postgres }, () => {
  let sandbox: EngineSandbox
  let hasty: EngineProcess
  let card: ProjectCard
  let holder: pg.Client
  before(async () => {
    if (postgres === undefined) return
    sandbox = await EngineSandbox.start(postgres)
    card = await sandbox.card()
    hasty = await openEngineProcess(impatient(sandbox.opened.url))
    holder = new pg.Client({ connectionString: sandbox.opened.url })
    await holder.connect()
  })
  after(async () => {
    await holder.end()
    await hasty.close()
    await sandbox.close()
  })

  const hold = () => holder.query('begin; select 1 from dataset for update')

  test('a command waits, and completes when the lock is released', async () => {
    await hold()
    let isDone = false
    const asked = sandbox.submit('topup', topUpInput(card.hash, 10)).then((outcome) => {
      isDone = true
      return outcome
    })
    await waiting()
    assert.equal(isDone, false)
    await holder.query('rollback')
    assert.equal((await asked).kind, 'result')
    assert.equal(await postedOf(sandbox, card), 10)
  })

  test('a command is tried three times and then unavailable, and nothing has changed', async () => {
    await hold()
    const began = performance.now()
    const { datasetId } = sandbox.project
    const input = { datasetId, command: 'topup', input: topUpInput(card.hash, 10) } as const
    const outcome = await hasty.engine.submit(input)
    assert.ok(performance.now() - began >= 3 * 150)
    assert.ok(outcome.kind === 'fault' && outcome.code === 'unavailable')
    await holder.query('rollback')
    assert.equal(await postedOf(sandbox, card), 10)
    assert.equal((await hasty.engine.submit(input)).kind, 'result')
  })

  /** Resolves when a connection of the service waits for the lock, in this database only. */
  async function waiting(): Promise<void> {
    for (;;) {
      const { rows } = await holder.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (rows.length > 0) return
    }
  }
})

describe('A transaction that PostgreSQL aborts', { skip: !postgres }, () => {
  let sandbox: EngineSandbox
  let card: ProjectCard
  before(async () => {
    if (postgres === undefined) return
    sandbox = await EngineSandbox.start(postgres)
    card = await sandbox.card()
    // A sequence is not rolled back with the transaction, so the trigger can count the tries.
    await sql(`create sequence tries;
      create function give_up() returns trigger language plpgsql as $$ begin
        if nextval('tries') < current_setting('test.tries')::int then
          raise exception 'given up by the test' using errcode = current_setting('test.state');
        end if;
        return new;
      end $$;
      create trigger give_up before insert on journal_entry for each row execute function give_up()`)
  })
  after(() => sandbox.close())

  for (const { state, tries, kind } of [
    { state: '40001', tries: 2, kind: 'result' },
    { state: '40P01', tries: 3, kind: 'result' },
    { state: '40001', tries: 9, kind: 'fault' },
    { state: '23514', tries: 2, kind: 'bug' },
  ] as const)
    test(`with SQLSTATE ${state} before try ${tries} ends as "${kind}"`, async () => {
      const name = new URL(sandbox.opened.url).pathname.slice(1)
      await sql(`alter sequence tries restart;
        alter database ${name} set test.tries = '${tries}'; alter database ${name} set test.state = '${state}'`)
      const before = await postedOf(sandbox, card)
      const other = await openEngineProcess(sandbox.opened.url)
      const { datasetId } = sandbox.project
      const outcome = await other.engine.submit({
        datasetId,
        command: 'topup',
        input: topUpInput(card.hash, 5),
      })
      await other.close()
      assert.equal(outcome.kind, kind)
      assert.equal(await postedOf(sandbox, card), (before ?? 0) + (kind === 'result' ? 5 : 0))
    })

  async function sql(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: sandbox.opened.url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
})

describe('A connection cut at COMMIT', { skip: !postgres }, () => {
  let sandbox: EngineSandbox
  let proxy: CuttingProxy
  let card: ProjectCard
  let other: EngineProcess
  beforeEach(async () => {
    if (postgres === undefined) return
    sandbox = await EngineSandbox.start(postgres)
    card = await sandbox.card()
    proxy = await openCuttingProxy(sandbox.opened.url)
    other = await openEngineProcess(proxy.url)
  })
  afterEach(async () => {
    await other.close()
    await proxy.close()
    await sandbox.close()
  })

  const topUp = (amount: number) =>
    other.engine.submit({
      datasetId: sandbox.project.datasetId,
      command: 'topup',
      input: topUpInput(card.hash, amount),
    })

  for (const cut of ['before-commit', 'after-commit'] as const)
    test(`leaves a batch decided exactly once, with a result: ${cut}`, async () => {
      assert.equal((await topUp(1)).kind, 'result')
      proxy.cut(cut)
      const outcomes = await Promise.all([topUp(10), topUp(100), topUp(1000)])
      assert.equal(proxy.cuts(), 1)
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        ['result', 'result', 'result'],
      )
      assert.equal(await postedOf(sandbox, card), 1111)
      assert.equal((await topUp(10_000)).kind, 'result')
      assert.equal(await postedOf(sandbox, card), 11_111)
    })

  test('leaves a batch decided exactly once, even if it happens twice in a row', async () => {
    proxy.cut('before-commit', 'after-commit')
    assert.equal((await topUp(10)).kind, 'result')
    assert.equal(proxy.cuts(), 2)
    assert.equal(await postedOf(sandbox, card), 10)
  })

  test('makes the outcome unknown if the database stays unreachable', async () => {
    proxy.stayDown()
    proxy.cut('after-commit')
    const outcome = await topUp(10)
    assert.ok(
      outcome.kind === 'fault' && outcome.code === 'outcome-unknown',
      JSON.stringify(outcome),
    )
    const next = await topUp(10)
    assert.ok(next.kind === 'fault' && next.code === 'unavailable', JSON.stringify(next))
  })
})

describe('Two processes on one database', { skip: !postgres }, () => {
  let sandbox: EngineSandbox
  let other: EngineProcess
  before(async () => {
    if (postgres === undefined) return
    sandbox = await EngineSandbox.start(postgres)
    other = await openEngineProcess(sandbox.opened.url)
  })
  after(async () => {
    await other.close()
    await sandbox.close()
  })

  test("see each other's writes, because cached rows are dropped", async () => {
    const [a, b] = [await sandbox.card(100), await sandbox.card()]
    const { datasetId } = sandbox.project
    const move = async (process: EngineProcess) => {
      const outcome = await process.engine.submit({
        datasetId,
        command: 'transfer',
        input: transferInput(a.hash, b.hash, 10),
      })
      assert.equal(outcome.kind, 'result')
    }
    for (let round = 0; round < 5; round++) {
      await move(other)
      await move(sandbox.process)
    }
    assert.equal(await postedOf(sandbox, a), 0)
    assert.equal(await postedOf(sandbox, b), 100)
  })

  test('compete for one balance and never overdraw it', async () => {
    const [a, b] = [await sandbox.card(1_000), await sandbox.card()]
    const { datasetId } = sandbox.project
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? sandbox.process : other).engine.submit({
          datasetId,
          command: 'transfer',
          input: transferInput(a.hash, b.hash, 30),
        }),
      ),
    )
    const approved = outcomes.filter(
      (outcome) => outcome.kind === 'result' && JSON.stringify(outcome).includes('"approved":true'),
    )
    assert.equal(approved.length, 33)
    assert.equal(await postedOf(sandbox, a), 10)
    const accounts = await accountsOf(other.reads, datasetId)
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
    )
  })
})
