import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionCode } from '../../../src/payments/authorisation/action-code.ts'
import { Fault } from '../../../src/kernel/fault.ts'
import { toAmount } from '../../../src/ledger/money.ts'
import { NO_AMOUNTS, type OrderAmounts } from '../../../src/payments/orders/order-amounts.ts'
import {
  afterFailedAttempt,
  expiryActionCode,
  isPayable,
  nextOrderStatus,
  ORDER_ACTION_CODE,
  orderExpiresAt,
  type OrderMove,
  type OrderStatus,
  PAYMENT_STATE,
} from '../../../src/payments/orders/order-status.ts'
import { captureAmount } from '../../../src/payments/authorisation/capture.ts'
import { refundAmount } from '../../../src/payments/authorisation/refund.ts'
import { reverseAmount } from '../../../src/payments/authorisation/reverse.ts'
import { assertProperty, fc } from '../../kit/property.ts'

const info = (approved: number, deposited: number, refunded: number): OrderAmounts => ({
  approvedAmount: toAmount(approved),
  depositedAmount: toAmount(deposited),
  refundedAmount: toAmount(refunded),
})

// The status after each command, by the status before; a dash if it is impossible.
// prettier-ignore
const SQUARE: Readonly<Record<OrderMove, string>> = {
  //          from 0 1 2 3 4 5 6
  challenge:      '5 - - - - 5 -',
  hold:           '1 - - - - 1 -',
  charge:         '2 - - - - 2 -',
  verify:         '3 - - - - 3 -',
  fail:           '0 - - - - 0 -',
  exhaust:        '6 - - - - 6 -',
  expire:         '6 - - - - 6 -',
  decline:        '6 - - - - 6 -',
  deposit:        '- 2 - - - - -',
  reverse:        '- 3 - - - - -',
  'reverse-captured': '- - 3 - - - -',
  release:        '- 3 - - - - -',
  refund:         '- - 4 - 4 - -',
  credit:         '4 - - - - - -',
}

const STATUSES: readonly OrderStatus[] = [0, 1, 2, 3, 4, 5, 6]
const COMMANDS = Object.keys(SQUARE) as OrderMove[]

describe('The states of an order', () => {
  for (const command of COMMANDS) {
    const changes = SQUARE[command]
      .split(' ')
      .flatMap((to, from) => (to === '-' ? [] : [`${from} to ${to}`]))
    test(`permit ${command} only from ${changes.join(', ')}`, () => {
      const reached = STATUSES.map((from) => nextOrderStatus(from, command) ?? '-').join(' ')
      assert.equal(reached, SQUARE[command])
    })
  }

  test("have the gateway family's payment states", () => {
    assert.deepEqual(
      STATUSES.map((status) => PAYMENT_STATE[status]).join(' '),
      'CREATED APPROVED DEPOSITED REVERSED REFUNDED CREATED DECLINED',
    )
  })

  test('allow a payment while registered or at the issuer', () => {
    assert.deepEqual(STATUSES.filter(isPayable), [0, 5])
  })

  test('are final if reversed or declined', () => {
    for (const status of [3, 6] as const) {
      for (const command of COMMANDS) assert.equal(nextOrderStatus(status, command), undefined)
    }
  })
})

