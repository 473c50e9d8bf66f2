import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { numberedRules } from '../../../src/payments/methods/change-outcome-rules.ts'
import { maskPanShort } from '../../../src/issuing/pan.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import {
  type OutcomeRule,
  afterAttempt,
  ruleMistake,
  ruleMatches,
  ruleUse,
} from '../../../src/payments/methods/outcome-rules.ts'
import { outsideActionCode } from '../../../src/payments/authorisation/outside-action-code.ts'
import { testCardOutcome } from '../../../src/payments/methods/test-card.ts'
import { type OutcomeSubject } from '../../../src/payments/methods/rule-condition.ts'
import { CONDITION_ROWS, type OutcomeMatch } from '../../../src/payments/methods/rule-conditions.ts'

const ruleFor = (rules: readonly OutcomeRule[], payment: OutcomeSubject) =>
  ruleUse(rules, payment).rule

const isOutcomeRuleValid = (rule: Parameters<typeof ruleMistake>[0]): boolean =>
  ruleMistake(rule) === undefined

const subject = {
  api: 'C',
  operation: 'paymentorder',
  at: Date.parse('2027-01-31T12:00:00Z'),
  merchant: { name: 'Ann’s shop', id: '12345678', mcc: 5999 },
  card: { kind: 'test', mask: '411111**1111' },
  order: {
    number: '7005',
    amount: 2000,
    currency: 978,
    clientId: 'client-1',
    request: { description: 'A pair of shoes' },
  },
} satisfies OutcomeSubject

/** The same order by another card, or with another amount. */
const by = (cardId: number) =>
  ({ ...subject, card: { ...subject.card, kind: 'issued', cardId } }) satisfies OutcomeSubject
const over = (
  payment: OutcomeSubject & { readonly order: typeof subject.order },
): OutcomeSubject => ({
  ...payment,
  order: { ...payment.order, amount: 3000 },
})

const rule = (id: string, match: OutcomeMatch, actionCode: number): OutcomeRule => ({
  id,
  match,
  outcome: cardOutcome({ actionCode }),
})

