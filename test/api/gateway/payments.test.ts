// Card payments at interface C: redirects of the payer, reasons for declines, and final states of
// an order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cardForm,
  type Merchant,
  merchantOf,
  type Form,
  type Json,
  onGateway,
  RETURN_URL,
  START,
} from '../../kit/merchant.ts'
import { REPLACES_PARTS } from '../../kit/sandbox.ts'
import { serverTransIdOf } from '../../../src/payments/orders/gateway-id.ts'
import { TEST_CARD_EXPIRY, TEST_CARDS } from '../../kit/test-cards.ts'
import { useFakeTimers } from '../../kit/fake-timers.ts'

onGateway('Paying at interface C', (at) => {
  test('a paid order redirects to the merchant, a declined attempt to its failUrl', async () => {
    const paid = await at.merchant.register({ language: 'ru', returnUrl: `${RETURN_URL}?a=b` })
    assert.deepEqual(await at.merchant.pay(paid, { language: 'ru' }), {
      redirect: `${RETURN_URL}?a=b&orderId=${paid}&lang=ru`,
      info: 'Ваш платёж обработан, происходит переадресация...',
      errorCode: 0,
    })
    const failUrl = 'https://shop.example/fail'
    const orderId = await at.merchant.register({ failUrl })
    const declined = await at.merchant.pay(orderId, { $PAN: TEST_CARDS.noFunds })
    const text = 'Payment declined. Please check the card data and the funds on the card'
    assert.deepEqual(declined, {
      redirect: `${failUrl}?orderId=${orderId}&lang=en`,
      info: `${text}. Redirecting...`,
      error: text,
      errorMessage: text,
      errorTypeName: 'DATA_INPUT_ERROR',
      processingErrorType: 'CLIENT_ERROR',
      errorCode: 0,
    })
    const status = await at.merchant.status(orderId)
    assert.deepEqual([status['orderStatus'], status['actionCode']], [0, 116])
    assert.equal(status['actionCodeDescription'], 'Insufficient funds')
    // The issuer was called, and its response is recorded.
    assert.match(String(status['authRefNum']), /^\d{12}$/)
    assert.equal(status['authDateTime'], START)
    assert.ok(!('approvalCode' in (status['cardAuthInfo'] as Json)))
    assert.equal((await at.merchant.pay(orderId))['error'], undefined)
  })

  test("the payer's IP address is the payment's, otherwise the order's, otherwise the caller's", async () => {
    const ipOf = async (order: Form, payment: Form): Promise<unknown> => {
      const orderId = await at.merchant.register(order)
      await at.merchant.pay(orderId, payment)
      return (await at.merchant.status(orderId))['ip']
    }
    assert.equal(await ipOf({ ip: '198.51.100.1' }, { ip: '203.0.113.7' }), '203.0.113.7')
    assert.equal(await ipOf({ ip: '198.51.100.1' }, { ip: undefined }), '198.51.100.1')
    assert.equal(await ipOf({}, { ip: undefined }), '127.0.0.1')
    const clientId = 'caller'
    const first = await at.merchant.status(await at.merchant.paidOrder({ clientId }))
    const { bindingId } = first['bindingInfo'] as Json
    const mdOrder = await at.merchant.register({ clientId })
    const form = { mdOrder, bindingId: String(bindingId) }
    await at.merchant.callOk('paymentOrderBinding', form)
    assert.equal((await at.merchant.status(mdOrder))['ip'], '127.0.0.1')
  })

  test('every decline has an error type', async () => {
    // prettier-ignore
    const declines: readonly (readonly [pan: string, type: string, processing: string])[] = [
      [TEST_CARDS.noFunds,      'DATA_INPUT_ERROR',          'CLIENT_ERROR'],
      [TEST_CARDS.declined,     'ISSUER_DECLINED',           'CLIENT_ERROR'],
      [TEST_CARDS.communicationError, 'TDS_COMMUNICATION_ERROR',   'MANDATORY_3DSECURE'],
      [TEST_CARDS.enrolmentUnknown, 'TDS_UNKNOWN_ARES_STATUS',   'MANDATORY_3DSECURE'],
      [TEST_CARDS.rejected, 'TDS_AUTHENTICATION_FAILED', 'MANDATORY_3DSECURE'],
    ]
    for (const [pan, type, processing] of declines) {
      const orderId = await at.merchant.register()
      const declined = await at.merchant.pay(orderId, { $PAN: pan })
      assert.equal(declined['errorTypeName'], type, pan)
      assert.equal(declined['processingErrorType'], processing, pan)
      const { displayErrorMessage } = await at.merchant.status(orderId)
      assert.equal(displayErrorMessage, declined['error'])
    }
  })

  test('an unknown card number is declined with 111 and the reason', async () => {
    const orderId = await at.merchant.register()
    const declined = await at.merchant.pay(orderId, { $PAN: '4929000000006' })
    assert.match(String(declined['error']), /This is a sandbox/)
    const status = await at.merchant.status(orderId, { language: 'ru' })
    assert.equal(status['actionCode'], 111)
    assert.ok(!('authRefNum' in status), 'a card without an issuer is not authorised')
    assert.match(String(status['actionCodeDescription']), /^Неверный номер карты\. Это песочница/)
  })

  test('invalid card data does not count as an attempt: the order is unchanged', async () => {
    const orderId = await at.merchant.register()
    const before = await at.merchant.status(orderId)
    for (const [form, text] of [
      [{ $PAN: '4444555511113334' }, /card number/i],
      [{ YYYY: 2031, MM: 4 }, /validity period/],
      [{ $CVC: undefined }, /cvc/i],
      [{ YYYY: 2034, MM: 13 }, /validity period/],
    ] as const) {
      const refused = await at.merchant.pay(orderId, form)
      assert.equal(refused['errorCode'], 5)
      assert.match(String(refused['errorMessage']), text)
    }
    assert.deepEqual(await at.merchant.status(orderId), before)
    // Values are validated before the order is read.
    const past = { ...cardForm('01a1fd1c-3065-7118-8f10-0cca00000001'), YYYY: 2031, MM: 4 }
    assert.equal((await at.merchant.callOk('paymentorder', past))['errorCode'], 5)
    // The card is valid to the end of its expiry month.
    await at.merchant.pay(orderId, { YYYY: 2031, MM: 5 })
    assert.equal((await at.merchant.status(orderId))['orderStatus'], 2)
  })

  test('the third failed attempt ends the order', async () => {
    const orderId = await at.merchant.register()
    for (const expected of [0, 0, 6]) {
      await at.merchant.pay(orderId, { $PAN: TEST_CARDS.declined })
      assert.equal((await at.merchant.status(orderId))['orderStatus'], expected)
    }
    assert.equal((await at.merchant.status(orderId))['actionCode'], -2013)
  })

  test('an order expires, and its status shows it', async () => {
    const untouched = await at.merchant.register()
    const tried = await at.merchant.register()
    await at.merchant.pay(tried, { $PAN: TEST_CARDS.declined })
    const atIssuer = await at.merchant.register()
    await at.merchant.pay(atIssuer, { $PAN: TEST_CARDS.challengeV1 })
    await at.merchant.advanceClock(1_200_000)
    for (const [orderId, actionCode] of [
      [untouched, -2014],
      [tried, -2007],
      [atIssuer, -2009],
    ] as const) {
      const status = await at.merchant.status(orderId)
      assert.deepEqual([status['orderStatus'], status['actionCode']], [6, actionCode])
      assert.equal((status['paymentAmountInfo'] as Json)['paymentState'], 'DECLINED')
    }
  })

  test('parameters sent with a payment are added to the order', async () => {
    const orderId = await at.merchant.register({ jsonParams: '{"seat":"4","row":"A"}' })
    const payer = { email: 'ann@shop.example', jsonParams: '{"row":"B","gate":"2"}' }
    assert.equal((await at.merchant.pay(orderId, { ...payer, $CVC: '12' }))['errorCode'], 5)
    assert.ok(!('payerData' in (await at.merchant.status(orderId))))
    await at.merchant.pay(orderId, payer)
    const status = await at.merchant.status(orderId)
    assert.deepEqual(status['payerData'], { email: 'ann@shop.example' })
    assert.deepEqual(status['merchantOrderParams'], [
      { name: 'seat', value: '4' },
      { name: 'row', value: 'B' },
      { name: 'gate', value: '2' },
    ])
  })

  test('a 3-D Secure transaction id belongs to one order, with and without a challenge', async () => {
    const xidOfOrder = async (): Promise<unknown> => {
      const orderId = await at.merchant.register()
      await at.merchant.pay(orderId, { $PAN: TEST_CARDS.frictionless })
      const { secureAuthInfo } = (await at.merchant.status(orderId))['cardAuthInfo'] as Json
      return ((secureAuthInfo as Json)['threeDSInfo'] as Json)['xid']
    }
    const first = await xidOfOrder()
    assert.equal(typeof first, 'string')
    assert.notEqual(await xidOfOrder(), first)
  })

  test('$EXPIRY replaces year and month, and both spellings of the operation pay', async () => {
    const orderId = await at.merchant.register()
    const form = {
      ...cardForm(orderId),
      YYYY: undefined,
      MM: undefined,
      $EXPIRY: TEST_CARD_EXPIRY,
    }
    assert.equal(
      (await at.merchant.callOk('paymentOrder', form))['info'],
      (await paidAnswer(at.merchant))['info'],
    )
    assert.equal((await at.merchant.status(orderId))['orderStatus'], 2)
  })

  test('a challenge returns the three fields of version 1; its order is at the issuer', async () => {
    const orderId = await at.merchant.register({ language: 'ru' })
    const answer = await at.merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV1, language: 'ru' })
    assert.deepEqual(Object.keys(answer), ['info', 'acsUrl', 'paReq', 'termUrl', 'errorCode'])
    assert.equal(answer['errorCode'], 0)
    assert.equal(answer['termUrl'], `${at.sandbox.url}/payment/rest/finish3ds.do?lang=ru`)
    const status = await at.merchant.status(orderId)
    assert.equal(status['orderStatus'], 5)
    assert.equal((status['paymentAmountInfo'] as Json)['paymentState'], 'CREATED')
  })

  test('a merchant that supports version 2 loads the method URL, then gets the challenge', async () => {
    const orderId = await at.merchant.register()
    const form = {
      $PAN: TEST_CARDS.challengeV2,
      threeDSVer2FinishUrl: 'https://shop.example/finish',
    }
    const first = await at.merchant.pay(orderId, form)
    const threeDSServerTransId = serverTransIdOf(orderId)
    assert.deepEqual(first, {
      is3DSVer2: true,
      threeDSServerTransId,
      threeDSMethodURL: `${at.sandbox.url}/payment/acs/method`,
      threeDSMethodURLServer: `${at.sandbox.url}/payment/acs/method?threeDSServerTransID=${threeDSServerTransId}`,
      threeDSMethodDataPacked: first['threeDSMethodDataPacked'],
      errorCode: 0,
    })
    const second = await at.merchant.pay(orderId, { ...form, threeDSServerTransId })
    assert.deepEqual(Object.keys(second), [
      'info',
      'acsUrl',
      'is3DSVer2',
      'packedCReq',
      'errorCode',
    ])
    const frictionless = await at.merchant.register()
    const card = { ...form, $PAN: TEST_CARDS.frictionless }
    await at.merchant.pay(frictionless, card)
    const transId = serverTransIdOf(frictionless)
    assert.deepEqual(
      await at.merchant.pay(frictionless, { ...card, threeDSServerTransId: transId }),
      {
        redirect: `${RETURN_URL}?orderId=${frictionless}&lang=en`,
        info: 'Your order is proceeded, redirecting...',
        is3DSVer2: true,
        errorCode: 0,
      },
    )
  })

  test(
    'an order read after its expiry has expired, even before the due work has run',
    REPLACES_PARTS,
    async (context) => {
      const merchant = merchantOf(at.sandbox, await at.sandbox.newProject())
      const now = Date.now()
      useFakeTimers(context.mock)
      context.mock.timers.enable({ apis: ['Date'], now })
      const orderId = await merchant.register({ sessionTimeoutSecs: 1200 })
      for (const [seconds, orderStatus] of [
        [1199, 0],
        [1200, 6],
      ] as const) {
        context.mock.timers.setTime(now + seconds * 1000)
        assert.equal((await merchant.status(orderId))['orderStatus'], orderStatus)
      }
    },
  )
})

const paidAnswer = async (merchant: Merchant): Promise<Json> =>
  merchant.pay(await merchant.register())
