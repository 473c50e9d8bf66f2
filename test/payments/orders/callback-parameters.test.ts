// The parameters of callbacks.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Binding } from '../../../src/payments/methods/binding.ts'
import {
  CALLBACK_PARAMETERS,
  type CallbackSubject,
  callbackParameters,
} from '../../../src/payments/orders/callback-parameters.ts'
import { NEW_PROGRESS, type Order } from '../../../src/payments/orders/order.ts'
import { DEFAULT_SETTINGS } from '../../../src/registry/settings.ts'

const AT = Date.UTC(2022, 0, 31, 21, 46, 52)

const DATE = 'Mon Jan 31 21:46:52 UTC 2022'

const card = {
  kind: 'test',
  mask: '411111**1111',
  expiry: 203_412,
  cardholderName: 'ANNA BERG',
} as const

const order: Order = {
  id: '018f3c1a-0000-7000-8000-000000000001',
  number: '2003',
  status: 4,
  twoStage: true,
  amount: 100_000,
  currency: 978,
  approvedAmount: 100_000,
  depositedAmount: 60_000,
  refundedAmount: 5005,
  actionCode: 0,
  failedAttempts: 0,
  labels: [],
  clientId: 'anna',
  createdAt: AT,
  dueAt: null,
  request: {
    returnUrl: 'https://shop.example.com/',
    description: 'Three books; signed',
    language: 'en',
    params: {},
    features: [],
    ip: '198.51.100.1',
    email: 'anna@example.com',
    merchantLogin: 'demo',
    expiresAt: AT,
    phone: '+35700000000',
  },
  progress: {
    ...NEW_PROGRESS,
    payment: {
      card,
      way: 'CARD',
      at: AT,
      ip: '203.0.113.9',
      rrn: '111111111111',
      approvalCode: '123456',
      eci: '05',
      cavv: 'cavv',
      xid: 'xid',
      threeDsType: 'THREE_DS2_FULL',
      bindingId: 'binding-1',
    },
    refunds: [{ at: AT, amount: 5005, rrn: '2', approvalCode: '654321', externalId: 'refund-1' }],
    depositedAt: AT,
    reversedAt: AT,
  },
}

const binding: Binding = {
  id: 'binding-1',
  clientId: 'anna',
  owner: 'o',
  card,
  active: false,
  recurrence: null,
  orderId: order.id,
  createdAt: AT,
  lastChargeAt: null,
}

const told = (subject: Partial<CallbackSubject>, ...names: readonly string[]) =>
  Object.fromEntries(
    callbackParameters({
      event: 'refunded',
      at: AT,
      ...subject,
      settings: {
        ...DEFAULT_SETTINGS,
        callbackParameters: CALLBACK_PARAMETERS.filter((name) => names.includes(name)),
      },
    }),
  )

// prettier-ignore
const VALUES: Readonly<Record<(typeof CALLBACK_PARAMETERS)[number], string | undefined>> = {
  amount: '100000', amountFormatted: '1000.00', paymentAmount: '100000',
  approvedAmount: '100000', approvedAmountFormatted: '1000.00',
  depositedAmount: '60000', depositedAmountFormatted: '600.00',
  refundedAmount: '5005', refundedAmountFormatted: '50.05',
  operationRefundedAmount: '5005', operationRefundedAmountFormatted: '50.05', currentRefundAmountFormatted: '50.05', externalRefundId: 'refund-1',
  feeAmount: '0', currency: '978', currencyName: 'EUR', depositFlag: '2',
  clientId: 'anna', bindingId: 'binding-1', enabled: 'false',
  maskedPan: '411111**1111', panMasked: '411111**1111', cardholderName: 'ANNA BERG',
  panCountryCode: 'UNKNOWN', bankName: undefined, ipCountryCode: 'UNKNOWN', avsCode: 'U',
  paymentSystem: 'VISA', paymentWay: 'CARD', paymentState: 'refunded',
  approvalCode: '123456', authCode: '123456', refNum: '111111111111', paymentRefNum: '111111111111',
  actionCode: '0', actionCodeDescription: '', ip: '203.0.113.9',
  eci: '05', xid: 'xid', cavv: 'cavv', threeDSType: 'THREE_DS2_FULL',
  orderDescription: 'Three books; signed', email: 'anna@example.com', phone: '+35700000000',
  merchantLogin: 'demo', processingId: '12345678', transactionAttributes: '[]',
  terminalId: '12345678', merchantFullName: 'Sandcard shop',
  callbackCreationDate: DATE, date: DATE, paymentDate: DATE, depositedDate: DATE, refundedDate: DATE,
  reversedDate: DATE, sessionExpiredDate: DATE, declineDate: undefined,
}

describe('The parameters of a callback', () => {
  const base = {
    mdOrder: order.id,
    orderNumber: '2003',
    operation: 'refunded',
    status: '1',
  }

  test('are four by default', () => {
    assert.deepEqual(told({ order, binding }), base)
  })

  test('distinguish one-stage from two-stage payments', () => {
    for (const [twoStage, depositFlag] of [
      [false, '1'],
      [true, '2'],
    ] as const)
      assert.equal(
        told({ order: { ...order, twoStage } }, 'depositFlag')['depositFlag'],
        depositFlag,
      )
  })

  for (const name of CALLBACK_PARAMETERS)
    test(`may include ${name}`, () => {
      const value = VALUES[name]
      const expected = value === undefined ? base : { ...base, [name]: value }
      assert.deepEqual(told({ order, binding }, name), expected)
    })

  test('omit those without a value', () => {
    const fresh = { ...order, clientId: null, progress: NEW_PROGRESS }
    const all = told({ event: 'expired', order: fresh }, ...CALLBACK_PARAMETERS)
    for (const name of ['clientId', 'bindingId', 'maskedPan', 'refNum', 'eci', 'refundedDate'])
      assert.ok(!(name in all), name)
    assert.equal(all['operation'], 'declinedByTimeout')
    assert.equal(all['status'], '0')
    assert.equal(all['declineDate'], DATE)
    assert.equal(all['ip'], '198.51.100.1')
  })

  test('name the sandbox as the issuing bank of a card of the project', () => {
    const payment = order.progress.payment && {
      ...order.progress.payment,
      card: { ...card, kind: 'issued' as const },
    }
    const own = { ...order, progress: { ...order.progress, payment } }
    const names = ['bankName', 'panCountryCode']
    const { bankName, panCountryCode } = told({ order: own }, ...names)
    assert.deepEqual([bankName, panCountryCode], ['Sandcard', 'CY'])
  })

  test("always include the binding's parameters in a callback about a binding", () => {
    const event = 'binding-changed'
    const own = { bindingId: 'binding-1', clientId: 'anna', enabled: 'false' }
    const head = { operation: 'bindingActivityChanged', status: '1' }
    assert.deepEqual(told({ event, binding }), { ...head, ...own })
    assert.deepEqual(told({ event, binding, order }), {
      mdOrder: order.id,
      orderNumber: '2003',
      ...head,
      ...own,
    })
  })
})

test('A date of a callback has the names of day and month, and two digits for the day', () => {
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
