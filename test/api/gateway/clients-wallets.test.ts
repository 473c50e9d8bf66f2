// Clients that pay by wallet, and libraries for the payer's device: which of them send no
// credentials, and which types they expect in responses.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encoded, FORM_TYPE, type Json, onGateway, RETURN_URL } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** The payment methods that typed clients know; any other makes them fail. */
const WAYS =
  'CARD CARD_BINDING CARD_MOTO CARD_PRESENT P2P APPLE_PAY GOOGLE_PAY_CARD GOOGLE_PAY_TOKENIZED SAMSUNG_PAY'.split(
    ' ',
  )

onGateway('Clients of wallets', (at) => {
  const token = async (more: Json = {}): Promise<string> => {
    const { apiKey } = at.merchant.project.secrets.interfaceB
    const made = await at.sandbox.call('POST', '/control/v1/wallet-tokens', {
      headers: { 'x-api-key': apiKey },
      body: { pan: TEST_CARDS.approved, expiry: '203412', amount: 1000, currency: '978', ...more },
    })
    return String((made.json as Json)['paymentToken'])
  }

  const login = (): string => at.merchant.project.secrets.interfaceC.userName

  // prettier-ignore
  const CLIENTS: readonly (readonly [name: string, folder: string, isForm: boolean, more: Json])[] = [
    ['PHP, JSON',           'applepay', false, { language: 'en' }],
    ['PHP, JSON',           'samsung',  false, { language: 'en', preAuth: false }],
    ['PHP, JSON',           'google',   false, { language: 'en', amount: 1000, currencyCode: '978', returnUrl: RETURN_URL, ip: '127.0.0.1' }],
    ['PHP, a form',         'applepay', true,  {}],
    ['PHP, a form',         'google',   true,  { amount: 1000, returnUrl: RETURN_URL }],
    ['Dart, typed, JSON',   'applepay', false, { additionalParameters: { a: 'b' }, preAuth: true }],
    ['Dart, typed, JSON',   'google',   false, { amount: 1000, returnUrl: RETURN_URL, failUrl: RETURN_URL, currencyCode: '978', email: 'ann@shop.example', phone: 79990000000, clientId: 'ann' }],
  ]
  for (const [place, [name, folder, isForm, more]] of CLIENTS.entries())
    test(`${name}: ${folder} pays with a test token and no credentials`, async () => {
      const body: Json = {
        merchant: login(),
        orderNumber: `wallet-${place}`,
        paymentToken: await token(),
        ...more,
      }
      const answer = await at.sandbox.call('POST', `/payment/${folder}/payment.do`, {
        ...(isForm
          ? { headers: FORM_TYPE, body: encoded(body as Record<string, string | number>) }
          : { body }),
      })
      const { success, data, error, orderStatus } = answer.json as Json
      assert.deepEqual([success, error], [true, undefined], answer.text)
      const { orderId } = data as { orderId: string }
      const status = await at.merchant.status(orderId)
      assert.deepEqual(orderStatus, status)
      assert.ok(WAYS.includes(String(status['paymentWay'])), String(status['paymentWay']))
      assert.equal(status['orderNumber'], `wallet-${place}`)
    })

  test('typed clients find the fields of receipts and of a stored card, with the expected types', async () => {
    const orderId = await at.merchant.paidOrder({ orderNumber: 'receipt-1' })
    for (const by of [{ orderId }, { orderNumber: 'receipt-1' }])
      assert.deepEqual(await at.merchant.callOk('getReceiptStatus', by), {
        errorCode: '0',
        errorMessage: 'Success',
        orderId,
        orderNumber: 'receipt-1',
        receipt: [],
      })
    const none = await at.merchant.callOk('getReceiptStatus', { uuid: 'x' })
    assert.equal(none['errorCode'], '2')
    const stored = await at.merchant.callOk('createBindingNoPayment', {
      clientId: 'typed',
      cardholderName: 'ANN SHOPPER',
      expiryDate: 203412,
      pan: TEST_CARDS.approved,
    })
    for (const name of ['bindingId', 'clientId', 'cardholderName', 'maskedPan'])
      assert.equal(typeof stored[name], 'string', name)
  })

  test('a mobile library reads the session and the outcome of a payment as strings, numbers and flags', async () => {
    const orderId = await at.merchant.register()
    const open = async (operation: string, form: Record<string, string>): Promise<Json> => {
      const answer = await at.sandbox.call('POST', `/payment/rest/${operation}.do`, {
        headers: FORM_TYPE,
        body: encoded(form),
      })
      return answer.json as Json
    }
    const session = await open('getSessionStatus', { MDORDER: orderId })
    for (const name of ['cvcNotRequired', 'otherWayEnabled', 'feeEnabled', 'orderExpired'])
      assert.equal(typeof session[name], 'boolean', name)
    for (const name of ['bindingItems', 'merchantOptions'])
      assert.ok(Array.isArray(session[name]), name)
    assert.equal(typeof session['merchantInfo'], 'object')
    const encrypted = { MDORDER: orderId, seToken: 'AAAA', TEXT: 'ANN', threeDSSDK: 'false' }
    assert.equal((await open('processform', encrypted))['errorCode'], 5)
    await at.merchant.pay(orderId)
    // BT iPay adds its own token to the return URL, and its shops include it in their requests.
    const ended = await open('getFinishedPaymentInfo', { orderId, token: 'x', language: 'ro' })
    const TEXTS =
      'status paymentDate approvalCode terminalId refNum panMasked formattedAmount actionCodeDescription'
    for (const name of TEXTS.split(' ')) assert.equal(typeof ended[name], 'string', name)
  })
})
