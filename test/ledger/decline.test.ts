import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  cardAnswerOf,
  type Decline,
  type DeclineCode,
  DECLINES,
  declineSentence,
  statusMessageOf,
} from '../../src/ledger/decline.ts'
import { isLimitName, LIMIT_NAMES, limitLabel } from '../../src/issuing/limits.ts'

/**
 * The codes of the interfaces, repeated by hand: ISO 8583:1987 and :1993 field 39, and the
 * gateway's action codes.
 */
// prettier-ignore
const ANSWERS: Readonly<Record<DeclineCode, readonly [a: string, aMessage: string, internal: number, b: string, c: number]>> = {
  'same-card':          ['12', 'Source and destination are the same card', 902, 'Source and destination are the same card', 902],
  'wrong-expiry':       ['54', 'Invalid expiry date',  101, 'Invalid expiry date',       101],
  'expired':            ['33', 'Expired card',         101, 'Expired card',              101],
  'blocked':            ['62', 'Card is blocked',      104, 'Card is blocked',           4],
  'lost':               ['41', 'Card is lost',         208, 'Card is lost',              208],
  'stolen':             ['43', 'Card is stolen',       209, 'Card is stolen',            208],
  'replaced':           ['41', 'Card is replaced',     125, 'Card is replaced',          125],
  'wrong-cvc':          ['AB', 'Invalid CVC',          122, 'Invalid CVC',               82],
  'insufficient-funds': ['51', 'Insufficient funds',   116, 'Insufficient funds',        116],
  'limit-exceeded':     ['61', 'Limit exceeded',       121, 'Daily limit exceeded',      121],
  'currency':           ['12', 'Unsupported currency', 110, 'Currency is not supported', 110],
  'account-full':       ['13', 'Account full',         123, 'account full',              123],
  'amount-too-large':   ['13', 'Invalid amount',       110, 'Amount is too large',       110],
  'wrong-pin':          ['55', 'Incorrect PIN',        117, 'Incorrect PIN',             117],
  'pin-tries-exceeded': ['75', 'PIN tries exceeded',   106, 'PIN tries exceeded',        106],
  'rate-missing':       ['12', 'No exchange rate',     110, 'Currency is not supported', 110],
  'do-not-honour':      ['05', 'Do not honour',        100, 'Do not honour',             5],
  'suspected-fraud':    ['59', 'Suspected fraud',      102, 'Suspected fraud',           151],
  'not-permitted':      ['57', 'Transaction not permitted to cardholder', 119, 'Transaction is not permitted', 57],
  'issuer-unavailable': ['91', 'Issuer is not available', 907, 'Issuer is not available', 907],
  'by-rule':            ['05', 'Declined by a rule',   100, 'Declined by a rule',        5],
}

describe('A decline', () => {
  test('has the codes and messages of each interface', () => {
    const answers = Object.entries(DECLINES).map(([code, row]) => {
      const statusMessage = statusMessageOf({ code: code as DeclineCode })
      const { responseCode, message, internalResponseCode, actionCode } = row
      return [code, [responseCode, message, internalResponseCode, statusMessage, actionCode]]
    })
    assert.deepEqual(Object.fromEntries(answers), ANSWERS)
  })

  test('by a rule has the texts of the decline with the same response code and action code', () => {
    const texts = [
      [{ actionCode: 110, responseCode: '12' }, 'Unsupported currency', 110],
      [{ actionCode: 125, responseCode: '41' }, 'Card is replaced', 125],
      [{ actionCode: 5, responseCode: '41' }, 'Card is lost', 208],
      [{ actionCode: 116, responseCode: '96' }, 'Declined by a rule', 100],
      [{ actionCode: 116 }, 'Declined by a rule', 100],
    ] as const
    for (const [codes, message, internal] of texts) {
      const answer = cardAnswerOf({ code: 'by-rule', ...codes })
      assert.deepEqual([answer.message, answer.internalResponseCode], [message, internal])
    }
  })

  test("by a limit names the limit's period at interface B", () => {
    for (const [limitCycle, message] of [
      [0, 'Daily limit exceeded'],
      [3, 'Monthly limit exceeded'],
      [4, 'Yearly limit exceeded'],
    ] as const)
      assert.equal(statusMessageOf({ code: 'limit-exceeded', limitCycle }), message)
  })

  const sentenceOf = (decline: Decline) =>
    declineSentence({
      ...decline,
      amount: '42.00 EUR',
      asked: 4200,
      ...(decline.limit !== undefined &&
        isLimitName(decline.limit) && {
          limitLabel: limitLabel(decline.limit, decline.limitCycle ?? 0),
        }),
      money: (minor) => `${(minor / 100).toFixed(2)} EUR`,
    })

  for (const [decline, sentence] of [
    [
      {
        code: 'limit-exceeded',
        limit: 'LMTP0109',
        limitCycle: 0,
        limitValue: 1000,
        limitUsed: 0,
      },
      '42.00 EUR is above the daily spending limit of 10.00 EUR (0.00 used).',
    ],
    [
      {
        code: 'limit-exceeded',
        limit: 'LMTP0112',
        limitCycle: 4,
        limitValue: 5000,
        limitUsed: 4900,
      },
      '42.00 EUR is above the yearly online limit of 50.00 EUR (49.00 used).',
    ],
    [
      { code: 'insufficient-funds', available: 0 },
      '42.00 EUR is more than the available balance of 0.00 EUR.',
    ],
    [{ code: 'insufficient-funds' }, '42.00 EUR is more than the available balance.'],
    [{ code: 'lost', side: 'source' }, 'The card was reported lost.'],
    [{ code: 'expired', side: 'destination' }, 'The destination card has expired.'],
    [{ code: 'wrong-cvc' }, 'The CVC does not match the card.'],
  ] as const satisfies readonly (readonly [Decline, string])[])
    test(`is explained as "${sentence}"`, () => assert.equal(sentenceOf(decline), sentence))

  test('has a sentence and a remedy for every reason', () => {
    for (const code of Object.keys(DECLINES) as DeclineCode[])
      for (const limit of LIMIT_NAMES) {
        for (const text of [sentenceOf({ code, limit }), DECLINES[code].remedy])
          assert.match(text, /^[A-Z\d].*\.$/)
        assert.doesNotMatch(DECLINES[code].reason, /\.$/)
      }
  })
})
