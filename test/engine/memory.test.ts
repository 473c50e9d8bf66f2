// State in memory and on a dataset's row: how much is kept, for how long, and what is removed
// first.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { REMEMBERED_MS } from '../../src/engine/authentication.ts'
import { boundedCache } from '../../src/engine/bounded-cache.ts'
import { FULL_STEP, smallerStep } from '../../src/engine/due.ts'
import { bugResult } from '../../src/engine/execution.ts'
import { RateLimit } from '../../src/engine/rate-limit.ts'
import { IDEMPOTENCY_LIFE_MS } from '../../src/projects/idempotency.ts'
import { versionOf, withBatch } from '../../src/store/dataset-row.ts'
import { containing, type Key, pageOf, searchPage } from '../../src/store/keyset.ts'
import type { RecentBatches } from '../../src/store/store.ts'
import { decode, encode, prefixedColumns, snakeCase, table } from '../../src/store/table.ts'

test('A bounded cache drops the least recently used entry', () => {
  const cache = boundedCache<number, string>({ maxEntries: 3 })
  for (const key of [1, 2, 3]) cache.set(key, String(key))
  assert.equal(cache.get(1), '1')
  cache.set(4, '4')
  assert.deepEqual(
    [1, 2, 3, 4].map((key) => cache.has(key)),
    [true, false, true, true],
  )
})

test('A bounded cache drops an entry after its maximum age, if it has one', (t) => {
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const cache = boundedCache<number, string>({ maxEntries: 3, maxAgeMs: 5000 })
  const timeless = boundedCache<number, string>({ maxEntries: 3 })
  cache.set(1, 'a')
  timeless.set(1, 'a')
  for (const [at, has] of [
    [5900, true],
    [6200, false],
  ] as const) {
    now = at
    t.mock.timers.tick(100)
    assert.equal(cache.has(1), has)
    assert.ok(timeless.has(1))
  }
})

test('Credentials are cached for 30 seconds, idempotent responses for a day', () => {
  assert.deepEqual([REMEMBERED_MS, IDEMPOTENCY_LIFE_MS], [30_000, 86_400_000])
})

test('A project can burst two seconds of requests, and is then limited to its rate', () => {
  let now = 0
  const limit = new RateLimit(5, () => now)
  const taken = (project: number): number => {
    for (let count = 0; ; count++)
      try {
        limit.take(project)
      } catch (error) {
        assert.equal((error as { code: string }).code, 'rate-limited')
        assert.match(
          (error as Error).message,
          /limit of 5 requests per second\. Retry in a second\.$/,
        )
        return count
      }
  }
  assert.equal(taken(1), 10)
  assert.equal(taken(2), 10)
  now = 199
  assert.equal(taken(1), 0)
  now = 200
  assert.equal(taken(1), 1)
  now = 1200
  assert.equal(taken(1), 5)
  now = 100_000
  assert.equal(taken(1), 10)
  // Setting the clock back changes nothing.
  now = 99_000
  assert.equal(taken(1), 0)
  now = 100_000
  assert.equal(taken(1), 5)
})

test('A step of due work takes 500 items, then fewer, and finally sets the failing item aside', () => {
  assert.deepEqual(FULL_STEP, { items: 500 })
  const error = new Error('refused')
  const sizes: number[] = []
  let limit = smallerStep(FULL_STEP, error)
  for (; limit !== undefined && limit.bug === undefined; limit = smallerStep(limit, error))
    sizes.push(limit.items)
  assert.deepEqual(sizes, [50, 5, 1])
  assert.deepEqual(limit, { items: 1, bug: bugResult(error) })
  assert.equal(smallerStep({ items: 1, bug: bugResult(error) }, error), undefined)
})

