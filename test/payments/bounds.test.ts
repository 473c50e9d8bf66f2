// What the gateway reads at the bounds of what it takes, and one step beyond: recurrences, times, ids, rules of a tester, features.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isOutcomeRuleValid,
  outsideActionCode,
  ruleMatches,
} from '../../src/payments/methods/card-outcome.ts'
import { FEATURES, parseFeatures } from '../../src/payments/orders/feature.ts'
import {
  gatewayId,
  isGatewayId,
  orderIdOfServerTrans,
  projectNumberOf,
  serverTransIdOf,
} from '../../src/payments/orders/gateway-id.ts'
import { isAmountOrAll } from '../../src/payments/orders/order-amounts.ts'
import {
  afterFailedAttempt,
  expiryActionCode,
  orderExpiresAt,
} from '../../src/payments/orders/order-status.ts'
import {
  holdEndsAt,
  merchantOrderNumber,
  numberFromId,
  type OrderRequest,
} from '../../src/payments/orders/order.ts'
import {
  afterCharge,
  recurrenceDecline,
  recurrenceOf,
} from '../../src/payments/methods/recurrence.ts'
import { callbackParameters } from '../../src/payments/orders/callback-parameters.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const DAY = 86_400_000
const AT = Date.UTC(2032, 0, 30, 12)

describe('A recurrence', () => {
  const params = { recurringFrequency: '28', recurringExpiry: '20321231' }

  test('has one to four digits of days, eight of its end, and up to three of instalments', () => {
    assert.deepEqual(recurrenceOf(params), { frequency: 28, expiry: 20_321_231 })
    assert.equal(recurrenceOf({}), undefined)
    assert.equal(recurrenceOf({ installments: '3' }), undefined)
    // prettier-ignore
    const READ: readonly (readonly [over: Record<string, string>, read: object | null])[] = [
      [{ recurringFrequency: '1' }, { frequency: 1, expiry: 20_321_231 }], [{ recurringFrequency: '9999' }, { frequency: 9999, expiry: 20_321_231 }],
      [{ recurringFrequency: '10000' }, null], [{ recurringFrequency: '0' }, null], [{ recurringFrequency: '01' }, null], [{ recurringFrequency: 'x1' }, null], [{ recurringFrequency: '1x' }, null], [{ recurringFrequency: '' }, null],
      [{ recurringExpiry: '20321301' }, null], [{ recurringExpiry: '2032123' }, null], [{ recurringExpiry: '203212311' }, null], [{ recurringExpiry: 'x20321231' }, null], [{ recurringExpiry: '20321231x' }, null], [{ recurringExpiry: '' }, null],
      [{ installments: '1' }, { frequency: 28, expiry: 20_321_231, installments: 1 }], [{ installments: '999' }, { frequency: 28, expiry: 20_321_231, installments: 999 }],
      [{ installments: '0' }, null], [{ installments: '1000' }, null], [{ installments: 'x1' }, null], [{ installments: '1x' }, null], [{ installments: '' }, null],
    ]
    for (const [over, read] of READ)
      assert.deepEqual(recurrenceOf({ ...params, ...over }), read, JSON.stringify(over))
    assert.equal(recurrenceOf({ recurringFrequency: '28' }), null)
    assert.equal(recurrenceOf({ recurringExpiry: '20321231' }), null)
  })

  test('allows a charge on its last day and after exactly its days, and as many as it has instalments', () => {
    const recurrence = { frequency: 2, expiry: 20_320_130 }
    assert.equal(recurrenceDecline(null, AT, AT), undefined)
    assert.equal(recurrenceDecline(recurrence, null, Date.UTC(2032, 0, 31) - 1), undefined)
    assert.equal(recurrenceDecline(recurrence, null, Date.UTC(2032, 0, 31)), 239)
    assert.equal(recurrenceDecline(recurrence, AT - 2 * DAY, AT), undefined)
    assert.equal(recurrenceDecline(recurrence, AT - 2 * DAY + 1, AT), 123)
    const paidOff = { ...recurrence, installments: 2 }
    for (const [charged, decline] of [
      [undefined, undefined],
      [1, undefined],
      [2, 239],
      [3, 239],
    ] as const)
      assert.equal(
        recurrenceDecline({ ...paidOff, ...(charged !== undefined && { charged }) }, null, AT),
        decline,
      )
    assert.equal(afterCharge(null), null)
    assert.equal(afterCharge(recurrence), recurrence)
    assert.deepEqual(afterCharge(paidOff), { ...paidOff, charged: 1 })
    assert.deepEqual(afterCharge({ ...paidOff, charged: 1 }), { ...paidOff, charged: 2 })
  })
})

