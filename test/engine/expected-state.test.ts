// On PostgreSQL, a process that is the only writer of a dataset expects its last state, and sends
// the lock together with the changes. In these tests, another writer comes in between.

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { accountsOf } from '../../src/store/reads/ledger.ts'
import type { Store, Transaction } from '../../src/store/store.ts'
import { databases } from '../kit/databases.ts'
import {
  type EngineProcess,
  EngineSandbox,
  openEngineProcess,
  type ProjectCard,
  topUpInput,
} from '../kit/engine-sandbox.ts'
import { openCuttingProxy } from '../kit/faulty-proxy.ts'
import { storeWith } from '../kit/watched-store.ts'

const postgres = databases.find(({ name }) => name === 'postgres')

/** More batches than a process needs to expect no other writer. */
const BATCHES = 6
/** Minor units of each top-up. */
const AMOUNT = 10

/** Counts the transactions by whether they waited for the lock. */
class CountingStore {
  waiting = 0
  expecting = 0
  /** Called before a transaction that waits for the lock, with its number. */
  beforeWaiting: (number: number) => Promise<void> = () => Promise.resolve()

  readonly wrap = (store: Store): Store =>
    storeWith(store, {
      begin: () => this.#begin(store),
      beginExpecting: (expected) => {
        this.expecting += 1
        return store.beginExpecting?.(expected)
      },
    })

  async #begin(store: Store): Promise<Transaction> {
    this.waiting += 1
    await this.beforeWaiting(this.waiting)
    return store.begin()
  }

  reset(): void {
    this.waiting = this.expecting = 0
  }
}

describe('A process that is the only writer of a dataset', { skip: !postgres }, () => {
  const count = new CountingStore()
  let sandbox: EngineSandbox
  let card: ProjectCard

  beforeEach(async () => {
    if (postgres === undefined) return
    sandbox = await EngineSandbox.start(postgres, { wrap: count.wrap })
    card = await sandbox.card()
    await topUps(sandbox.process)
    count.reset()
    count.beforeWaiting = () => Promise.resolve()
  })
  afterEach(() => sandbox.close())

  const topUp = async (process: EngineProcess): Promise<string> => {
    const { datasetId } = sandbox.project
    const input = topUpInput(card.hash, AMOUNT)
    return (await process.engine.submit({ datasetId, command: 'topup', input })).kind
  }
  const topUps = async (process: EngineProcess): Promise<void> => {
    for (let batch = 0; batch < BATCHES; batch++) assert.equal(await topUp(process), 'result')
  }
  const posted = async (): Promise<number | undefined> => {
    const accounts = await accountsOf(sandbox.process.reads, sandbox.project.datasetId)
    assert.equal(
      accounts.reduce((sum, account) => sum + account.posted, 0),
      0,
    )
    return accounts.find(({ id }) => id === card.accountId)?.posted
  }

  test('does not wait for the lock', async () => {
    await topUps(sandbox.process)
    assert.deepEqual([count.expecting, count.waiting], [BATCHES, 0])
    assert.equal(await posted(), 2 * BATCHES * AMOUNT)
  })

  test('decides again after another process has written, and waits for the next locks', async () => {
    const other = await openEngineProcess(sandbox.opened.url)
    try {
      assert.equal(await topUp(other), 'result')
      assert.equal(await topUp(sandbox.process), 'result')
      assert.deepEqual([count.expecting, count.waiting], [1, 1])
      assert.equal(await topUp(sandbox.process), 'result')
      assert.deepEqual([count.expecting, count.waiting], [1, 2])
      assert.equal(await posted(), (BATCHES + 3) * AMOUNT)
    } finally {
      await other.close()
    }
  })

  test('notices that another process has reset the project', async () => {
    const other = await openEngineProcess(sandbox.opened.url)
    try {
      await other.engine.catalogue.resetProject(sandbox.project.number)
      assert.equal(await topUp(sandbox.process), 'stale')
      assert.equal(count.expecting, 1)
    } finally {
      await other.close()
    }
  })

  for (const cut of ['before-commit', 'after-commit'] as const)
    test(`decides once if its connection is cut: ${cut}`, async () => {
      const proxy = await openCuttingProxy(sandbox.opened.url)
      const other = await openEngineProcess(proxy.url, count.wrap)
      try {
        await topUps(other)
        count.reset()
        proxy.cut(cut)
        assert.equal(await topUp(other), 'result')
        assert.equal(count.expecting, 1)
        assert.equal(await posted(), (2 * BATCHES + 1) * AMOUNT)
      } finally {
        await other.close()
        await proxy.close()
      }
    })

  test('decides once if the server receives a lost batch late', async () => {
    const proxy = await openCuttingProxy(sandbox.opened.url)
    const late = await openEngineProcess(proxy.url, count.wrap)
    try {
      await topUps(late)
      count.reset()
      const deliver = proxy.holdBack()
      // The first transaction that waits checks whether the batch was committed, the second repeats
      // it.
      count.beforeWaiting = async (number) => {
        if (number === 2) await deliver()
      }
      assert.equal(await topUp(late), 'result')
      assert.deepEqual([count.expecting, count.waiting], [1, 2])
      assert.equal(await posted(), (2 * BATCHES + 1) * AMOUNT)
    } finally {
      await late.close()
      await proxy.close()
    }
  })
})
