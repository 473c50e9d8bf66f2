// The amounts that an authorisation counts against the card's limits, as tables of legs.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Leg } from '../../src/authorisations/authorisation.ts'
import { limitChanges, usesOf } from '../../src/authorisations/limit-use.ts'

/** Amount at the merchant, hold after the leg, and other fields. */
type Written = readonly [kind: Leg['kind'], amount: number, held: number, other?: Partial<Leg>]

/** The leg number, from 1, is both the id and the time. */
const legsOf = (written: readonly Written[]): Leg[] =>
  written.map(([kind, amount, held, other], index) => ({
    id: index + 1,
    at: index + 1,
    kind,
    amount,
    merchantAmount: amount,
    held,
    ...other,
  }))

// prettier-ignore
const CASES: readonly (readonly [what: string, legs: readonly Written[], uses: readonly string[], kind?: 'cash' | 'credit' | 'refund'])[] = [
  ['a hold', [['authorisation', 1000, 1000]], ['1000 at 1']],
  ['a decline', [['authorisation', 0, 0, { decline: { code: 'blocked' } }]], []],
  ['a verification', [['authorisation', 0, 0]], []],
  ['an increment', [['authorisation', 1000, 1000], ['increment', 500, 1500]], ['1000 at 1', '500 at 2']],
  ['a declined increment', [['authorisation', 1000, 1000], ['increment', 0, 1000, { decline: { code: 'blocked' } }]], ['1000 at 1']],
  ['a partial reversal of an increment', [['authorisation', 1000, 1000], ['increment', 500, 1500], ['reversal', 300, 1200]], ['1000 at 1', '200 at 2']],
  ['a reversal that also releases a part of the first hold', [['authorisation', 1000, 1000], ['increment', 500, 1500], ['reversal', 700, 800]], ['800 at 1']],
  ['a full reversal', [['authorisation', 1000, 1000], ['increment', 500, 1500], ['reversal', 1500, 0]], []],
  ['an advice of more, then its expiry', [['authorisation', 1000, 1000], ['advice', 500, 1500], ['expiry', 1500, 0]], []],
  ['an advice of less', [['authorisation', 1000, 1000], ['advice', 400, 600]], ['600 at 1']],
  ['a clearing of the hold', [['authorisation', 1000, 1000], ['clearing', 1000, 0]], ['1000 at 1']],
  ['a clearing of more', [['authorisation', 1000, 1000], ['clearing', 3000, 0]], ['1000 at 1', '2000 at 2']],
  ['a clearing of less', [['authorisation', 1000, 1000], ['clearing', 400, 0]], ['400 at 1']],
  ['a clearing of a part', [['authorisation', 1000, 1000], ['clearing', 400, 600]], ['1000 at 1']],
  ['a clearing of a part, then the expiry of the rest', [['authorisation', 1000, 1000], ['clearing', 400, 600], ['expiry', 600, 0]], ['400 at 1']],
  ['a clearing of which the issuer pays a part', [['authorisation', 500, 500], ['clearing', 1000, 0, { suspense: 59_000, merchantAmount: 60_000 }]], ['500 at 1', '59500 at 2']],
  ['its full refund', [['authorisation', 500, 500], ['clearing', 1000, 0, { suspense: 59_000, merchantAmount: 60_000 }], ['refund', 1000, 0, { suspense: 59_000, merchantAmount: 60_000 }]], []],
  ['its partial refund, which repays the issuer first', [['authorisation', 500, 500], ['clearing', 1000, 0, { suspense: 59_000, merchantAmount: 60_000 }], ['refund', 0, 0, { suspense: 400, merchantAmount: 400 }]], ['500 at 1', '59100 at 2']],
  ['a force post', [['clearing', 700, 0, { suspense: 300, merchantAmount: 1000 }]], ['1000 at 1']],
  ['a full refund', [['authorisation', 1000, 1000], ['clearing', 3000, 0], ['refund', 3000, 0]], []],
  ['partial refunds', [['authorisation', 1000, 1000], ['clearing', 3000, 0], ['refund', 1500, 0], ['refund', 700, 0]], ['800 at 1']],
  ['a refund while a part is held', [['authorisation', 1000, 1000], ['clearing', 400, 600], ['refund', 400, 600]], ['600 at 1']],
  ['a reversed refund', [['authorisation', 1000, 1000], ['clearing', 3000, 0], ['refund', 2500, 0, { reversedBy: 4 }], ['refundReversal', 2500, 0]], ['500 at 1', '500 at 1', '2000 at 2']],
  ['the first of two refunds, reversed', [['authorisation', 1000, 1000], ['clearing', 3000, 0], ['refund', 1500, 0, { reversedBy: 5 }], ['refund', 700, 0], ['refundReversal', 1500, 0]], ['800 at 1', '1500 at 2']],
  ['a refund after a reversed refund', [['clearing', 900, 0], ['refund', 400, 0, { reversedBy: 3 }], ['refundReversal', 400, 0], ['refund', 900, 0]], []],
  ['a declined reversal of a refund', [['clearing', 900, 0], ['refund', 400, 0], ['refundReversal', 0, 0, { decline: { code: 'insufficient-funds' }, merchantAmount: 400 }]], ['500 at 1']],
  // 1,100 dollars were 1,000 euros; at the refund they are 1,100 euros, or 500.
  ['a refund that is worth more than the purchase', [['authorisation', 1000, 1000, { merchantAmount: 1100 }], ['clearing', 1000, 0, { merchantAmount: 1100 }], ['refund', 550, 0, { merchantAmount: 550 }]], ['500 at 1']],
  ['a full refund that is worth less than the purchase', [['authorisation', 1000, 1000, { merchantAmount: 1100 }], ['clearing', 1000, 0, { merchantAmount: 1100 }], ['refund', 500, 0, { merchantAmount: 1100 }]], []],
  ['refunds that are rounded', [['clearing', 100, 0, { merchantAmount: 3 }], ['refund', 33, 0, { merchantAmount: 1 }], ['refund', 33, 0, { merchantAmount: 1 }], ['refund', 33, 0, { merchantAmount: 1 }]], []],
  ['cash', [['authorisation', 1000, 0]], ['1000 at 1'], 'cash'],
  ['reversed cash', [['authorisation', 1000, 0], ['reversal', 1000, 0]], [], 'cash'],
  ['a credit', [['authorisation', 1000, 0], ['reversal', 1000, 0]], [], 'credit'],
  ['a refund without a purchase', [['refund', 1000, 0, { reversedBy: 2 }], ['refundReversal', 1000, 0]], [], 'refund'],
]

