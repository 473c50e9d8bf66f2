// Dates, durations and counters at the bounds of what they take, and one step beyond.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, isYearMonth, parseDate } from '../../src/kernel/calendar.ts'
import { INITIAL_COUNTERS, newDataset, STAN_MAX, take } from '../../src/kernel/dataset.ts'
import { parseDuration } from '../../src/kernel/duration.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

test('A date is four digits, two and two, and nothing around them', () => {
  assert.equal(parseDate('2028-02-29'), Date.UTC(2028, 1, 29))
  // prettier-ignore
  for (const text of ['x2028-02-29', '2028-02-29x', '12028-02-29', '2028-02-029', '2028-002-29', '2028-02-29\n', ' 2028-02-29', '2028/02/29', '2028-02-290', '-000001-01', '+012345-01'])
    assert.equal(parseDate(text), undefined, text)
  assert.equal(DAY_MS, 24 * 60 * 60 * 1000)
})

test('A month of a card is one of this century', () => {
  // prettier-ignore
  const MONTHS = { 200_001: true, 200_012: true, 209_912: true, 209_901: true, 200_000: false, 199_912: false, 200_013: false, 209_913: false, 210_001: false, 209_900: false }
  for (const [month, is] of Object.entries(MONTHS))
    assert.equal(isYearMonth(Number(month)), is, month)
})

test('A duration has nine digits at most for each unit, and three decimals of a second', () => {
  const nines = 999_999_999
  // prettier-ignore
  const LONGEST: readonly (readonly [unit: string, months: number, ms: number])[] = [
    ['P#Y', nines * 12, 0], ['P#M', nines, 0], ['P#W', 0, nines * 7 * DAY_MS], ['P#D', 0, nines * DAY_MS],
    ['PT#H', 0, nines * 3_600_000], ['PT#M', 0, nines * 60_000], ['PT#S', 0, nines * 1000],
  ]
  for (const [unit, months, ms] of LONGEST) {
    assert.deepEqual(parseDuration(unit.replace('#', String(nines))), { months, ms }, unit)
    assert.equal(parseDuration(unit.replace('#', `${nines}9`)), undefined, unit)
    assert.equal(parseDuration(unit.replace('#', '')), undefined, unit)
    assert.equal(parseDuration(`x${unit.replace('#', '1')}`), undefined, unit)
    assert.equal(parseDuration(`${unit.replace('#', '1')}x`), undefined, unit)
  }
  assert.deepEqual(parseDuration('PT0.001S'), { months: 0, ms: 1 })
  assert.deepEqual(parseDuration('PT1.999S'), { months: 0, ms: 1999 })
  for (const text of [
    'PT0.0009S',
    'PT1.0000S',
    'PT1.S',
    'PT.5S',
    'PT1.5M',
    'P1WT',
    'P0Y0M',
    'PT0.000S',
  ])
    assert.equal(parseDuration(text), undefined, text)
})

test('A dataset begins where its counters begin, and its id leaves room for a million lives', () => {
  const dataset = newDataset(7, 3, { settings: DEFAULT_SETTINGS, now: 500 })
  assert.deepEqual(dataset, {
    id: 7_000_003,
    projectNumber: 7,
    nextId: 100_001,
    nextCard: 100_000_000_001,
    nextAccount: 1,
    nextUtrnno: 1_600_000,
    nextStan: 1,
    poolUsed: 0,
    dueRan: 0,
    storedRows: 0,
    offsetMs: 0,
    frozenAt: null,
    lastAt: 500,
    settings: DEFAULT_SETTINGS,
    nextDueAt: null,
    retired: false,
    clockTarget: null,
    workAt: null,
  })
  assert.equal(INITIAL_COUNTERS.nextStan, 1)
})

test('A counter gives one value where nobody asks for more, and a trace number begins again behind its last', () => {
  const dataset = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: 0 })
  const [id, next] = take(dataset, 'nextId')
  assert.deepEqual([id, next.nextId], [100_001, 100_002])
  assert.equal(STAN_MAX, 999_999)
  assert.equal(take({ ...dataset, nextStan: 999_998 }, 'nextStan')[1].nextStan, 999_999)
  assert.equal(take({ ...dataset, nextStan: 999_999 }, 'nextStan')[1].nextStan, 1)
  assert.equal(take({ ...dataset, nextUtrnno: 999_999 }, 'nextUtrnno')[1].nextUtrnno, 1_000_000)
})
