import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CALLBACK_ATTEMPTS,
  CALLBACK_OF_EVENT,
  CALLBACK_OPERATIONS,
  isCallbackOperation,
  nextAttemptAt,
} from '../../src/domain/callback-schedule.ts'

describe('the attempts to deliver a callback', () => {
  const firstAt = Date.UTC(2026, 0, 15)

  // prettier-ignore
  const seconds = [
    30, 60, 90, 150, 270, 510, 990, 1950, 3870, 7710, 15_390, 30_750, 61_470, 122_910, 245_790, 270_000,
  ]
  for (const [index, offset] of seconds.entries()) {
    test(`attempt ${index + 2} is ${offset} s after the first`, () => {
      assert.equal(nextAttemptAt(index + 1, firstAt), firstAt + offset * 1000)
    })
  }

  test('end after 75 hours', () => {
    assert.equal(CALLBACK_ATTEMPTS, seconds.length + 1)
    assert.equal(nextAttemptAt(CALLBACK_ATTEMPTS, firstAt), undefined)
    assert.equal(nextAttemptAt(CALLBACK_ATTEMPTS + 1, firstAt), undefined)
    assert.equal(seconds.at(-1), 75 * 3600)
  })
})

describe('the operation of a callback', () => {
  test('is one of the names of the gateway family', () => {
    assert.equal(
      CALLBACK_OPERATIONS.join(' '),
      'approved deposited reversed refunded declinedByTimeout declinedCardPresent ' +
        'bindingCreated bindingActivityChanged',
    )
    assert.equal(isCallbackOperation('deposited'), true)
    assert.equal(isCallbackOperation('Deposited'), false)
    assert.equal(isCallbackOperation('toString'), false)
  })

  test('says with its status what happened to the order', () => {
    assert.deepEqual(CALLBACK_OF_EVENT, {
      held: ['approved', 1],
      'hold-failed': ['approved', 0],
      charged: ['deposited', 1],
      'charge-failed': ['deposited', 0],
      captured: ['deposited', 1],
      reversed: ['reversed', 1],
      refunded: ['refunded', 1],
      expired: ['declinedByTimeout', 0],
      'binding-created': ['bindingCreated', 1],
      'binding-changed': ['bindingActivityChanged', 1],
    })
  })
})
