// A store in a sandbox of its own beside its model: commands go to both, and afterwards both must say the same.

import assert from 'node:assert/strict'
import { Fault } from '../../src/kernel/fault.ts'
import { START } from '../engine/stand.ts'
import type { EngineOptions } from '../../src/engine/engine.ts'
import { engineOfThisRun } from '../kit/engine-variant.ts'
import type { TestDatabase } from '../kit/databases.ts'
import { type HeldCard, Till } from '../payments/till.ts'
import { compareBooks, compareTransactions, compareUsage } from './books-comparison.ts'
import { type Command, ISSUED_CARDS } from './command.ts'
import { Desk, type Sent } from './desk.ts'
import { topup } from './issuer.ts'
import { compareBindings, compareCallbacks, compareOrders } from './order-comparison.ts'
import { sent } from './script.ts'
import { found, Shop } from './shop.ts'
import type { Tally } from './tally.ts'

const FUNDS = 150_000
const DAILY = { value: 100_000, cycle: 0 } as const
const MONTHLY = { value: 1_000_000, cycle: 3 } as const
const LIMITS = { LMTP0109: DAILY, LMTP0110: MONTHLY, LMTP0111: DAILY, LMTP0112: MONTHLY }

export class World {
  readonly #till: Till
  readonly #shop: Shop
  readonly #desk: Desk
  readonly #tally: Tally
  /** What was sent, a line for each step. */
  readonly #story: string[] = []

  private constructor(till: Till, shop: Shop, cards: readonly HeldCard[], tally: Tally) {
    this.#till = till
    this.#shop = shop
    this.#desk = new Desk(till, shop, cards)
    this.#tally = tally
  }

  /** A new store with three cards that have money on them. */
  static async open(
    database: TestDatabase,
    tally: Tally,
    engine: EngineOptions = engineOfThisRun,
  ): Promise<World> {
    const settings = {
      callbackUrl: 'https://shop.example/callback',
      recurrence: 'enforce',
    } as const
    const till = await Till.open(database, settings, engine)
    const shop = new Shop(START)
    const cards = await Promise.all(Array.from({ length: ISSUED_CARDS }, () => till.card(FUNDS)))
    for (const [index, { pan, expiry }] of cards.entries()) {
      shop.cards.set(index, { status: 'active', pan, limits: LIMITS })
      shop.numbers.set(pan, { card: index, expiry: shop.month(60), replaced: null })
      assert.equal(expiry, shop.month(60))
      topup(shop, index, FUNDS)
    }
    return new World(till, shop, cards, tally)
  }

  /** The commands that had a meaning: a sequence has others, too. */
  get story(): string {
    return ['After these steps:', ...this.#story].join('\n  - ')
  }

  /**
   * Sends commands at the same moment; they are decided in their order. A move of the clock and a reissue are the last of those that
   * go together: what they bring is not there yet for the others.
   */
  async run(commands: readonly Command[]): Promise<void> {
    let together: (readonly [Command, Sent])[] = []
    for (const command of commands) {
      const input = sent(this.#desk, command)
      if (input === undefined) continue
      together.push([command, input])
      if (command.do !== 'clock' && command.do !== 'reissue') continue
      await this.#send(together)
      together = []
    }
    await this.#send(together)
  }

  async #send(together: readonly (readonly [Command, Sent])[]): Promise<void> {
    if (together.length === 0) return
    this.#story.push(together.map(([command]) => JSON.stringify(command)).join('\n    '))
    const outcomes = await Promise.all(together.map(([, { send }]) => outcomeOf(send)))
    for (const [index, [command, { expected }]] of together.entries()) {
      assert.equal(outcomes[index], expected, JSON.stringify(command))
      this.#tally.count(command.do, expected)
    }
    await this.#compare()
  }

  async #compare(): Promise<void> {
    const shop = this.#shop
    const till = this.#till
    const { cards } = this.#desk
    const [orders, operations, bindings, callbacks, accounts, usages] = await Promise.all([
      till.rows('order'),
      till.rows('journalEntry'),
      till.rows('binding'),
      till.rows('callback'),
      till.accounts(),
      till.rows('cardUsage'),
    ])
    compareOrders(shop, orders, operations)
    compareBooks(shop, { accounts, operations, orders }, cards)
    compareBindings(shop, bindings)
    compareCallbacks(shop, callbacks)
    for (const [index, { id }] of cards.entries())
      compareUsage(shop, index, found(usages.find(({ cardId }) => cardId === id)).usage)
    for (const { status, actionCode } of orders) this.#tally.found(status, actionCode)
    this.#desk.orders = [...shop.orders.keys()]
    const pans = new Map([...shop.numbers.keys()].map((pan) => [till.hash(pan), pan]))
    this.#desk.bindings = [...shop.bindings.keys()].toReversed().map((id) => {
      const { card } = found(bindings.find((each) => each.id === id))
      const pan = card.numberId === undefined ? null : (pans.get(card.hash ?? '') ?? null)
      return { id, kind: card.kind, numberId: card.numberId ?? null, pan }
    })
  }

  /** What is too much to look at after every step. */
  async end(): Promise<void> {
    for (const [index, card] of this.#desk.cards.entries())
      await compareTransactions(this.#shop, this.#till, card, index)
  }
}

/** `done`, or the code of the refusal. */
async function outcomeOf(send: () => Promise<unknown>): Promise<string> {
  try {
    await send()
    return 'done'
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
}
