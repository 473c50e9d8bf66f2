// The preview of outcome rules: it replays payments with the rules, with the same result as if the
// rules had existed before the first payment.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { decideOutcome } from '../../../src/payments/methods/decide-outcome.ts'
import { afterAttempt, type OutcomeRule } from '../../../src/payments/methods/outcome-rules.ts'
import { replayRules } from '../../../src/payments/methods/replay-rules.ts'
import type { OutcomeSubject } from '../../../src/payments/methods/rule-condition.ts'
import type { OutcomeMatch } from '../../../src/payments/methods/rule-conditions.ts'
import { DEFAULT_SETTINGS } from '../../../src/registry/settings.ts'
import { assertProperty, fc } from '../../kit/property.ts'

const START = Date.UTC(2031, 4, 10)
const MERCHANT = { name: 'Shop', id: '1', mcc: 5999 }

const some = <T>(...values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined })

const anyMatch = fc
  .record({
    panSuffix: some('1111', '2222'),
    amountFrom: some(100, 200),
    operation: some('paymentorder', 'payFromPage'),
    cardKind: some('issued', 'test', 'unknown'),
    from: some(new Date(START + 3000).toISOString()),
    until: some(new Date(START + 6000).toISOString()),
    nth: some(1, 2, 3),
    mcc: some('5999', '4111'),
  })
  .map(
    (match) =>
      Object.fromEntries(
        Object.entries(match).filter(([, value]) => value !== undefined),
      ) as OutcomeMatch,
  )

const anyRules: fc.Arbitrary<readonly OutcomeRule[]> = fc
  .array(fc.record({ match: anyMatch, times: some(1, 2, 3), isOff: fc.boolean() }), {
    maxLength: 5,
  })
  .map((rules) =>
    rules.map(({ match, times, isOff }, index) => ({
      id: `rule-${index}`,
      match,
      outcome: cardOutcome({ actionCode: index + 1 }),
      ...(times !== undefined && { times }),
      ...(isOff && { enabled: false as const }),
    })),
  )

const CARDS: readonly OutcomeSubject['card'][] = [
  { kind: 'test', mask: '411111**1111' },
  { kind: 'unknown', mask: '522222**2222' },
  { kind: 'issued', mask: '400000**1111', cardId: 1 },
]

const anyPayments: fc.Arbitrary<readonly OutcomeSubject[]> = fc
  .array(
    fc.record({
      card: fc.constantFrom(...CARDS),
      amount: fc.constantFrom(99, 100, 200),
      operation: fc.constantFrom('paymentorder', 'payFromPage'),
    }),
    { maxLength: 10 },
  )
  .map((payments) =>
    payments.map(({ card, amount, operation }, index) => ({
      api: 'C' as const,
      operation,
      at: START + index * 1000,
      merchant: MERCHANT,
      card,
      order: { number: String(index), amount, currency: 978, clientId: null },
    })),
  )

describe('The preview of the rules', () => {
  test('matches the real results of the same payments, including rules with a limit and n-th attempts', () => {
    assertProperty(
      fc.property(anyRules, anyPayments, (rules, payments) => {
        let current = rules
        const happened = payments.map(({ card, order, ...call }) => {
          const settings = {
            ...DEFAULT_SETTINGS,
            outcomeRules: current,
            merchantName: MERCHANT.name,
            terminalId: MERCHANT.id,
            mcc: MERCHANT.mcc,
          }
          const { use, ruleId } = decideOutcome(card, order, settings, call)
          if (use !== undefined) current = afterAttempt(current, use)
          return ruleId
        })
        assert.deepEqual(
          replayRules(rules, payments).map((rule) => rule?.id),
          happened,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('changes no rule', () => {
    const rules = [{ id: '1', match: { nth: 1 }, outcome: cardOutcome({}), times: 1 }]
    const before = structuredClone(rules)
    replayRules(rules, [
      {
        api: 'C',
        at: START,
        merchant: MERCHANT,
        card: { kind: 'test', mask: '4**1' },
        order: null,
      },
    ])
    assert.deepEqual(rules, before)
  })
})
