// Runs a sequence of commands on the product and on the model, and compares both.

import assert from 'node:assert/strict'
import { Fault } from '../../src/kernel/fault.ts'
import { type ProjectCard, START } from '../kit/engine-sandbox.ts'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { engineOfThisRun } from '../kit/engine-variant.ts'
import type { TestDatabase } from '../kit/databases.ts'
import { PaymentSandbox } from '../kit/payment-sandbox.ts'
import { compareLedger, compareTransactions, compareUsage } from './ledger-comparison.ts'
import { type Command, ISSUED_CARDS } from './command.ts'
import { CommandContext, type PreparedCommand } from './command-context.ts'
import { topup } from './issuer.ts'
import { compareBindings, compareCallbacks, compareOrders } from './order-comparison.ts'
import { prepareCommand } from './prepare-command.ts'
import { required, Model } from './model.ts'
import type { OutcomeCounts } from './outcome-counts.ts'

const FUNDS = 150_000
const DAILY = { value: 100_000, cycle: 0 } as const
const MONTHLY = { value: 1_000_000, cycle: 3 } as const
const LIMITS = { LMTP0109: DAILY, LMTP0110: MONTHLY, LMTP0111: DAILY, LMTP0112: MONTHLY }

export class ModelRun {
  readonly #sandbox: PaymentSandbox
  readonly #model: Model
  readonly #context: CommandContext
  readonly #counts: OutcomeCounts
  /** The sent commands, a line for each step. */
  readonly #story: string[] = []

  private constructor(
    sandbox: PaymentSandbox,
    model: Model,
    cards: readonly ProjectCard[],
    counts: OutcomeCounts,
  ) {
    this.#sandbox = sandbox
    this.#model = model
    this.#context = new CommandContext(sandbox, model, cards)
    this.#counts = counts
  }

  /** A new project with three funded cards. */
  static async open(
    database: TestDatabase,
    counts: OutcomeCounts,
    engine: EngineOptions = engineOfThisRun,
  ): Promise<ModelRun> {
    const settings = {
      callbackUrl: 'https://shop.example/callback',
      recurrence: 'enforce',
    } as const
    const sandbox = await PaymentSandbox.open(database, settings, engine)
    const model = new Model(START)
    const cards = await Promise.all(Array.from({ length: ISSUED_CARDS }, () => sandbox.card(FUNDS)))
    for (const [index, { pan, expiry }] of cards.entries()) {
      model.cards.set(index, { status: 'active', pan, limits: LIMITS })
      model.numbers.set(pan, { card: index, expiry: model.month(60), replaced: null })
      assert.equal(expiry, model.month(60))
      topup(model, index, FUNDS)
    }
    return new ModelRun(sandbox, model, cards, counts)
  }

  /** URL of the database. */
  get url(): string {
    return this.#sandbox.opened.url
  }

  /** The commands that had an effect; a sequence also has others. */
  get story(): string {
    return ['After these steps:', ...this.#story].join('\n  - ')
  }

  /**
   * Sends commands at the same moment; the product decides them in their order. Moves of the clock
   * and reissues are last, because their effects do not exist yet for the others.
   */
  async execute(commands: readonly Command[]): Promise<void> {
    let together: (readonly [Command, PreparedCommand])[] = []
    for (const command of commands) {
      const input = prepareCommand(this.#context, command)
      if (input === undefined) continue
      together.push([command, input])
      if (command.do !== 'clock' && command.do !== 'reissue') continue
      await this.#send(together)
      together = []
    }
    await this.#send(together)
  }

  async #send(together: readonly (readonly [Command, PreparedCommand])[]): Promise<void> {
    if (together.length === 0) return
    this.#story.push(together.map(([command]) => JSON.stringify(command)).join('\n    '))
    const outcomes = await Promise.all(together.map(([, { send }]) => outcomeOf(send)))
    for (const [index, [command, { expected }]] of together.entries()) {
      assert.equal(outcomes[index], expected, JSON.stringify(command))
      this.#counts.count(command.do, expected)
    }
    await this.#compare()
  }

  async #compare(): Promise<void> {
    const model = this.#model
    const sandbox = this.#sandbox
    const { cards } = this.#context
    const [orders, journal, bindings, callbacks, accounts, usages] = await Promise.all([
      sandbox.rows('order'),
      sandbox.rows('journalEntry'),
      sandbox.rows('binding'),
      sandbox.rows('callback'),
      sandbox.accounts(),
      sandbox.rows('cardUsage'),
    ])
    compareOrders(model, orders, journal)
    compareLedger(model, { accounts, journal, orders }, cards)
    compareBindings(model, bindings)
    compareCallbacks(model, callbacks)
    for (const [index, { id }] of cards.entries())
      compareUsage(model, index, required(usages.find(({ cardId }) => cardId === id)).usage)
    for (const { status, actionCode } of orders) this.#counts.countOrder(status, actionCode)
    this.#context.orders = [...model.orders.keys()]
    const pans = new Map([...model.numbers.keys()].map((pan) => [sandbox.hash(pan), pan]))
    this.#context.bindings = [...model.bindings.keys()].toReversed().map((id) => {
      const { card } = required(bindings.find((each) => each.id === id))
      const pan = card.numberId === undefined ? null : (pans.get(card.hash ?? '') ?? null)
      return { id, kind: card.kind, numberId: card.numberId ?? null, pan }
    })
  }

  /** Comparisons that take too long for every step. */
  async compareAtEnd(): Promise<void> {
    for (const command of this.#sandbox.executed) this.#counts.sent.add(command)
    for (const [index, card] of this.#context.cards.entries())
      await compareTransactions(this.#model, this.#sandbox, card, index)
  }
}

/** `done`, or the fault code. */
async function outcomeOf(send: () => Promise<unknown>): Promise<string> {
  try {
    await send()
    return 'done'
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}
