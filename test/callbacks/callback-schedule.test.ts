import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CALLBACK_OF_EVENT,
  CALLBACK_OPERATIONS,
  isCallbackOperation,
  nextAttemptAt,
} from '../../src/callbacks/callback-schedule.ts'
import { assertProperty, fc } from '../kit/property.ts'

const FIRST_AT = Date.UTC(2026, 0, 15)
const GIVE_UP_SECONDS = 75 * 3600

/** Seconds from the first attempt to each further one, if each is made this many seconds late. */
function attempts(lateBy: (due: number) => number): number[] {
  const made: number[] = [0]
  for (;;) {
    const lastAt = FIRST_AT + (made.at(-1) ?? 0) * 1000
    const next = nextAttemptAt(made.length, { firstAt: FIRST_AT, lastAt })
    if (next === undefined) return made
    const due = (next - FIRST_AT) / 1000
    made.push(due + lateBy(due))
  }
}

describe('Retries of a callback', () => {
  test('follow three pauses of 30 s, then increasing ones, and end after 75 hours', () => {
    // prettier-ignore
    assert.deepEqual(attempts(() => 0), [
      0, 30, 60, 90, 150, 270, 510, 990, 1950, 3870, 7710, 15_390, 30_750, 61_470, 122_910, 245_790, 270_000,
    ])
  })

  test('continue after a late one, such as after ten hours of downtime', () => {
    const late = 36_000
    // prettier-ignore
    assert.deepEqual(attempts((due) => (due === 60 ? late : 0)).slice(0, 7), [
      0, 30, late + 60, late + 90, late + 150, late + 270, late + 510,
    ])
  })

  test('end with the first one after the 75 hours', () => {
    assert.deepEqual(
      attempts((due) => (due === 30 ? GIVE_UP_SECONDS : 0)),
      [0, GIVE_UP_SECONDS + 30],
    )
  })

  test('are at most seventeen and at least 30 s apart, except the last, however late each is', () => {
    assertProperty(
      fc.property(fc.array(fc.nat(GIVE_UP_SECONDS), { minLength: 17, maxLength: 17 }), (late) => {
        const dueTimes: number[] = []
        const made = attempts((due) => late[dueTimes.push(due) - 1] ?? 0)
        assert.ok(made.length >= 2 && made.length <= 17, String(made))
        for (const [index, at] of made.slice(1).entries()) {
          const pause = at - (made[index] ?? 0)
          assert.ok(pause >= 30 || at >= GIVE_UP_SECONDS, String(made))
        }
        assert.ok(dueTimes.every((due) => due <= GIVE_UP_SECONDS))
        assert.ok((made.at(-1) ?? 0) >= GIVE_UP_SECONDS)
      }),
    )
  })
})

describe('The operation of a callback', () => {
  test("is one of the gateway's operation names", () => {
    assert.equal(
      CALLBACK_OPERATIONS.join(' '),
      'approved deposited reversed refunded declinedByTimeout declinedCardPresent ' +
        'bindingCreated bindingActivityChanged',
    )
    assert.equal(isCallbackOperation('deposited'), true)
    assert.equal(isCallbackOperation('Deposited'), false)
    assert.equal(isCallbackOperation('toString'), false)
  })

  test('reports the result of the order with its status', () => {
    assert.deepEqual(CALLBACK_OF_EVENT, {
      held: ['approved', 1],
      'hold-failed': ['approved', 0],
      charged: ['deposited', 1],
      'charge-failed': ['deposited', 0],
      captured: ['deposited', 1],
      reversed: ['reversed', 1],
      refunded: ['refunded', 1],
      'refund-failed': ['refunded', 0],
      expired: ['declinedByTimeout', 0],
      'binding-created': ['bindingCreated', 1],
      'binding-changed': ['bindingActivityChanged', 1],
    })
  })
})
