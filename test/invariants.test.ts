// Thousands of random operations on one project. After each step, a model that shares no code with
// the ledger derives every balance, hold and limit usage from the responses and compares them with
// the database.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JournalEntry } from '../src/ledger/journal-entry.ts'
import type { CardStatus } from '../src/issuing/card.ts'
import type { CandidateNumber } from '../src/issuing/card-number.ts'
import { accountsOf } from '../src/store/reads/ledger.ts'
import { cardById } from '../src/store/reads/cards.ts'
import { journalOf } from './kit/journal.ts'
import { onEveryDatabase } from './kit/databases.ts'
import { COLD } from './kit/engine-variant.ts'
import { fc, SEED } from './kit/property.ts'
import { assertRowsCounted } from './kit/stored-rows.ts'
import {
  type ProjectCard,
  EngineSandbox,
  START,
  topUpInput,
  transferInput,
} from './kit/engine-sandbox.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const STEPS = 110
const COLD_STEPS = 30
const COMMANDS_AT_ONCE = 30
const CARDS = 7

type Move =
  | { do: 'topup'; to: number; amount: number }
  | { do: 'transfer'; from: number; to: number; amount: number }
  | { do: 'block' | 'unblock' | 'reissue'; card: number }
  | { do: 'limit'; card: number; name: string; value: number; cycle: number }
  | { do: 'clock'; ms: number }
  | { do: 'month-end' }

const card = fc.nat(CARDS - 1)
const amount = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60_000 }))
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('topup' as const), to: card, amount }) },
  {
    weight: 20,
    arbitrary: fc.record({ do: fc.constant('transfer' as const), from: card, to: card, amount }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'unblock', 'unblock'), card }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reissue' as const), card }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      card,
      name: fc.constantFrom('LMTP0109', 'LMTP0110'),
      value: fc.integer({ min: 0, max: 200_000 }),
      cycle: fc.constantFrom(0, 3, 4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.integer({ min: 1, max: 2 * DAY_MS }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'month-end' as const }) },
)

onEveryDatabase('After any operations', (database) => {
  test('balances, holds and limit usage match the operations', async (t) => {
    const model = await IssuingModel.open(await EngineSandbox.start(database))
    await runSteps(model, STEPS)
    const kinds = Object.entries(model.counts).map(([kind, count]) => `${kind} ${count}`)
    t.diagnostic(`${model.operations.length} operations stored: ${kinds.join(', ')}`)
    assert.ok(model.operations.length > 1_500)
    for (const kind of ['topup', 'transfer', 'declined', 'block', 'limit-change'])
      assert.ok((model.counts[kind] ?? 0) > 10, `hardly any ${kind}`)
    await assertRowsCounted(model.sandbox.opened.url)
    await model.sandbox.close()
  })
})

onEveryDatabase('Without prefetching and cached rows', (database) => {
  test('balances, holds and limit usage match the operations', async () => {
    const model = await IssuingModel.open(await EngineSandbox.start(database, { engine: COLD }))
    await runSteps(model, COLD_STEPS)
    await assertRowsCounted(model.sandbox.opened.url)
    await model.sandbox.close()
  })
})

/** Sends the commands of a step at the same moment, and compares after each step. */
async function runSteps(model: IssuingModel, numRuns: number): Promise<void> {
  const together = fc.array(anyMove, { minLength: 10, maxLength: COMMANDS_AT_ONCE, size: 'max' })
  try {
    for (const step of fc.sample(together, { numRuns, seed: SEED })) {
      await Promise.all(step.map((move) => model.run(move)))
      await model.check()
    }
  } catch (cause) {
    throw new Error(`SANDCARD_TEST_SEED=${SEED}`, { cause })
  }
}

onEveryDatabase('Concurrent transfers', (database) => {
  test('20 opposite transfers leave both balances unchanged', async () => {
    const sandbox = await EngineSandbox.start(database)
    const [a, b] = [await sandbox.card(1_000), await sandbox.card(1_000)]
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const [from, to] = index % 2 === 0 ? [a, b] : [b, a]
        return sandbox.execute('transfer', transferInput(from.hash, to.hash, 100))
      }),
    )
    assert.ok(outcomes.every(({ decline }) => decline === null))
    assert.deepEqual(await balances(sandbox, [a, b]), [1_000, 1_000])
    await sandbox.close()
  })

  test('transfers that compete for one balance spend it once', async () => {
    const sandbox = await EngineSandbox.start(database)
    const [a, b] = [await sandbox.card(500), await sandbox.card()]
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () =>
        sandbox.execute('transfer', transferInput(a.hash, b.hash, 70)),
      ),
    )
    const codes = outcomes.map(({ decline }) => decline?.code ?? 'approved')
    assert.equal(codes.filter((code) => code === 'approved').length, 7)
    assert.equal(codes.filter((code) => code === 'insufficient-funds').length, 33)
    assert.deepEqual(await balances(sandbox, [a, b]), [10, 490])
    await sandbox.close()
  })
})

async function balances(sandbox: EngineSandbox, cards: readonly ProjectCard[]): Promise<unknown[]> {
  const accounts = await accountsOf(sandbox.process.reads, sandbox.project.datasetId)
  return cards.map(({ accountId }) => accounts.find(({ id }) => id === accountId)?.posted)
}

/** A project in use, and all responses in it. */
class IssuingModel {
  readonly sandbox: EngineSandbox
  readonly cards: readonly ProjectCard[]
  readonly operations: JournalEntry[] = []
  readonly counts: Record<string, number> = {}
  /** The current number of each card. */
  readonly #hashes: string[]
  #now = START

