// The simulation of a fleet: the same seed gives the same run, and no transfer is created or lost.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fleetFor, MEASURED } from '../bench/fleet/costs.ts'
import { Events } from '../bench/fleet/events.ts'
import { type FleetSettings, simulateFleet } from '../bench/fleet/simulation.ts'
import { assertProperty, fc } from './kit/property.ts'

const SMALL: FleetSettings = {
  seed: 7,
  costs: MEASURED,
  services: 3,
  databases: 2,
  processorsPerDatabase: 2,
  shards: 8,
  projects: 40,
  perSecond: 3000,
  seconds: 0.3,
  largestShare: 0.1,
  failures: [],
}

const fleets: fc.Arbitrary<FleetSettings> = fc.record({
  seed: fc.nat(),
  costs: fc.constant(MEASURED),
  services: fc.integer({ min: 1, max: 4 }),
  databases: fc.integer({ min: 1, max: 3 }),
  processorsPerDatabase: fc.integer({ min: 1, max: 3 }),
  shards: fc.integer({ min: 1, max: 8 }),
  projects: fc.integer({ min: 1, max: 30 }),
  perSecond: fc.integer({ min: 100, max: 20_000 }),
  seconds: fc.constant(0.1),
  largestShare: fc.constantFrom(0, 0.1, 1),
  failures: fc.array(
    fc.record({
      kind: fc.constantFrom('service', 'database'),
      index: fc.nat({ max: 3 }),
      atMicros: fc.integer({ min: 0, max: 90_000 }),
      forMicros: fc.integer({ min: 0, max: 50_000 }),
    }),
    { maxLength: 3 },
  ),
})

describe('A simulated fleet', () => {
  test('has the same result with the same seed, and another one with another seed', () => {
    assert.deepEqual(simulateFleet(SMALL), simulateFleet(SMALL))
    assert.notDeepEqual(simulateFleet(SMALL), simulateFleet({ ...SMALL, seed: 8 }))
  })

  test('loses no transfer and commits none twice, whatever fails', () => {
    assertProperty(
      fc.property(fleets, (settings) => {
        const run = simulateFleet(settings)
        assert.equal(run.arrived, run.acknowledged + run.refused + run.lost + run.open)
        assert.ok(run.committed >= run.acknowledged)
        assert.ok(run.committed <= run.acknowledged + run.lost)
        assert.equal(
          run.committedOf.reduce((sum, each) => sum + each, 0),
          run.committed,
        )
        assert.ok(run.transactions <= run.committed)
        if (!settings.failures.some(({ kind }) => kind === 'service')) assert.equal(run.lost, 0)
      }),
      { numRuns: 50 },
    )
  })

  test('uses the CPU time that its transfers and transactions cost', () => {
    const { arrived, transactions, busiest } = simulateFleet({ ...SMALL, services: 1 })
    const { perRequest, perTransaction } = MEASURED.service
    const micros = arrived * perRequest + transactions * perTransaction
    // Work that has started counts in full, even if it ends after the run.
    assert.ok(busiest.service >= micros / 300_000)
    assert.ok(busiest.service <= (micros + 8 * perTransaction) / 300_000)
  })

  test('waits for a failed database server and continues', () => {
    const outage = { kind: 'database', index: 0, atMicros: 100_000, forMicros: 50_000 } as const
    const [calm, failed] = [[], [outage]].map((failures) => simulateFleet({ ...SMALL, failures }))
    assert.ok(calm !== undefined && failed !== undefined)
    assert.ok(failed.repeated > 0)
    assert.ok(failed.latency.p99 > calm.latency.p99)
  })
})

test('The model needs fewer CPUs if transfers share transactions', () => {
  const [alone, shared] = [fleetFor(100_000, 1), fleetFor(100_000, 10)]
  assert.ok(shared.services < alone.services)
  assert.ok(shared.databaseProcessors < alone.databaseProcessors)
})

test('Simulated events happen in chronological order, then in the order of their addition', () => {
  assertProperty(
    fc.property(fc.array(fc.nat({ max: 20 })), (times) => {
      const events = new Events()
      const happened: (readonly [number, number])[] = []
      for (const [index, time] of times.entries())
        events.at(time, () => void happened.push([time, index]))
      events.runUntil(20)
      const expected = times
        .map((time, index) => [time, index] as const)
        .toSorted(([one, first], [other, second]) => one - other || first - second)
      assert.deepEqual(happened, expected)
    }),
  )
})
