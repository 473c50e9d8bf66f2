// Random legs over random moves of the clock. The counters of a card are always the amounts that
// were taken in their windows and not given back. Once everything is given back, they are 0.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Authorisation } from '../../src/authorisations/authorisation.ts'
import type { LimitFamily } from '../../src/issuing/limits.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import type { ProjectCard } from '../kit/engine-sandbox.ts'
import { EUR, MERCHANT, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { assertProperty, fc } from '../kit/property.ts'

const HOUR_MS = 3_600_000
const USD = 840

const amount = fc.integer({ min: 1, max: 5_000 })
/** Selects one of the authorisations or refunds that can still change. */
const target = fc.nat({ max: 1 })
const stepsIn = (currency: fc.Arbitrary<number>) =>
  fc.oneof(
    fc.record({
      step: fc.constant('authorise' as const),
      amount,
      currency,
      kind: fc.constantFrom('purchase', 'preauthorisation', 'preauthorisation', 'cash', 'credit'),
      entryMode: fc.constantFrom('chip', 'ecommerce'),
    }),
    fc.record({ step: fc.constantFrom('forcePost', 'refundUnlinked'), amount, currency }),
    {
      weight: 3,
      arbitrary: fc.record({
        step: fc.constantFrom('incrementAuthorisation', 'adviseAuthorisation'),
        target,
        amount,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        step: fc.constantFrom('clearAuthorisation', 'reverseAuthorisation', 'refundAuthorisation'),
        target,
        amount: fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: undefined, freq: 4 }),
        final: fc.boolean(),
      }),
    },
    fc.record({ step: fc.constant('reverseRefund' as const), target }),
    fc.record({ step: fc.constant('rate' as const), percent: fc.integer({ min: 50, max: 200 }) }),
    fc.record({ step: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  )
/** Statuses after which a leg can follow. */
const OPEN = ['pending', 'partlyCleared', 'cleared']
type Step = ReturnType<typeof stepsIn> extends fc.Arbitrary<infer S> ? S : never

onEveryDatabase('Limits after any sequence of legs on any days', (database) => {
  const numRuns = database.name === 'sqlite' ? 25 : 6
  const walks = (
    currency: fc.Arbitrary<number>,
    run: (walk: Walk, steps: readonly Step[]) => Promise<void>,
  ) =>
    assertProperty(
      fc.asyncProperty(
        fc.array(stepsIn(currency), { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 0, max: 50_000 }),
        async (steps, funds) => {
          const sandbox = await PaymentSandbox.open(database)
          await run(new Walk(sandbox, await sandbox.card(funds)), steps)
        },
      ),
      { numRuns },
    )

  test('count what was taken in each window and not given back', () =>
    walks(fc.constant(EUR), async (walk, steps) => {
      for (const step of steps) {
        await walk.take(step)
        await walk.check()
      }
    }))

  test('count nothing once everything is reversed and refunded, at any exchange rate', () =>
    walks(fc.constantFrom(EUR, USD), async (walk, steps) => {
      for (const step of steps) await walk.take(step)
      await walk.giveEverythingBack()
      const none = { day: 0, month: 0, year: 0 }
      assert.deepEqual(await walk.counters(), { cash: none, spending: none, ecommerce: none })
    }))
})

/** An amount that counts, and the time at which it was taken. */
type Taken = readonly [at: number, amount: number]

/** Takes random steps with one card, and keeps its own account of what was taken and when. */
class Walk {
  readonly #sandbox: PaymentSandbox
  readonly #card: ProjectCard
  readonly #legs = new Map<number, number>()
  /** Amounts by authorisation that it has taken and not given back, oldest first. */
  readonly #taken = new Map<number, Taken[]>()
  /** Amounts by refund that it gave back. */
  readonly #returned = new Map<number, readonly Taken[]>()

  constructor(sandbox: PaymentSandbox, card: ProjectCard) {
    this.#sandbox = sandbox
    this.#card = card
  }

  /** A fault is also a valid result: it must change nothing. */
  async take(step: Step): Promise<void> {
    try {
      await this.#execute(step)
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
    }
  }

  async #execute(step: Step): Promise<unknown> {
    const run = this.#sandbox.execute.bind(this.#sandbox)
    const card = { cardId: this.#card.id, numberId: this.#card.numberId, merchant: MERCHANT }
    switch (step.step) {
      case 'authorise': {
        const rest = { cvc: 'none', pin: null, partialApproval: true }
        return run('authoriseCard', { ...step, ...card, ...rest } as never)
      }
      case 'forcePost':
      case 'refundUnlinked': {
        const { step: name, ...input } = step
        return run(name, { ...input, ...card, entryMode: 'chip' })
      }
      case 'rate': {
        const rates = { USD: (step.percent / 100).toFixed(2) }
        return run('changeRates', { rates: { markupBp: 0, rates } })
      }
      case 'advance':
        return this.#sandbox.advance(step.hours * HOUR_MS)
      case 'reverseRefund': {
        const refunds = (await this.#authorisations())
          .flatMap(({ legs }) => legs)
          .filter(({ kind, reversedBy }) => kind === 'refund' && reversedBy === undefined)
        const refund = refunds[step.target % refunds.length]
        return refund && run('reverseRefund', { refundId: refund.id })
      }
      default: {
        const open = (await this.#authorisations()).filter(
          ({ kind, status }) => kind !== 'refund' && OPEN.includes(status),
        )
        const authorisation = open[step.target % open.length]
        if (authorisation === undefined) return undefined
        const { amount, ...input } = step
        const asked = { ...input, ...(amount !== undefined && { amount }) }
        return run(step.step, { authorisationId: authorisation.id, ...asked })
      }
    }
  }

  async #authorisations(): Promise<Authorisation[]> {
    const rows = await this.#sandbox.rows('authorisation')
    return rows.filter(({ cardId }) => cardId === this.#card.id)
  }

  /** The counters of the windows in which they were last written. */
  async counters() {
    const { cash, spending, ecommerce } = await this.#sandbox.usage(this.#card)
    return { cash, spending, ecommerce }
  }

  async check(): Promise<void> {
    const authorisations = await this.#authorisations()
    for (const each of authorisations) this.#account(each)
    const { at, ...counters } = await this.#sandbox.usage(this.#card)
    const now = new Date(at).toISOString()
    const usedIn = (family: LimitFamily, length: number): number =>
      authorisations
        .filter((each) => familiesOf(each).includes(family))
        .flatMap(({ id }) => this.#taken.get(id) ?? [])
        .filter(([time]) => new Date(time).toISOString().slice(0, length) === now.slice(0, length))
        .reduce((sum, [, each]) => sum + each, 0)
    const expected = (family: LimitFamily) => ({
      day: usedIn(family, 'YYYY-MM-DD'.length),
      month: usedIn(family, 'YYYY-MM'.length),
      year: usedIn(family, 'YYYY'.length),
    })
    assert.deepEqual(counters, {
      cash: expected('cash'),
      spending: expected('spending'),
      ecommerce: expected('ecommerce'),
    })
  }

  /** Compares the sums of an authorisation with what it has taken so far. A step adds one leg. */
  #account(authorisation: Authorisation): void {
    const { id, legs, held, cleared, suspense, refunded, details } = authorisation
    if (familiesOf(authorisation).length === 0 || this.#legs.get(id) === legs.length) return
    this.#legs.set(id, legs.length)
    const taken = this.#taken.get(id) ?? []
    this.#taken.set(id, taken)
    const last = legs.at(-1)
    assert.ok(last !== undefined)
    const undone = legs.find(({ reversedBy }) => reversedBy === last.id)
    if (undone !== undefined) taken.push(...(this.#returned.get(undone.id) ?? []))
    taken.sort(([one], [other]) => one - other)
    const before = taken.reduce((sum, [, each]) => sum + each, 0)
    const used = held + cleared + suspense - refunded - (details.suspenseRepaid ?? 0)
    if (used > before) taken.push([last.at, used - before])
    const returned: Taken[] = []
    for (let more = before - used; more > 0;) {
      const [at, latest] = taken.pop() ?? assert.fail('more is given back than was taken')
      if (latest > more) taken.push([at, latest - more])
      returned.push([at, Math.min(latest, more)])
      more -= Math.min(latest, more)
    }
    this.#returned.set(last.id, returned)
  }

  async giveEverythingBack(): Promise<void> {
    for (const { id, kind, held, status, details } of await this.#authorisations()) {
      const { cleared, refunded } = details.merchantAmounts
      const authorisationId = id
      if (held > 0) await this.#sandbox.execute('reverseAuthorisation', { authorisationId })
      if (kind === 'cash' && status === 'cleared')
        await this.#sandbox.execute('reverseAuthorisation', { authorisationId })
      else if (familiesOf({ kind, details }).length > 0 && cleared > refunded)
        await this.#sandbox.execute('refundAuthorisation', { authorisationId })
    }
  }
}

/** The limits that an authorisation counts against. */
function familiesOf({ kind, details }: Pick<Authorisation, 'kind' | 'details'>): LimitFamily[] {
  if (kind === 'credit' || kind === 'refund') return []
  if (kind === 'cash') return ['cash']
  return details.entryMode === 'ecommerce' ? ['spending', 'ecommerce'] : ['spending']
}
