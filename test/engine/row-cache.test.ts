// The rows that a dataset's decisions use, and that are cached between its batches.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newDataset } from '../../src/kernel/dataset.ts'
import type { CardNumber } from '../../src/issuing/card.ts'
import { BatchDraft } from '../../src/engine/draft.ts'
import type { Binding } from '../../src/payments/methods/binding.ts'
import { NO_AMOUNTS } from '../../src/payments/orders/order-amounts.ts'
import { NEW_PROGRESS, type Order, type OrderRequest } from '../../src/payments/orders/order.ts'
import { RowCache } from '../../src/engine/row-cache.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const DATASET = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: 0 })

const order = (id: string, request: Partial<OrderRequest>): Order => ({
  id,
  number: `number of ${id}`,
  status: 0,
  twoStage: false,
  amount: 100,
  currency: 978,
  ...NO_AMOUNTS,
  actionCode: -100,
  failedAttempts: 0,
  labels: [],
  clientId: null,
  createdAt: 0,
  dueAt: null,
  request: {
    returnUrl: 'https://shop.example/',
    language: 'en',
    params: {},
    features: [],
    ...request,
  },
  progress: NEW_PROGRESS,
})

describe('A row that changes its key', () => {
  const binding = (over: Partial<Binding>): Binding => ({
    id: 'first',
    clientId: 'ann',
    owner: 'old owner',
    card: { kind: 'test', mask: '444455******3333', expiry: 203412, cardholderName: 'ANN DOE' },
    active: true,
    recurrence: null,
    orderId: 'order',
    createdAt: 0,
    lastChargeAt: null,
    ...over,
  })

  test('is found by the new key, not by the old one', () => {
    const rows = new RowCache(DATASET)
    rows.loaded('binding', 'owner', ['old owner'], [binding({})])
    const moved = binding({ owner: 'new owner' })
    rows.apply({ binding: [moved] }, DATASET)
    assert.equal(rows.find('binding', 'owner', 'old owner'), null)
    assert.equal(rows.find('binding', 'owner', 'new owner'), moved)
    assert.equal(rows.find('binding', 'id', 'first'), moved)
  })

  test('frees its old key for another row, in either order', () => {
    const moved = binding({ owner: 'new owner' })
    const heir = binding({ id: 'second' })
    for (const changed of [
      [moved, heir],
      [heir, moved],
    ]) {
      const rows = new RowCache(DATASET)
      rows.loaded('binding', 'id', ['first', 'second'], [binding({})])
      rows.apply({ binding: changed }, DATASET)
      assert.equal(rows.find('binding', 'owner', 'old owner'), heir)
    }
  })

  test('is not undone by a lookup of the stored row', () => {
    const rows = new RowCache(DATASET)
    rows.loaded('binding', 'id', ['first'], [binding({})])
    const changed = binding({ active: false })
    rows.apply({ binding: [changed] }, DATASET)
    rows.loaded('binding', 'owner', ['old owner', 'nobody'], [binding({})])
    assert.equal(rows.find('binding', 'id', 'first'), changed)
    assert.equal(rows.find('binding', 'owner', 'old owner'), changed)
    assert.equal(rows.find('binding', 'owner', 'nobody'), null)
  })

  test('is found by both lookups of one round', () => {
    const rows = new RowCache(DATASET)
    rows.loaded('binding', 'id', ['first'], [binding({})])
    rows.loaded('binding', 'owner', ['old owner'], [binding({})])
    assert.equal(rows.find('binding', 'owner', 'old owner')?.id, 'first')
  })

  test('is read by the same decision in its new version', () => {
    const rows = new RowCache(DATASET)
    rows.loaded('binding', 'id', ['first'], [binding({})])
    const draft = new BatchDraft(rows, 0, 0)
    const moved = draft.put('binding', binding({ owner: 'new owner' }))
    assert.equal(draft.get('binding', 'owner', 'old owner'), null)
    assert.equal(draft.get('binding', 'owner', 'new owner'), moved)
    assert.equal(draft.getOrThrow('binding', 'id', 'first'), moved)
  })

  test('may change, except for columns that the store writes once', () => {
    const rows = new RowCache(DATASET)
    const before = order('one', {})
    rows.loaded('order', 'id', ['one'], [before])
    const draft = new BatchDraft(rows, 0, 0)
    draft.put('order', { ...before, approvedAmount: 1 })
    for (const changed of [{ amount: 2 }, { number: 'other' }, { clientId: 'other' }])
      assert.throws(() => draft.put('order', { ...before, ...changed }), /of order never changes/)
    assert.equal(draft.getOrThrow('order', 'id', 'one').approvedAmount, 1)
  })

  test('is found by its current number if it is a card', () => {
    const number: CardNumber = {
      id: 1,
      cardId: 7,
      hash: 'old',
      sealed: '',
      mask: '',
      expiry: 203412,
      replaced: null,
      createdAt: 0,
    }
    const rows = new RowCache(DATASET)
    rows.loaded('cardNumber', 'currentOf', [7], [number])
    const next = { ...number, id: 2, hash: 'new' }
    rows.apply({ cardNumber: [{ ...number, replaced: 'damaged' }, next] }, DATASET)
    assert.equal(rows.find('cardNumber', 'currentOf', 7), next)
    assert.equal(rows.find('cardNumber', 'hash', 'old')?.replaced, 'damaged')
  })
})

