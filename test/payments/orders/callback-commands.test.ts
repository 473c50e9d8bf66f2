// Claiming, recording and resending, decided without a database: claims, slow senders, and the
// sequence of an order's callbacks.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BatchDraft } from '../../../src/engine/draft.ts'
import type { Callback, CallbackAttempt } from '../../../src/callbacks/callback.ts'
import { LEASE_MS } from '../../../src/callbacks/queued-item.ts'
import type { KeyValue, Lookup, Rows, TableName } from '../../../src/kernel/rows.ts'
import { DEFAULT_SETTINGS } from '../../../src/registry/settings.ts'
import type { Settings } from '../../../src/kernel/settings.ts'
import { INITIAL_COUNTERS, type Dataset } from '../../../src/kernel/dataset.ts'
import type { Draft, LoadedRows } from '../../../src/kernel/draft.ts'
import { claimCallbacks } from '../../../src/callbacks/claim-callbacks.ts'
import { queueBindingCallback } from '../../../src/payments/orders/order-callbacks.ts'
import { recordAttempt } from '../../../src/callbacks/record-attempt.ts'
import { resendCallback } from '../../../src/callbacks/resend-callbacks.ts'

const NOW = Date.UTC(2028, 0, 1)
const REAL = Date.UTC(2026, 5, 1)

/** Callbacks in memory, changed by decisions one by one. */
class Rack implements LoadedRows {
  dataset: Dataset
  now = NOW
  realNow = REAL
  readonly callbacks = new Map<KeyValue, Callback>()

  constructor(settings: Partial<Settings> = {}) {
    this.dataset = {
      id: 1,
      projectNumber: 1,
      ...INITIAL_COUNTERS,
      offsetMs: 0,
      frozenAt: null,
      lastAt: NOW,
      settings: { ...DEFAULT_SETTINGS, callbackUrl: 'https://shop.example.com/cb', ...settings },
      nextDueAt: null,
      retired: false,
      stagedUntil: null,
      clockTarget: null,
      dueRan: 0,
      workAt: null,
    }
  }

  find<T extends TableName>(_table: T, _by: Lookup<T>, key: KeyValue): Rows[T] | null {
    return (this.callbacks.get(key) as Rows[T] | undefined) ?? null
  }

  run<Result>(decide: (draft: Draft) => Result): Result {
    const draft = new BatchDraft(this, this.now, this.realNow)
    const result = decide(draft)
    for (const row of draft.changes().callback ?? []) this.callbacks.set(row.id, row)
    this.dataset = draft.dataset
    return result
  }

  /** A due callback, after the callback `previousId` if set. */
  queue(previousId: number | null = null): number {
    this.run((draft) => {
      queueBindingCallback(draft, 'binding-changed', {
        id: 'b',
        clientId: 'anna',
        owner: 'o',
        card: { kind: 'test', mask: '411111**1111', expiry: 203_412, cardholderName: 'A B' },
        active: false,
        recurrence: null,
        orderId: 'o',
        createdAt: NOW,
        lastChargeAt: null,
      })
    })
    const last = [...this.callbacks.values()].at(-1)
    assert.ok(last !== undefined)
    this.callbacks.set(last.id, { ...last, previousId })
    return last.id
  }

  claim(...ids: number[]): readonly Callback[] {
    return this.run((draft) => claimCallbacks.decide({ ids }, draft)).callbacks
  }

  record(id: number, attempt: number, outcome: Partial<CallbackAttempt>): boolean {
    const full = {
      at: this.now,
      httpStatus: null,
      durationMs: 1,
      error: null,
      request: { method: 'GET' as const, url: '', body: '' },
      answer: '',
      ...outcome,
    }
    return this.run((draft) => recordAttempt.decide({ id, attempt, outcome: full }, draft))
  }

  get(id: number): Callback {
    const callback = this.callbacks.get(id)
    assert.ok(callback !== undefined)
    return callback
  }
}

