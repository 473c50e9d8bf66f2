// The calendar and the project's clock: strict dates, months across years, counters, and time that
// never runs backwards.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  DAY_MS,
  addMonths,
  dateTime,
  isYearMonth,
  isoDate,
  parseDate,
  parseDateTime,
  yearMonth,
} from '../../src/kernel/calendar.ts'
import {
  batchTime,
  clockAt,
  clockTime,
  freeze,
  newDataset,
  take,
  unfreeze,
} from '../../src/kernel/dataset.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const dataset = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: 0 })

describe('A date', () => {
  for (const text of ['2028-02-29', '1970-01-01', '2000-12-31'])
    test(`${text} is valid and is formatted unchanged`, () => {
      assert.equal(isoDate(parseDate(text) ?? 1), text)
    })

  for (const text of [
    '2027-02-29',
    '2028-13-01',
    '2028-00-10',
    '2028-1-1',
    '28-01-01',
    '2028-04-31',
    '',
  ])
    test(`"${text}" is invalid`, () => assert.equal(parseDate(text), undefined))

  test('a date with a time is formatted in UTC without a zone', () => {
    assert.equal(dateTime(Date.UTC(2028, 1, 29, 23, 59, 59, 999)), '2028-02-29T23:59:59')
  })

  test('a date with a time is parsed; any other character makes it invalid', () => {
    assert.equal(parseDateTime('2032-01-30T12:00:00'), Date.UTC(2032, 0, 30, 12))
    // prettier-ignore
    for (const text of ['', 'x', '2032-01-30', '2032-01-30T12:00', '2032-01-30T12:00:00Z', 'x2032-01-30T12:00:00', '2032-01-30T12:00:000', '2032-01-30T24:00:00', '2032-02-30T12:00:00', '2032-01-30T12:60:00', '2032-01-30 12:00:00', '-000001-01-01T00:00', '+012345-01-01T00:00', '12032-01-30T12:00:00'])
      assert.equal(parseDateTime(text), undefined, text)
  })
})

describe('A month', () => {
  for (const [month, count, expected] of [
    [202_801, 60, 203_301],
    [202_812, 1, 202_901],
    [202_801, -1, 202_712],
    [202_806, 0, 202_806],
    [202_811, 25, 203_012],
  ] as const)
    test(`${month} plus ${count} months is ${expected}`, () => {
      assert.equal(addMonths(month, count), expected)
    })

  test('is YYYYMM with a month from 01 to 12', () => {
    assert.equal(yearMonth(Date.UTC(2028, 11, 31, 23)), 202_812)
    assert.deepEqual([202_800, 202_813, 199_912, 210_001, 2028.1, 202_812].map(isYearMonth), [
      false,
      false,
      false,
      false,
      false,
      true,
    ])
  })
})

describe('The clock', () => {
  test('continues from its target, and a frozen one stays there', () => {
    const moved = clockAt(dataset, 5_000, 1_000)
    assert.deepEqual([clockTime(moved, 1_000), clockTime(moved, 1_500)], [5_000, 5_500])
    const frozen = freeze(moved, 1_500)
    assert.deepEqual([clockTime(frozen, 1_500), clockTime(frozen, 9_000)], [5_500, 5_500])
    assert.equal(clockTime(clockAt(frozen, 7_000, 9_000), 9_999), 7_000)
    assert.equal(clockTime(unfreeze(frozen, 9_000), 9_010), 5_510)
    assert.equal(unfreeze(dataset, 1), dataset)
  })

  test('never shows a batch an earlier time than the previous batch', () => {
    assert.equal(batchTime({ ...dataset, lastAt: 800 }, 700), 800)
    assert.equal(batchTime({ ...dataset, lastAt: 800 }, 900), 900)
  })
})

describe('A counter', () => {
  test('returns the next value and does not change its dataset', () => {
    const [first, next] = take(dataset, 'nextUtrnno', 3)
    assert.deepEqual(
      [first, next.nextUtrnno, dataset.nextUtrnno],
      [1_600_000, 1_600_003, 1_600_000],
    )
  })

  test('of trace numbers restarts after 999999', () => {
    const [last, next] = take({ ...dataset, nextStan: 999_999 }, 'nextStan')
    assert.deepEqual([last, next.nextStan], [999_999, 1])
  })
})

test('A date has four, two and two digits, and no other characters', () => {
  assert.equal(parseDate('2028-02-29'), Date.UTC(2028, 1, 29))
  // prettier-ignore
  for (const text of ['x2028-02-29', '2028-02-29x', '12028-02-29', '2028-02-029', '2028-002-29', '2028-02-29\n', ' 2028-02-29', '2028/02/29', '2028-02-290', '-000001-01', '+012345-01'])
    assert.equal(parseDate(text), undefined, text)
  assert.equal(DAY_MS, 24 * 60 * 60 * 1000)
})

test('The expiry month of a card is in this century', () => {
  // prettier-ignore
  const MONTHS = { 200_001: true, 200_012: true, 209_912: true, 209_901: true, 200_000: false, 199_912: false, 200_013: false, 209_913: false, 210_001: false, 209_900: false }
  for (const [month, is] of Object.entries(MONTHS))
    assert.equal(isYearMonth(Number(month)), is, month)
})
