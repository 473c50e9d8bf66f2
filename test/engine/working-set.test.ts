// The rows that a space keeps between its batches.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newSpace } from '../../src/domain/space.ts'
import { NO_AMOUNTS } from '../../src/domain/order-status.ts'
import { NEW_PROGRESS, type Order, type OrderRequest } from '../../src/domain/order.ts'
import { WorkingSet } from '../../src/engine/working-set.ts'

const SPACE = newSpace(1, 0, 0)

const order = (id: string, request: Partial<OrderRequest>): Order => ({
  id,
  number: `number of ${id}`,
  status: 0,
  twoStage: false,
  amount: 100,
  currency: 978,
  ...NO_AMOUNTS,
  actionCode: -100,
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

describe('Between two batches', () => {
  test('an order is kept, but not one that carries much: rows are counted, not weighed', () => {
    const set = new WorkingSet(SPACE)
    const light = order('light', { params: { a: 'b' } })
    const heavy = [
      order('bundle', { bundle: { orderBundle: {} } }),
      order('params', { params: { a: 'x'.repeat(5000) } }),
    ]
    set.loaded('order', 'id', [heavy[0]?.id ?? ''], heavy.slice(0, 1))
    set.apply({ order: [light, ...heavy] }, SPACE)
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
})
