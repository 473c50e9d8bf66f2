// Features of an order: which are known, which contradict each other.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FEATURES, parseFeatures } from '../../../src/payments/orders/feature.ts'
import { assertProperty, fc } from '../../kit/property.ts'

describe('Features', () => {
  const rows: [given: string[], expected: ReturnType<typeof parseFeatures>][] = [
    [[], { features: [] }],
    [['VERIFY'], { features: ['VERIFY'] }],
    [['FORCE_TDS', 'AUTO_PAYMENT'], { fault: 'features-conflict' }],
    [['AUTO_PAYMENT', 'FORCE_SSL'], { fault: 'features-conflict' }],
    [['AUTO_PAYMENT', 'FORCE_FULL_TDS'], { fault: 'features-conflict' }],
    [['FORCE_SSL', 'FORCE_TDS'], { fault: 'features-conflict' }],
    [['FORCE_FULL_TDS', 'FORCE_SSL'], { fault: 'features-conflict' }],
    [['FORCE_TDS', 'FORCE_FULL_TDS'], { features: ['FORCE_TDS', 'FORCE_FULL_TDS'] }],
    [
      ['AUTO_PAYMENT', 'FORCE_CREATE_BINDING'],
      { features: ['AUTO_PAYMENT', 'FORCE_CREATE_BINDING'] },
    ],
    [['verify'], { fault: 'features-unknown' }],
    [[''], { fault: 'features-unknown' }],
    [['NO_SUCH', 'FORCE_SSL', 'AUTO_PAYMENT'], { fault: 'features-unknown' }],
    [['SKIP_VERIFY', 'PAY_BY_CLIENT'], { features: [] }],
  ]
  for (const [given, expected] of rows)
    test(`the features [${given.join(', ')}] are ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(parseFeatures(given), expected)
    })

  test('sent twice or in another order mean the same', () => {
    assertProperty(
      fc.property(fc.shuffledSubarray([...FEATURES]), (features) => {
        const expected = parseFeatures(FEATURES.filter((each) => features.includes(each)))
        assert.deepEqual(parseFeatures([...features, ...features]), expected)
      }),
    )
  })
})
