// Conversion of interface A's numbers and strings, exactly at their bounds.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  cardIdOf,
  expiryOf,
  newExpiryOf,
  periodOf,
  posDataCodeOf,
} from '../../../src/api/issuing-v1/input.ts'
import { Fault } from '../../../src/kernel/fault.ts'

const refused = (code: string) => (error: unknown) => error instanceof Fault && error.code === code
const isRefusedMonth = refused('parameter-invalid')

describe('A month', () => {
  for (const value of [203_412, '203412', '000001', '999912'])
    test(`is parsed from the ${typeof value} ${value}`, () =>
      assert.equal(expiryOf(value, '/expDate'), Number(value)))

  // prettier-ignore
  for (const value of ['', 0, 20_341, 1_203_412, '1203412', '2034120', '203400', '203413', ' 203412', '203412 ', '2034-12', 'x03412', 203_412.5])
    test(`is not parsed from ${JSON.stringify(value)}`, () =>
      assert.throws(() => expiryOf(value, '/expDate'), isRefusedMonth))

  test('is in this century for a new card', () => {
    assert.equal(newExpiryOf('209912', '/expDate'), 209_912)
    assert.throws(() => newExpiryOf('210001', '/expDate'), isRefusedMonth)
  })
})

test('The id of a card is a safe integer', () => {
  assert.equal(cardIdOf('100000000001'), 100_000_000_001)
  assert.equal(cardIdOf(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  for (const value of ['1.5', 'x', '1x', 2 ** 53])
    assert.throws(() => cardIdOf(value), refused('card-not-found'), String(value))
})

test('A point-of-service data code has twelve digits; other values are omitted', () => {
  for (const [value, code] of [
    [undefined, undefined],
    ['', undefined],
    ['0', '000000000000'],
    [51_010_151_344, '051010151344'],
    ['510101513440', '510101513440'],
    ['5101015134401', undefined],
    ['x51010151344', undefined],
    ['51010151344x', undefined],
    [-1, undefined],
  ] as const)
    assert.equal(posDataCodeOf(value), code, String(value))
})

test('A period includes both of its days and has at most 366', () => {
  const day = (month: number, date: number) => Date.UTC(2028, month - 1, date)
  assert.deepEqual(periodOf({ start: '2028-01-01', end: '2028-01-01' }), {
    from: day(1, 1),
    until: day(1, 2),
  })
  assert.deepEqual(periodOf({ start: '2028-01-01', end: '2028-12-31' }), {
    from: day(1, 1),
    until: day(12, 32),
  })
  for (const [start, end] of [
    ['2028-01-02', '2028-01-01'],
    ['2028-01-01', '2029-01-01'],
    ['2027-02-29', '2027-03-01'],
    ['2028-01-01', 'tomorrow'],
  ] as const)
    assert.throws(() => periodOf({ start, end }), refused('parameter-invalid'), `${start} ${end}`)
})
