import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { LookUpCache } from '../../src/engine/look-up-cache.ts'

/** A lookup that records its calls. */
function counted(value: string | undefined) {
  const lookUp = Object.assign(
    () => {
      lookUp.calls += 1
      return Promise.resolve(value)
    },
    { calls: 0 },
  )
  return lookUp
}

describe('A lookup cache', () => {
  test('queries a key once for concurrent and later lookups', async () => {
    const cache = new LookUpCache<string, string>(10)
    const lookUp = counted('value')
    const together = await Promise.all([cache.get('key', lookUp), cache.get('key', lookUp)])
    assert.deepEqual(together, ['value', 'value'])
    assert.equal(await cache.get('key', lookUp), 'value')
    assert.equal(lookUp.calls, 1)
  })

  test('keeps entries without a maximum age forever', async () => {
    for (const [maxAgeMs, calls] of [
      [undefined, 1],
      [1, 2],
    ] as const) {
      const cache = new LookUpCache<string, string>(10, maxAgeMs)
      const lookUp = counted('value')
      await cache.get('key', lookUp)
      // The cache's own timer, which reads the clock again, is due before this one, even on a slow
      // machine.
      await wait(150)
      await cache.get('key', lookUp)
      assert.equal(lookUp.calls, calls)
    }
  })

  test('does not keep a failed lookup', async () => {
    const cache = new LookUpCache<string, string>(10)
    const failing = () => Promise.reject(new Error('away'))
    const together = await Promise.allSettled([
      cache.get('key', failing),
      cache.get('key', failing),
    ])
    assert.deepEqual(
      together.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await cache.get('key', counted('value')), 'value')
  })

  test('does not keep an absent value', async () => {
    const cache = new LookUpCache<string, string>(10)
    assert.equal(await cache.get('key', counted(undefined)), undefined)
    assert.equal(await cache.get('key', counted('made meanwhile')), 'made meanwhile')
  })

  test('keeps a later lookup of a key if an earlier one fails', async () => {
    const cache = new LookUpCache<string, string>(10)
    const { promise, reject } = Promise.withResolvers<string>()
    const overtaken = cache.get('key', () => promise)
    cache.delete('key')
    const successor = counted('new')
    await cache.get('key', successor)
    reject(new Error('away'))
    await assert.rejects(Promise.resolve(overtaken), /away/)
    assert.equal(await cache.get('key', successor), 'new')
    assert.equal(successor.calls, 1)
  })

  test('drops the least recently used entry beyond its limit', async () => {
    const cache = new LookUpCache<number, string>(2)
    const lookUps = [counted('0'), counted('1'), counted('2')] as const
    for (const key of [0, 1, 0, 2] as const) await cache.get(key, lookUps[key])
    for (const key of [0, 1] as const) await cache.get(key, lookUps[key])
    assert.deepEqual(
      lookUps.map(({ calls }) => calls),
      [1, 2, 1],
    )
  })
})
