// A sharded store, with a driver that rejects what Citus would reject: each transaction addresses
// datasets of one shard, and nothing is sent that the routing proof has not seen.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, mock, test } from 'node:test'
import pg from 'pg'
import { connect } from '../../src/client/connect.ts'
import { parseDatabaseUrl } from '../../src/config.ts'
import { sweep } from '../../src/engine/housekeeping.ts'
import { applyRetention } from '../../src/engine/retention.ts'
import { realNow } from '../../src/time.ts'
import { databases, type TestDatabase } from '../kit/databases.ts'
import { EngineSandbox, openEngineProcess, topUpInput } from '../kit/engine-sandbox.ts'
import { DAY } from '../kit/payment-sandbox.ts'
import { fc } from '../kit/property.ts'
import { RandomCaller, randomCalls } from '../kit/random-calls.ts'
import { startSandbox } from '../kit/sandbox.ts'
import { runSql } from '../kit/sql.ts'
import { addCitus, shardAfterSplit, shardOf, splitShards } from './fake-citus.ts'
import { exceptionOf, PLACEMENT } from './routing-exceptions.ts'
import { routingOf } from './routing.ts'
import { storeStatements } from './store-statements.ts'
import { beStrict, type Sent, type StrictCitus } from './strict-citus.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

const PROJECTS = 12
/** The shards of datasets are looked up while the first rounds commit. */
const ROUNDS_MAX = 50
const CALLS = 40

describe('A sharded store', { skip: postgres === undefined && 'needs PostgreSQL' }, () => {
  let strict: StrictCitus
  let currentShardOf = shardOf
  /** Of the last database. */
  let url = ''
  const names = new Set<string>()
  const sharded: TestDatabase = {
    name: 'postgres',
    open: () => sharded.openMigrated(),
    async openMigrated() {
      assert.ok(postgres !== undefined)
      const opened = await postgres.open()
      await addCitus(opened.url)
      url = opened.url
      names.add(new URL(url).pathname.slice(1))
      return opened
    },
  }
  before(() => {
    const applies = ({ client }: Sent) => names.has(client.database ?? '')
    strict = beStrict({ shardOf: (datasetId) => currentShardOf(datasetId), applies })
  })
  beforeEach(() => {
    currentShardOf = shardOf
    strict.take()
  })
  afterEach(() => {
    assert.deepEqual(strict.takeRefusals(), [])
  })
  after(() => strict.stop())

  /** The ids of datasets that each transaction over several datasets locked. */
  const locked = (sent: readonly Sent[]): number[][] =>
    sent.filter(({ name }) => name === 'lock_dataset').map(({ values: [ids] }) => ids as number[])

  async function assertRoutable(sent: readonly Sent[]): Promise<void> {
    const known = new Set((await storeStatements()).map(({ text }) => text))
    const texts = new Map(sent.map(({ name, text }) => [text, name]))
    for (const [text, name] of texts) {
      if (/^(begin|commit|rollback)$|get_shard_id_for_distribution_column/.test(text)) continue
      assert.ok(known.has(text), `the proof has not seen ${name}: ${text}`)
      const { route } = routingOf(text, PLACEMENT)
      if (route === 'one-node' || route === 'one-dataset') continue
      const exception = exceptionOf(name, route)
      assert.ok(exception !== undefined && exception.isUnsharded !== true, `${name}: ${route}`)
    }
  }

  /** Projects with a card each, and a round of a top-up of each card. */
  async function members() {
    const sandbox = await EngineSandbox.start(sharded)
    const projects = await Promise.all(Array.from({ length: PROJECTS }, () => sandbox.newProject()))
    const cards = await Promise.all(projects.map((project) => project.card()))
    const topUpAll = async (amount: number): Promise<void> => {
      const results = await Promise.all(
        projects.map((project, index) =>
          project.submit('topup', topUpInput(cards[index]?.hash ?? '', amount)),
        ),
      )
      for (const { kind } of results) assert.equal(kind, 'result')
    }
    /** Top-ups of 1 until a transaction has locked several datasets; returns their number. */
    const untilShared = async (): Promise<number> => {
      for (let rounds = 1; ; rounds += 1) {
        assert.ok(rounds < ROUNDS_MAX, 'no transaction locks several datasets')
        strict.take()
        await topUpAll(1)
        if (locked(strict.take()).some((ids) => ids.length > 1)) return rounds
      }
    }
    const balances = async (): Promise<number[]> => {
      const rows = await runSql(
        parseDatabaseUrl(sandbox.opened.url),
        "select posted from account where kind = 'customer'",
      )
      return rows.map(({ posted }) => Number(posted))
    }
    return { sandbox, topUpAll, untilShared, balances }
  }

  test('commits datasets of one shard together', async () => {
    const { sandbox, topUpAll, untilShared, balances } = await members()
    const rounds = await untilShared()
    await topUpAll(1)
    const sent = strict.take()
    await assertRoutable(sent)
    const shared = locked(sent)
    assert.ok(shared.length > 0)
    for (const ids of shared) assert.equal(new Set(ids.map(shardOf)).size, 1, ids.join())
    assert.deepEqual(await balances(), new Array(PROJECTS).fill(rounds + 1))
    await sandbox.close()
  })

  test('repeats transactions of a split shard project by project, and learns the new shards', async () => {
    const { sandbox, topUpAll, untilShared, balances } = await members()
    const rounds = await untilShared()
    await splitShards(sandbox.opened.url)
    currentShardOf = shardAfterSplit
    await topUpAll(1)
    const refusals = strict.takeRefusals()
    assert.ok(refusals.length > 0)
    for (const each of refusals) assert.match(each, /^lock_dataset: could not run distributed/)
    const later = await untilShared()
    assert.deepEqual(strict.takeRefusals(), [])
    assert.deepEqual(await balances(), new Array(PROJECTS).fill(rounds + 1 + later))
    await sandbox.close()
  })

  for (const [what, text, state, isDone] of [
    ['a lock planned before its shard was moved', /for update/, '42P01', false],
    ['a write planned before its shard was split', /^insert into journal_entry/, 'XX000', false],
    ['a commit that lost its server before it took effect', /^commit$/, 'XX000', false],
    ['a commit that took effect before it lost its server', /^commit$/, 'XX000', true],
  ] as const)
    test(`decides a batch once despite ${what}`, async () => {
      const sandbox = await EngineSandbox.start(sharded)
      const card = await sandbox.card()
      const failing = failOnce(text, { state, isDone })
      const results = await Promise.all(
        [5, 7].map((amount) => sandbox.submit('topup', topUpInput(card.hash, amount))),
      )
      assert.equal(failing.restore(), 1)
      for (const { kind } of results) assert.equal(kind, 'result')
      const [account] = await runSql(
        parseDatabaseUrl(sandbox.opened.url),
        `select posted from account where id = ${card.accountId}`,
      )
      assert.equal(Number(account?.['posted']), 12)
      await sandbox.close()
    })

  test('serves random calls, snapshots, retention and housekeeping', async (t) => {
    const sandbox = await startSandbox(sharded)
    t.after(() => sandbox.close())
    strict.take()
    const { control } = await connect(sandbox.url).project()
    await control.seedProject({ seed: 1 })
    await control.createSnapshot({ name: 'seeded' })
    await control.resetProject()
    await control.seedProject({ seed: 2 })
    await control.restoreSnapshot({ name: 'seeded' })
    const project = await sandbox.newProject()
    const caller = await RandomCaller.open(sandbox, project)
    for (const each of fc.sample(randomCalls(CALLS), { numRuns: 1, seed: 8583 }).flat())
      await caller.make(each)
    await control.updateProject({ orderRetentionDays: 1, callbackRetentionDays: 1 })
    const other = await openEngineProcess(url)
    t.after(() => other.close())
    const { store, engine } = other
    const hold = engine.hold.bind(engine)
    for (const days of [0, 40])
      await applyRetention(store, { serviceMaxDays: 1, hold, now: () => realNow() + days * DAY })
    await sweep(store, () => false)
    const sent = strict.take()
    for (const name of ['save_rows_of_gateway_order', 'settle_webhook', 'sweep_card', 'copy_rest'])
      assert.ok(
        sent.some((each) => each.name.startsWith(name)),
        name,
      )
    await assertRoutable(sent)
    assertTwoPhases(sent)
  })
})

