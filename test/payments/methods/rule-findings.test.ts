// Whether a rule can match, compared with every payment of a small world.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cardOutcome } from '../../../src/payments/methods/card-outcome.ts'
import { type OutcomeRule, ruleUse } from '../../../src/payments/methods/outcome-rules.ts'
import type { OutcomeSubject } from '../../../src/payments/methods/rule-condition.ts'
import type { OutcomeMatch } from '../../../src/payments/methods/rule-conditions.ts'
import {
  findingsOf,
  isUseless,
  type RuleContext,
} from '../../../src/payments/methods/rule-findings.ts'
import { assertProperty, fc } from '../../kit/property.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** The digits of issued cards by id. No test card has these last four digits. */
const ISSUED: Readonly<Record<string, string>> = {
  '100000000001': '400000**8049',
  '100000000002': '400000**1049',
}

const NOW = Date.parse('2027-01-01T00:00Z')

const MERCHANT = { name: 'Shop', id: '1', mcc: 5999 }

const CARDS: RuleContext = {
  now: NOW,
  merchant: MERCHANT,
  isIssuable: (panPrefix) => '400000'.startsWith(panPrefix),
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

const HOUR = 3_600_000
const TIMES = [NOW, NOW + HOUR]

const OUTSIDE_CARDS = ['400000', '410000', '510000'].flatMap((prefix) =>
  ['8049', '1049', '0000'].map((suffix): OutcomeSubject['card'] => ({
    kind: 'unknown',
    mask: `${prefix}**${suffix}`,
  })),
)
/** With cards that may be issued later, with any last digits. */
const ISSUED_CARDS = [
  ...Object.entries(ISSUED),
  ...OUTSIDE_CARDS.filter(({ mask }) => mask.startsWith('400000')).map(
    ({ mask }, index) => [`20000000000${index}`, mask] as const,
  ),
].map(([id, mask]) => ({ kind: 'issued' as const, mask, cardId: Number(id) }))
const TEST_CARD: OutcomeSubject['card'] = { kind: 'test', mask: '444455**3333' }

const at = (subject: Omit<OutcomeSubject, 'at'>): readonly OutcomeSubject[] =>
  TIMES.map((time) => ({ ...subject, at: time }))

/** Every payment: any number with these digits, a test card, and the issued cards. */
const PAYMENTS: readonly OutcomeSubject[] = [
  ...[...OUTSIDE_CARDS, TEST_CARD, ...ISSUED_CARDS].flatMap((card) =>
    AMOUNTS.flatMap((amount) =>
      [978, 840].flatMap((currency) =>
        ['A', 'B'].flatMap((number) =>
          ['ann', null].flatMap((clientId) => {
            const order = { number, amount, currency, clientId, request: { description: 'Shoes' } }
            const operation = number === 'A' ? 'paymentorder' : 'payFromPage'
            return at({ api: 'C', operation, merchant: MERCHANT, card, order })
          }),
        ),
      ),
    ),
  ),
  ...ISSUED_CARDS.flatMap((card) =>
    AMOUNTS.flatMap((amount) => [
      ...[978, 840].flatMap((currency) =>
        at({
          api: 'simulation',
          operation: 'simulateAuthorisation',
          merchant: MERCHANT,
          card,
          order: { amount, currency },
        }),
      ),
      ...(['A', 'B'] as const).flatMap((api) =>
        amount === 0
          ? []
          : at({
              api,
              operation: api === 'A' ? 'p2pTransfer' : 'createTransfer',
              merchant: null,
              card,
              order: { amount, currency: 978 },
            }),
      ),
    ]),
  ),
]

const some = <T>(...values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined })

const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())

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
    api: some('A', 'B', 'C', 'simulation'),
    operation: some('p2pTransfer', 'createTransfer', 'simulateAuthorisation', 'getCard'),
    cardKind: some('issued', 'unknown'),
    description: some('Sh', ''),
    mcc: some('5999'),
    from: some(...iso(TIMES)),
    until: some(...iso([...TIMES, NOW + 2 * HOUR])),
  })
  .map(
    (match) =>
      Object.fromEntries(
        Object.entries(match).filter(([, value]) => value !== undefined),
      ) as OutcomeMatch,
  )