describe('An outcome rule', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, OutcomeMatch, boolean])[] = [
    ['no condition',             {},                                      true],
    ['its leading digits',       { panPrefix: '411111' },                 true],
    ['other leading digits',     { panPrefix: '5' },                      false],
    ['its last digits',          { panSuffix: '1111' },                   true],
    ['other last digits',        { panSuffix: '0000' },                   false],
    ['the lowest amount',        { amountFrom: 2000 },                    true],
    ['a higher lowest amount',   { amountFrom: 2001 },                    false],
    ['the highest amount',       { amountTo: 2000 },                      true],
    ['a lower highest amount',   { amountTo: 1999 },                      false],
    ['its currency',             { currency: '978' },                     true],
    ['another currency',         { currency: '840' },                     false],
    ['its order number',         { orderNumber: '7005' },                 true],
    ['another order number',     { orderNumber: '700' },                  false],
    ['its client',               { clientId: 'client-1' },                true],
    ['another client',           { clientId: 'client-2' },                false],
    ['a part of its client',     { clientId: 'client' },                  false],
    ['digits within its number', { panPrefix: '1' },                      false],
    ['a card of the project',    { cardId: '100000000001' },              false],
    ['the start of its description', { description: 'A pair' },       true],
    ['another description',      { description: 'pair' },                 false],
    ['the name of its merchant', { merchant: 'Ann’s shop' },              true],
    ['the ID of its merchant',   { merchant: '12345678' },                true],
    ['another merchant',         { merchant: 'Ann' },                     false],
    ['its merchant category',    { mcc: '5999' },                         true],
    ['another category',         { mcc: '4111' },                         false],
    ['its interface',            { api: 'C' },                            true],
    ['another interface',        { api: 'simulation' },                   false],
    ['its operation',            { operation: 'paymentorder' },           true],
    ['another operation',        { operation: 'payFromPage' },            false],
    ['its kind of card',         { cardKind: 'test' },                    true],
    ['another kind of card',     { cardKind: 'unknown' },                 false],
    ['cards of the project',     { cardKind: 'issued' },                  false],
    ['its time',                 { from: '2027-01-31T12:00:00Z' },        true],
    ['a later time',             { from: '2027-01-31T13:00+00:59' },      false],
    ['a later end',              { until: '2027-01-31T12:00:00.001Z' },   true],
    ['its time as the end',      { until: '2027-01-31T12:00Z' },          false],
    ['an attempt number',        { nth: 2 },                              true],
    ['its client, a lower highest amount', { clientId: 'client-1', amountTo: 1999 }, false],
    ['all conditions except one', { panPrefix: '4', currency: '978', amountTo: 5 }, false],
  ]
  test('has a row in this table for every condition', () => {
    const covered = new Set(rows.flatMap(([, match]) => Object.keys(match)))
    assert.deepEqual(new Set(CONDITION_ROWS.map(({ name }) => name)), covered)
  })

  for (const [what, match, expected] of rows) {
    test(`with ${what} ${expected ? 'matches' : 'does not match'}`, () => {
      assert.equal(ruleMatches(match, subject), expected)
    })
  }

  test('applies if it is the first match', () => {
    const rules = [
      rule('1', { panPrefix: '5' }, 5),
      rule('2', { amountTo: 2000 }, 116),
      rule('3', {}, 101),
    ]
    assert.equal(ruleFor(rules, subject)?.outcome.actionCode, 116)
    assert.equal(ruleFor(rules, over(subject))?.outcome.actionCode, 101)
    assert.equal(ruleFor(rules.slice(0, 1), subject), undefined)
    assert.equal(ruleFor([], subject), undefined)
  })

  test('matches a card of the project only if its conditions select the card', () => {
    const issued = by(100_000_000_001)
    const rules = [rule('1', {}, 5), rule('2', { cardId: '100000000001', amountTo: 2000 }, 116)]
    assert.equal(ruleFor(rules, issued)?.id, '2')
    assert.equal(ruleFor(rules, over(issued)), undefined)
    assert.equal(ruleFor(rules, by(100_000_000_002)), undefined)
    assert.equal(ruleFor(rules, subject)?.id, '1')
  })

  test('for the n-th attempt counts the attempts that meet its other conditions', () => {
    let rules: readonly OutcomeRule[] = [
      rule('1', { amountFrom: 3000, nth: 2 }, 116),
      rule('2', {}, 5),
    ]
    const decided = [subject, over(subject), over(subject), over(subject)].map((payment) => {
      const use = ruleUse(rules, payment)
      rules = afterAttempt(rules, use)
      return use.rule?.id
    })
    assert.deepEqual(decided, ['2', '2', '1', '2'])
    assert.deepEqual(
      rules.map(({ matches, seen }) => [matches, seen]),
      [
        [1, 3],
        [3, undefined],
      ],
    )
  })

  test('applies to issued cards, transfers and top-ups only if its conditions select them', () => {
    const at = { C: by(1), simulation: { ...by(1), api: 'simulation' } as const }
    const transfer = { ...by(1), api: 'B', operation: 'createTransfer', merchant: null } as const
    // prettier-ignore
    const ROWS: readonly (readonly [match: OutcomeMatch, decides: readonly [outside: boolean, issued: boolean, simulated: boolean, transfer: boolean]])[] = [
      [{},                              [true,  false, false, false]],
      [{ cardId: '1' },                 [false, true,  true,  false]],
      [{ cardKind: 'issued' },          [false, true,  true,  false]],
      [{ cardKind: 'test' },            [true,  false, false, false]],
      [{ api: 'C' },                    [true,  false, false, false]],
      [{ api: 'C', cardKind: 'issued' }, [false, true, false, false]],
      [{ api: 'simulation' },           [false, false, true,  false]],
      [{ api: 'B' },                    [false, false, false, true]],
      [{ api: 'A' },                    [false, false, false, false]],
      [{ operation: 'createTransfer' }, [false, false, false, true]],
      [{ api: 'B', cardId: '1' },       [false, false, false, true]],
      [{ api: 'B', cardId: '2' },       [false, false, false, false]],
    ]
    for (const [match, decides] of ROWS)
      assert.deepEqual(
        [subject, at.C, at.simulation, transfer].map(
          (payment) => ruleFor([rule('1', match, 5)], payment) !== undefined,
        ),
        decides,
        JSON.stringify(match),
      )
  })

  test('with a limit is used up without affecting other rules', () => {
    const counted = { ...rule('2', {}, 116), times: 2 }
    const rules = [rule('1', {}, 5), counted, rule('3', {}, 101)]
    const once = afterAttempt(rules, { rule: counted, seenBy: [] })
    assert.deepEqual(
      once.map(({ id, times }) => [id, times]),
      [
        ['1', undefined],
        ['2', 1],
        ['3', undefined],
      ],
    )
    assert.deepEqual(
      afterAttempt(once, { rule: { ...counted, times: 1 }, seenBy: [] }).map(({ id }) => id),
      ['1', '3'],
    )
    assert.deepEqual(
      afterAttempt(rules, { rule: rule('1', {}, 5), seenBy: [] }).map(({ id, times, matches }) => [
        id,
        times,
        matches,
      ]),
      [
        ['1', undefined, 1],
        ['2', 2, undefined],
        ['3', undefined, undefined],
      ],
    )
  })

  test('approves without 3-D Secure by default', () => {
    assert.deepEqual(cardOutcome({}), { flow: 'ssl', version: 2, code: '123456', actionCode: 0 })
    assert.equal(cardOutcome({ flow: 'challenge' }).flow, 'challenge')
  })

  test('is refused if it has a card number or an unknown action code', () => {
    const outcome = cardOutcome({})
    assert.equal(isOutcomeRuleValid({ match: { panPrefix: '411111' }, outcome }), true)
    assert.equal(isOutcomeRuleValid({ match: { panPrefix: '4111111' }, outcome }), false)
    for (const [times, isValid] of [
      [0, false],
      [1, true],
      [1000, true],
      [1001, false],
      [1.5, false],
      [NaN, false],
    ] as const)
      assert.equal(isOutcomeRuleValid({ match: {}, outcome, times }), isValid, String(times))
    for (const [cardId, isValid] of [
      ['1', true],
      ['0', false],
      ['x', false],
      ['1'.repeat(16), false],
    ] as const)
      assert.equal(isOutcomeRuleValid({ match: { cardId }, outcome }), isValid, cardId)
    assert.equal(isOutcomeRuleValid({ match: { panSuffix: '11111' }, outcome }), false)
    assert.equal(isOutcomeRuleValid({ match: { panPrefix: 'x' }, outcome }), false)
    assert.equal(isOutcomeRuleValid({ match: { amountFrom: 2, amountTo: 1 }, outcome }), false)
    assert.equal(isOutcomeRuleValid({ match: {}, outcome: { ...outcome, code: '1' } }), false)
    assert.equal(
      isOutcomeRuleValid({ match: {}, outcome: cardOutcome({ actionCode: 7777 }) }),
      false,
    )
  })
})

