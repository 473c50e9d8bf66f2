// Operations of the payer's page or device, without credentials: the session of an order, its
// payment, its decline and its outcome.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../kit/http.ts'
import {
  cardForm,
  encoded,
  FORM_TYPE,
  type Form,
  type Json,
  newMerchant,
  onGateway,
  RETURN_URL,
} from '../../kit/merchant.ts'
import { TEST_CARD_EXPIRY, TEST_CARDS } from '../../kit/test-cards.ts'

const FAIL_URL = 'https://shop.example/failed'

onGateway("The payer's page without credentials", (at) => {
  const call = (operation: string, form: Form, method = 'POST'): Promise<Answer> => {
    const path = `/payment/rest/${operation}.do`
    return method === 'GET'
      ? at.sandbox.call('GET', `${path}?${encoded(form)}`)
      : at.sandbox.call('POST', path, { headers: FORM_TYPE, body: encoded(form) })
  }
  const ok = async (operation: string, form: Form, method?: string): Promise<Json> => {
    const answer = await call(operation, form, method)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as Json
  }

  test('reads the session of an order, by POST and by GET', async () => {
    const merchant = await newMerchant(at.sandbox)
    const stored = {
      clientId: 'ann',
      pan: TEST_CARDS.approved,
      expiryDate: String(TEST_CARD_EXPIRY),
    }
    const { bindingId } = await merchant.callOk('createBindingNoPayment', {
      ...stored,
      cardholderName: 'ANN DOE',
    })
    const { userName } = merchant.project.secrets.interfaceC
    const form = { clientId: 'ann', orderNumber: 'n-1', failUrl: FAIL_URL, description: 'shoes' }
    const MDORDER = await merchant.register(form)
    await merchant.advanceClock(60_500)
    const session = await ok('getSessionStatus', { MDORDER, informRbsOnLoad: 'true' })
    assert.deepEqual(session, {
      remainingSecs: 1140,
      orderExpired: false,
      orderNumber: 'n-1',
      amount: '20.00 EUR',
      currencyAlphaCode: 'EUR',
      description: 'shoes',
      bindingItems: [
        {
          id: bindingId,
          label: '444455**3333 12/34',
          paymentSystem: 'VISA',
          cardHolder: 'ANN DOE',
          createdDate: Date.UTC(2031, 4, 10, 10),
          payerEmail: '',
          payerPhone: '',
          isMaestro: false,
        },
      ],
      bindingEnabled: true,
      cvcNotRequired: false,
      otherWayEnabled: false,
      feeEnabled: false,
      bindingDeactivationEnabled: false,
      expirationDateCustomValidation: false,
      is3DSVer2: false,
      merchantOptions: ['SSL', 'TDS', 'VISA', 'MASTERCARD', 'MAESTRO', 'MIR'],
      backUrl: FAIL_URL,
      merchantInfo: {
        merchantFullName: 'Sandcard shop',
        merchantLogin: userName.replace('-api', ''),
        mcc: 5999,
      },
    })
    assert.deepEqual(await ok('getSessionStatus', { MDORDER }, 'GET'), session)
    // The page was opened, so an expired order is reported as such.
    await merchant.advanceClock(1_200_000)
    assert.equal((await merchant.status(MDORDER))['actionCode'], -2007)
    const { redirect, remainingSecs, orderExpired } = await ok('getSessionStatus', { MDORDER })
    assert.deepEqual(
      [redirect, remainingSecs, orderExpired],
      [`${FAIL_URL}?orderId=${MDORDER}&lang=en`, 0, true],
    )
  })

  test('offers a stored card until the end of its expiry month', async () => {
    const merchant = await newMerchant(at.sandbox)
    await merchant.callOk('createBindingNoPayment', {
      clientId: 'ann',
      pan: TEST_CARDS.approved,
      expiryDate: '203105',
      cardholderName: 'ANN DOE',
    })
    const offered = async (): Promise<number> => {
      const MDORDER = await merchant.register({ clientId: 'ann' })
      return ((await ok('getSessionStatus', { MDORDER }))['bindingItems'] as Json[]).length
    }
    assert.equal(await offered(), 1)
    // From 10 May 2031, 10:00 to the last second of the month, and one second after it.
    await merchant.advanceClock(Date.UTC(2031, 5, 1) - Date.UTC(2031, 4, 10, 10) - 1000)
    assert.equal(await offered(), 1)
    await merchant.advanceClock(1000)
    assert.equal(await offered(), 0)
  })

  test('only offers the stored card with which the order was registered, whatever its brand', async () => {
    const merchant = await newMerchant(at.sandbox)
    await merchant.changeSettings({ outcomeRules: [{ match: { panPrefix: '99' }, outcome: {} }] })
    const stored = async (pan: string): Promise<unknown> => {
      const form = { clientId: 'ann', pan, expiryDate: String(TEST_CARD_EXPIRY) }
      return (await merchant.callOk('createBindingNoPayment', form))['bindingId']
    }
    const visa = await stored(TEST_CARDS.approved)
    const unbranded = await stored('9900000000000010')
    for (const [bindingId, brands] of [
      [undefined, ['UNKNOWN', 'VISA']],
      [String(visa), ['VISA']],
      [String(unbranded), ['UNKNOWN']],
    ] as const) {
      const MDORDER = await merchant.register({ clientId: 'ann', bindingId })
      const { bindingItems } = await ok('getSessionStatus', { MDORDER })
      const shown = (bindingItems as Json[]).map(({ paymentSystem }) => String(paymentSystem))
      assert.deepEqual(shown.sort(), brands)
    }
  })

  test("pays by card and by stored card, with the same declines and 3-D Secure as the merchant's operations", async () => {
    const { merchant } = at
    const paid = await merchant.register({ clientId: 'ann' })
    const answer = await ok('processform', cardForm(paid))
    assert.deepEqual(answer, {
      redirect: `${RETURN_URL}?orderId=${paid}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      errorCode: 0,
    })
    const { bindingInfo } = await merchant.status(paid)
    const { bindingId } = bindingInfo as { bindingId: string }

    const orderId = await merchant.register({ clientId: 'ann' })
    const declined = await ok('processform', cardForm(orderId, TEST_CARDS.declined))
    assert.equal(typeof declined['error'], 'string')
    await ok('processBindingForm', { orderId, bindingId, cvc: '999' })
    assert.equal((await merchant.status(orderId))['actionCode'], 82)
    await ok('processBindingForm', { orderId, bindingId, cvc: '123', email: 'ann@shop.example' })
    const { orderStatus, paymentWay, payerData } = await merchant.status(orderId)
    assert.deepEqual([orderStatus, paymentWay], [2, 'CARD_BINDING'])
    assert.deepEqual(payerData, { email: 'ann@shop.example' })

    const asked = await merchant.register()
    const challenge = await ok('processform', cardForm(asked, TEST_CARDS.challengeV1))
    assert.ok('acsUrl' in challenge && 'paReq' in challenge && 'termUrl' in challenge)
    assert.equal((await merchant.status(asked))['orderStatus'], 5)
  })

  test('declines an order once and sends the merchant a callback', async () => {
    const merchant = await newMerchant(at.sandbox)
    const mdOrder = await merchant.register()
    assert.deepEqual(await ok('declineByClient', { mdOrder }), {
      errorCode: 0,
      errorMessage: 'Success',
    })
    const { orderStatus, actionCode } = await merchant.status(mdOrder)
    assert.deepEqual([orderStatus, actionCode], [6, 2012])
    const again = await ok('declineByClient', { mdOrder, language: 'ru' })
    assert.deepEqual(again, {
      errorCode: 7,
      errorMessage: 'Заказ нельзя отклонить в текущем состоянии',
    })
    const paid = await merchant.paidOrder()
    assert.equal((await ok('declineByClient', { mdOrder: paid }))['errorCode'], 7)
    assert.equal((await merchant.status(paid))['orderStatus'], 2)
    const headers = { 'x-api-key': merchant.project.secrets.interfaceB.apiKey }
    const inbox = await at.sandbox.call('GET', `/control/v1/callbacks?orderId=${mdOrder}`, {
      headers,
    })
    const { items } = inbox.json as { items: { operation: string; status: number }[] }
    assert.deepEqual(
      items.map(({ operation, status }) => [operation, status]),
      [['deposited', 0]],
    )
  })

  test('reads the outcome of a payment, with details of the card only after it was paid', async () => {
    const { merchant } = at
    const orderId = await merchant.register({ orderNumber: 'ended-1', description: 'shoes' })
    await merchant.pay(orderId, { $PAN: TEST_CARDS.declined })
    const open = await ok('getFinishedPaymentInfo', { orderId, withCart: 'false' }, 'GET')
    assert.deepEqual([open['status'], open['actionCode']], ['CREATED', 5])
    for (const name of ['panMasked', 'refNum', 'paymentDate']) assert.ok(!(name in open), name)
    await merchant.pay(orderId)
    const { authRefNum, authDateTime, cardAuthInfo, date } = await merchant.status(orderId)
    // A string, because typed clients of the family expect one: `Mon Jan 31 21:46:52 UTC 2022`.
    const [day = '', of, month, year, time] = new Date(Number(authDateTime))
      .toUTCString()
      .split(' ')
    const javaDate = `${day.slice(0, 3)} ${month} ${of} ${time} UTC ${year}`
    assert.deepEqual(await ok('getFinishedPaymentInfo', { orderId }), {
      errorCode: '0',
      errorMessage: 'Success',
      status: 'DEPOSITED',
      mdOrder: orderId,
      orderNumber: 'ended-1',
      orderDescription: 'shoes',
      amountFormatted: '20.00',
      formattedAmount: '20.00 EUR',
      currencyName: 'EUR',
      date,
      actionCode: 0,
      actionCodeDescription: '',
      terminalId: '12345678',
      merchantFullName: 'Sandcard shop',
      paymentDate: javaDate,
      approvalCode: (cardAuthInfo as Json)['approvalCode'],
      refNum: authRefNum,
      paymentRefNum: authRefNum,
      maskedPan: '444455**3333',
      panMasked: '444455**3333',
      panCountryCode: 'UNKNOWN',
    })
  })

  const UNKNOWN_ID = '01900000-0000-7000-8000-000000000001'
  // prettier-ignore
  const REFUSED: readonly (readonly [operation: string, form: Form, code: unknown, text: string])[] = [
    ['getSessionStatus',       {},                                               4,   '[MDORDER] is empty'],
    ['getSessionStatus',       { MDORDER: UNKNOWN_ID },                          2,   'No order found'],
    ['getSessionStatus',       { MDORDER: '<b>' },                               2,   'No order found'],
    ['processform',            { $PAN: '1' },                                    4,   '[MDORDER] is empty'],
    ['processform',            { ...cardForm(UNKNOWN_ID) },                      2,   'No order found'],
    ['processform',            { MDORDER: UNKNOWN_ID, seToken: 'AAAA' },             5,   'Encrypted card data [seToken] is not supported: send number, expiry and CVC unencrypted'],
    ['processform',            { ...cardForm(UNKNOWN_ID), $PAN: '1' },           5,   'Card number is invalid'],
    ['processBindingForm',     { orderId: UNKNOWN_ID },                          4,   '[bindingId] is empty'],
    ['processBindingForm',     { orderId: UNKNOWN_ID, bindingId: UNKNOWN_ID },   2,   'No order found'],
    ['declineByClient',        {},                                               4,   '[mdOrder] is empty'],
    ['declineByClient',        { mdOrder: UNKNOWN_ID },                          6,   'No such order'],
    ['getFinishedPaymentInfo', {},                                               '4', '[orderId] is empty'],
    ['getFinishedPaymentInfo', { orderId: UNKNOWN_ID },                          '6', 'Order not found'],
  ]
  for (const [operation, form, code, text] of REFUSED)
    test(`${operation} with ${Object.entries(form).length} parameters is refused: ${text}`, async () => {
      // The id ends with the number of an existing project, and belongs to no order.
      const own = (await at.merchant.register()).slice(-8)
      const sent = Object.fromEntries(
        Object.entries(form).map(([name, value]) => [
          name,
          value === UNKNOWN_ID && name !== 'bindingId' ? UNKNOWN_ID.slice(0, -8) + own : value,
        ]),
      )
      for (const each of [form, sent]) {
        const { errorCode, errorMessage } = await ok(operation, each)
        assert.deepEqual([errorCode, errorMessage], [code, text])
      }
    })

  test('refuses card data in a URL', async () => {
    const MDORDER = await at.merchant.register()
    const { status, headers } = await call('processform', cardForm(MDORDER), 'GET')
    assert.deepEqual([status, headers['allow']], [405, 'POST'])
    const form = { orderId: MDORDER, bindingId: MDORDER, cvc: '123' }
    assert.equal((await call('processBindingForm', form, 'GET')).status, 405)
    assert.equal((await at.merchant.status(MDORDER))['actionCode'], -100)
  })
})