/** A transaction that retires a dataset must not commit on a worker before the coordinator. */
function assertTwoPhases(sent: readonly Sent[]): void {
  let retirements = 0
  for (const own of Map.groupBy(sent, ({ client }) => client).values()) {
    let isRetiring = false
    for (const [index, { name, text }] of own.entries()) {
      if (/^(save|retire)_dataset$/.test(name)) isRetiring = true
      if (text !== 'commit') continue
      const before = own[index - 1]?.name
      assert.equal(before === 'commit_in_two_phases', isRetiring, `after ${String(before)}`)
      if (isRetiring) retirements += 1
      isRetiring = false
    }
  }
  assert.ok(retirements >= 3, `${retirements} transactions retire a dataset`)
}

/** The next statement that matches fails, in the server or after the server has run it. */
function failOnce(
  pattern: RegExp,
  { state, isDone }: { readonly state: string; readonly isDone: boolean },
): { restore(): number } {
  let failures = 0
  const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
  const failing = `do $do$ begin raise exception 'lost' using errcode = '${state}'; end $do$`
  const mocked = mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, ...given: unknown[]) {
      const [asked] = given as [string | Sent]
      if (failures > 0 || !pattern.test(typeof asked === 'string' ? asked : asked.text))
        return query.apply(this, given)
      failures += 1
      if (!isDone) return query.call(this, failing)
      const lost = Object.assign(new pg.DatabaseError('lost', 0, 'error'), { code: state })
      return (query.apply(this, given) as Promise<unknown>).then(() => Promise.reject(lost))
    },
  )
  return {
    restore() {
      mocked.mock.restore()
      return failures
    },
  }
}
