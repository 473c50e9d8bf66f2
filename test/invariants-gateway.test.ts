// Thousands of random order commands on one project. After each step the books, the limits, the orders and the callbacks are derived
// again from what was answered, by a model that shares no code with the gateway, and compared with what the database holds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Fault } from '../src/domain/fault.ts'
import type { Operation } from '../src/domain/operation.ts'
import type { Order } from '../src/domain/order.ts'
import { type TestDatabase, onEveryDatabase } from './databases.ts'
import { START } from './engine/stand.ts'
import { CARDS, DAY, entered, type HeldCard, MINUTE, Till } from './operations/till.ts'

const SEED = 8583
const STEPS = 100
const ASKS_AT_ONCE = 30
const ISSUED = 3
const FUNDS = 150_000

type Move =
  | { do: 'register'; twoStage: boolean; amount: number; client: boolean; verify: boolean }
  | { do: 'pay'; order: number; card: number; right: boolean; keepCard: boolean }
  | { do: 'answer'; order: number; status: 'Y' | 'A' | 'N' | 'U' }
  | { do: 'finish' | 'reverse' | 'decline' | 'settle' | 'open'; order: number }
  | { do: 'deposit' | 'refund'; order: number; share: number }
  | { do: 'clock'; ms: number }
  | { do: 'status'; card: number; status: 'active' | 'blocked' }

const anyOrder = fc.nat(19)
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      twoStage: fc.boolean(),
      amount: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 60_000 })),
      client: fc.boolean(),
      verify: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      order: anyOrder,
      card: fc.nat(ISSUED + 3),
      right: fc.integer({ min: 0, max: 7 }).map((n) => n > 0),
      keepCard: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      order: anyOrder,
      status: fc.constantFrom('Y' as const, 'Y', 'A', 'N', 'U'),
    }),
  },
  {
    weight: 11,
    arbitrary: fc.record({
      do: fc.constantFrom('finish' as const, 'finish', 'reverse', 'decline', 'settle', 'open'),
      order: anyOrder,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom('deposit' as const, 'refund', 'refund'),
      order: anyOrder,
      share: fc.constantFrom(0, 0.3, 0.5, 1, 1.2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 6 * MINUTE }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 * DAY }) },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      card: fc.nat(ISSUED - 1),
      status: fc.constantFrom('active' as const, 'active', 'blocked'),
    }),
  },
)

onEveryDatabase('After any commands on orders', (database) => {
  test('orders, books, limits and callbacks are what was answered', async (t) => {
    const world = await World.open(database)
    const steps = fc.sample(
      fc.array(anyMove, { minLength: 20, maxLength: ASKS_AT_ONCE, size: 'max' }),
      { numRuns: STEPS, seed: SEED },
    )
    for (const step of steps) {
      await Promise.all(step.map((move) => world.run(move)))
      await world.check()
    }
    t.diagnostic(`${world.asked} commands, ${world.refused} refused: ${world.summary()}`)
    assert.ok(world.asked > 2_000)
    for (const status of [1, 2, 3, 4, 5, 6])
      assert.ok(world.timesSeen(status) > 15, `hardly any order in status ${status}`)
    await world.till.close()
  })
})

// The states and the moves between them that a status may take over one or more commands, typed again.
const REACHABLE: Readonly<Record<number, readonly number[]>> = {
  0: [0, 1, 2, 3, 4, 5, 6],
  1: [1, 2, 3, 4],
  2: [2, 4],
  3: [3],
  4: [4],
  5: [0, 1, 2, 3, 4, 5, 6],
  6: [6],
}

class World {
  readonly till: Till
  readonly cards: readonly HeldCard[]
  asked = 0
  refused = 0
  readonly #ids: string[] = []
  readonly #last = new Map<string, Order>()
  readonly #seen = new Map<number, Set<string>>()

  private constructor(till: Till, cards: readonly HeldCard[]) {
    this.till = till
    this.cards = cards
  }

  static async open(database: TestDatabase): Promise<World> {
    const till = await Till.open(database, { callbackUrl: 'https://shop.example/callback' })
    const cards: HeldCard[] = []
    for (let index = 0; index < ISSUED; index++) cards.push(await till.card(FUNDS))
    return new World(till, cards)
  }

