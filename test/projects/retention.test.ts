// The marks by which retention determines the age of rows, and the days for which a project keeps
// them.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  expiredBefore,
  type Mark,
  markBy,
  needsMark,
  retentionOf,
  withMark,
} from '../../src/projects/retention.ts'
import { assertProperty, fc } from '../kit/property.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEARS = 3650 * DAY

/** A mark whose ids and clock follow real time. */
const markAt = (at: number): Mark => ({ at, nextId: at, time: at })

describe('The days for which a project keeps its data', () => {
  const settings = {
    orderRetentionDays: 30,
    callbackRetentionDays: null,
    requestLogRetentionDays: 400,
  }
  const cases = [
    { serviceMax: 0, days: { orders: 30, callbacks: null, requestLog: 400 } },
    { serviceMax: 90, days: { orders: 30, callbacks: 90, requestLog: 90 } },
    { serviceMax: 7, days: { orders: 7, callbacks: 7, requestLog: 7 } },
  ]
  for (const { serviceMax, days } of cases)
    test(`are the project's own, up to the service's ${serviceMax}`, () => {
      assert.deepEqual(retentionOf(settings, serviceMax), days)
    })

  test('are unlimited if neither the project nor the service sets them', () => {
    assert.equal(expiredBefore(null, 5 * DAY), null)
    assert.equal(expiredBefore(2, 5 * DAY), 3 * DAY)
  })
})

describe('Retention checkpoints', () => {
  const mark = { at: 10 * DAY, nextId: 7, time: 20 * DAY }

  test('are written for a project that has none', () => {
    assert.equal(needsMark([], { at: 0, nextId: 1, lastAt: 0 }), true)
  })

  const later = { at: mark.at + HOUR, nextId: 7, lastAt: mark.time }
  const cases = [
    { what: 'for a project that has issued ids', now: { ...later, nextId: 8 }, isNeeded: true },
    {
      what: 'for a project with a batch',
      now: { ...later, lastAt: mark.time + 1 },
      isNeeded: true,
    },
    { what: 'for an idle project', now: later, isNeeded: false },
    {
      what: 'again in the same hour',
      now: { ...later, at: mark.at + 1, nextId: 8 },
      isNeeded: false,
    },
  ]
  for (const { what, now, isNeeded } of cases)
    test(`are ${isNeeded ? '' : 'not '}written ${what}`, () => {
      assert.equal(needsMark([mark], now), isNeeded)
    })

  test('contain the records that existed at their time; before the first one, none are known', () => {
    const marks = [markAt(DAY), markAt(2 * DAY)]
    assert.equal(markBy(marks, DAY - 1), undefined)
    assert.equal(markBy(marks, 2 * DAY - 1), marks[0])
    assert.equal(markBy(marks, YEARS), marks[1])
  })

  test('grow in number with the logarithm of time, and give an age to within an eighth or an hour', () => {
    const gaps = fc.array(fc.integer({ min: HOUR, max: 40 * DAY }), {
      minLength: 1,
      maxLength: 400,
    })
    assertProperty(
      fc.property(gaps, (steps) => {
        let marks: readonly Mark[] = []
        const taken: number[] = []
        let now = 0
        for (const step of steps) {
          now += step
          taken.push(now)
          marks = withMark(marks, markAt(now))
        }
        assert.equal(marks.at(-1)?.at, now)
        assert.ok(marks.length <= 16 * Math.log2(Math.max(2, now / HOUR)) + 32, `${marks.length}`)
        for (const at of taken) {
          const known = markBy(marks, at)
          const late = at - (known?.at ?? taken[0] ?? 0)
          assert.ok(late <= Math.max(2 * HOUR, (now - at + late) / 8), `${late} of ${now - at}`)
        }
      }),
    )
  })
})
