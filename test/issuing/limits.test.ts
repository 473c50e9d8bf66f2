// Limits: windows of the UTC calendar, usage counted for all three cycles, the first exceeded limit
// by name.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  INTERVAL_LIMIT,
  LIMIT_NAMES,
  type Usage,
  brokenLimit,
  giveBack,
  initialLimits,
  isCycleType,
  isLimitName,
  limitUsed,
  unusedAt,
  usageAt,
  useLimits,
} from '../../src/issuing/limits.ts'

const at = (text: string): number => Date.parse(text)

const used = useLimits(unusedAt(at('2028-02-28T10:00:00Z')), ['spending'], 400)

describe('The usage of a limit', () => {
  const cases: readonly [when: string, day: number, month: number, year: number][] = [
    ['2028-02-28T23:59:59.999Z', 400, 400, 400],
    ['2028-02-29T00:00:00Z', 0, 400, 400],
    ['2028-02-29T23:59:59.999Z', 0, 400, 400],
    ['2028-03-01T00:00:00Z', 0, 0, 400],
    ['2028-12-31T23:59:59.999Z', 0, 0, 400],
    ['2029-01-01T00:00:00Z', 0, 0, 0],
    // The same day and month of another year is another window.
    ['2029-02-28T10:00:00Z', 0, 0, 0],
  ]
  for (const [when, day, month, year] of cases)
    test(`is ${day} for the day, ${month} for the month and ${year} for the year at ${when}`, () => {
      assert.deepEqual(usageAt(used, at(when)).spending, { day, month, year })
    })

  test('counts only towards the families that a payment uses', () => {
    assert.deepEqual(used.cash, { day: 0, month: 0, year: 0 })
  })

  test('is only restored in windows that have not ended', () => {
    const taken = at('2028-02-28T10:00:00Z')
    const later = usageAt(used, at('2028-02-29T10:00:00Z'))
    assert.deepEqual(giveBack(later, ['spending'], 400, taken).spending, {
      day: 0,
      month: 0,
      year: 0,
    })
    const today = useLimits(later, ['spending'], 50)
    assert.deepEqual(giveBack(today, ['spending'], 400, taken).spending, {
      day: 50,
      month: 50,
      year: 50,
    })
  })
})

describe('A limit', () => {
  const limits = initialLimits()
  const fresh = unusedAt(at('2028-02-28T10:00:00Z'))

  test('can be used up to the last cent', () => {
    assert.equal(brokenLimit(limits, fresh, ['spending'], 100_000), undefined)
    assert.equal(brokenLimit(limits, fresh, ['spending'], 100_001), 'LMTP0109')
    assert.equal(brokenLimit(limits, used, ['spending'], 99_600), undefined)
    assert.equal(brokenLimit(limits, used, ['spending'], 99_601), 'LMTP0109')
  })

  test('of 0 declines everything, and the first limit by name is reported', () => {
    const none = {
      ...limits,
      LMTP0109: { value: 0, cycle: 0 },
      LMTP0110: { value: 0, cycle: 3 },
    } as const
    assert.equal(brokenLimit(none, fresh, ['spending'], 1), 'LMTP0109')
    assert.equal(brokenLimit(none, fresh, ['cash'], 1), undefined)
  })

  test('counts the usage of its new window when its cycle changes', () => {
    const yearly = { ...limits, LMTP0109: { value: 500, cycle: 4 } } as const
    const later = at('2028-06-01T00:00:00Z')
    assert.equal(limitUsed(limits, used, 'LMTP0109', later), 0)
    assert.equal(limitUsed(yearly, used, 'LMTP0109', later), 400)
  })
})