  summary(): string {
    return [...this.#seen].map(([status, ids]) => `status ${status}: ${ids.size}`).join(', ')
  }

  /** How many orders were found in a status after one step or another. */
  timesSeen(status: number): number {
    return this.#seen.get(status)?.size ?? 0
  }

  /** A fault is an answer like any other: the check afterwards tells that it changed nothing. */
  async run(move: Move): Promise<void> {
    this.asked += 1
    try {
      await this.#do(move)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.refused += 1
    }
  }

  async #do(move: Move): Promise<void> {
    const { till } = this
    if (move.do === 'register') {
      const { id } = await till.register({
        twoStage: move.twoStage,
        amount: move.amount,
        clientId: move.client ? 'client' : null,
        features: move.verify ? ['VERIFY'] : [],
      })
      this.#ids.push(id)
      return
    }
    if (move.do === 'clock') return void (await till.advance(move.ms))
    if (move.do === 'status') {
      const card = this.cards[move.card]
      assert.ok(card !== undefined)
      return void (await till.status(card, move.status))
    }
    const order = this.#last.get(this.#ids.at(-1 - move.order) ?? '')
    if (order === undefined) return
    await this.#command(move, order)
  }

  async #command(move: Extract<Move, { order: number }>, order: Order): Promise<void> {
    const { till } = this
    const ref = { order: { id: order.id } }
    switch (move.do) {
      case 'pay':
        return void (await till.pay(order, this.#entered(move)))
      case 'answer':
        if (order.progress.challenge === null) return
        return void (await till.answer(order, { kind: 'outcome', status: move.status }))
      case 'finish':
        if (order.progress.challenge === null) return
        return void (await till.finish(order))
      case 'reverse':
        return void (await till.ask('reverseOrder', ref))
      case 'decline':
        return void (await till.ask('declineOrder', ref))
      case 'settle':
        return void (await till.settled(order))
      case 'open':
        return void (await till.ask('openPage', { orderId: order.id }))
      case 'deposit':
      case 'refund': {
        const amount = Math.floor(order.amount * move.share)
        await till.ask(move.do === 'deposit' ? 'depositOrder' : 'refundOrder', { ...ref, amount })
      }
    }
  }

  #entered({ card, right, keepCard }: Extract<Move, { do: 'pay' }>) {
    const own = this.cards[card]
    const outside = [CARDS.good, CARDS.challenge, CARDS.poor, CARDS.unknown][card - ISSUED]
    const data = own === undefined ? { pan: outside ?? CARDS.good } : entered(own)
    return { ...data, keepCard, ...(!right && { cvc: '1234' }) }
  }

  async check(): Promise<void> {
    const orders = await this.till.rows('order')
    const operations = await this.till.rows('operation')
    for (const order of orders) this.#checkOrder(order, operations)
    await this.#checkBooks(orders, operations)
    for (const card of this.cards) await this.#checkUsage(card, operations)
    await this.#checkCallbacks(orders)
    for (const order of orders) this.#last.set(order.id, order)
  }