describe('A callback', () => {
  test('is recorded with the current settings, is due on the dataset, and has its binding', () => {
    const rack = new Rack({ callbackParameters: ['maskedPan'] })
    const callback = rack.get(rack.queue())
    assert.equal(rack.dataset.nextDueAt, NOW)
    assert.equal(callback.origin, 'https://shop.example.com')
    assert.deepEqual(callback.message, {
      parameters: [
        ['operation', 'bindingActivityChanged'],
        ['status', '1'],
        ['clientId', 'anna'],
        ['bindingId', 'b'],
        ['enabled', 'false'],
        ['maskedPan', '411111**1111'],
      ],
      method: 'GET',
      signature: 'hmac',
      keyAlias: 'callbackKey',
    })
  })

  test('is not recorded for an operation that is turned off', () => {
    const rack = new Rack({ callbackOperations: ['deposited'] })
    assert.throws(() => rack.queue())
    assert.equal(rack.callbacks.size, 0)
    assert.equal(rack.dataset.nextDueAt, null)
  })

  test('is claimed by one sender at a time, and by another once the claim expires', () => {
    const rack = new Rack()
    const id = rack.queue()
    assert.deepEqual(
      rack.claim(id).map(({ attempt, leaseUntil }) => [attempt, leaseUntil]),
      [[1, REAL + LEASE_MS]],
    )
    assert.deepEqual(rack.claim(id), [])
    rack.realNow = REAL + LEASE_MS
    assert.deepEqual(rack.claim(id), [])
    rack.realNow += 1
    assert.deepEqual(
      rack.claim(id).map(({ attempt }) => attempt),
      [2],
    )
  })

  test('ignores the result of a slow sender whose claim has expired and was replaced', () => {
    const rack = new Rack()
    const id = rack.queue()
    rack.claim(id)
    rack.realNow += LEASE_MS + 1
    rack.claim(id)
    const claimed = rack.get(id)
    assert.equal(rack.record(id, 1, { error: 'slow' }), false)
    assert.deepEqual(rack.get(id), claimed)
    assert.equal(rack.record(id, 2, { httpStatus: 200 }), true)
    assert.equal(rack.get(id).state, 'delivered')
    assert.equal(rack.record(id, 2, { error: 'twice' }), false)
    assert.equal(rack.record(id, 1, { error: 'slower' }), false)
    assert.equal(rack.get(id).attempts.length, 1)
    assert.deepEqual(rack.claim(id), [])
  })

  test('waits for the previous one until it is delivered, abandoned, or has failed three times', () => {
    const rack = new Rack()
    const first = rack.queue()
    const second = rack.queue(first)
    for (const failures of [0, 1, 2]) {
      assert.deepEqual(rack.claim(second), [], String(failures))
      const [claimed] = rack.claim(first)
      assert.deepEqual(rack.claim(second), [], String(failures))
      rack.record(first, claimed?.attempt ?? 0, { httpStatus: 500 })
      rack.now = rack.get(first).dueAt ?? 0
    }
    assert.equal(rack.claim(second).length, 1)
    const other = new Rack()
    const [before] = [other.queue()]
    const behind = other.queue(before)
    other.claim(before)
    other.record(before, 1, { httpStatus: 200 })
    assert.equal(other.claim(behind).length, 1)
  })

  test('is not claimed before it is due, and is abandoned after 75 hours', () => {
    const rack = new Rack()
    const id = rack.queue()
    for (let attempt = 1; ; attempt++) {
      assert.equal(rack.claim(id).length, 1, String(attempt))
      rack.record(id, attempt, { httpStatus: 200, error: 'cut off' })
      const { state, dueAt } = rack.get(id)
      if (state === 'failed') break
      assert.ok(dueAt !== null && dueAt > rack.now)
      rack.now = dueAt - 1
      assert.deepEqual(rack.claim(id), [])
      rack.now = dueAt
    }
    assert.equal(rack.now, NOW + 75 * 3_600_000)
    assert.equal(rack.get(id).dueAt, null)
    assert.deepEqual(rack.claim(id), [])
    rack.run((draft) => resendCallback.decide({ id }, draft))
    assert.equal(rack.claim(id).length, 1)
  })

  test('restarts its schedule and keeps its claim if it is resent while being sent', () => {
    const rack = new Rack()
    const id = rack.queue()
    rack.claim(id)
    rack.record(id, 1, { httpStatus: 500 })
    rack.now += 30_000
    rack.claim(id)
    rack.now += 5000
    rack.run((draft) => resendCallback.decide({ id }, draft))
    assert.deepEqual(rack.claim(id), [])
    rack.record(id, 2, { httpStatus: 500 })
    const { failures, dueAt } = rack.get(id)
    assert.equal(failures, 1)
    assert.equal(dueAt, rack.now + 30_000)
  })

  test('keeps its latest thirty attempts', () => {
    const rack = new Rack()
    const id = rack.queue()
    for (let attempt = 1; attempt <= 40; attempt++) {
      rack.claim(id)
      rack.record(id, attempt, { httpStatus: 500, answer: String(attempt) })
      rack.run((draft) => resendCallback.decide({ id }, draft))
    }
    const answers = rack.get(id).attempts.map(({ answer }) => answer)
    assert.equal(answers.length, 30)
    assert.equal(answers.at(-1), '40')
  })
})
