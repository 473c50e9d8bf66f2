// Slots for sending callbacks: limits that always hold, and no project that delays another.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { IN_FLIGHT, Slots } from '../../src/delivery/slots.ts'
import { assertProperty, fc } from '../kit/property.ts'

const name = (datasetId: number) => ({ datasetId, projectNumber: datasetId })

/** Takes as many as possible; returns how many. */
function takeAll(slots: Slots, datasetId: number, origin = 'http://a'): number {
  let taken = 0
  while (slots.take(datasetId, origin)) taken += 1
  return taken
}

/** Raises a receiver's pace to the maximum. */
function quicken(slots: Slots, datasetId: number, origin = 'http://a'): void {
  for (let pace = 1; pace < IN_FLIGHT.perOriginMax; pace *= 2) {
    assert.ok(slots.take(datasetId, origin))
    slots.give(datasetId, origin, 'answered')
  }
}

describe('Slots for sending callbacks', () => {
  test('a receiver starts with two slots, doubles them after each response in time, and has at most 32', () => {
    const slots = new Slots()
    const paces: number[] = []
    for (let round = 0; round < 6; round++) {
      const taken = takeAll(slots, 1)
      paces.push(taken)
      slots.give(1, 'http://a', 'answered')
      for (let rest = 1; rest < taken; rest++) slots.give(1, 'http://a', undefined)
    }
    assert.deepEqual(paces, [2, 4, 8, 16, 32, 32])
  })

  test('a receiver that times out gets half as many slots, but at least one', () => {
    const slots = new Slots()
    quicken(slots, 1)
    const paces: number[] = []
    for (let round = 0; round < 7; round++) {
      const taken = takeAll(slots, 1)
      paces.push(taken)
      slots.give(1, 'http://a', 'timed-out')
      for (let rest = 1; rest < taken; rest++) slots.give(1, 'http://a', 'failed')
    }
    assert.deepEqual(paces, [32, 16, 8, 4, 2, 1, 1])
  })

  test('receivers without free slots are excluded from the search for callbacks', () => {
    const slots = new Slots()
    takeAll(slots, 1, 'http://full')
    slots.take(1, 'http://a')
    assert.deepEqual(slots.full(1), ['http://full'])
    assert.deepEqual(slots.full(2), [])
  })

  test('a project has at most 128 slots', () => {
    const slots = new Slots()
    const origins = ['a', 'b', 'c', 'd', 'e'].map((host) => `http://${host}`)
    for (const origin of origins) quicken(slots, 1, origin)
    const taken = origins.map((origin) => takeAll(slots, 1, origin))
    assert.deepEqual(taken, [32, 32, 32, 32, 0])
    assert.equal(slots.room(1), 0)
  })

  test('if all slots are taken, a project that is not sending may use one extra slot', () => {
    const slots = new Slots()
    for (let datasetId = 1; datasetId <= 4; datasetId++)
      for (const origin of ['a', 'b', 'c', 'd']) {
        quicken(slots, datasetId, origin)
        takeAll(slots, datasetId, origin)
      }
    assert.equal(slots.room(1), 0)
    assert.deepEqual([slots.room(5), takeAll(slots, 5)], [1, 1])
    assert.equal(slots.room(5), 0)
  })

  test('a free slot goes to a waiting project, not to one that has its fair share', () => {
    const slots = new Slots()
    for (let datasetId = 1; datasetId <= 4; datasetId++)
      for (const origin of ['a', 'b', 'c', 'd']) {
        quicken(slots, datasetId, origin)
        takeAll(slots, datasetId, origin)
      }
    slots.take(5, 'a')
    slots.wait(name(5))
    assert.equal(slots.next(), undefined, 'nothing is free')
    // One of the five is above the shared slots.
    slots.give(1, 'a', 'answered')
    slots.give(1, 'a', 'answered')
    assert.equal(slots.room(1), 0)
    assert.deepEqual(slots.next(), name(5))
    assert.equal(slots.room(5), 1)
    assert.equal(slots.next(), undefined, 'it waits no longer')
  })

  test('the fair share counts every project that sends or waits once', () => {
    const slots = new Slots()
    for (const origin of ['a', 'b']) {
      quicken(slots, 1, origin)
      takeAll(slots, 1, origin)
    }
    slots.wait(name(1))
    // 512 slots are 73 for each of seven, and 64 for each of eight, which it has.
    for (let datasetId = 2; datasetId <= 7; datasetId++) slots.wait(name(datasetId))
    assert.equal(slots.room(1), 64)
    slots.wait(name(8))
    assert.equal(slots.room(1), 0)
  })

  test('the longest waiting project is next', () => {
    const slots = new Slots()
    for (const datasetId of [3, 1, 2]) slots.wait(name(datasetId))
    assert.deepEqual([slots.next(), slots.next(), slots.next()], [3, 1, 2].map(name))
  })

  test('no slot stays free if all waiting projects have their fair share', () => {
    const slots = new Slots()
    // 200 projects with two receivers each: the fair share is two slots, and 112 are left.
    for (let datasetId = 1; datasetId <= 200; datasetId++) {
      for (const origin of ['a', 'b']) slots.take(datasetId, origin)
      slots.wait(name(datasetId))
    }
    let taken = 400
    for (let next = slots.next(); next !== undefined; next = slots.next())
      for (const origin of ['a', 'b']) if (slots.take(next.datasetId, origin)) taken += 1
    assert.equal(taken, IN_FLIGHT.sharedMax)
  })

  test('every limit always holds, and a project that is not sending may use one extra slot', () => {
    const dataset = fc.nat(40)
    const origin = fc.constantFrom('http://a', 'http://b', 'http://c', 'http://d', 'http://e')
    const end = fc.constantFrom('answered', 'timed-out', 'failed', undefined)
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ do: fc.constant('take' as const), dataset, origin }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('give' as const), which: fc.nat(), end }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), dataset }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('next' as const) }) },
    )
    assertProperty(
      fc.property(fc.array(step, { maxLength: 800 }), (steps) => {
        const slots = new Slots()
        const taken: { dataset: number; origin: string }[] = []
        for (const one of steps) {
          if (one.do === 'take') while (slots.take(one.dataset, one.origin)) taken.push(one)
          else if (one.do === 'wait') slots.wait(name(one.dataset))
          else if (one.do === 'next') slots.next()
          else {
            const [given] = taken.splice(one.which % Math.max(1, taken.length), 1)
            if (given !== undefined) slots.give(given.dataset, given.origin, one.end)
          }
        }
        const count = (key: (one: (typeof taken)[number]) => unknown) =>
          Math.max(
            0,
            ...Map.groupBy(taken, key)
              .values()
              .map(({ length }) => length),
          )
        assert.ok(count(({ dataset, origin }) => `${dataset} ${origin}`) <= IN_FLIGHT.perOriginMax)
        assert.ok(count(({ dataset }) => dataset) <= IN_FLIGHT.perDatasetMax)
        const datasets = new Set(taken.map(({ dataset }) => dataset))
        assert.ok(taken.length <= IN_FLIGHT.sharedMax + datasets.size)
        assert.ok(slots.room(1_000) >= 1)
        // A waiting project continues as soon as the limits allow.
        const used = new Map(
          [...Map.groupBy(taken, (one) => one.dataset)].map(([of, { length }]) => [of, length]),
        )
        slots.wait(name(2_000))
        slots.wait(name(steps.length % 41))
        const mine = used.get(steps.length % 41) ?? 0
        if (taken.length < IN_FLIGHT.sharedMax && mine < IN_FLIGHT.perDatasetMax)
          assert.ok(slots.next() !== undefined)
        for (const { dataset, origin } of taken) slots.give(dataset, origin, undefined)
        assert.equal(slots.room(1_000), IN_FLIGHT.perDatasetMax)
      }),
      { seed: 20_261_122, numRuns: 200 },
    )
  })
})
