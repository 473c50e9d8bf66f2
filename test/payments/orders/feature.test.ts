// Features of an order: known ones, and features that contradict each other.

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
    test(`[${given.join(', ')}] are parsed as ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(parseFeatures(given), expected)
    })

  test('have the same result if they are sent twice or in another order', () => {
    assertProperty(
      fc.property(fc.shuffledSubarray([...FEATURES]), (features) => {
        const expected = parseFeatures(FEATURES.filter((each) => features.includes(each)))
        assert.deepEqual(parseFeatures([...features, ...features]), expected)
      }),
    )
  })
})

describe('The features of an order', () => {
  // prettier-ignore
  const WITHOUT_EFFECT = ['ACS_IN_IFRAME', 'BINDING_NOT_NEEDED', 'FIXED_BINDING', 'FORCE_GENERATE_ORDERNUMBER', 'FORCE_NO_CVC', 'FORCE_PAYMENT_WAY', 'FRAUD_FORCE_SSL', 'FRAUD_FORCE_TDS', 'ORDER_NUMBER_EXPLICIT_INDICATION', 'PARTIAL_AUTHORIZATION', 'PAYMENT_WAY_FORCE_SSL', 'PAYMENT_WAY_FORCE_TDS', 'PAY_BY_CLIENT', 'RECURRENT_PAYMENT', 'REVERSE_AFTER_RECURRENT_INITIALIZE', 'SKIP_PAYER_EMAIL_NOTIFY', 'SKIP_UNSUCCESSFUL_PAYMENT_CALLBACK', 'SKIP_VERIFY']
  // prettier-ignore
  const CONFLICTS = new Set(['AUTO_PAYMENT FORCE_TDS', 'AUTO_PAYMENT FORCE_SSL', 'AUTO_PAYMENT FORCE_FULL_TDS', 'FORCE_TDS FORCE_SSL', 'FORCE_SSL FORCE_FULL_TDS'])

  test('are six that have an effect and many that have none; any other is refused', () => {
    assert.deepEqual(FEATURES, [
      'AUTO_PAYMENT',
      'VERIFY',
      'FORCE_TDS',
      'FORCE_SSL',
      'FORCE_FULL_TDS',
      'FORCE_CREATE_BINDING',
    ])
    for (const feature of FEATURES)
      assert.deepEqual(parseFeatures([feature]), { features: [feature] })
    for (const feature of WITHOUT_EFFECT)
      assert.deepEqual(parseFeatures([feature]), { features: [] }, feature)
    for (const text of ['', 'verify', 'VERIFYx', 'FORCE'])
      assert.deepEqual(parseFeatures(['VERIFY', text]), { fault: 'features-unknown' }, text)
  })

  test('contradict each other in five pairs', () => {
    for (const [index, one] of FEATURES.entries())
      for (const other of FEATURES.slice(index + 1))
        assert.deepEqual(
          parseFeatures([other, one]),
          CONFLICTS.has(`${one} ${other}`)
            ? { fault: 'features-conflict' }
            : { features: [one, other] },
          `${one} ${other}`,
        )
  })
})
