// The time at which a dataset has due work, and its clock after an advance.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Dataset,
  INITIAL_COUNTERS,
  STAN_MAX,
  atRest,
  clockArrived,
  newDataset,
  take,
  withDue,
  workAtOf,
} from '../../src/kernel/dataset.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const base = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: 0 })

const WAKES: readonly [what: string, dataset: Partial<Dataset>, workAt: number | null][] = [
  ['nothing due', {}, null],
  ['work that is due in real time', { nextDueAt: 500 }, 500],
  ['a clock ahead', { nextDueAt: 500, offsetMs: 200 }, 300],
  ['a clock behind', { nextDueAt: 500, offsetMs: -200 }, 700],
  ['a clock so far ahead that it was due before 1970', { nextDueAt: 500, offsetMs: 900 }, 0],
  [
    'work that was due at the last batch, whose process had a fast clock',
    { nextDueAt: 500, lastAt: 500 },
    0,
  ],
  ['work that is due after the last batch', { nextDueAt: 500, lastAt: 499 }, 500],
  ['a frozen clock before it', { nextDueAt: 500, frozenAt: 499 }, null],
  ['a frozen clock at it', { nextDueAt: 500, frozenAt: 500 }, 0],
  ['a frozen clock behind its last batch', { nextDueAt: 500, frozenAt: 400, lastAt: 500 }, 0],
  ['a frozen clock, its offset set aside', { nextDueAt: 500, frozenAt: 1, offsetMs: 900 }, null],
  ['an advancing clock', { clockTarget: 900 }, 0],
  ['an advancing frozen clock', { clockTarget: 900, frozenAt: 1, nextDueAt: 500 }, 0],
  ['a retired dataset', { retired: true, clockTarget: 900, nextDueAt: 1 }, null],
]

describe('The time of the next due work', () => {
  for (const [what, dataset, workAt] of WAKES)
    test(`is ${workAt ?? 'null'} with ${what}`, () => {
      assert.equal(workAtOf({ ...base, ...dataset }), workAt)
    })

  test('is the time on the row, unless a clock move is in progress', () => {
    const { lastAt, workAt } = atRest({ ...base, nextDueAt: 500, offsetMs: 100, lastAt: 40 }, 70)
    assert.deepEqual({ lastAt, workAt }, { lastAt: 70, workAt: 400 })
    assert.equal(atRest({ ...base, lastAt: 90 }, 70).lastAt, 90)
  })

  test('is the earliest of several due times', () => {
    const due = [null, 500, null, 300, 400].reduce(withDue, base)
    assert.equal(due.nextDueAt, 300)
  })
})

const ARRIVALS: readonly [what: string, dataset: Partial<Dataset>, clock: Partial<Dataset>][] = [
  ['a clock without a target', { offsetMs: 5 }, { offsetMs: 5, frozenAt: null, lastAt: 0 }],
  ['a running clock', { clockTarget: 3000 }, { offsetMs: 2000, frozenAt: null, lastAt: 3000 }],
  [
    'a frozen clock',
    { clockTarget: 3000, frozenAt: 7 },
    { offsetMs: 0, frozenAt: 3000, lastAt: 3000 },
  ],
  ['a running clock that passed its target', { clockTarget: 900 }, { offsetMs: 0, lastAt: 0 }],
  [
    'a clock whose last item came later than its target',
    { clockTarget: 3000, lastAt: 3500 },
    { offsetMs: 0, lastAt: 3500 },
  ],
]

describe('The time at the end of a clock move', () => {
  for (const [what, dataset, clock] of ARRIVALS)
    test(`is the target, unless the clock is already later: ${what}`, () => {
      const arrived = clockArrived({ ...base, ...dataset }, 1000)
      assert.deepEqual(arrived, { ...base, ...dataset, ...clock, clockTarget: null })
    })
})

test('A dataset starts with initial counters, and its id allows a million resets', () => {
  const dataset = newDataset(7, 3, { settings: DEFAULT_SETTINGS, now: 500 })
  assert.deepEqual(dataset, {
    id: 7_000_003,
    projectNumber: 7,
    nextId: 100_001,
    nextCard: 100_000_000_001,
    nextAccount: 1,
    nextUtrnno: 1_600_000,
    nextStan: 1,
    poolUsed: 0,
    dueRan: 0,
    nextDecision: 1,
    draws: 0,
    storedRows: 0,
    storedBytes: 0,
    offsetMs: 0,
    frozenAt: null,
    lastAt: 500,
    settings: DEFAULT_SETTINGS,
    nextDueAt: null,
    retired: false,
    stagedUntil: null,
    clockTarget: null,
    workAt: null,
  })
  assert.equal(INITIAL_COUNTERS.nextStan, 1)
})

test('A counter returns one value by default, and trace numbers restart after the last', () => {
  const dataset = newDataset(1, 0, { settings: DEFAULT_SETTINGS, now: 0 })
  const [id, next] = take(dataset, 'nextId')
  assert.deepEqual([id, next.nextId], [100_001, 100_002])
  assert.equal(STAN_MAX, 999_999)
  assert.equal(take({ ...dataset, nextStan: 999_998 }, 'nextStan')[1].nextStan, 999_999)
  assert.equal(take({ ...dataset, nextStan: 999_999 }, 'nextStan')[1].nextStan, 1)
  assert.equal(take({ ...dataset, nextUtrnno: 999_999 }, 'nextUtrnno')[1].nextUtrnno, 1_000_000)
})
