// Transactions outside the engine: conflicts are retried, outages are not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Availability } from '../../src/engine/availability.ts'
import { StoreUnavailable, type Transaction } from '../../src/store/store.ts'

class Deadlock extends Error {}

function watched() {
  let begun = 0
  const transaction: Pick<Transaction, 'commit' | 'rollback'> = {
    commit: () => Promise.resolve(),
    rollback: () => Promise.resolve(),
  }
  const store = {
    begin: () => {
      begun += 1
      return Promise.resolve(transaction as Transaction)
    },
    isTransient: (error: unknown) => error instanceof Deadlock || error instanceof StoreUnavailable,
  }
  const failing = (times: number, error: Error) => () =>
    begun <= times ? Promise.reject(error) : Promise.resolve('done')
  return { store, failing, begun: () => begun }
}

test('A database conflict is retried three times', async () => {
  const availability = new Availability()
  const three = watched()
  assert.equal(await availability.transact(three.store, three.failing(3, new Deadlock())), 'done')
  assert.equal(three.begun(), 4)
  const four = watched()
  await assert.rejects(availability.transact(four.store, four.failing(4, new Deadlock())), Deadlock)
  assert.equal(four.begun(), 4)
})

test('A database outage and a bug are not retried', async () => {
  const away = watched()
  const outage = new StoreUnavailable('away')
  await assert.rejects(new Availability().transact(away.store, away.failing(1, outage)), {
    code: 'unavailable',
  })
  const bug = watched()
  await assert.rejects(new Availability().transact(bug.store, bug.failing(1, new RangeError())), {
    name: 'RangeError',
  })
  assert.deepEqual([away.begun(), bug.begun()], [1, 1])
})
