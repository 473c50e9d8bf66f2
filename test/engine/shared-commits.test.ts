// Projects that commit together: the transactions and statements that they share, and a failing
// command that fails alone.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { PostgresStore } from '../../src/store/postgres.ts'
import { PostgresTransaction } from '../../src/store/postgres-transaction.ts'
import { CommitUnknown, type Store } from '../../src/store/store.ts'
import { databases, onEveryDatabase } from '../kit/databases.ts'
import { EngineSandbox, type ProjectCard, topUpInput } from '../kit/engine-sandbox.ts'
import { storeWith } from '../kit/watched-store.ts'

const PROJECTS = 12

const balanceOf = async (
  { process, project }: EngineSandbox,
  card: ProjectCard,
): Promise<number> => {
  const text = 'select posted from account where project_id = $1 and id = $2'
  const statement = { name: 'test_balance', text }
  const [record] = await process.reads.query(statement, [project.datasetId, card.accountId])
  return Number(record?.['posted'])
}

onEveryDatabase('Commands of many projects', (database) => {
  let sandbox: EngineSandbox
  let projects: readonly EngineSandbox[]
  let cards: readonly ProjectCard[]
  let begun = 0
  let losesCommits = false
  const wrap = (store: Store): Store =>
    storeWith(store, {
      async begin() {
        begun += 1
        const transaction = await store.begin()
        if (!losesCommits) return transaction
        losesCommits = false
        return {
          lock: (datasetId) => transaction.lock(datasetId),
          lockFree: (datasetId) => transaction.lockFree(datasetId),
          load: (datasetId, table, by, keys) => transaction.load(datasetId, table, by, keys),
          save: (locked, changes) => transaction.save(locked, changes),
          run: (statement, parameters) => transaction.run(statement, parameters),
          rollback: () => transaction.rollback(),
          async commit() {
            await transaction.commit()
            throw new CommitUnknown('cut by the test')
          },
        }
      },
    })

  before(async () => {
    sandbox = await EngineSandbox.start(database, { wrap })
    projects = await Promise.all(Array.from({ length: PROJECTS }, () => sandbox.newProject()))
    cards = await Promise.all(projects.map((project) => project.card()))
  })
  after(() => sandbox.close())
  beforeEach(() => {
    begun = 0
  })

  /**
   * A top-up in each project simultaneously. The amounts differ, so that rows cannot be mixed up.
   */
  const topUpAll = (hashOf = (card: ProjectCard): string => card.hash) =>
    Promise.all(
      projects.map((project, index) => {
        const card = cards[index]
        assert.ok(card !== undefined)
        return project.submit('topup', topUpInput(hashOf(card), index + 1))
      }),
    )
  const balances = () =>
    Promise.all(
      projects.map((project, index) => {
        const card = cards[index]
        assert.ok(card !== undefined)
        return balanceOf(project, card)
      }),
    )

  test('share transactions, and each project gets its own results', async () => {
    const before = await balances()
    const results = await topUpAll()
    assert.ok(results.every(({ kind }) => kind === 'result'))
    assert.deepEqual(
      (await balances()).map((balance, index) => balance - (before[index] ?? 0)),
      projects.map((_, index) => index + 1),
    )
    assert.ok(begun <= PROJECTS / 2, `${begun} transactions`)
  })

  test('move money once if the result of a shared commit is lost', async () => {
    const before = await balances()
    // A project that was reset in the meantime writes nothing that shows whether the batch was
    // committed.
    const reset = projects[0]
    assert.ok(reset !== undefined)
    await reset.process.engine.catalogue.resetProject(reset.project.number)
    losesCommits = true
    const results = await topUpAll()
    assert.equal(results[0]?.kind, 'stale')
    assert.ok(results.slice(1).every(({ kind }) => kind === 'result'))
    assert.deepEqual(
      (await balances()).slice(1).map((balance, index) => balance - (before[index + 1] ?? 0)),
      projects.slice(1).map((_, index) => index + 2),
    )
  })

  test('are refused individually', async () => {
    const culprit = cards[5]
    const results = await topUpAll((card) => (card === culprit ? 'not a hash' : card.hash))
    assert.deepEqual(
      results.slice(1).map(({ kind }) => kind),
      projects.slice(1).map((_, index) => (index === 4 ? 'fault' : 'result')),
    )
  })
})

const postgres = databases.find(({ name }) => name === 'postgres')

describe('A transaction on PostgreSQL', { skip: !postgres }, () => {
  let sandbox: EngineSandbox
  let pool: pg.Pool
  before(async () => {
    if (postgres === undefined) return
    sandbox = await EngineSandbox.start(postgres)
    pool = new pg.Pool({ connectionString: sandbox.opened.url, max: 1 })
  })
  after(async () => {
    await pool.end()
    await sandbox.close()
  })

  test('locks, loads and saves the rows of several datasets with one statement for each step', async () => {
    const others = await Promise.all([1, 2, 3].map(() => sandbox.newProject()))
    const cards = await Promise.all(others.map((other) => other.card()))
    const client = await pool.connect()
    const sent: string[] = []
    const noting = new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target) as unknown
        return (asked: string | { readonly name: string }) => {
          sent.push(typeof asked === 'string' ? asked : asked.name)
          return target.query(asked as string)
        }
      },
    })
    const transaction = new PostgresTransaction(noting, noting.query('begin'))
    await Promise.all(
      others.map(async ({ project }, index) => {
        const locked = await transaction.lock(project.datasetId)
        const id = cards[index]?.accountId ?? 0
        const [account] = await transaction.load(project.datasetId, 'account', 'id', [id])
        assert.ok(locked !== null && account !== undefined)
        assert.equal(locked.dataset.id, project.datasetId)
        transaction.save(locked, { account: [{ ...account, posted: 70 + index }] })
      }),
    )
    await transaction.commit()
    assert.deepEqual(sent, [
      'begin',
      'lock_several_datasets',
      'load_account_of_all_by_id',
      'save_account',
      'save_datasets',
      'commit',
    ])
    const balances = others.map((other, index) => {
      const card = cards[index]
      assert.ok(card !== undefined)
      return balanceOf(other, card)
    })
    assert.deepEqual(await Promise.all(balances), [70, 71, 72])
  })

  test('takes half of the waiting datasets, at most 64, so that another can run at the same time', () => {
    const store = new PostgresStore(pool)
    const shares = [1, 2, 3, 12, 128, 1000].map(
      (waiting) => store.share(Array.from({ length: waiting }, (_, id) => id)).length,
    )
    assert.deepEqual(shares, [1, 1, 2, 6, 64, 64])
  })
})
