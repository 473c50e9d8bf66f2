// The expiry of an order and the end of its hold.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  afterFailedAttempt,
  expiryActionCode,
  orderExpiresAt,
} from '../../../src/payments/orders/order-status.ts'
import { type OrderRequest, holdEndsAt } from '../../../src/payments/orders/order.ts'

describe('The end of a hold', () => {
  const request = { returnUrl: '', language: 'en', params: {}, features: [] }
  const rows: [given: object, expected: number][] = [
    [{}, 1000 + 604_800_000],
    [{ autocompletionAt: 5 }, 5],
    [{ autoReverseAt: 6 }, 6],
  ]
  for (const [given, expected] of rows)
    test(`is at ${expected} ms with ${JSON.stringify(given)}`, () => {
      assert.equal(holdEndsAt({ ...request, ...given }, 1000), expected)
    })
})

const DAY = 86_400_000

const AT = Date.UTC(2032, 0, 30, 12)

describe('The expiry of an order', () => {
  test('is after 20 minutes by default; a date takes precedence over seconds', () => {
    assert.equal(orderExpiresAt({ registeredAt: AT }), AT + 1_200_000)
    assert.equal(orderExpiresAt({ registeredAt: AT, sessionTimeoutSecs: 1 }), AT + 1000)
    assert.equal(orderExpiresAt({ registeredAt: AT, sessionTimeoutSecs: 1, expirationDate: 5 }), 5)
  })

  test('is after seven days for its hold, unless an earlier end is set', () => {
    const request = (over: Partial<OrderRequest>) => over as OrderRequest
    assert.equal(holdEndsAt(request({}), AT), AT + 7 * DAY)
    assert.equal(holdEndsAt(request({ autoReverseAt: 5 }), AT), 5)
    assert.equal(holdEndsAt(request({ autoReverseAt: 5, autocompletionAt: 6 }), AT), 6)
  })

  test('has an action code that shows how far the payer got', () => {
    const order = { status: 0, pageOpened: false, failedAttempts: 0 } as const
    assert.equal(expiryActionCode(order), -2014)
    assert.equal(expiryActionCode({ ...order, pageOpened: true }), -2007)
    assert.equal(expiryActionCode({ ...order, failedAttempts: 1 }), -2007)
    assert.equal(expiryActionCode({ ...order, status: 5 }), -2009)
  })

  test('takes effect after three failed attempts', () => {
    assert.deepEqual(
      [0, 1, 2].map((before) => afterFailedAttempt(before, 116)),
      [
        { move: 'fail', actionCode: 116, failed: 1 },
        { move: 'fail', actionCode: 116, failed: 2 },
        { move: 'exhaust', actionCode: -2013, failed: 3 },
      ],
    )
  })
})
