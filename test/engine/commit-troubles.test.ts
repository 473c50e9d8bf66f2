// A database that fails between the start of a batch and the result of its commit: how often a
// batch is tried, when the engine checks whether it was committed, and what callers receive.
// `postgres.test.ts` cuts real PostgreSQL connections; here, every step fails once, on both
// databases.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { CommitUnknown, type Store, type Transaction } from '../../src/store/store.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import {
  cardholderInput,
  EngineSandbox,
  type ProjectCard,
  topUpInput,
} from '../kit/engine-sandbox.ts'

/** The failures of the next transaction; every other step succeeds. */
type Trouble =
  | 'none'
  /** A retry may succeed. */
  | 'refused temporarily'
  | 'refused permanently'
  /** The result of COMMIT is lost, and the transaction was not committed. */
  | 'lost before commit'
  /** The result of COMMIT is lost, and the transaction was committed. */
  | 'lost after commit'

class RefusedForNow extends Error {}

/** A store that fails as the test sets. */
class TroubledStore {
  troubles: Trouble[] = []
  begun = 0
  /** False: each dataset has its own commits, as on PostgreSQL. */
  together: boolean | undefined
  #gate: Promise<void> = Promise.resolve()

  /** Blocks transactions until the returned function is called. */
  shut(): () => void {
    let open = (): void => undefined
    this.#gate = new Promise((resolve) => (open = resolve))
    return open
  }

  readonly wrap = (store: Store): Store => {
    const begin = (): Promise<Transaction> => this.#begin(store)
    const commitsTogether = (): boolean => this.together ?? store.commitsTogether
    return {
      dialect: store.dialect,
      get commitsTogether() {
        return commitsTogether()
      },
      share: (waiting) => (this.together === false ? waiting.slice(0, 1) : store.share(waiting)),
      query: (statement, parameters) => store.query(statement, parameters),
      isTransient: (error) => error instanceof RefusedForNow || store.isTransient(error),
      refusesRows: (error) => store.refusesRows(error),
      close: () => store.close(),
      begin,
    }
  }

  async #begin(store: Store): Promise<Transaction> {
    this.begun += 1
    await this.#gate
    const trouble = this.troubles.shift() ?? 'none'
    if (trouble === 'refused temporarily') throw new RefusedForNow('not now')
    if (trouble === 'refused permanently') throw new Error('never')
    const transaction = await store.begin()
    if (trouble === 'none') return transaction
    return {
      lock: (datasetId) => transaction.lock(datasetId),
      lockFree: (datasetId) => transaction.lockFree(datasetId),
      load: (datasetId, table, by, keys) => transaction.load(datasetId, table, by, keys),
      save: (locked, changes) => transaction.save(locked, changes),
      run: (statement, parameters) => transaction.run(statement, parameters),
      async commit() {
        await (trouble === 'lost before commit' ? transaction.rollback() : transaction.commit())
        throw new CommitUnknown('cut by the test')
      },
      rollback: () => transaction.rollback(),
    }
  }
}

// prettier-ignore
const STORIES: readonly {
  what: string; troubles: Trouble[]; ends: string; posted: number; begun: number
}[] = [
  { what: 'no failure', troubles: [], ends: 'result', posted: 10, begun: 1 },
  { what: 'a COMMIT whose result is lost', troubles: ['lost after commit'], ends: 'result', posted: 10, begun: 2 },
  { what: 'a COMMIT that never arrived', troubles: ['lost before commit'], ends: 'result', posted: 10, begun: 3 },
  { what: 'one COMMIT that never arrived and one whose result is lost', troubles: ['lost before commit', 'none', 'lost after commit'], ends: 'result', posted: 10, begun: 4 },
  { what: 'two COMMITs that never arrived', troubles: ['lost before commit', 'none', 'lost before commit'], ends: 'result', posted: 10, begun: 5 },
  { what: 'three COMMITs that never arrived', troubles: ['lost before commit', 'none', 'lost before commit', 'none', 'lost before commit'], ends: 'unavailable', posted: 0, begun: 6 },
  { what: 'two failed checks whether the batch was committed', troubles: ['lost after commit', 'refused permanently', 'refused permanently'], ends: 'result', posted: 10, begun: 4 },
  { what: 'only failed checks whether the batch was committed', troubles: ['lost after commit', 'refused permanently', 'refused permanently', 'refused permanently'], ends: 'outcome-unknown', posted: 10, begun: 4 },
  { what: 'two refusals before a successful retry', troubles: ['refused temporarily', 'refused temporarily'], ends: 'result', posted: 10, begun: 3 },
  { what: 'three refusals that allow a retry', troubles: ['refused temporarily', 'refused temporarily', 'refused temporarily'], ends: 'unavailable', posted: 0, begun: 3 },
  { what: 'a permanent refusal', troubles: ['refused permanently'], ends: 'bug', posted: 0, begun: 1 },
]

