// Random legs on a project's cards: the ledger always sums to zero, holds match the authorisations,
// no account is overdrawn, and the legs explain every posting.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthorisationResult } from '../../src/authorisations/legs.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { MERCHANT, PaymentSandbox } from '../kit/payment-sandbox.ts'
import { assertProperty, fc } from '../kit/property.ts'

const DAY_MS = 86_400_000

const amount = fc.integer({ min: 1, max: 5_000 })
const target = fc.nat({ max: 20 })
const currency = fc.constantFrom(978, 840, 392, 414)
const steps = fc.oneof(
  fc.record({
    step: fc.constant('authorise' as const),
    amount,
    currency,
    kind: fc.constantFrom('purchase', 'preauthorisation', 'cash', 'verification', 'credit'),
    partialApproval: fc.boolean(),
    entryMode: fc.constantFrom('chip', 'ecommerce'),
  }),
  fc.record({ step: fc.constantFrom('increment', 'advise'), target, amount }),
  fc.record({
    step: fc.constantFrom('clear', 'reverse', 'refund'),
    target,
    amount: fc.option(amount, { nil: undefined }),
    final: fc.boolean(),
  }),
  fc.record({ step: fc.constant('expire' as const), target }),
  fc.record({ step: fc.constant('reverseRefund' as const), target }),
  fc.record({ step: fc.constantFrom('forcePost', 'refundUnlinked'), amount, currency }),
  fc.record({ step: fc.constant('rates' as const), percent: fc.integer({ min: 50, max: 200 }) }),
  fc.record({ step: fc.constant('advance' as const), days: fc.integer({ min: 1, max: 40 }) }),
)
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

onEveryDatabase('After any sequence of legs', (database) => {
  test('the ledger balances, no account is overdrawn, and holds match the open authorisations', async () => {
    const sandbox = await PaymentSandbox.open(database)
    const runs = database.name === 'sqlite' ? 25 : 6
    await assertProperty(
      fc.asyncProperty(
        fc.array(steps, { minLength: 5, maxLength: 40 }),
        fc.integer({ min: 0, max: 20_000 }),
        async (sequence, funds) => {
          const card = await sandbox.card(funds)
          const walk = new Walk(sandbox, card)
          for (const step of sequence) {
            await walk.take(step)
            await walk.check()
          }
        },
      ),
      { numRuns: runs },
    )
  })
})

/** Takes random steps with one card. */
class Walk {
  readonly #sandbox: PaymentSandbox
  readonly #card: { readonly cardId: number; readonly numberId: number; readonly accountId: number }
  readonly #ids: number[] = []
  readonly #refunds: number[] = []

  constructor(
    sandbox: PaymentSandbox,
    { id, numberId, accountId }: { id: number; numberId: number; accountId: number },
  ) {
    this.#sandbox = sandbox
    this.#card = { cardId: id, numberId, accountId }
  }

  /** A fault is also a valid result: it must change nothing, which `check` verifies. */
  async take(step: Step): Promise<void> {
    try {
      const result = await this.#execute(step)
      if (result === undefined) return
      const { authorisation, leg } = result
      if (!this.#ids.includes(authorisation.id)) this.#ids.push(authorisation.id)
      if (leg.kind === 'refund' && leg.decline === undefined) this.#refunds.push(leg.id)
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
    }
  }

  async #execute(step: Step): Promise<AuthorisationResult | undefined> {
    const { cardId, numberId } = this.#card
    const run = this.#sandbox.execute.bind(this.#sandbox)
    switch (step.step) {
      case 'authorise': {
        const input = { ...step, cardId, numberId, merchant: MERCHANT, cvc: 'none', pin: null }
        return run('authoriseCard', input as never)
      }
      case 'forcePost':
      case 'refundUnlinked': {
        const { amount, currency } = step
        const input = { cardId, numberId, amount, currency, merchant: MERCHANT, entryMode: 'chip' }
        return run(step.step as 'forcePost', input as never)
      }
      case 'rates': {
        const USD = (step.percent / 100).toFixed(2)
        const rates = { USD, JPY: '160', KWD: '0.335' }
        await run('changeRates', { rates: { markupBp: step.percent, rates } })
        return undefined
      }
      case 'advance':
        await run('moveClock', { move: { kind: 'advance', ms: step.days * DAY_MS } })
        return undefined
      case 'reverseRefund': {
        const refundId = this.#refunds[step.target]
        return refundId === undefined ? undefined : run('reverseRefund', { refundId })
      }
      default:
        return this.#leg(step)
    }
  }

  #leg(step: Extract<Step, { target: number }>): Promise<AuthorisationResult> | undefined {
    const authorisationId = this.#ids[step.target]
    if (authorisationId === undefined) return undefined
    const names = {
      increment: 'incrementAuthorisation',
      advise: 'adviseAuthorisation',
      clear: 'clearAuthorisation',
      reverse: 'reverseAuthorisation',
      refund: 'refundAuthorisation',
      expire: 'expireAuthorisation',
      reverseRefund: 'reverseRefund',
    } as const
    const { step: name, ...input } = step
    return this.#sandbox.execute(names[name as 'expire'], {
      authorisationId,
      ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    })
  }

  async check(): Promise<void> {
    const accounts = await this.#sandbox.rows('account')
    assert.equal(
      accounts.reduce((sum, { posted }) => sum + posted, 0),
      0,
      'the ledger sums to zero',
    )
    const authorisations = await this.#sandbox.rows('authorisation')
    const own = accounts.find(({ id }) => id === this.#card.accountId)
    assert.ok(own && own.posted - own.held >= 0 && own.held >= 0, 'never overdrawn')
    const mine = authorisations.filter(({ cardId }) => cardId === this.#card.cardId)
    const sum = (of: readonly number[]) => of.reduce((total, each) => total + each, 0)
    assert.equal(own.held, sum(mine.map(({ held }) => held)), 'holds are those of authorisations')
    for (const each of mine) {
      const { held, cleared, suspense, refunded, status, dueAt, legs, details } = each
      for (const part of [held, cleared, suspense, refunded, details.merchantAmounts.held])
        assert.ok(part >= 0)
      assert.equal(dueAt !== null, held > 0, 'only a hold expires')
      assert.equal(held > 0, status === 'pending' || status === 'partlyCleared')
      assert.ok((details.suspenseRepaid ?? 0) <= suspense)
      const paid = legs.filter(({ decline }) => decline === undefined)
      const of = (kind: string) =>
        sum(paid.filter((leg) => leg.kind === kind).map((leg) => leg.amount))
      assert.equal(refunded, of('refund') - of('refundReversal'))
    }
  }
}