describe('The time of an order', () => {
  test('is 20 minutes where nobody says otherwise; a date goes before seconds', () => {
    assert.equal(orderExpiresAt({ registeredAt: AT }), AT + 1_200_000)
    assert.equal(orderExpiresAt({ registeredAt: AT, sessionTimeoutSecs: 1 }), AT + 1000)
    assert.equal(orderExpiresAt({ registeredAt: AT, sessionTimeoutSecs: 1, expirationDate: 5 }), 5)
  })

  test('of a hold is seven days, where it does not end by itself before', () => {
    const request = (over: Partial<OrderRequest>) => over as OrderRequest
    assert.equal(holdEndsAt(request({}), AT), AT + 7 * DAY)
    assert.equal(holdEndsAt(request({ autoReverseAt: 5 }), AT), 5)
    assert.equal(holdEndsAt(request({ autoReverseAt: 5, autocompletionAt: 6 }), AT), 6)
  })

  test('that is over tells by its code how far the payer got', () => {
    const order = { status: 0, pageOpened: false, failedAttempts: 0 } as const
    assert.equal(expiryActionCode(order), -2014)
    assert.equal(expiryActionCode({ ...order, pageOpened: true }), -2007)
    assert.equal(expiryActionCode({ ...order, failedAttempts: 1 }), -2007)
    assert.equal(expiryActionCode({ ...order, status: 5 }), -2009)
  })

  test('allows three attempts', () => {
    assert.deepEqual(
      [0, 1, 2].map((before) => afterFailedAttempt(before, 116)),
      [
        { command: 'fail', actionCode: 116, failed: 1 },
        { command: 'fail', actionCode: 116, failed: 2 },
        { command: 'exhaust', actionCode: -2013, failed: 3 },
      ],
    )
  })
})

describe('An id of the gateway', () => {
  const random = Uint8Array.from([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0])
  const id = gatewayId(0x1234, AT, random)

  test('holds its time, its random bytes and its project', () => {
    assert.equal(id, '01c82213-a600-7123-8567-9abc00001234')
    assert.equal(projectNumberOf(id), 0x1234)
    assert.equal(projectNumberOf(gatewayId(0x7fffffff, AT, random)), 0x7fffffff)
    // Of the fourth random digit two bits are kept beside the variant.
    const variants = [0, 1, 2, 3, 4, 15].map(
      (digit) => gatewayId(1, AT, Uint8Array.from([0x12, 0x30 + digit, 0, 0, 0, 0, 0, 0]))[19],
    )
    assert.deepEqual(variants, ['8', '9', 'a', 'b', '8', 'b'])
    assert.equal(gatewayId(1, 0, random).slice(0, 13), '00000000-0000')
  })

  test('is five groups of lower-case hex of version 7, and nothing around them', () => {
    assert.ok(isGatewayId(id))
    // prettier-ignore
    for (const text of [`x${id}`, `${id}x`, `${id}0`, `0${id}`, id.toUpperCase(), id.replace('-7', '-6'), id.replace('-8567', '-c567'), id.replaceAll('-', ''), `${id}\n`]) {
      assert.ok(!isGatewayId(text), text)
      assert.equal(projectNumberOf(text), undefined)
    }
  })

  test('has a form of version 8 that leads back to it', () => {
    assert.equal(serverTransIdOf(id), id.replace(/^(.{14})7/, '$18'))
    assert.equal(orderIdOfServerTrans(serverTransIdOf(id)), id)
  })

  test('is the number of an order that has no other', () => {
    assert.equal(numberFromId(id), id.replaceAll('-', ''))
    assert.equal(merchantOrderNumber({ id, number: numberFromId(id) }), undefined)
    assert.equal(merchantOrderNumber({ id, number: '7' }), '7')
  })
})