const matched = (rules: readonly OutcomeRule[], last: OutcomeRule): boolean =>
  PAYMENTS.some((payment) => ruleUse([...rules, last], payment).rule === last)

const canNever = (last: OutcomeRule, earlier: readonly OutcomeRule[]): boolean =>
  findingsOf(last, earlier, CARDS).some(({ kind }) => kind === 'impossible' || kind === 'shadowed')

describe('A rule that can never match', () => {
  test('is found on its own exactly if no payment matches it', () => {
    assertProperty(
      fc.property(anyMatch, (match) => {
        assert.equal(canNever(rule(match), []), !matched([], rule(match)))
      }),
      { numRuns: 1000 },
    )
  })

  test('is reported because of one other rule only if that rule applies to all its payments', () => {
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

  test('is not reported for a rule that still applies to a payment after several others', () => {
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
    ['is turned off', { enabled: false }],
    ['is deleted after some payments', { times: 3 }],
  ] as const)
    test(`is not found after a rule that ${what}`, () => {
      assert.equal(canNever(rule({ panPrefix: '4' }), [rule({}, more)]), false)
      assert.equal(canNever(rule({ panPrefix: '4' }), [rule({})]), true)
    })
})

/** True if the broad rule covers the narrow one among the values of this world alone. */
const isCoveredHereOnly = (broad: OutcomeMatch, narrow: OutcomeMatch): boolean =>
  // All prefixes here start with 4 or 51, all suffixes end in 49 or 0000, and so on.
  (
    [
      'panPrefix',
      'panSuffix',
      'amountFrom',
      'amountTo',
      'orderNumber',
      'clientId',
      'currency',
      'operation',
      'description',
      'mcc',
      'from',
      'until',
    ] as const
  ).some((name) => broad[name] !== undefined && narrow[name] !== broad[name]) ||
  narrow.cardId !== undefined ||
  broad.cardKind !== narrow.cardKind ||
  broad.api !== narrow.api

describe('The reason why a rule can never match', () => {
  // prettier-ignore
  for (const [match, reason] of [
    [{ amountFrom: 2, amountTo: 1 },                    'the minimum amount is above the maximum'],
    [{ from: '2027-02-01T00:00Z', until: '2027-02-01T00:00Z' }, 'the time window ends before it starts'],
    [{ until: '2027-01-01T00:00Z' },                    'the time window is over'],
    [{ until: '2027-13-01T00:00Z' },                    '2027-13-01T00:00Z is not a date that exists'],
    [{ operation: 'getCard' },                          'no operation getCard makes a payment'],
    [{ operation: 'createTransfer', api: 'A' },         'the operation createTransfer belongs to interface B'],
    [{ api: 'B', cardKind: 'test' },                    'interface B applies to issued cards only'],
    [{ cardId: '100000000001', cardKind: 'test' },      'a card with an id is issued in this project'],
    [{ api: 'A', orderNumber: '1' },                    'only payments at interface C have an order'],
    [{ api: 'simulation', description: 'x' },           'only payments at interface C have an order'],
    [{ api: 'B', merchant: 'Shop' },                    'transfers and top-ups have no merchant'],
    [{ api: 'B', currency: '840' },                     'transfers and top-ups are in EUR'],
    [{ cardKind: 'test', panPrefix: '9' },              'no test card has these digits'],
    [{ currency: '000' },                               'ISO 4217 has no currency 000'],
    [{ merchant: '' },                                  'every merchant has a name'],
    [{ cardKind: 'issued', panPrefix: '5' },            'no card of the project starts with 5'],
    [{ cardKind: 'issued', panPrefix: '400001' },       'no card of the project starts with 400001'],
    [{ api: 'A', panPrefix: '41' },                     'no card of the project starts with 41'],
    [{ operation: 'simulateAuthorisation', panPrefix: '5' }, 'no card of the project starts with 5'],
    [{ api: 'B', amountTo: 0 },                         'transfers and top-ups have an amount of at least 1'],
    [{ operation: 'instantRefund', amountTo: 0 },       'instantRefund has an amount of at least 1'],
    [{ operation: 'instantRefund', description: 'x' },  'orders of instantRefund have no description'],
    [{ operation: 'createBindingNoPayment', amountFrom: 1 }, 'createBindingNoPayment has an amount of 0'],
    [{ operation: 'createBindingNoPayment', currency: '840' }, 'createBindingNoPayment is in euros'],
    [{ description: '<b>' },                            'orders have no text with markup or control characters'],
    [{ orderNumber: '1\u0001' },                        'orders have no text with markup or control characters'],
    [{ clientId: 'javascript:x' },                      'orders have no text with markup or control characters'],
    [{ cardId: '7' },                                   'the project has no card 7'],
    [{ cardId: '100000000001', panSuffix: '1' },        'card 100000000001 has other digits'],
  ] as const satisfies readonly (readonly [OutcomeMatch, string])[])
    test(`is that ${reason}, for ${JSON.stringify(match)}`, () => {
      assert.deepEqual(findingsOf({ match }, [], CARDS), [{ kind: 'impossible', detail: reason }])
    })

  test('is not given for rules that can match', () => {
    for (const match of [
      { cardKind: 'issued', panPrefix: '4000' },
      { panPrefix: '5', api: 'C' },
      { operation: 'createBindingNoPayment', amountTo: 0, currency: '978' },
      { operation: 'simulateAuthorisation', amountTo: 0 },
      { operation: 'googlePayment', amountFrom: 1 },
      { description: 'javascript:' },
      { description: '<' },
    ] as const)
      assert.ok(!canNever(rule(match), []), JSON.stringify(match))
  })

  test('can be that its attempt has passed', () => {
    const match = { nth: 2 }
    assert.deepEqual(findingsOf({ match, seen: 1 }, [], CARDS), [])
    assert.deepEqual(findingsOf({ match, seen: 2 }, [], CARDS), [
      { kind: 'impossible', detail: 'attempt number 2 has passed' },
    ])
  })

  test('reports a rule whose payments are fully covered by several earlier rules', () => {
    const earlier = [
      rule({ amountFrom: 300 }, { id: 'high' }),
      rule({ amountTo: 99 }, { id: 'low' }),
      rule({ amountFrom: 100, amountTo: 299, panPrefix: '4' }, { id: 'middle' }),
    ]
    const shadowed = (match: OutcomeMatch) => findingsOf({ match }, earlier, CARDS)
    assert.deepEqual(shadowed({ panPrefix: '4' }), [{ kind: 'shadowed', by: 'low' }])
    assert.deepEqual(shadowed({ panPrefix: '4', amountFrom: 50, amountTo: 200 }), [
      { kind: 'shadowed', by: 'low' },
    ])
    assert.deepEqual(shadowed({ panPrefix: '5' }), [])
    assert.deepEqual(findingsOf({ match: {} }, earlier.slice(0, 2), CARDS), [])
  })
})

describe('The warnings about the conditions', () => {
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
    [{ api: 'C', merchant: 'Shop' }, []],
    [{ api: 'C', merchant: '1', mcc: '5999' }, []],
    [{ api: 'C', merchant: 'Corner shop' }, ['other-merchant']],
    [{ operation: 'paymentorder', mcc: '5411' }, ['other-merchant']],
    [{ panSuffix: TEST_CARDS.approved.slice(-4), mcc: '5411' }, ['other-merchant']],
    // Simulated payments have any merchant.
    [{ cardKind: 'issued', merchant: 'Corner shop', mcc: '5411' }, []],
    [{ cardId: '100000000001', mcc: '5411' }, []],
  ] as const satisfies readonly (readonly [OutcomeMatch, readonly string[]])[])
    test(`${JSON.stringify(match)} has ${kinds.length === 0 ? 'no warning' : `the warning "${kinds.join()}"`}`, () => {
      const findings = findingsOf({ match }, [], CARDS)
      assert.deepEqual(findings.map(({ kind }) => kind), kinds)
      assert.equal(findings.some(isUseless), kinds.some((kind) => kind === 'issued-card'))
    })
})
