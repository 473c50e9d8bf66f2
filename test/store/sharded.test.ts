// A sharded store: each transaction names datasets of one shard, and nothing is sent that the proof
// of routes has not seen.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import pg from 'pg'
import { connect } from '../../src/client/connect.ts'
import { parseDatabaseUrl } from '../../src/config.ts'
import { databases, type TestDatabase } from '../kit/databases.ts'
import { EngineSandbox, topUpInput } from '../kit/engine-sandbox.ts'
import { type Sandbox, startSandbox } from '../kit/sandbox.ts'
import { runSql } from '../kit/sql.ts'
import { addCitus } from './fake-citus.ts'
import { exceptionOf, DISTRIBUTED, ON_ONE_NODE } from './routing-exceptions.ts'
import { routingOf } from './routing.ts'
import { storeStatements } from './store-statements.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

const PROJECTS = 12
/** The shards of datasets are looked up while the first rounds commit. */
const ROUNDS_MAX = 50

interface Sent {
  readonly client: object
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

describe('A sharded store', { skip: postgres === undefined && 'needs PostgreSQL' }, () => {
  const sent: Sent[] = []
  const sharded: TestDatabase = {
    name: 'postgres',
    open: () => sharded.openMigrated(),
    async openMigrated() {
      assert.ok(postgres !== undefined)
      const opened = await postgres.open()
      await addCitus(opened.url)
      return opened
    },
  }
  before(() => {
    const query = Reflect.get(pg.Client.prototype, 'query') as (...given: unknown[]) => unknown
    mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      const [asked] = given as [string | Sent | undefined]
      if (typeof asked === 'string') sent.push({ client: this, name: '', text: asked, values: [] })
      else if (typeof asked?.text === 'string') sent.push({ ...asked, client: this })
      return query.apply(this, given)
    })
  })
  beforeEach(() => void sent.splice(0))
  after(() => mock.restoreAll())

  /** The ids of datasets that each transaction locked. */
  function locked(): number[][] {
    const locks = sent.filter(({ name }) => name === 'lock_dataset')
    return locks.map(({ values: [ids] }) => ids as number[])
  }

  test('commits datasets of one shard together', async () => {
    const sandbox = await EngineSandbox.start(sharded)
    const projects = await Promise.all(Array.from({ length: PROJECTS }, () => sandbox.newProject()))
    const cards = await Promise.all(projects.map((project) => project.card()))
    const topUpAll = () =>
      Promise.all(
        projects.map((project, index) =>
          project.submit('topup', topUpInput(cards[index]?.hash ?? '', index + 1)),
        ),
      )
    let rounds = 0
    sent.splice(0)
    while (rounds < ROUNDS_MAX && !locked().some((ids) => ids.length > 1)) {
      rounds += 1
      for (const result of await topUpAll()) assert.equal(result.kind, 'result')
    }
    await assertRoutable()
    const transactions = locked()
    assert.ok(transactions.some((ids) => ids.length > 1))
    const url = parseDatabaseUrl(sandbox.opened.url)
    const shardOf = new Map(
      (
        await runSql(
          url,
          `select project_id, get_shard_id_for_distribution_column('dataset', project_id) as shard
            from dataset`,
        )
      ).map(({ project_id: id, shard }) => [Number(id), String(shard)]),
    )
    for (const ids of transactions)
      assert.equal(new Set(ids.map((id) => shardOf.get(id))).size, 1, ids.join())
    const balances = await runSql(
      url,
      "select sum(posted) as total from account where kind = 'customer'",
    )
    const total = (rounds * PROJECTS * (PROJECTS + 1)) / 2
    assert.equal(Number(balances[0]?.['total']), total)
    await sandbox.close()
  })

  test('sends only statements that the proof has seen', async () => {
    const sandbox: Sandbox = await startSandbox(sharded)
    sent.splice(0)
    const { control } = await connect(sandbox.url).project()
    await control.seedProject({ seed: 1 })
    await control.createSnapshot({ name: 'seeded' })
    await control.resetProject()
    await control.seedProject({ seed: 2 })
    await control.restoreSnapshot({ name: 'seeded' })
    assert.ok(sent.some(({ name }) => name.startsWith('save_rows_of_gateway_order')))
    await assertRoutable()
    await sandbox.close()
  })

  async function assertRoutable(): Promise<void> {
    const known = new Set((await storeStatements()).map(({ text }) => text))
    const texts = new Map(sent.map(({ name, text }) => [text, name]))
    for (const [text, name] of texts) {
      if (/^(begin|commit|rollback)$|get_shard_id_for_distribution_column/.test(text)) continue
      assert.ok(known.has(text), `the proof has not seen ${name}: ${text}`)
      const { route } = await routingOf(text, DISTRIBUTED, ON_ONE_NODE)
      if (route === 'one-node' || route === 'one-dataset') continue
      const exception = exceptionOf(name, route)
      assert.ok(exception !== undefined && exception.isUnsharded !== true, `${name}: ${route}`)
    }
  }
})