describe('The limits of a card', () => {
  test("are six, with the product's initial values", () => {
    const cash = [
      { value: 100_000, cycle: 0 },
      { value: 1_000_000, cycle: 3 },
    ]
    assert.deepEqual(initialLimits(), {
      LMTP0107: cash[0],
      LMTP0108: cash[1],
      LMTP0109: cash[0],
      LMTP0110: cash[1],
      LMTP0111: cash[0],
      LMTP0112: cash[1],
    })
    assert.deepEqual(INTERVAL_LIMIT, { daily: 'LMTP0109', monthly: 'LMTP0110' })
    assert.deepEqual([-1, 0, 1, 2, 3, 4, 5].filter(isCycleType), [0, 3, 4])
    assert.ok(LIMIT_NAMES.every(isLimitName))
    assert.ok(!isLimitName('LMTP0106') && !isLimitName('toString'))
  })

  const used = (day: number, month: number, year: number) => ({ day, month, year })
  const at = Date.UTC(2032, 0, 30, 12)
  const usage: Usage = {
    at,
    cash: used(1, 2, 3),
    spending: used(4, 5, 6),
    ecommerce: used(7, 8, 9),
  }

  test('reset at the start of each day, month and year', () => {
    // prettier-ignore
    const LATER: readonly (readonly [now: number, spending: object])[] = [
      [Date.UTC(2032, 0, 30, 23, 59, 59, 999), used(4, 5, 6)], [Date.UTC(2032, 0, 31), used(0, 5, 6)], [Date.UTC(2032, 1, 1), used(0, 0, 6)], [Date.UTC(2033, 0, 30, 12), used(0, 0, 0)],
    ]
    for (const [now, spending] of LATER) assert.deepEqual(usageAt(usage, now).spending, spending)
    const next = Date.UTC(2032, 1, 1)
    assert.deepEqual(usageAt(usage, next), {
      at: next,
      cash: used(0, 0, 3),
      spending: used(0, 0, 6),
      ecommerce: used(0, 0, 9),
    })
    assert.deepEqual(unusedAt(5), {
      at: 5,
      cash: used(0, 0, 0),
      spending: used(0, 0, 0),
      ecommerce: used(0, 0, 0),
    })
    const limits = { ...initialLimits(), LMTP0112: { value: 1, cycle: 4 as const } }
    assert.deepEqual(
      LIMIT_NAMES.map((name) => limitUsed(limits, usage, name, at)),
      [1, 2, 4, 5, 7, 9],
    )
  })

  test('are exceeded by one cent above the remaining amount; the first by name is reported', () => {
    const limits = initialLimits()
    const all = ['cash', 'spending', 'ecommerce'] as const
    assert.equal(brokenLimit(limits, usage, ['spending'], 100_000 - 4), undefined)
    assert.equal(brokenLimit(limits, usage, ['spending'], 100_000 - 3), 'LMTP0109')
    assert.equal(brokenLimit(limits, usage, ['ecommerce'], 100_000 - 6), 'LMTP0111')
    assert.equal(brokenLimit(limits, usage, all, 2_000_000), 'LMTP0107')
    assert.equal(
      brokenLimit(
        { ...limits, LMTP0109: { value: 2_000_000, cycle: 0 } },
        usage,
        ['spending'],
        999_996,
      ),
      'LMTP0110',
    )
    assert.equal(brokenLimit(limits, usage, [], 2_000_000), undefined)
  })

  test('are used per family; a reversal restores only windows that have not ended', () => {
    assert.deepEqual(useLimits(usage, ['spending', 'cash'], 10), {
      ...usage,
      cash: used(11, 12, 13),
      spending: used(14, 15, 16),
    })
    // prettier-ignore
    const BACK: readonly (readonly [takenAt: number, spending: object])[] = [
      [at, used(1, 2, 3)], [Date.UTC(2032, 0, 29), used(4, 2, 3)], [Date.UTC(2031, 11, 30), used(4, 5, 6)], [Date.UTC(2032, 1, 30), used(4, 5, 3)],
    ]
    for (const [takenAt, spending] of BACK)
      assert.deepEqual(giveBack(usage, ['spending'], 3, takenAt), { ...usage, spending })
    assert.deepEqual(giveBack(usage, ['spending'], 5, at), { ...usage, spending: used(0, 0, 1) })
  })
})
