// A database that fails between the beginning of a batch and the answer to its commit: how often a batch is tried, when the engine looks
// whether it happened, and what the callers hear. The wires of PostgreSQL are cut for real in `postgres.test.ts`; here every step of
// the engine fails once, on both databases.

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

/** What happens to the next transaction that is begun; what is not listed goes well. */
type Trouble =
  | 'none'
  /** Another try may mend it. */
  | 'refused for now'
  | 'refused for good'
  /** The answer to COMMIT is lost on the way, and the transaction is not there. */
  | 'lost before commit'
  /** The same, and it is there. */
  | 'lost after commit'

class RefusedForNow extends Error {}

/** A store that fails as it is told to. */
class TroubledStore {
  troubles: Trouble[] = []
  begun = 0
  /** False: each dataset commits by itself, as on PostgreSQL. */
  together: boolean | undefined
  #gate: Promise<void> = Promise.resolve()

  /** No transaction begins until what this gives is called. */
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
    if (trouble === 'refused for now') throw new RefusedForNow('not now')
    if (trouble === 'refused for good') throw new Error('never')
    const transaction = await store.begin()
    if (trouble === 'none') return transaction
    return {
      lock: (datasetId) => transaction.lock(datasetId),
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
  { what: 'nothing', troubles: [], ends: 'result', posted: 10, begun: 1 },
  { what: 'a COMMIT whose answer is lost', troubles: ['lost after commit'], ends: 'result', posted: 10, begun: 2 },
  { what: 'a COMMIT that never arrived', troubles: ['lost before commit'], ends: 'result', posted: 10, begun: 3 },
  { what: 'one COMMIT that never arrived and one whose answer is lost', troubles: ['lost before commit', 'none', 'lost after commit'], ends: 'result', posted: 10, begun: 4 },
  { what: 'two COMMITs that never arrived', troubles: ['lost before commit', 'none', 'lost before commit'], ends: 'result', posted: 10, begun: 5 },
  { what: 'three COMMITs that never arrived', troubles: ['lost before commit', 'none', 'lost before commit', 'none', 'lost before commit'], ends: 'unavailable', posted: 0, begun: 6 },
  { what: 'a database that cannot be asked twice whether the batch is there', troubles: ['lost after commit', 'refused for good', 'refused for good'], ends: 'result', posted: 10, begun: 4 },
  { what: 'a database that can be asked no more whether the batch is there', troubles: ['lost after commit', 'refused for good', 'refused for good', 'refused for good'], ends: 'outcome-unknown', posted: 10, begun: 4 },
  { what: 'two refusals that another try mends', troubles: ['refused for now', 'refused for now'], ends: 'result', posted: 10, begun: 3 },
  { what: 'three refusals that another try might mend', troubles: ['refused for now', 'refused for now', 'refused for now'], ends: 'unavailable', posted: 0, begun: 3 },
  { what: 'a refusal for good', troubles: ['refused for good'], ends: 'bug', posted: 0, begun: 1 },
]

onEveryDatabase('A batch that meets', (database) => {
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
    test(`${what} ends as ${ends}, with the money moved ${amount === 0 ? 'not at all' : 'once'}`, async () => {
      troubled.troubles = [...troubles]
      troubled.begun = 0
      assert.equal(await topUp(10), ends)
      assert.deepEqual([troubled.begun, troubled.troubles], [begun, []])
      assert.equal(await posted(), amount)
      // What it left behind in memory is not what the next one works on.
      assert.equal(await topUp(5), 'result')
      assert.equal(await posted(), amount + 5)
    })

  test('a refusal of the whole batch fails only the commands that are refused alone', async () => {
    troubled.troubles = ['refused for good', 'none', 'refused for good', 'none']
    troubled.begun = 0
    const kinds = await Promise.all([topUp(1), topUp(10), topUp(100)])
    assert.deepEqual(kinds, ['result', 'bug', 'result'])
    assert.equal(troubled.begun, 4)
    assert.equal(await posted(), 101)
  })

  test('an outage fails all commands at once, without retries', async () => {
    troubled.troubles = ['refused for now', 'refused for now', 'refused for now']
    troubled.begun = 0
    assert.deepEqual(await Promise.all([topUp(1), topUp(10)]), ['unavailable', 'unavailable'])
    assert.equal(troubled.begun, 3)
    assert.equal(await posted(), 0)
  })

  test('512 commands takes no more of them, whosever they are', async () => {
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
    // One writer commits for all; elsewhere each dataset has its own.
    const shared = database.name === 'sqlite' ? [512, 88] : [300, 300]
    assert.deepEqual(await all([300, 300]), shared)
  })

  test('eight others under way, where each dataset has a transaction of its own, waits for one to end', async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => sandbox.newProject()))
    troubled.together = false
    troubled.begun = 0
    const open = troubled.shut()
    const answers = others.map((each) => each.submit('registerCardholder', cardholderInput()))
    while (troubled.begun === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(troubled.begun, 8)
    open()
    assert.ok((await Promise.all(answers)).every(({ kind }) => kind === 'result'))
    assert.equal(troubled.begun, 9)
  })
})
