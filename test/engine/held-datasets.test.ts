// Datasets that another process has locked while a transaction over many datasets tries to lock
// them: the others do not wait, and the locked ones come next.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { CommitUnknown, type Store } from '../../src/store/store.ts'
import { databases } from '../kit/databases.ts'
import {
  type EngineProcess,
  EngineSandbox,
  openEngineProcess,
  type ProjectCard,
  topUpInput,
} from '../kit/engine-sandbox.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

/** A transaction takes half of the waiting datasets, which is enough to skip some. */
const PROJECTS = 20

interface Member {
  readonly sandbox: EngineSandbox
  readonly card: ProjectCard
}

describe('Commands of many projects, some locked by another process', { skip: !postgres }, () => {
  let first: EngineSandbox
  let second: EngineProcess
  let members: readonly Member[]
  let holder: pg.Client
  let losesCommits = false
  const losing = (store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        if (name !== 'begin') return bound(target, name)
        return async () => {
          const transaction = await target.begin()
          if (!losesCommits) return transaction
          losesCommits = false
          return new Proxy(transaction, {
            get(inner, method) {
              if (method !== 'commit') return bound(inner, method)
              return async () => {
                await inner.commit()
                throw new CommitUnknown('cut by the test')
              }
            },
          })
        }
      },
    })

  before(async () => {
    if (postgres === undefined) return
    first = await EngineSandbox.start(postgres, { wrap: losing })
    second = await openEngineProcess(first.opened.url)
    const sandboxes = await Promise.all(Array.from({ length: PROJECTS }, () => first.newProject()))
    members = await Promise.all(
      sandboxes.map(async (sandbox) => ({ sandbox, card: await sandbox.card() })),
    )
    holder = new pg.Client({ connectionString: first.opened.url })
    await holder.connect()
  })
  after(async () => {
    await holder.end()
    await second.close()
    await first.close()
  })

  const hold = async ({ sandbox }: Member) => {
    await holder.query('begin')
    await holder.query('select 1 from dataset where project_id = $1 for update', [
      sandbox.project.datasetId,
    ])
  }
  const release = () => holder.query('rollback')

  const topUp = async (
    { sandbox, card }: Member,
    amount: number,
    { engine }: Pick<EngineProcess, 'engine'> = first.process,
  ): Promise<void> => {
    const { datasetId } = sandbox.project
    const input = topUpInput(card.hash, amount)
    const outcome = await engine.submit({ datasetId, command: 'topup', input })
    assert.equal(outcome.kind, 'result')
  }

  const topUps = async ({ sandbox }: Member): Promise<number[]> => {
    const { rows } = await holder.query<{ amount: string }>(
      'select amount from journal_entry where project_id = $1 order by id',
      [sandbox.project.datasetId],
    )
    return rows.map(({ amount }) => Number(amount))
  }
  const member = (index: number): Member => {
    const found = members[index]
    assert.ok(found !== undefined)
    return found
  }

  /** Resolves when a connection of a service waits for a lock, in this database only. */
  async function waiting(): Promise<void> {
    for (;;) {
      const { rows } = await holder.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (rows.length > 0) return
    }
  }

  test('are committed without the locked ones, whose commands then wait in order', async () => {
    const held = member(0)
    await hold(held)
    let isDone = false
    const ofHeld = [topUp(held, 1), topUp(held, 2)]
    const others = members.slice(1).map((each) => topUp(each, 1))
    void ofHeld[0]?.then(() => (isDone = true))
    await Promise.all(others)
    await waiting()
    ofHeld.push(topUp(held, 3))
    assert.equal(isDone, false)
    await release()
    await Promise.all(ofHeld)
    assert.deepEqual(await topUps(held), [1, 2, 3])
  })

  test('are decided once if the result of the commit that skipped them is lost', async () => {
    const held = member(1)
    const before = await Promise.all(members.map(topUps))
    await hold(held)
    losesCommits = true
    const all = members.map((each) => topUp(each, 7))
    await Promise.all(all.filter((_, index) => index !== 1))
    await release()
    await Promise.all(all)
    assert.deepEqual(
      await Promise.all(members.map(topUps)),
      before.map((amounts) => [...amounts, 7]),
    )
  })

  test('commands of a locked project are stale if it is reset meanwhile', async () => {
    const held = member(PROJECTS - 1)
    await hold(held)
    const { datasetId } = held.sandbox.project
    const input = topUpInput(held.card.hash, 1)
    const ofHeld = first.process.engine.submit({ datasetId, command: 'topup', input })
    await Promise.all(members.slice(0, -1).map((each) => topUp(each, 1)))
    await holder.query('update dataset set retired = 1 where project_id = $1', [datasetId])
    await holder.query('commit')
    assert.equal((await ofHeld).kind, 'stale')
    await holder.query('update dataset set retired = 0 where project_id = $1', [datasetId])
  })

  test('commands of two processes that write to the same projects are decided once each', async () => {
    const before = await Promise.all(members.map(topUps))
    const rounds = Array.from({ length: 5 }, (_, round) => round + 11)
    await Promise.all(
      [first.process, second].flatMap((process) =>
        rounds.flatMap((amount) => members.map((each) => topUp(each, amount, process))),
      ),
    )
    for (const [index, each] of members.entries()) {
      const added = (await topUps(each)).slice(before[index]?.length)
      assert.deepEqual(
        added.toSorted((a, b) => a - b),
        rounds.flatMap((amount) => [amount, amount]),
      )
    }
  })
})

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target) as unknown
  return typeof value === 'function' ? (value.bind(target) as unknown) : value
}
