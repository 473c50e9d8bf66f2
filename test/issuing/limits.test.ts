// Limits: windows of the UTC calendar, usage counted for all three cycles, the first broken limit by name.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  brokenLimit,
  giveBack,
  initialLimits,
  limitUsed,
  unusedAt,
  usageAt,
  useLimits,
} from '../../src/issuing/limits.ts'

const at = (text: string): number => Date.parse(text)
const used = useLimits(unusedAt(at('2028-02-28T10:00:00Z')), ['spending'], 400)

describe('Usage', () => {
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
    test(`of 28 February reads ${day}, ${month}, ${year} at ${when}`, () => {
      assert.deepEqual(usageAt(used, at(when)).spending, { day, month, year })
    })

  test('is counted in the families that were used and in no other', () => {
    assert.deepEqual(used.cash, { day: 0, month: 0, year: 0 })
  })

  test('is given back only in the windows that still run', () => {
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

  test('holds to the last cent', () => {
    assert.equal(brokenLimit(limits, fresh, ['spending'], 100_000), undefined)
    assert.equal(brokenLimit(limits, fresh, ['spending'], 100_001), 'LMTP0109')
    assert.equal(brokenLimit(limits, used, ['spending'], 99_600), undefined)
    assert.equal(brokenLimit(limits, used, ['spending'], 99_601), 'LMTP0109')
  })

  test('of 0 lets nothing through, and the first by name is the one that is told', () => {
    const none = {
      ...limits,
      LMTP0109: { value: 0, cycle: 0 },
      LMTP0110: { value: 0, cycle: 3 },
    } as const
    assert.equal(brokenLimit(none, fresh, ['spending'], 1), 'LMTP0109')
    assert.equal(brokenLimit(none, fresh, ['cash'], 1), undefined)
  })

  test('whose cycle changes knows what its new window has used', () => {
    const yearly = { ...limits, LMTP0109: { value: 500, cycle: 4 } } as const
    const later = at('2028-06-01T00:00:00Z')
    assert.equal(limitUsed(limits, used, 'LMTP0109', later), 0)
    assert.equal(limitUsed(yearly, used, 'LMTP0109', later), 400)
  })
})