  #checkOrder(order: Order, operations: readonly Operation[]): void {
    const { id, status, approvedAmount, depositedAmount, refundedAmount, amount } = order
    this.#seen.set(status, (this.#seen.get(status) ?? new Set()).add(id))
    const before = this.#last.get(id)?.status ?? 0
    assert.ok(REACHABLE[before]?.includes(status), `order ${id} went from ${before} to ${status}`)
    assert.ok(depositedAmount <= approvedAmount)
    assert.ok(refundedAmount + depositedAmount <= approvedAmount)
    assert.ok(approvedAmount === 0 || approvedAmount === amount)
    assert.equal(approvedAmount > 0, [1, 2, 4].includes(status), `order ${id} in ${status}`)
    const own = operations.filter(({ details, approved }) => details.orderId === id && approved)
    const of = (kind: string) => own.filter((each) => each.kind === kind)
    const sum = (kind: string) => of(kind).reduce((total, each) => total + each.amount, 0)
    assert.equal(of('purchase').length, [1, 2, 3, 4].includes(status) ? 1 : 0)
    assert.ok(of('completion').length + of('reversal').length <= 1)
    const verified = order.request.features.includes('VERIFY')
    assert.equal(of('reversal').length, status === 3 && !verified ? 1 : 0)
    assert.equal(sum('refund'), refundedAmount)
    if (status === 2 || status === 4) {
      const captured = order.twoStage ? sum('completion') : sum('purchase')
      assert.equal(captured, depositedAmount + refundedAmount)
    }
  }

  /** Every account's posted and held amounts, from the amounts of the orders alone. */
  async #checkBooks(orders: readonly Order[], operations: readonly Operation[]): Promise<void> {
    const posted = new Map<number, number>(this.cards.map(({ accountId }) => [accountId, FUNDS]))
    const held = new Map<number, number>()
    const add = (map: Map<number, number>, key: number, amount: number) =>
      map.set(key, (map.get(key) ?? 0) + amount)
    const NETWORK = -4978
    const MERCHANT = -2978
    const FUNDING = -1978
    add(posted, FUNDING, -FUNDS * this.cards.length)
    for (const order of orders) {
      const cardId = operations.find(
        ({ details, kind, approved }) =>
          details.orderId === order.id && kind === 'purchase' && approved,
      )?.sourceCardId
      const payer = this.cards.find(({ id }) => id === cardId)?.accountId ?? NETWORK
      add(posted, payer, -order.depositedAmount)
      add(posted, MERCHANT, order.depositedAmount)
      if (order.status === 1) add(held, payer, order.amount)
    }
    let sum = 0
    for (const { id, kind, posted: balance, held: holds } of await this.till.accounts()) {
      assert.equal(balance, posted.get(id) ?? 0, `balance of account ${id}`)
      assert.equal(holds, held.get(id) ?? 0, `holds of account ${id}`)
      assert.ok(kind !== 'customer' || balance - holds >= 0, `account ${id} is overdrawn`)
      sum += balance
    }
    assert.equal(sum, 0)
  }

  /** What counts in a window: payments made in it, less what came back of them while it ran. */
  async #checkUsage(card: HeldCard, operations: readonly Operation[]): Promise<void> {
    const usage = await this.till.usage(card)
    const own = operations.filter(
      ({ sourceCardId, approved }) => sourceCardId === card.id && approved,
    )
    const paid = new Map(
      own.filter(({ kind }) => kind === 'purchase').map((each) => [each.details.orderId, each]),
    )
    for (const [counter, length] of [
      ['day', 10],
      ['month', 7],
      ['year', 4],
    ] as const) {
      const windowOf = (at: number) => new Date(at).toISOString().slice(0, length)
      const current = windowOf(usage.at)
      let used = 0
      for (const { kind, amount, details, at } of own) {
        if (details.orderId === undefined) continue
        const purchase = paid.get(details.orderId)
        if (purchase === undefined || windowOf(purchase.at) !== current) continue
        if (kind === 'purchase') used += amount
        else if (windowOf(at) !== current) continue
        else if (kind === 'completion') used -= purchase.amount - amount
        else used -= amount
      }
      assert.equal(usage.spending[counter], used, `${counter} of card ${card.id}`)
      assert.equal(usage.ecommerce[counter], used)
      assert.equal(usage.cash[counter], 0)
    }
  }

  /** Of each order one callback per event, in the order of the events, each naming the one before it. */
  async #checkCallbacks(orders: readonly Order[]): Promise<void> {
    const callbacks = await this.till.rows('callback')
    const byOrder = Map.groupBy(callbacks, ({ orderId }) => orderId)
    for (const order of orders) {
      const own = byOrder.get(order.id) ?? []
      const previous = own.map(({ previousId }) => previousId)
      assert.deepEqual(previous, [null, ...own.map(({ id }) => id)].slice(0, own.length))
      assert.equal(order.progress.lastCallbackId, own.at(-1)?.id)
      const told = own
        .filter(({ operation }) => !operation.startsWith('binding'))
        .map(({ operation, status }) => `${operation} ${status}`)
      assert.deepEqual(told, eventsOf(order), `callbacks of order ${order.id}`)
      const made = own.filter(({ operation }) => operation === 'bindingCreated')
      assert.ok(made.length <= 1)
    }
  }
}

/** What a store must have heard of an order, from its last state alone. */
function eventsOf({ status, twoStage, actionCode, request, progress, ...order }: Order): string[] {
  const { failedAttempts, refunds } = progress
  const isHold = twoStage || request.features.includes('VERIFY')
  const failures = Array<string>(failedAttempts).fill(isHold ? 'approved 0' : 'deposited 0')
  const told: Record<number, readonly string[]> = {
    0: [],
    5: [],
    1: ['approved 1'],
    2: twoStage ? ['approved 1', 'deposited 1'] : ['deposited 1'],
    3: ['approved 1', 'reversed 1'],
    6: [-2007, -2009, -2014].includes(actionCode) ? ['declinedByTimeout 0'] : [],
  }
  told[4] = [...(told[2] ?? []), ...refunds.map(() => 'refunded 1')]
  assert.equal(
    refunds.reduce((sum, { amount }) => sum + amount, 0),
    order.refundedAmount,
  )
  assert.ok(progress.payment === null || progress.payment.at >= START)
  return [...failures, ...(told[status] ?? [])]
}