describe('A rule of a tester', () => {
  const outcome = { flow: 'ssl', version: 2, code: '123456', actionCode: 0 } as const
  const subject = {
    digits: '4111111111',
    amount: 100,
    currency: '978',
    orderNumber: 'A1',
    clientId: 'anna',
  }

  test('names up to six leading digits, four last ones, and bounds in order', () => {
    // prettier-ignore
    const MATCHES: readonly (readonly [match: object, isValid: boolean])[] = [
      [{}, true], [{ panPrefix: '4' }, true], [{ panPrefix: '411111' }, true], [{ panPrefix: '4111111' }, false], [{ panPrefix: '' }, false], [{ panPrefix: 'x4' }, false], [{ panPrefix: '4x' }, false],
      [{ panSuffix: '1' }, true], [{ panSuffix: '1111' }, true], [{ panSuffix: '11111' }, false], [{ panSuffix: '' }, false], [{ panSuffix: 'x1' }, false], [{ panSuffix: '1x' }, false],
      [{ amountFrom: 5, amountTo: 5 }, true], [{ amountFrom: 6, amountTo: 5 }, false], [{ amountFrom: 6 }, true], [{ amountTo: 0 }, true],
    ]
    for (const [match, isValid] of MATCHES)
      assert.equal(isOutcomeRuleValid({ match, outcome }), isValid, JSON.stringify(match))
  })

  test('has a code of four to eight digits and an action code of the list', () => {
    // prettier-ignore
    for (const [code, isValid] of Object.entries({ '1234': true, '12345678': true, '123': false, '123456789': false, 'x1234': false, '1234x': false, '': false }))
      assert.equal(isOutcomeRuleValid({ match: {}, outcome: { ...outcome, code } }), isValid, code)
    for (const [actionCode, isValid] of [
      [116, true],
      [-2007, true],
      [2, false],
    ] as const)
      assert.equal(isOutcomeRuleValid({ match: {}, outcome: { ...outcome, actionCode } }), isValid)
  })

  test('means a payment at its bounds, and one for which every condition holds', () => {
    // prettier-ignore
    const HOLDS: readonly (readonly [match: object, holds: boolean])[] = [
      [{}, true], [{ panPrefix: '411111' }, true], [{ panPrefix: '1' }, false], [{ panSuffix: '1111' }, true], [{ panSuffix: '4' }, false],
      [{ amountFrom: 100 }, true], [{ amountFrom: 101 }, false], [{ amountTo: 100 }, true], [{ amountTo: 99 }, false], [{ currency: '978' }, true], [{ currency: '840' }, false],
      [{ orderNumber: 'A1' }, true], [{ orderNumber: 'A' }, false], [{ clientId: 'anna' }, true], [{ clientId: 'ann' }, false], [{ clientId: 'anna', amountTo: 99 }, false],
    ]
    for (const [match, holds] of HOLDS)
      assert.equal(ruleMatches(match, subject), holds, JSON.stringify(match))
  })

  test('with limited funds approves what they suffice for, unless something else declines', () => {
    // prettier-ignore
    const ENDS: readonly (readonly [outcome: object, payment: { amount: number; isCvcWrong: boolean }, code: number])[] = [
      [{ funds: 100 }, { amount: 100, isCvcWrong: false }, 0], [{ funds: 100 }, { amount: 101, isCvcWrong: false }, 116], [{ funds: 0 }, { amount: 0, isCvcWrong: false }, 0],
      [{}, { amount: 101, isCvcWrong: false }, 0], [{ actionCode: 5, funds: 100 }, { amount: 101, isCvcWrong: false }, 5], [{ actionCode: 5 }, { amount: 1, isCvcWrong: true }, 82],
    ]
    for (const [over, payment, code] of ENDS)
      assert.equal(
        outsideActionCode({ ...outcome, ...over }, payment),
        code,
        JSON.stringify([over, payment]),
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

test('An amount of an act is a whole number of units, or 0 for all', () => {
  for (const [amount, is] of [
    [0, true],
    [1, true],
    [-1, false],
    [0.5, false],
    [Number.MAX_SAFE_INTEGER, true],
    [2 ** 53, false],
  ] as const)
    assert.equal(isAmountOrAll(amount), is, String(amount))
})

test('A date of a callback names its day and month, with two digits for the day', () => {
  // prettier-ignore
  const DATES: readonly (readonly [at: number, text: string])[] = [
    [Date.UTC(2023, 0, 1), 'Sun Jan 01 00:00:00 UTC 2023'], [Date.UTC(2023, 1, 6, 1, 2, 3, 999), 'Mon Feb 06 01:02:03 UTC 2023'], [Date.UTC(2023, 2, 7), 'Tue Mar 07 00:00:00 UTC 2023'], [Date.UTC(2023, 3, 5), 'Wed Apr 05 00:00:00 UTC 2023'],
    [Date.UTC(2023, 4, 4), 'Thu May 04 00:00:00 UTC 2023'], [Date.UTC(2023, 5, 9), 'Fri Jun 09 00:00:00 UTC 2023'], [Date.UTC(2023, 6, 8), 'Sat Jul 08 00:00:00 UTC 2023'], [Date.UTC(2023, 7, 31), 'Thu Aug 31 00:00:00 UTC 2023'],
    [Date.UTC(2023, 8, 10), 'Sun Sep 10 00:00:00 UTC 2023'], [Date.UTC(2023, 9, 10), 'Tue Oct 10 00:00:00 UTC 2023'], [Date.UTC(2023, 10, 10), 'Fri Nov 10 00:00:00 UTC 2023'], [Date.UTC(2023, 11, 31, 23, 59, 59), 'Sun Dec 31 23:59:59 UTC 2023'],
  ]
  const settings = { ...DEFAULT_SETTINGS, callbackParameters: ['callbackCreationDate'] }
  for (const [at, text] of DATES)
    assert.equal(
      new Map(callbackParameters({ event: 'refunded', at, settings })).get('callbackCreationDate'),
      text,
    )
})