describe('A test card', () => {
  test('has an outcome in the same format as a rule', () => {
    assert.deepEqual(testCardOutcome(maskPanShort(TEST_CARDS.challengeV1LongCode)), {
      flow: 'challenge',
      version: 1,
      code: '12345678',
      actionCode: 0,
    })
  })
})

describe('A new rule as entered', () => {
  const outcome = { flow: 'ssl', version: 2, code: '123456', actionCode: 0 } as const

  test('has up to six leading digits, four last ones, and bounds in order', () => {
    // prettier-ignore
    const MATCHES: readonly (readonly [match: object, isValid: boolean])[] = [
      [{}, true], [{ panPrefix: '4' }, true], [{ panPrefix: '411111' }, true], [{ panPrefix: '4111111' }, false], [{ panPrefix: '' }, false], [{ panPrefix: 'x4' }, false], [{ panPrefix: '4x' }, false],
      [{ panSuffix: '1' }, true], [{ panSuffix: '1111' }, true], [{ panSuffix: '11111' }, false], [{ panSuffix: '' }, false], [{ panSuffix: 'x1' }, false], [{ panSuffix: '1x' }, false],
      [{ amountFrom: 5, amountTo: 5 }, true], [{ amountFrom: 6, amountTo: 5 }, false], [{ amountFrom: 6 }, true], [{ amountTo: 0 }, true],
    ]
    for (const [match, isValid] of MATCHES)
      assert.equal(isOutcomeRuleValid({ match, outcome }), isValid, JSON.stringify(match))
  })

  test('has a code of four to eight digits and a known action code', () => {
    // prettier-ignore
    for (const [code, isValid] of Object.entries({ '1234': true, '12345678': true, '123': false, '123456789': false, 'x1234': false, '1234x': false, '': false }))
      assert.equal(isOutcomeRuleValid({ match: {}, outcome: { ...outcome, code } }), isValid, code)
    for (const [actionCode, isValid] of [
      [116, true],
      [-2007, true],
      [2, false],
    ] as const)
      assert.equal(isOutcomeRuleValid({ match: {}, outcome: { ...outcome, actionCode } }), isValid)
  })

  test('may set the codes of A and B only if it declines, and only valid ones', () => {
    // prettier-ignore
    const OUTCOMES: readonly (readonly [outcome: object, isValid: boolean])[] = [
      [{ actionCode: 5, responseCode: '51' }, true], [{ actionCode: 0, responseCode: '51' }, false], [{ actionCode: 5, responseCode: '00' }, false], [{ actionCode: 5, responseCode: '5' }, false], [{ actionCode: 5, responseCode: 'ab' }, false],
      [{ actionCode: 5, statusMessage: 'no' }, true], [{ actionCode: 0, statusMessage: 'no' }, false], [{ actionCode: 5, statusMessage: '' }, false], [{ actionCode: 5, statusMessage: 'x'.repeat(101) }, false],
      [{ delayMs: 60_000 }, true], [{ delayMs: 60_001 }, false], [{ delayMs: 0.5 }, false], [{ delayMs: -1 }, false], [{ callback: { delayMs: 2_592_000_000 } }, true], [{ callback: { delayMs: 2_592_000_001 } }, false],
    ]
    for (const [over, isValid] of OUTCOMES)
      assert.equal(
        isOutcomeRuleValid({ match: {}, outcome: { ...outcome, ...over } }),
        isValid,
        JSON.stringify(over),
      )
    for (const [given, actionCode] of [
      [{}, 0],
      [{ responseCode: '51' }, 116],
      [{ responseCode: '96' }, 5],
      [{ statusMessage: 'Card is blocked' }, 4],
      [{ statusMessage: 'No' }, 5],
      [{ responseCode: '51', actionCode: 208 }, 208],
    ] as const)
      assert.equal(cardOutcome(given).actionCode, actionCode, JSON.stringify(given))
  })

  test('with limited funds approves amounts up to them, unless another reason declines', () => {
    // prettier-ignore
    const ENDS: readonly (readonly [outcome: object, payment: { amount: number; isCvcWrong: boolean }, code: number])[] = [
      [{ funds: 100 }, { amount: 100, isCvcWrong: false }, 0], [{ funds: 100 }, { amount: 101, isCvcWrong: false }, 116], [{ funds: 0 }, { amount: 0, isCvcWrong: false }, 0],
      [{}, { amount: 101, isCvcWrong: false }, 0], [{ actionCode: 5, funds: 100 }, { amount: 101, isCvcWrong: false }, 5], [{ actionCode: 5 }, { amount: 1, isCvcWrong: true }, 82],
    ]
    for (const [over, payment, code] of ENDS)
      assert.equal(
        outsideActionCode({ ...outcome, ...over }, payment),
        code,
        JSON.stringify([over, payment]),
      )
  })
})

describe('A new rule', () => {
  test('gets an unused id, even after a rule is deleted', () => {
    const fresh = { match: {}, outcome: cardOutcome({}) }
    const first = numberedRules({ outcomeRules: [], lastRuleNumber: 0 }, [fresh])
    assert.deepEqual(
      numberedRules(first, [fresh, ...first.outcomeRules]).outcomeRules.map(({ id }) => id),
      ['rule-2', 'rule-1'],
    )
    const replaced = numberedRules({ outcomeRules: [], lastRuleNumber: 2 }, [
      fresh,
      { ...fresh, id: 'rule-7' },
      fresh,
    ])
    assert.deepEqual(
      replaced.outcomeRules.map(({ id }) => id),
      ['rule-8', 'rule-7', 'rule-9'],
    )
    assert.equal(replaced.lastRuleNumber, 9)
  })
})