describe('The amounts of an order', () => {
  // prettier-ignore
  const rows = [
    ['deposit all',              captureAmount(info(1000, 0, 0), 0),      1000],
    ['deposit exactly all',      captureAmount(info(1000, 0, 0), 1000),   1000],
    ['deposit a part',           captureAmount(info(1000, 0, 0), 100),    100],
    ['refund a part',            refundAmount(info(1000, 1000, 0), 400),  400],
    ['refund another part',      refundAmount(info(1000, 600, 400), 300), 300],
    ['refund the rest',          refundAmount(info(1000, 300, 700), 0),   300],
    ['refund what was captured', refundAmount(info(1000, 100, 0), 100),   100],
    ['reverse',                  reverseAmount(info(1000, 0, 0)),         1000],
    ['reverse 0',                reverseAmount(info(1000, 0, 0), 0),      1000],
    ['reverse exactly all',      reverseAmount(info(1000, 0, 0), 1000),   1000],
  ] as const
  for (const [what, moved, expected] of rows) {
    test(`“${what}” moves ${expected}`, () => {
      assert.equal(moved, expected)
    })
  }

  // prettier-ignore
  const refusals = [
    ['deposit more than held',       () => captureAmount(info(1000, 0, 0), 1001),   'deposit-above-approved'],
    ['deposit a negative amount',    () => captureAmount(info(1000, 0, 0), -1),     'deposit-amount-invalid'],
    ['deposit a fraction',           () => captureAmount(info(1000, 0, 0), 0.5),    'deposit-amount-invalid'],
    ['deposit not a number',         () => captureAmount(info(1000, 0, 0), NaN),    'deposit-amount-invalid'],
    ['deposit without a hold',       () => captureAmount(NO_AMOUNTS, 0),            'deposit-amount-invalid'],
    ['refund more than is left',     () => refundAmount(info(1000, 600, 400), 601), 'refund-above-deposited'],
    ['refund when nothing is left',  () => refundAmount(info(1000, 0, 1000), 0),    'refund-above-deposited'],
    ['refund a negative amount',     () => refundAmount(info(1000, 1000, 0), -5),   'refund-amount-invalid'],
    ['reverse a part',               () => reverseAmount(info(1000, 0, 0), 999),    'reverse-amount-invalid'],
    ['reverse more than held',       () => reverseAmount(info(1000, 0, 0), 1001),   'reverse-amount-invalid'],
  ] as const
  for (const [what, move, code] of refusals) {
    test(`“${what}” is refused with ${code}`, () => {
      assert.throws(move, { code })
    })
  }

  test('never have more captured than approved, or more refunded than captured', () => {
    const asked = fc.integer({ min: -10, max: 2000 })
    assertProperty(
      fc.property(
        fc.integer({ min: 1, max: 1500 }),
        asked,
        fc.array(asked, { maxLength: 20 }),
        (held, wanted, refunds) => {
          const captured = movedBy(() => captureAmount(info(held, 0, 0), wanted))
          assert.ok(captured <= held)
          let left = captured
          for (const refund of refunds)
            left -= movedBy(() => refundAmount(info(held, left, captured - left), refund))
          assert.ok(left >= 0)
        },
      ),
    )
  })
})

/** The positive whole amount that a request moves, or 0 if it is refused. */
function movedBy(amountOf: () => number): number {
  try {
    const moved = amountOf()
    assert.ok(Number.isSafeInteger(moved) && moved > 0)
    return moved
  } catch (error) {
    assert.ok(error instanceof Fault)
    return 0
  }
}

describe('Attempts to pay', () => {
  test('leave the order registered after two failures and decline it at the third', () => {
    assert.deepEqual(afterFailedAttempt(0, 116), { move: 'fail', actionCode: 116, failed: 1 })
    assert.deepEqual(afterFailedAttempt(1, -2025), {
      move: 'fail',
      actionCode: -2025,
      failed: 2,
    })
    assert.deepEqual(afterFailedAttempt(2, 116), {
      move: 'exhaust',
      actionCode: -2013,
      failed: 3,
    })
  })
})

describe('An expired order', () => {
  // prettier-ignore
  const rows = [
    ['without an attempt',             { status: 0, pageOpened: false, failedAttempts: 0 }, -2014],
    ['whose page was opened',          { status: 0, pageOpened: true,  failedAttempts: 0 }, -2007],
    ['with a failed attempt',          { status: 0, pageOpened: false, failedAttempts: 1 }, -2007],
    ['whose payer is at the issuer',   { status: 5, pageOpened: false, failedAttempts: 0 }, -2009],
    ['whose payer is there again',     { status: 5, pageOpened: true,  failedAttempts: 2 }, -2009],
  ] as const
  for (const [what, order, code] of rows) {
    test(`${what} has the action code ${code}`, () => {
      assert.equal(expiryActionCode(order), code)
    })
  }

  test('has an action code with a text in every case', () => {
    assert.deepEqual(ORDER_ACTION_CODE, {
      untouched: -100,
      attemptsExhausted: -2013,
      neverTried: -2014,
      timeExpired: -2007,
      lostAtIssuer: -2009,
      declinedByMerchant: 4005,
      cancelledByPayer: 2012,
    })
    for (const code of Object.values(ORDER_ACTION_CODE)) assert.ok(actionCode(code))
  })
})

describe('The expiry of an order', () => {
  const registeredAt = Date.UTC(2026, 0, 15)
  const expirationDate = Date.UTC(2026, 0, 16)

  test('is after 20 minutes by default, after the given session, or on the given date', () => {
    assert.equal(orderExpiresAt({ registeredAt }), registeredAt + 1_200_000)
    assert.equal(orderExpiresAt({ registeredAt, sessionTimeoutSecs: 60 }), registeredAt + 60_000)
    assert.equal(orderExpiresAt({ registeredAt, expirationDate }), expirationDate)
    assert.equal(
      orderExpiresAt({ registeredAt, sessionTimeoutSecs: 60, expirationDate }),
      expirationDate,
    )
  })
})