describe('The amounts that count after', () => {
  for (const [what, written, expected, kind = 'purchase'] of CASES)
    test(what, () => {
      const uses = usesOf({ kind, legs: legsOf(written) })
      assert.deepEqual(
        uses.map(({ at, amount }) => `${amount} at ${at}`),
        expected,
      )
    })
})

describe('The changes of the counters', () => {
  const legs = legsOf([
    ['authorisation', 1000, 1000],
    ['increment', 500, 1500],
    ['reversal', 700, 800],
    ['clearing', 800, 0],
  ])
  const purchase = (count: number) => ({ kind: 'purchase' as const, legs: legs.slice(0, count) })
  // prettier-ignore
  const changes: readonly (readonly [what: string, count: number, changes: readonly object[]])[] = [
    ['take the amount at the first leg', 1, [{ at: 1, amount: 1000 }]],
    ['take an increment now', 2, [{ at: 2, amount: 500 }]],
    ['give back the latest amount, then the one before', 3, [{ at: 1, amount: -200 }, { at: 2, amount: -500 }]],
    ['are none if a leg keeps the amount', 4, []],
  ]
  for (const [what, count, expected] of changes)
    test(what, () => {
      const before = count > 1 ? purchase(count - 1) : undefined
      assert.deepEqual(
        limitChanges(before, purchase(count)).toSorted((one, other) => one.at - other.at),
        expected,
      )
    })
})
