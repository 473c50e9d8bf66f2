import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY_MS } from '../../src/kernel/calendar.ts'
import { addDuration, parseDuration } from '../../src/kernel/duration.ts'

describe('A duration', () => {
  const accepted: [text: string, months: number, ms: number][] = [
    ['PT20M', 0, 1_200_000],
    ['P1D', 0, 86_400_000],
    ['P2W', 0, 1_209_600_000],
    ['P1Y2M', 14, 0],
    ['P1Y2M3W4DT5H6M7S', 14, 2_178_367_000],
    ['PT0.5S', 0, 500],
    ['PT1,25S', 0, 1250],
    ['PT36H', 0, 129_600_000],
  ]
  for (const [text, months, ms] of accepted)
    test(`${text} is ${months} months and ${ms} ms`, () => {
      assert.deepEqual(parseDuration(text), { months, ms })
    })

  const refused = [
    '',
    'P',
    'PT',
    'P1DT',
    'PT0S',
    'P0D',
    '-PT1M',
    'PT-1M',
    '+PT1M',
    '20M',
    'PT20',
    'pt20m',
  ]
  for (const text of [
    ...refused,
    'P1.5D',
    'PT1M2H',
    'PT1.0001S',
    ' PT1M',
    'PT1M\n',
    'PT9999999999S',
  ])
    test(`${JSON.stringify(text)} is not valid`, () => {
      assert.equal(parseDuration(text), undefined)
    })

  const sums: [from: string, duration: string, to: string][] = [
    ['2027-01-31T10:00:00.000Z', 'P1M', '2027-02-28T10:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 'P1Y', '2029-02-28T00:00:00.000Z'],
    ['2027-12-31T23:59:59.999Z', 'P2M', '2028-02-29T23:59:59.999Z'],
    ['2027-01-31T00:00:00.000Z', 'P1MT24H', '2027-03-01T00:00:00.000Z'],
    ['2027-03-15T12:00:00.000Z', 'P10Y', '2037-03-15T12:00:00.000Z'],
  ]
  for (const [from, duration, to] of sums)
    test(`${from} plus ${duration} is ${to}`, () => {
      const parsed = parseDuration(duration)
      assert.ok(parsed)
      assert.equal(new Date(addDuration(Date.parse(from), parsed)).toISOString(), to)
    })

  test('a duration that ends after the last representable date is refused', () => {
    assert.ok(Number.isNaN(addDuration(0, { months: 12 * 999_999_999, ms: 0 })))
  })
})

test('A duration has at most nine digits for each unit, and three decimals of a second', () => {
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