describe('Between two batches', () => {
  test('an order is cached unless its parameters are large', () => {
    const set = new RowCache(DATASET)
    const light = order('light', { params: { a: 'b' } })
    const heavy = [
      order('bundle', { bundle: { orderBundle: {} } }),
      order('params', { params: { a: 'x'.repeat(5000) } }),
    ]
    set.loaded('order', 'id', [heavy[0]?.id ?? ''], heavy.slice(0, 1))
    set.apply({ order: [light, ...heavy] }, DATASET)
    assert.equal(set.size, 6)
    assert.equal(set.find('order', 'id', 'bundle'), heavy[0])
    set.trim()
    assert.equal(set.size, 2)
    assert.equal(set.find('order', 'number', light.number), light)
    for (const { id, number } of heavy) {
      assert.equal(set.find('order', 'id', id), undefined)
      assert.equal(set.find('order', 'number', number), undefined)
    }
  })

  test('an order is cached if its parameters and their names have at most 4,096 characters', () => {
    const params = (length: number) => ({ ab: 'v'.repeat(length - 5), cde: '' })
    const [fits, weighs] = [
      order('fits', { params: params(4096) }),
      order('weighs', { params: params(4097) }),
    ]
    const bundled = order('bundled', { bundle: {} })
    const rows = new RowCache(DATASET)
    rows.apply({ order: [fits, weighs, bundled] }, DATASET)
    assert.equal(rows.size, 6)
    rows.trim()
    assert.equal(rows.size, 2)
    for (const by of ['id', 'number'] as const) {
      assert.equal(rows.find('order', by, fits[by]), fits)
      assert.equal(rows.find('order', by, weighs[by]), undefined)
      assert.equal(rows.find('order', by, bundled[by]), undefined)
    }
  })

  test('write-once rows are not cached, and an absent row counts as a cached row', () => {
    const rows = new RowCache(DATASET)
    rows.loaded('pinNonce', 'nonce', ['a', 'b'], [{ nonce: 'a', usedAt: 1 }])
    rows.loaded('externalId', 'hash', ['a'], [])
    rows.loaded('idempotency', 'scope', ['a'], [])
    rows.loaded('callback', 'id', [1], [])
    rows.loaded('journalEntry', 'id', [1], [])
    rows.loaded('cardholder', 'id', [1], [])
    assert.equal(rows.size, 7)
    assert.ok(rows.has({ table: 'cardholder', by: 'id', key: 1 }))
    rows.trim()
    assert.equal(rows.size, 1)
    assert.equal(rows.find('cardholder', 'id', 1), null)
    assert.ok(!rows.has({ table: 'pinNonce', by: 'nonce', key: 'a' }))
  })
})
