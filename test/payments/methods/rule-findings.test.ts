// Whether a rule can match, compared with every payment of a small world.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { type OutcomeRule, ruleFor } from '../../../src/payments/methods/outcome-rules.ts'
import type { OutcomeMatch, OutcomeSubject } from '../../../src/payments/methods/rule-conditions.ts'
import {
  findingsOf,
  isUseless,
  type RuleCards,
} from '../../../src/payments/methods/rule-findings.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** The digits of issued cards by id. No test card has the last four. */
const ISSUED: Readonly<Record<string, string>> = {
  '100000000001': '400000**8049',
  '100000000002': '400000**1049',
}

const CARDS: RuleCards = {
  numbersOf: (cardId) => (ISSUED[cardId] === undefined ? undefined : [ISSUED[cardId]]),
  issued: ({ panPrefix = '', panSuffix = '' }) => {
    const found = Object.entries(ISSUED).find(
      ([, mask]) => mask.startsWith(panPrefix) && mask.endsWith(panSuffix),
    )
    return found && { id: found[0], lastFour: found[1].slice(-4) }
  },
}

const rule = (match: OutcomeMatch, more: Partial<OutcomeRule> = {}): OutcomeRule => ({
  id: JSON.stringify(match),
  match,
  outcome: cardOutcome({ actionCode: 5 }),
  ...more,
})

const AMOUNTS = [0, 1, 2, 3, 4, 999_999_999_999]

/** Every payment: any number with these digits, and the issued cards. */
const PAYMENTS: readonly OutcomeSubject[] = [
  ...['400000', '410000', '510000'].flatMap((prefix) =>
    ['8049', '1049', '0000'].map((suffix): OutcomeSubject['card'] => ({
      mask: `${prefix}**${suffix}`,
    })),
  ),
  ...Object.entries(ISSUED).map(([id, mask]) => ({ mask, cardId: Number(id) })),
].flatMap((card) =>
  AMOUNTS.flatMap((amount) =>
    [978, 840].flatMap((currency) =>
      ['A', 'B'].flatMap((number) =>
        ['ann', null].map((clientId) => ({
          card,
          order: {
            ...{ number, amount, currency, clientId, twoStage: false },
            request: { returnUrl: '', language: 'en', params: {}, features: [] },
          },
        })),
      ),
    ),
  ),
)

const some = <T>(...values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined })

const anyMatch: fc.Arbitrary<OutcomeMatch> = fc
  .record({
    panPrefix: some('4', '40', '400000', '51'),
    panSuffix: some('9', '049', '8049', '0000'),
    amountFrom: some(...AMOUNTS),
    amountTo: some(...AMOUNTS),
    currency: some('978', '840', '000'),
    orderNumber: some('A', ''),
    clientId: some('ann', ''),
    cardId: some(...Object.keys(ISSUED), '7'),
  })
  .map(
    (match) =>
      Object.fromEntries(
        Object.entries(match).filter(([, value]) => value !== undefined),
      ) as OutcomeMatch,
  )

const matched = (rules: readonly OutcomeRule[], last: OutcomeRule): boolean =>
  PAYMENTS.some((payment) => ruleFor([...rules, last], payment) === last)

const canNever = (last: OutcomeRule, earlier: readonly OutcomeRule[]): boolean =>
  findingsOf(last, earlier, CARDS).some(({ kind }) => kind === 'impossible' || kind === 'shadowed')

describe('A rule that can never match', () => {
  test('alone is found exactly if no payment matches it', () => {
    assertProperty(
      fc.property(anyMatch, (match) => {
        assert.equal(canNever(rule(match), []), !matched([], rule(match)))
      }),
      { numRuns: 1000 },
    )
  })

  test('because of one other rule is found exactly if that rule decides all its payments', () => {
    assertProperty(
      fc.property(anyMatch, anyMatch, (broad, narrow) => {
        const [first, last] = [rule(broad, { id: 'first' }), rule(narrow, { id: 'last' })]
        // A value that covers the rest of this small world does not cover all payments.
        const isExact = matched([], last) ? !isCoveredHereOnly(broad, narrow) : true
        if (isExact) assert.equal(canNever(last, [first]), !matched([first], last))
        else assert.ok(!canNever(last, [first]) || !matched([first], last))
      }),
      { numRuns: 2000 },
    )
  })

  test('is never claimed of a rule that decides a payment after several others', () => {
    assertProperty(
      fc.property(fc.array(anyMatch, { maxLength: 4 }), anyMatch, (others, match) => {
        const earlier = others.map((each, index) => rule(each, { id: String(index) }))
        const last = rule(match, { id: 'last' })
        if (canNever(last, earlier)) assert.equal(matched(earlier, last), false)
      }),
      { numRuns: 1000 },
    )
  })

  for (const [what, more] of [
    ['is switched off', { enabled: false }],
    ['is deleted after some payments', { times: 3 }],
  ] as const)
    test(`is not found after a rule that ${what}`, () => {
      assert.equal(canNever(rule({ panPrefix: '4' }), [rule({}, more)]), false)
      assert.equal(canNever(rule({ panPrefix: '4' }), [rule({})]), true)
    })
})

/** True if the broad rule covers the narrow one among the values of this world alone. */
const isCoveredHereOnly = (broad: OutcomeMatch, narrow: OutcomeMatch): boolean =>
  // All prefixes here begin with 4 or 51, all suffixes end in 49 or 0000, and so on.
  (
    [
      'panPrefix',
      'panSuffix',
      'amountFrom',
      'amountTo',
      'orderNumber',
      'clientId',
      'currency',
    ] as const
  ).some((name) => broad[name] !== undefined && narrow[name] !== broad[name]) ||
  narrow.cardId !== undefined

describe('The digits of a rule', () => {
  // prettier-ignore
  for (const [match, kinds] of [
    [{}, []],
    [{ panPrefix: '4' }, []],
    [{ panSuffix: '8049' }, ['issued-card']],
    [{ panPrefix: '400000', panSuffix: '8049' }, ['issued-card']],
    [{ panSuffix: '49' }, ['issued-card']],
    [{ panPrefix: '400000' }, ['issued-card-too']],
    [{ panSuffix: TEST_CARDS.approved.slice(-4) }, []],
    [{ panSuffix: '8050' }, ['unknown-cards']],
    [{ cardId: '100000000001', panSuffix: '8049' }, []],
  ] as const satisfies readonly (readonly [OutcomeMatch, readonly string[]])[])
    test(`${JSON.stringify(match)} are found to be ${kinds.join() || 'fine'}`, () => {
      const findings = findingsOf({ match }, [], CARDS)
      assert.deepEqual(findings.map(({ kind }) => kind), kinds)
      assert.equal(findings.some(isUseless), kinds.some((kind) => kind === 'issued-card'))
    })
})