describe('The recent batches of a dataset', () => {
  test('are the newest ones of the last sixteen processes', () => {
    let recent: RecentBatches = []
    for (let index = 0; index < 20; index++) recent = withBatch(recent, `p${index}`, `b${index}`)
    assert.deepEqual(
      recent.map(([process]) => process),
      Array.from({ length: 16 }, (_, index) => `p${19 - index}`),
    )
    assert.deepEqual(withBatch(recent, 'p10', 'new').slice(0, 2), [
      ['p10', 'new'],
      ['p19', 'b19'],
    ])
    assert.equal(withBatch(recent, 'p10', 'new').length, 16)
  })

  test('determine its version by the newest batch', () => {
    assert.equal(versionOf(7, []), '7.')
    assert.equal(
      versionOf(7, [
        ['p', 'b'],
        ['q', 'c'],
      ]),
      '7.b',
    )
  })
})

describe('A page of a list', () => {
  const keyOf = (row: number): Key => [row]
  test('has a cursor if another page follows', () => {
    assert.deepEqual(pageOf([3, 2, 1], 2, keyOf), { items: [3, 2], next: [2] })
    assert.deepEqual(pageOf([3, 2], 2, keyOf), { items: [3, 2], next: null })
    assert.deepEqual(pageOf([], 2, keyOf), { items: [], next: null })
  })

  test('reads twenty windows of a search, then returns a cursor', async () => {
    const looked: number[] = []
    const search = (found: (window: number) => number[], windows: number) => {
      looked.length = 0
      return searchPage<number, Key>(
        {
          windowEnd: ([from]) =>
            Promise.resolve(Number(from) + 1 < windows ? [Number(from) + 1] : undefined),
          found: ([from], _end, limit) => {
            looked.push(limit)
            return Promise.resolve(found(Number(from)).slice(0, limit))
          },
          keyOf: (row) => [`row ${row}`],
        },
        [0],
        2,
      )
    }
    assert.deepEqual(await search(() => [], 100), { items: [], next: [20] })
    assert.equal(looked.length, 20)
    assert.deepEqual(await search((window) => (window === 3 ? [7] : []), 100), {
      items: [7],
      next: [20],
    })
    // The next window is read at the same time, before its rows are counted.
    assert.deepEqual(looked.slice(0, 5), [3, 3, 3, 3, 3])
    assert.deepEqual(await search((window) => [10 + window], 100), {
      items: [10, 11],
      next: ['row 11'],
    })
    assert.equal(looked.length, 3)
    assert.deepEqual(await search((window) => (window === 4 ? [7] : []), 5), {
      items: [7],
      next: null,
    })
    assert.equal(looked.length, 5)
  })

  test('is searched for the literal text, without wildcards', () => {
    assert.deepEqual(['', 'a', '100%', 'a_b', 'a!'].map(containing), [
      '%%',
      '%a%',
      '%100!%%',
      '%a!_b%',
      '%a!!%',
    ])
  })
})

test('A row is encoded by its column types and decoded to the same value', () => {
  interface Row {
    readonly cardId: number
    readonly pinHash: string | null
    readonly isOpen: boolean
    readonly longMemberName: object
  }
  const described = table<Row>(
    'card',
    { cardId: 'integer', pinHash: 'text', isOpen: 'boolean', longMemberName: 'json' },
    { key: 'cardId' },
  )
  assert.deepEqual(described, {
    name: 'card',
    members: ['cardId', 'pinHash', 'isOpen', 'longMemberName'],
    columns: ['card_id', 'pin_hash', 'is_open', 'long_member_name'],
    types: ['integer', 'text', 'boolean', 'json'],
    derived: new Map(),
    constant: new Set(),
    key: 'card_id',
    appendOnly: false,
  })
  assert.equal(snakeCase('aBC'), 'a_b_c')
  for (const isOpen of [true, false]) {
    const row = { cardId: 5, pinHash: null, isOpen, longMemberName: { a: [1] } }
    const values = encode(described, row)
    assert.deepEqual(values, [5, null, isOpen ? 1 : 0, '{"a":[1]}'])
    for (const prefix of ['', 'c_']) {
      const record = Object.fromEntries(
        described.columns.map((column, index) => [prefix + column, values[index]]),
      )
      const decoded = decode(described, record, prefix)
      assert.deepEqual(decoded, row)
      assert.deepEqual(Object.keys(decoded), described.members)
    }
  }
  assert.equal(prefixedColumns(described, 'c', 'c_').split(', ')[1], 'c.pin_hash as c_pin_hash')
})
