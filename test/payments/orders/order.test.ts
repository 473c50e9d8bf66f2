// What an order knows of its own end.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { holdEndsAt } from '../../../src/payments/orders/order.ts'

describe('The end of a hold', () => {
  const request = { returnUrl: '', language: 'en', params: {}, features: [] }
  const rows: [given: object, expected: number][] = [
    [{}, 1000 + 604_800_000],
    [{ autocompletionAt: 5 }, 5],
    [{ autoReverseAt: 6 }, 6],
  ]
  for (const [given, expected] of rows)
    test(`a hold ends at ${expected} with ${JSON.stringify(given)}`, () => {
      assert.equal(holdEndsAt({ ...request, ...given }, 1000), expected)
    })
})
