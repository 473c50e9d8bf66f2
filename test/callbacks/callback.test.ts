// A callback: its attempts, its claim by a sender, its key and its receiver.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CALLBACK_OPERATIONS,
  DELIVERED_HTTP_STATUS,
  DELIVERY_TIMEOUT_MS,
  GIVE_UP_AFTER_MS,
  eventOf,
} from '../../src/callbacks/callback-schedule.ts'
import {
  CALLBACK_STATES,
  type Callback,
  type CallbackAttempt,
  afterAttempt,
  isTest,
  originOf,
  signingAlias,
} from '../../src/callbacks/callback.ts'
import { LEASE_MS, requeued } from '../../src/callbacks/queued-item.ts'
import { isLeased, isSendable } from '../../src/callbacks/sendable.ts'
import { CALLBACK_DEFAULTS } from '../../src/callbacks/settings.ts'
import { AT, callback } from './stored-callback.ts'

const REQUEST = { method: 'GET', url: 'https://shop.example', body: '' } as const

const attempt = (over: Partial<CallbackAttempt> = {}): CallbackAttempt => ({
  at: AT,
  httpStatus: 500,
  durationMs: 1,
  error: null,
  request: REQUEST,
  answer: '',
  ...over,
})

describe('A callback', () => {
  test('is delivered only by a 200 without an error', () => {
    assert.deepEqual([DELIVERED_HTTP_STATUS, DELIVERY_TIMEOUT_MS, LEASE_MS], [200, 15_000, 30_000])
    const good = afterAttempt(callback(), attempt({ httpStatus: 200 }))
    assert.deepEqual(
      [good.state, good.failures, good.dueAt, good.leaseUntil],
      ['delivered', 0, null, null],
    )
    for (const over of [
      { httpStatus: 201 },
      { httpStatus: 199 },
      { httpStatus: null },
      { httpStatus: 200, error: 'cut' },
    ]) {
      const bad = afterAttempt(callback(), attempt(over))
      assert.deepEqual(
        [bad.state, bad.failures, bad.dueAt, bad.leaseUntil],
        ['waiting', 1, AT + 30_000, null],
      )
    }
  })

  test('is abandoned 75 hours after its first attempt', () => {
    const late = attempt({ at: AT + GIVE_UP_AFTER_MS })
    assert.equal(GIVE_UP_AFTER_MS, 270_000_000)
    assert.deepEqual(
      [
        afterAttempt(callback({ firstAt: AT }), late).state,
        afterAttempt(callback({ firstAt: AT + 1 }), late).state,
      ],
      ['failed', 'waiting'],
    )
    assert.equal(afterAttempt(callback({ firstAt: null }), late).dueAt, late.at + 30_000)
  })

  test('keeps its thirty latest attempts', () => {
    let kept = callback()
    for (let index = 0; index < 31; index++)
      kept = afterAttempt(kept, attempt({ durationMs: index }))
    assert.deepEqual(
      kept.attempts.map(({ durationMs }) => durationMs),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  test('delays the next one of its order until it is delivered or has failed three times', () => {
    const isNext = (previous: Callback): boolean =>
      isSendable(callback({ leaseUntil: null }), previous, { now: AT, realNow: AT })
    assert.deepEqual(
      [0, 2, 3].map((failures) => isNext(callback({ failures }))),
      [false, false, true],
    )
    for (const state of CALLBACK_STATES)
      assert.equal(isNext(callback({ state })), state !== 'waiting')
  })

  test('is reserved for its sender until its claim expires', () => {
    assert.deepEqual(
      [AT - 1, AT, AT + 1].map((realNow) => isLeased({ leaseUntil: AT }, { realNow })),
      [true, true, false],
    )
    assert.equal(isLeased({ leaseUntil: null }, { realNow: AT }), false)
  })

  test('restarts its schedule when it is resent, and is due immediately unless it is being sent', () => {
    const old = callback({ state: 'failed', failures: 9, firstAt: 1, dueAt: null })
    assert.deepEqual(requeued(old, { now: AT, realNow: AT + 1 }), {
      ...old,
      state: 'waiting',
      failures: 0,
      firstAt: null,
      dueAt: AT,
      leaseUntil: null,
    })
    const whileSent = { now: AT, realNow: AT }
    assert.deepEqual(requeued(old, whileSent), { ...old, failures: 0, firstAt: AT })
  })

  test('is signed by the newest key, or by the RSA key', () => {
    const keys = [
      { alias: 'one', sealed: null, createdAt: null },
      { alias: 'two', sealed: null, createdAt: null },
    ]
    assert.equal(signingAlias({ callbackSignature: 'hmac', callbackKeys: keys }), 'two')
    assert.equal(signingAlias({ callbackSignature: 'hmac', callbackKeys: [] }), 'callbackKey')
    assert.equal(signingAlias({ callbackSignature: 'none', callbackKeys: keys }), 'two')
    assert.equal(signingAlias({ callbackSignature: 'rsa', callbackKeys: keys }), 'callbackRsaKey')
  })

  test('has a parameter that identifies it as a test', () => {
    const withNames = (...names: string[]) => ({
      message: { ...callback().message, parameters: names.map((name) => [name, 'true'] as const) },
    })
    assert.deepEqual(
      [
        isTest(withNames('sandcardTest')),
        isTest(withNames('status', 'sandcardTest')),
        isTest(withNames('status')),
      ],
      [true, true, false],
    )
  })

  test('is grouped by the origin of its URL', () => {
    // prettier-ignore
    const ORIGINS = { 'https://shop.example/a?b': 'https://shop.example', 'http://shop.example:8080/': 'http://shop.example:8080', 'no address': null }
    for (const [url, origin] of Object.entries(ORIGINS)) assert.equal(originOf(url), origin)
    assert.equal(originOf(null), null)
  })

  test('has the event for its operation and status', () => {
    assert.deepEqual(
      [
        eventOf('approved', 1),
        eventOf('approved', 0),
        eventOf('reversed', 1),
        eventOf('reversed', 0),
        eventOf('declinedCardPresent', 1),
      ],
      ['held', 'hold-failed', 'reversed', undefined, undefined],
    )
  })
})

test('By default callbacks are recorded, signed and sent for every operation', () => {
  assert.deepEqual(CALLBACK_DEFAULTS, {
    callbackUrl: null,
    callbackMethod: 'GET',
    callbackOperations: CALLBACK_OPERATIONS,
    callbackSignature: 'hmac',
    callbackKeys: [{ alias: 'callbackKey', sealed: null, createdAt: null }],
  })
})