  private constructor(sandbox: EngineSandbox, cards: readonly ProjectCard[]) {
    this.sandbox = sandbox
    this.cards = cards
    this.#hashes = cards.map(({ hash }) => hash)
  }

  static async open(sandbox: EngineSandbox): Promise<IssuingModel> {
    const { service, project } = sandbox
    await service.execute(project, 'moveClock', { move: { kind: 'freeze', freeze: true } })
    await service.execute(project, 'moveClock', { move: { kind: 'set', to: START } })
    const cards: ProjectCard[] = []
    for (let index = 0; index < CARDS; index++) cards.push(await sandbox.card())
    return new IssuingModel(sandbox, cards)
  }

  async run(move: Move): Promise<void> {
    const { service, project } = this.sandbox
    switch (move.do) {
      case 'topup': {
        const input = topUpInput(this.#hash(move.to), move.amount)
        this.#note((await service.execute(project, 'topup', input)).entry)
        break
      }
      case 'transfer': {
        const input = transferInput(this.#hash(move.from), this.#hash(move.to), move.amount)
        this.#note((await service.execute(project, 'transfer', input)).entry)
        break
      }
      case 'block':
      case 'unblock':
        await this.#setStatus(move.card, move.do === 'block' ? 'blocked' : 'active')
        break
      case 'reissue': {
        const number = this.sandbox.newNumber().candidate
        await this.#reissue(move.card, number)
        this.#hashes[move.card] = number.hash
        break
      }
      case 'limit': {
        const { name, value, cycle } = move
        const limits = [{ name, value, cycleType: cycle, cycleLength: 1 }]
        const input = { cardId: this.#card(move.card).id, limits }
        this.#note((await service.execute(project, 'changeLimits', input)).entry)
        break
      }
      case 'clock':
        await this.#setClock(this.#now + move.ms)
        break
      case 'month-end': {
        const date = new Date(this.#now)
        await this.#setClock(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - MINUTE_MS)
      }
    }
  }

  async #setClock(to: number): Promise<void> {
    if (to < this.#now) return
    this.#now = to
    const move = { kind: 'set', to } as const
    // If two moves are sent together, the later target may be reached first; the other move is then
    // refused.
    const refused = await this.sandbox
      .execute('moveClock', { move })
      .then(() => undefined)
      .catch((error: Error & { code?: string }) => error.code)
    assert.ok(refused === undefined || refused === 'clock-backwards')
  }

  async #setStatus(index: number, status: CardStatus): Promise<void> {
    const { service, project } = this.sandbox
    const { id: cardId } = this.#card(index)
    const { entry } = await service.execute(project, 'setCardStatus', { cardId, status })
    this.#note(entry)
  }

  async #reissue(index: number, number: CandidateNumber): Promise<void> {
    const { service, project } = this.sandbox
    const input = { cardId: this.#card(index).id, reason: 'damaged', candidates: [number] } as const
    this.#note((await service.execute(project, 'reissueCard', input)).entry)
  }

  #note(operation: JournalEntry | null): void {
    if (operation === null) return
    this.operations.push(operation)
    const kind = operation.approved ? operation.kind : 'declined'
    this.counts[kind] = (this.counts[kind] ?? 0) + 1
  }

  #card(index: number): ProjectCard {
    const found = this.cards[index]
    assert.ok(found !== undefined)
    return found
  }

  #hash(index: number): string {
    return this.#hashes[index] ?? ''
  }

  /** Derives the ledger from the journal and compares. */
  async check(): Promise<void> {
    const { process, project } = this.sandbox
    const accounts = await accountsOf(process.reads, project.datasetId)
    const expected = new Map<number, number>()
    for (const { debitAccountId, creditAccountId, amount } of this.operations) {
      if (debitAccountId === null || creditAccountId === null) continue
      expected.set(debitAccountId, (expected.get(debitAccountId) ?? 0) - amount)
      expected.set(creditAccountId, (expected.get(creditAccountId) ?? 0) + amount)
    }
    let sum = 0
    for (const { id, kind, posted, held } of accounts) {
      assert.equal(posted, expected.get(id) ?? 0, `balance of account ${id}`)
      assert.equal(held, 0)
      assert.ok(kind !== 'customer' || posted >= 0, `account ${id} is overdrawn`)
      sum += posted
    }
    assert.equal(sum, 0)
    for (const { id } of this.cards) await this.#checkUsage(id)
  }

  async #checkUsage(cardId: number): Promise<void> {
    const { process, project } = this.sandbox
    const found = await cardById(process.reads, project.datasetId, cardId)
    assert.ok(found !== undefined)
    const { usage } = found.usage
    const stored = await journalOf(process.reads, project.datasetId, cardId)
    const noted = this.operations.filter(
      ({ sourceCardId, destinationCardId }) =>
        sourceCardId === cardId || destinationCardId === cardId,
    )
    assert.deepEqual(
      stored.map(({ id }) => id),
      noted.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    const spent = stored.filter(
      ({ kind, approved, sourceCardId }) =>
        kind === 'transfer' && approved && sourceCardId === cardId,
    )
    const usedAt = new Date(usage.at).toISOString()
    for (const [counter, length] of [
      ['day', 10],
      ['month', 7],
      ['year', 4],
    ] as const) {
      const inWindow = spent.filter(
        ({ at }) => new Date(at).toISOString().slice(0, length) === usedAt.slice(0, length),
      )
      const total = inWindow.reduce((used, { amount }) => used + amount, 0)
      assert.equal(usage.spending[counter], total, `${counter} of card ${cardId}`)
      assert.equal(usage.cash[counter], 0)
    }
  }
}
