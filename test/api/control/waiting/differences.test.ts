// The differences between a match and a candidate, and the closest candidate.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differences, nearestOf } from '../../../../src/api/control/waiting/differences.ts'
import { assertProperty, fc } from '../../../kit/property.ts'

describe('The differences between a record and a match', () => {
  const candidate = {
    id: '7',
    status: 1,
    parameters: { amount: '2000', 'a/b~': 'x' },
    ids: ['1', '2'],
  }
  for (const [title, wanted, expected] of [
    ['are none for an empty match', {}, []],
    ['are none for equal fields', { id: '7', status: 1 }, []],
    ['include a value that differs', { status: 0 }, [['/status', 0, 1]]],
    ['include a field that is missing', { state: 'x' }, [['/state', 'x', undefined]]],
    [
      'include a nested field',
      { parameters: { amount: '1' } },
      [['/parameters/amount', '1', '2000']],
    ],
    [
      'escape the name in a pointer',
      { parameters: { 'a/b~': 'y' } },
      [['/parameters/a~1b~0', 'y', 'x']],
    ],
    ['are none for an item of a list', { ids: '2' }, []],
    ['include a value that a list lacks', { ids: '3' }, [['/ids', '3', ['1', '2']]]],
    ['include an object in place of a string', { id: { a: 1 } }, [['/id/a', 1, undefined]]],
    ['include an inherited property as missing', { toString: 1 }, [['/toString', 1, undefined]]],
  ] as const)
    test(title, () => {
      assert.deepEqual(
        differences(wanted, candidate).map(({ pointer, wanted, found }) => [
          pointer,
          wanted,
          found,
        ]),
        expected,
      )
    })
})

/** Objects as they are after a JSON round trip. */
const VALUES = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.oneof(fc.string(), fc.integer(), fc.boolean()),
)

describe('The closest record', () => {
  const nearest = (wanted: object, candidates: readonly object[]) =>
    nearestOf(wanted, candidates, (each) => each)

  test('is the first one with the fewest differences', () => {
    const found = nearest({ a: 1, b: 1 }, [{ a: 2 }, { a: 1, n: 1 }, { a: 1, n: 2 }])
    assert.deepEqual(found?.candidate, { a: 1, n: 1 })
  })

  test('matches the expected id rather than the other expected values', () => {
    const found = nearest({ orderId: 'x', a: 1, b: 1 }, [
      { orderId: 'y', a: 1, b: 1 },
      { orderId: 'x', a: 2, b: 2 },
    ])
    assert.deepEqual(found?.candidate, { orderId: 'x', a: 2, b: 2 })
  })

  test('is undefined without records', () => {
    assert.equal(nearest({ a: 1 }, []), undefined)
  })

  test('has no differences if it equals the match', () => {
    assertProperty(
      fc.property(fc.array(VALUES, { maxLength: 5 }), VALUES, (others, wanted) => {
        assert.deepEqual(nearest(wanted, [...others, wanted])?.differs, [])
      }),
    )
  })
})
