// Lookups of one turn on PostgreSQL: which connections they use, and which callers a failure
// affects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Connection,
  type Connections,
  PostgresLookups,
} from '../../src/store/postgres-lookups.ts'
import type { SqlValue } from '../../src/store/table.ts'
import { nextTurn } from '../../src/time.ts'

const BY_ID = { name: 'by_id', text: 'select $1', isLookup: true } as const
const BY_KEY = { name: 'by_key', text: 'select $2', isLookup: true, keyType: 'bigint' } as const

/** The key of a list that no row has. */
const ABSENT = 404

type Asked = Pick<Parameters<Connection['query']>[0], 'name' | 'values'>

/** A pool that returns the parameters, records its lookups, and fails as the test specifies. */
class NotingPool implements Connections {
  /** The lookups of each connection that was taken. */
  readonly taken: Asked[][] = []
  /** Whether each connection was given back as broken. */
  readonly broken: boolean[] = []
  isGone = false
  failing = -1

  connect(): Promise<Connection> {
    if (this.isGone) return Promise.reject(new Error('connection refused'))
    const asked: Asked[] = []
    this.taken.push(asked)
    return Promise.resolve({
      query: ({ name, values }: Asked) => {
        asked.push({ name, values })
        if (values.flat().includes(this.failing))
          return Promise.reject(new Error('statement failed'))
        const list = values.find((value): value is SqlValue[] => Array.isArray(value))
        if (list === undefined) return Promise.resolve({ rows: [{ value: singleOf(values[0]) }] })
        const found = list.filter((value) => value !== ABSENT).toReversed()
        return Promise.resolve({ rows: found.map((value) => ({ wanted: value, value })) })
      },
      on: () => undefined,
      off: () => undefined,
      release: (isBroken: boolean) => this.broken.push(isBroken),
    })
  }
}

const singleOf = (value: SqlValue | SqlValue[] | undefined): SqlValue =>
  Array.isArray(value) ? null : (value ?? null)

function lookups(): { readonly pool: NotingPool; readonly shared: PostgresLookups } {
  const pool = new NotingPool()
  return { pool, shared: new PostgresLookups(pool) }
}

test('Lookups of one turn of the event loop use one connection, and equal ones are sent once', async () => {
  const { pool, shared } = lookups()
  const answers = await Promise.all([1, 2, 1].map((id) => shared.query(BY_ID, [7, id])))
  assert.deepEqual(answers, [[{ value: 7 }], [{ value: 7 }], [{ value: 7 }]])
  assert.deepEqual(
    pool.taken.map((asked) => asked.map(({ values }) => values)),
    [
      [
        [7, 1],
        [7, 2],
      ],
    ],
  )
  assert.deepEqual(pool.broken, [false])
})

test('Lookups that differ in the last parameter are one statement, if it has a list', async () => {
  const { pool, shared } = lookups()
  const keys = [
    [7, 1],
    [7, ABSENT],
    [7, 2],
    [8, 2],
    [7, 1],
  ] as const
  const answers = await Promise.all(keys.map((key) => shared.query(BY_KEY, key)))
  assert.deepEqual(
    answers.map(([row]) => row?.['value']),
    [1, undefined, 2, 8, 1],
  )
  assert.deepEqual(pool.taken, [
    [
      { name: 'by_key_of_list', values: [7, [1, ABSENT, 2]] },
      { name: 'by_key', values: [8, 2] },
    ],
  ])
})

test('A sharded database gets each lookup separately', async () => {
  const pool = new NotingPool()
  const shared = new PostgresLookups(pool, false)
  await Promise.all([1, 2].map((id) => shared.query(BY_KEY, [7, id])))
  assert.deepEqual(
    pool.taken[0]?.map(({ name }) => name),
    ['by_key', 'by_key'],
  )
})

test('A list that fails only fails its own lookups', async () => {
  const { pool, shared } = lookups()
  pool.failing = 2
  const results = await Promise.allSettled(
    [
      [7, 1],
      [7, 2],
      [8, 1],
    ].map((key) => shared.query(BY_KEY, key)),
  )
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})

test('A lookup in a later turn of the event loop is sent again', async () => {
  const { pool, shared } = lookups()
  await shared.query(BY_ID, [1])
  await shared.query(BY_ID, [1])
  assert.equal(pool.taken.length, 2)
})

test('Many lookups are distributed over connections', async () => {
  const { pool, shared } = lookups()
  await Promise.all(Array.from({ length: 70 }, (_, id) => shared.query(BY_ID, [id])))
  assert.deepEqual(
    pool.taken.map((asked) => asked.length),
    [32, 32, 6],
  )
})

test('Parameters that look alike when joined are different lookups', async () => {
  const { pool, shared } = lookups()
  await Promise.all([
    shared.query(BY_ID, ['1', '23']),
    shared.query(BY_ID, ['12', '3']),
    shared.query({ ...BY_ID, name: 'by_id1' }, ['23']),
  ])
  assert.equal(pool.taken[0]?.length, 3)
})

test('A lookup that fails does not affect others, and its connection is replaced', async () => {
  const { pool, shared } = lookups()
  pool.failing = 2
  const results = await Promise.allSettled([1, 2].map((id) => shared.query(BY_ID, [id])))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  await nextTurn()
  assert.deepEqual(pool.broken, [true])
})

test('Without a connection, all pending lookups fail, and later ones connect again', async () => {
  const { pool, shared } = lookups()
  pool.isGone = true
  const results = await Promise.allSettled([1, 2].map((id) => shared.query(BY_ID, [id])))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  pool.isGone = false
  assert.deepEqual(await shared.query(BY_ID, [1]), [{ value: 1 }])
})
