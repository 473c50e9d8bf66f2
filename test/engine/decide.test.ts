// The order of decisions and the loading of rows between them: a decision gets its rows in few
// rounds, and no later decision overtakes it.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ChangeCollector, decideAll, type Task } from '../../src/engine/decide.ts'
import { RowCache } from '../../src/engine/row-cache.ts'
import { type Prefetch, RowLoader } from '../../src/engine/row-loader.ts'
import type { Draft } from '../../src/kernel/draft.ts'
import { rowKey } from '../../src/kernel/rows.ts'
import type { Transaction } from '../../src/store/store.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { type ProjectCard, EngineSandbox } from '../kit/engine-sandbox.ts'
import { watchedStore } from '../kit/watched-store.ts'

/** The rows behind a card number: number, card, account; each names the next. */
function balanceBehind(draft: Draft, hash: string): number {
  const number = draft.get('cardNumber', 'hash', hash)
  if (number === null) return -1
  const card = draft.getOrThrow('card', 'id', number.cardId)
  return draft.getOrThrow('account', 'id', card.accountId).posted
}

onEveryDatabase('Queued decisions', (database) => {
  let sandbox: EngineSandbox
  let cards: readonly ProjectCard[]
  let transaction: Transaction
  let loads: string[] = []
  /** The completed decisions, in order. */
  let ended: string[] = []

  before(async () => {
    const wrap = watchedStore({ onLoad: (table, by) => loads.push(`${table}.${by}`) })
    sandbox = await EngineSandbox.start(database, { wrap })
    cards = [await sandbox.card(500), await sandbox.card(700), await sandbox.card(900)]
  })
  after(() => sandbox.close())
  beforeEach(() => {
    loads = []
    ended = []
  })

  const task = (
    name: string,
    decide: (draft: Draft) => unknown,
    prefetch?: Prefetch,
  ): Task<unknown> => ({
    prefetch,
    now: () => 0,
    decide(draft) {
      const result = decide(draft)
      ended.push(name)
      return result
    },
    refused: (error) => (error instanceof Error ? error : new Error(String(error))),
  })

  /** Decides on rows that are not loaded yet, then rolls everything back. */
  async function decided(tasks: readonly Task<unknown>[]) {
    transaction = await sandbox.process.store.begin()
    try {
      const locked = await transaction.lock(sandbox.project.datasetId)
      assert.ok(locked !== null)
      const rows = new RowCache(locked.dataset)
      const loader = new RowLoader(transaction, rows, true)
      const changes = new ChangeCollector()
      const parts = { transaction, rows, loader, realNow: 0, changes }
      const results = await decideAll(tasks, parts)
      return { results, rounds: loader.rounds, changes: changes.all() }
    } finally {
      await transaction.rollback()
    }
  }

  const hashOf = (index: number): string => cards[index]?.hash ?? ''
  const accountOf = (index: number): number => cards[index]?.accountId ?? 0

  test('are made in order, even if one waits several rounds for its rows', async () => {
    const emptied = (draft: Draft) => {
      const account = draft.getOrThrow('account', 'id', accountOf(0))
      draft.put('account', { ...account, posted: 0 })
    }
    const tasks = [
      task('reads along three rows', (draft) => balanceBehind(draft, hashOf(0))),
      task('changes the last of them', emptied, () => [rowKey('account', 'id', accountOf(0))]),
      task('reads again', (draft) => balanceBehind(draft, hashOf(0))),
    ]
    const { results, changes } = await decided(tasks)
    assert.deepEqual(results, [500, undefined, 0])
    assert.equal(changes.account?.[0]?.posted, 0)
    const names = ['reads along three rows', 'changes the last of them', 'reads again']
    assert.deepEqual(ended.slice(-3), names)
  })

  test('share their rounds: many need as few as one, with one statement per lookup', async () => {
    const tasks = [0, 1, 2].map((index) =>
      task(`card ${index}`, (draft) => balanceBehind(draft, hashOf(index))),
    )
    const { results, rounds } = await decided(tasks)
    assert.deepEqual(results, [500, 700, 900])
    assert.equal(rounds, 3)
    assert.deepEqual(loads, ['cardNumber.hash', 'card.id', 'account.id'])
  })

  test('load rows that may be absent in one round, although they are read one after the other', async () => {
    const unknown = ['a', 'b', 'c']
    const tasks = [
      task('reads three', (draft) => unknown.map((hash) => draft.get('cardNumber', 'hash', hash))),
    ]
    const { results, rounds } = await decided(tasks)
    assert.deepEqual(results, [[null, null, null]])
    assert.equal(rounds, 1)
  })

  test('load rows that belong together in one round', async () => {
    const accounts = [accountOf(0), accountOf(1), accountOf(2)]
    const tasks = [
      task('needs three', (draft) =>
        draft
          .getAllOrThrow(...accounts.map((id) => rowKey('account', 'id', id)))
          .map(({ posted }) => posted),
      ),
    ]
    const { results, rounds } = await decided(tasks)
    assert.deepEqual(results, [[500, 700, 900]])
    assert.equal(rounds, 1)
  })

  test('have the same results if the prefetch names too few, too many or wrong rows', async () => {
    const prefetches: readonly Prefetch[] = [
      () => [],
      () => [rowKey('cardNumber', 'hash', hashOf(0))],
      () => [rowKey('cardholder', 'id', 1), rowKey('order', 'number', 'none')],
    ]
    for (const prefetch of prefetches) {
      const reading = task('reads', (draft) => balanceBehind(draft, hashOf(0)), prefetch)
      assert.deepEqual((await decided([reading])).results, [500])
    }
  })

  test('are not run in advance again once they have all their rows', async () => {
    const light = task('reads nothing', () => 'nothing')
    const heavy = task('reads along three rows', (draft) => balanceBehind(draft, hashOf(0)))
    const { results } = await decided([heavy, light])
    assert.deepEqual(results, [500, 'nothing'])
    // Once during the other's first round, once in its turn.
    assert.equal(ended.filter((name) => name === 'reads nothing').length, 2)
  })

  test('fail as a bug, without affecting others, if they read different rows on every run', async () => {
    let asked = 0
    const endless = task('never ends', (draft) => draft.get('order', 'number', `${(asked += 1)}`))
    const { results } = await decided([endless, task('reads', () => 'read')])
    assert.match(String(results[0]), /order by number is not loaded after 16 rounds .* each time/)
    assert.equal(results[1], 'read')
  })

  test('are refused and change nothing if they throw', async () => {
    const failing = task('fails', (draft) => {
      draft.put('account', { ...draft.getOrThrow('account', 'id', accountOf(1)), posted: 1 })
      throw new Error('a bug')
    })
    const { results, changes } = await decided([
      failing,
      task('reads', (draft) => balanceBehind(draft, hashOf(1))),
    ])
    assert.deepEqual([String(results[0]), results[1], changes], ['Error: a bug', 700, {}])
  })
})
