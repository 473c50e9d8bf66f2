// How often and until when a card may be charged without the cardholder.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  afterCharge,
  recurrenceDecline,
  recurrenceOf,
} from '../../../src/payments/methods/recurrence.ts'

const DAY = 86_400_000

const at = (text: string): number => Date.parse(`${text}Z`)

describe('The recurrence in the parameters of an order', () => {
  const rows: [frequency: string | undefined, expiry: string | undefined, expected: unknown][] = [
    [undefined, undefined, undefined],
    ['28', '20301231', { frequency: 28, expiry: 20301231 }],
    ['9999', '20280229', { frequency: 9999, expiry: 20280229 }],
    ['28', undefined, null],
    [undefined, '20301231', null],
    ['0', '20301231', null],
    ['-1', '20301231', null],
    ['1.5', '20301231', null],
    ['028', '20301231', null],
    ['10000', '20301231', null],
    ['', '20301231', null],
    ['28', '20270229', null],
    ['28', '20301301', null],
    ['28', '20300431', null],
    ['28', '2030-12-31', null],
    ['28', '203012310', null],
    ['28', '', null],
  ]
  for (const [frequency, expiry, expected] of rows)
    test(`is ${JSON.stringify(expected)} for the frequency ${frequency} and the end ${expiry}`, () => {
      const params = {
        ...(frequency !== undefined && { recurringFrequency: frequency }),
        ...(expiry !== undefined && { recurringExpiry: expiry }),
      }
      assert.deepEqual(recurrenceOf(params), expected)
    })
})

describe('A charge without the cardholder', () => {
  const recurrence = { frequency: 10, expiry: 20300131 }
  const last = at('2030-01-10T08:00:00')
  const rows: [title: string, last: number | null, now: number, expected: number | undefined][] = [
    ['is allowed as the first', null, at('2030-01-01T00:00:00'), undefined],
    ['is too early just before the interval has passed', last, last + 10 * DAY - 1, 123],
    ['is allowed once the interval has passed', last, last + 10 * DAY, undefined],
    ['is allowed until the end of the last day', last, at('2030-01-31T23:59:59'), undefined],
    ['is too late on the next day', last, at('2030-02-01T00:00:00'), 239],
    [
      'is reported as too late rather than too early',
      at('2030-01-31T00:00:00'),
      at('2030-02-01T00:00:00'),
      239,
    ],
  ]
  for (const [title, lastChargeAt, now, expected] of rows)
    test(title, () => {
      assert.equal(recurrenceDecline(recurrence, lastChargeAt, now), expected)
    })

  test('has no limits if none are set', () => {
    assert.equal(recurrenceDecline(null, 0, 0), undefined)
  })
})

const AT = Date.UTC(2032, 0, 30, 12)

describe('A recurrence', () => {
  const params = { recurringFrequency: '28', recurringExpiry: '20321231' }

  test('has one to four digits for days, eight for its end, and up to three for instalments', () => {
    assert.deepEqual(recurrenceOf(params), { frequency: 28, expiry: 20_321_231 })
    assert.equal(recurrenceOf({}), undefined)
    assert.equal(recurrenceOf({ installments: '3' }), undefined)
    // prettier-ignore
    const READ: readonly (readonly [over: Record<string, string>, read: object | null])[] = [
      [{ recurringFrequency: '1' }, { frequency: 1, expiry: 20_321_231 }], [{ recurringFrequency: '9999' }, { frequency: 9999, expiry: 20_321_231 }],
      [{ recurringFrequency: '10000' }, null], [{ recurringFrequency: '0' }, null], [{ recurringFrequency: '01' }, null], [{ recurringFrequency: 'x1' }, null], [{ recurringFrequency: '1x' }, null], [{ recurringFrequency: '' }, null],
      [{ recurringExpiry: '20321301' }, null], [{ recurringExpiry: '2032123' }, null], [{ recurringExpiry: '203212311' }, null], [{ recurringExpiry: 'x20321231' }, null], [{ recurringExpiry: '20321231x' }, null], [{ recurringExpiry: '' }, null],
      [{ installments: '1' }, { frequency: 28, expiry: 20_321_231, installments: 1 }], [{ installments: '999' }, { frequency: 28, expiry: 20_321_231, installments: 999 }],
      [{ installments: '0' }, null], [{ installments: '1000' }, null], [{ installments: 'x1' }, null], [{ installments: '1x' }, null], [{ installments: '' }, null],
    ]
    for (const [over, read] of READ)
      assert.deepEqual(recurrenceOf({ ...params, ...over }), read, JSON.stringify(over))
    assert.equal(recurrenceOf({ recurringFrequency: '28' }), null)
    assert.equal(recurrenceOf({ recurringExpiry: '20321231' }), null)
  })

  test('allows a charge on its last day and after exactly its interval, up to its number of instalments', () => {
    const recurrence = { frequency: 2, expiry: 20_320_130 }
    assert.equal(recurrenceDecline(null, AT, AT), undefined)
    assert.equal(recurrenceDecline(recurrence, null, Date.UTC(2032, 0, 31) - 1), undefined)
    assert.equal(recurrenceDecline(recurrence, null, Date.UTC(2032, 0, 31)), 239)
    assert.equal(recurrenceDecline(recurrence, AT - 2 * DAY, AT), undefined)
    assert.equal(recurrenceDecline(recurrence, AT - 2 * DAY + 1, AT), 123)
    const paidOff = { ...recurrence, installments: 2 }
    for (const [charged, decline] of [
      [undefined, undefined],
      [1, undefined],
      [2, 239],
      [3, 239],
    ] as const)
      assert.equal(
        recurrenceDecline({ ...paidOff, ...(charged !== undefined && { charged }) }, null, AT),
        decline,
      )
    assert.equal(afterCharge(null), null)
    assert.equal(afterCharge(recurrence), recurrence)
    assert.deepEqual(afterCharge(paidOff), { ...paidOff, charged: 1 })
    assert.deepEqual(afterCharge({ ...paidOff, charged: 1 }), { ...paidOff, charged: 2 })
  })
})