onEveryDatabase('A batch', (database) => {
  const troubled = new TroubledStore()
  let sandbox: EngineSandbox
  let card: ProjectCard

  before(async () => (sandbox = await EngineSandbox.start(database, { wrap: troubled.wrap })))
  after(() => sandbox.close())
  beforeEach(async () => {
    troubled.together = undefined
    card = await sandbox.card()
  })

  const topUp = async (amount: number): Promise<string> => {
    const result = await sandbox.submit('topup', topUpInput(card.hash, amount))
    return result.kind === 'fault' ? result.code : result.kind
  }
  const posted = async (): Promise<number> => {
    const { service, project } = sandbox
    return service.read(project, async (reads, datasetId) => {
      const text = 'select posted from account where project_id = $1 and id = $2'
      const [record] = await reads.query({ name: 'test_posted', text }, [datasetId, card.accountId])
      return Number(record?.['posted'])
    })
  }

  for (const { what, troubles, ends, posted: amount, begun } of STORIES)
    test(`with ${what} ends as "${ends}" and moves the money ${amount === 0 ? 'never' : 'once'}`, async () => {
      troubled.troubles = [...troubles]
      troubled.begun = 0
      assert.equal(await topUp(10), ends)
      assert.deepEqual([troubled.begun, troubled.troubles], [begun, []])
      assert.equal(await posted(), amount)
      // The next batch does not use rows that the failed one left in memory.
      assert.equal(await topUp(5), 'result')
      assert.equal(await posted(), amount + 5)
    })

  test('fails only the commands that the database also rejects alone', async () => {
    troubled.troubles = ['refused permanently', 'none', 'refused permanently', 'none']
    troubled.begun = 0
    const kinds = await Promise.all([topUp(1), topUp(10), topUp(100)])
    assert.deepEqual(kinds, ['result', 'bug', 'result'])
    assert.equal(troubled.begun, 4)
    assert.equal(await posted(), 101)
  })

  test('fails all its commands immediately in an outage, without retries', async () => {
    troubled.troubles = ['refused temporarily', 'refused temporarily', 'refused temporarily']
    troubled.begun = 0
    assert.deepEqual(await Promise.all([topUp(1), topUp(10)]), ['unavailable', 'unavailable'])
    assert.equal(troubled.begun, 3)
    assert.equal(await posted(), 0)
  })

  test('has at most 512 commands over all projects', async () => {
    const { commits } = sandbox.process
    const other = await sandbox.newProject()
    const all = async (counts: readonly number[]): Promise<readonly number[]> => {
      const before = commits.length
      const [mine = 0, others = 0] = counts
      await Promise.all([
        ...Array.from({ length: mine }, () =>
          sandbox.submit('registerCardholder', cardholderInput()),
        ),
        ...Array.from({ length: others }, () =>
          other.submit('registerCardholder', cardholderInput()),
        ),
      ])
      return commits.slice(before).toSorted((one, two) => two - one)
    }
    assert.deepEqual(await all([513]), [512, 1])
    // On PostgreSQL, a transaction takes half of the waiting datasets.
    const shared = database.name === 'sqlite' ? [512, 88] : [300, 300]
    assert.deepEqual(await all([300, 300]), shared)
  })

  test('runs alongside one other batch, or alongside up to seven slow ones', async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => sandbox.newProject()))
    troubled.together = false
    troubled.begun = 0
    const open = troubled.shut()
    const answers = others.map((each) => each.submit('registerCardholder', cardholderInput()))
    while (troubled.begun === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(troubled.begun, 2)
    while (troubled.begun < 8) await new Promise((resolve) => setImmediate(resolve))
    open()
    assert.ok((await Promise.all(answers)).every(({ kind }) => kind === 'result'))
    assert.equal(troubled.begun, 9)
  })
})
