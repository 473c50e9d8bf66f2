// Wallets: test tokens, decrypted tokens and real tokens, which are refused; payments in
// instalments.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Form,
  type GatewaySuite,
  type Json,
  type Merchant,
  newMerchant,
  onGateway,
} from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')

const TOKEN = { pan: TEST_CARDS.approved, expiry: '203412', amount: 1000, currency: '978' }

const WALLETS = [
  ['applepay', 'APPLE_PAY'],
  ['google', 'GOOGLE_PAY_TOKENIZED'],
  ['samsung', 'SAMSUNG_PAY'],
  ['mir', 'MIR_PAY'],
] as const

/** Sends JSON to `/payment/NAME.do`, with the merchant's credentials unless the body has others. */
async function sent(
  { sandbox }: GatewaySuite,
  { project }: Merchant,
  name: string,
  body: Json,
): Promise<Json> {
  const { userName, password } = project.secrets.interfaceC
  const answer = await sandbox.call('POST', `/payment/${name}.do`, {
    body: { userName, password, ...body },
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json as Json
}

const errorOf = (answer: Json): Json => answer['error'] as Json

onGateway('A wallet', (at) => {
  const pay = (name: string, body: Json): Promise<Json> => sent(at, at.merchant, name, body)

  for (const [folder, way] of WALLETS)
    test(`${folder} pays with a test token, in both of its operations, by JSON and by form`, async () => {
      for (const call of ['payment', 'paymentDirect']) {
        const paymentToken = base64(TOKEN)
        const additionalParameters = { a: 'b' }
        const clientId = 'ann'
        const paid = await pay(`${folder}/${call}`, {
          paymentToken,
          additionalParameters,
          clientId,
        })
        const { orderId } = paid['data'] as { orderId: string }
        const status = await at.merchant.status(orderId)
        assert.deepEqual(paid, { success: true, data: { orderId }, orderStatus: status })
        const { amount, currency, orderStatus, paymentWay, merchantOrderParams } = status
        assert.deepEqual([amount, currency, orderStatus, paymentWay], [1000, '978', 2, way])
        assert.deepEqual(merchantOrderParams, [{ name: 'a', value: 'b' }])
        assert.equal(typeof (status['bindingInfo'] as Json)['bindingId'], 'string')
        const path = `/payment/${folder}/${call}.do`
        const form = { paymentToken, preAuth: 'true', orderNumber: `${folder}-${call}` }
        const held = (await at.merchant.call('', form, { path })).json as Json
        assert.equal((held['orderStatus'] as Json)['orderStatus'], 1)
        const again = (await at.merchant.call('', form, { path })).json as Json
        assert.deepEqual([again['success'], errorOf(again)['code']], [false, '10'])
        const get = await at.merchant.call('', form, { path, method: 'GET' })
        assert.equal(get.status, 405)
      }
    })

  test('pays with the data that the merchant decrypted from its token', async () => {
    for (const [folder, decrypted, more] of [
      [
        'applepay',
        {
          applicationPrimaryAccountNumber: TEST_CARDS.challengeV1,
          applicationExpirationDate: '341231',
          currencyCode: '978',
          transactionAmount: 700,
          paymentDataType: '3DSecure',
          paymentData: { onlinePaymentCryptogram: 'AP6M', eciIndicator: '05' },
        },
        {},
      ],
      [
        'google',
        {
          paymentMethod: 'CARD',
          paymentMethodDetails: {
            pan: TEST_CARDS.challengeV1,
            expirationMonth: 12,
            expirationYear: 2034,
            authMethod: 'CRYPTOGRAM_3DS',
            cryptogram: 'AP6M',
          },
        },
        { amount: 700, currencyCode: '978' },
      ],
      [
        'samsung',
        {
          amount: '700',
          currency_code: 'EUR',
          tokenPAN: TEST_CARDS.challengeV1,
          tokenPanExpiration: '1234',
          cryptogram: 'AP6M',
        },
        {},
      ],
    ] as const) {
      const body = { paymentToken: base64(decrypted), ...more }
      const paid = await pay(`${folder}/paymentDirect`, body)
      const { orderStatus, amount, cardAuthInfo } = paid['orderStatus'] as Json
      assert.deepEqual([orderStatus, amount], [2, 700], folder)
      assert.equal((cardAuthInfo as Json)['expiration'], '203412')
      // Only the direct operation accepts decrypted data.
      assert.equal((await pay(`${folder}/payment`, body))['success'], false)
    }
  })

  test('goes through 3-D Secure without a cryptogram if the card is enrolled', async () => {
    const token = { ...TOKEN, pan: TEST_CARDS.challengeV1, authMethod: 'PAN_ONLY' }
    const asked = await pay('google/payment', { paymentToken: base64(token) })
    const { orderId, acsUrl, paReq, termUrl } = asked['data'] as Json
    assert.equal(asked['success'], true)
    for (const each of [acsUrl, paReq, termUrl]) assert.equal(typeof each, 'string')
    assert.equal((await at.merchant.status(String(orderId)))['orderStatus'], 5)
    const card = { ...TOKEN, authMethod: 'PAN_ONLY' }
    const paid = await pay('google/payment', { paymentToken: base64(card) })
    assert.equal((paid['orderStatus'] as Json)['paymentWay'], 'GOOGLE_PAY_CARD')
  })

  test('needs no credentials with a token from the control API, which names its merchant', async () => {
    const merchant = await newMerchant(at.sandbox)
    const headers = { 'x-api-key': merchant.project.secrets.interfaceB.apiKey }
    const made = async (body: Json) =>
      at.sandbox.call('POST', '/control/v1/wallet-tokens', { headers, body })
    const { paymentToken } = (await made({ ...TOKEN, withoutCryptogram: false })).json as Json
    const { userName } = merchant.project.secrets.interfaceC
    const anonymous = { userName: undefined, password: undefined }
    const paid = await sent(at, merchant, 'applepay/payment', {
      ...anonymous,
      merchant: userName,
      paymentToken,
    })
    const { orderId } = paid['data'] as { orderId: string }
    assert.equal((await merchant.status(orderId))['orderStatus'], 2)
    const other = { ...anonymous, merchant: 'another', paymentToken }
    assert.equal(errorOf(await sent(at, merchant, 'applepay/payment', other))['code'], '5')
    for (const [body, status] of [
      [{ ...TOKEN, pan: '4444555511113334' }, 422],
      [{ ...TOKEN, expiry: '203413' }, 422],
      [{ ...TOKEN, amount: -1 }, 422],
      [{ pan: TOKEN.pan }, 422],
    ] as const)
      assert.equal((await made(body)).status, status)
    const withoutKey = await at.sandbox.call('POST', '/control/v1/wallet-tokens', { body: TOKEN })
    assert.equal(withoutKey.status, 401)
  })

  const REAL = { version: 'EC_v1', data: 'AAAA', signature: 'BBBB', header: {} }
  // prettier-ignore
  const REFUSED: readonly (readonly [title: string, body: Json, code: string, text: RegExp])[] = [
    ['a real token of Apple',             { paymentToken: base64(REAL) },                            '10', /real wallet token.*send a test token/],
    ['a real token of Google',            { paymentToken: base64({ signedMessage: '{}', protocolVersion: 'ECv2' }) }, '10', /real wallet token/],
    ['a real token of Samsung',           { paymentToken: base64({ '3DS': { data: 'AAAA' } }) },      '10', /real wallet token/],
    ['no token',                          {},                                                        '4',  /\[paymentToken\] is empty/],
    ['an invalid token',              { paymentToken: 'eyJ' },                                   '10', /not a wallet token/],
    ['a token that is a list',            { paymentToken: base64([]) },                              '10', /not a wallet token/],
    ['a token above the maximum length',           { paymentToken: 'A'.repeat(8193) },                        '5',  /Invalid \[paymentToken\]/],
    ['a token with a wrong check digit',  { paymentToken: base64({ ...TOKEN, pan: '4444555511113334' }) }, '10', /not a wallet token/],
    ['a token with month 13',               { paymentToken: base64({ ...TOKEN, expiry: '203413' }) },  '10', /not a wallet token/],
    ['a token with half a cent',            { paymentToken: base64({ ...TOKEN, amount: 0.5 }) },       '10', /not a wallet token/],
    ['a token above the maximum amount',               { paymentToken: base64({ ...TOKEN, amount: 1e12 }) },      '10', /not a wallet token/],
    ['a token with a non-digit before its currency', { paymentToken: base64({ ...TOKEN, currency: 'x978' }) }, '10', /not a wallet token/],
    ['a token with a non-digit after its currency', { paymentToken: base64({ ...TOKEN, currency: '978x' }) }, '10', /not a wallet token/],
    ['a token with a four-digit currency', { paymentToken: base64({ ...TOKEN, currency: '0978' }) }, '10', /not a wallet token/],
    ['an expired card',                       { paymentToken: base64({ ...TOKEN, expiry: '203001' }) },  '5',  /validity period/],
    ['a token with amount 0',                { paymentToken: base64({ ...TOKEN, amount: 0 }) },         '5',  /Amount is invalid/],
    ['no amount at all',                  { paymentToken: base64({ ...TOKEN, amount: undefined }) }, '4',  /Empty amount/],
    ['an amount different from the token’s',   { paymentToken: base64(TOKEN), amount: 999 },              '5',  /differs from that of the wallet token/],
    ['a currency different from the token’s', { paymentToken: base64(TOKEN), currencyCode: '840' },      '3',  /Unknown currency/],
    ['an unknown currency',           { paymentToken: base64({ ...TOKEN, currency: '123' }) },   '3',  /Unknown currency/],
    ['the login of another merchant',        { paymentToken: base64(TOKEN), merchant: 'another' },      '5',  /Access denied/],
    ['a wrong password',                  { paymentToken: base64(TOKEN), password: 'wrong' },        '5',  /Access denied/],
    ['no credentials',                    { paymentToken: base64(TOKEN), userName: undefined, password: undefined }, '5', /Access denied: .*merchantToken/],
    ['a real token without credentials',  { paymentToken: base64(REAL), userName: undefined, password: undefined }, '10', /real wallet token/],
    ['neither token nor credentials',     { userName: undefined, password: undefined },              '5',  /Access denied: .*merchantToken/],
    ['a token of an unknown store',          { paymentToken: base64({ ...TOKEN, merchantToken: 'x' }), userName: undefined, password: undefined }, '5', /Access denied/],
  ]
  for (const [title, body, code, text] of REFUSED)
    test(`is refused with ${title}`, async () => {
      const refused = await pay('applepay/payment', body)
      assert.equal(refused['success'], false, JSON.stringify(refused))
      const { code: said, message } = errorOf(refused) as Record<string, string>
      assert.equal(said, code)
      assert.match(message ?? '', text)
    })

  test('is declined like a card payment', async () => {
    const paymentToken = base64({ ...TOKEN, pan: TEST_CARDS.declined })
    const declined = await pay('mir/payment', { paymentToken })
    assert.equal(declined['success'], false)
    assert.equal((declined['orderStatus'] as Json)['actionCode'], 5)
  })
})

onGateway('Instalments', (at) => {
  const bound = async (merchant: Merchant, jsonParams: Json): Promise<string> => {
    const form: Form = { clientId: 'ann', jsonParams: JSON.stringify(jsonParams) }
    const status = await merchant.status(await merchant.paidOrder(form))
    return (status['bindingInfo'] as { bindingId: string }).bindingId
  }
  const PLAN = { recurringFrequency: '1', recurringExpiry: '20991231', installments: '2' }

  test('are charged to a binding that is listed as an instalment binding', async () => {
    const { merchant } = at
    const bindingId = await bound(merchant, PLAN)
    const paid = await sent(at, merchant, 'installmentPayment', { bindingId, amount: 300 })
    const { orderId } = paid as { orderId: string }
    const orderStatus = await merchant.status(orderId)
    assert.deepEqual(paid, {
      errorCode: 0,
      errorMessage: 'Success',
      error: false,
      orderId,
      orderStatus,
    })
    assert.deepEqual([orderStatus['amount'], orderStatus['orderStatus']], [300, 2])
    const of = (bindingType: string) =>
      merchant.callOk('getBindings', { clientId: 'ann', bindingType })
    const [binding] = (await of('I'))['bindings'] as Json[]
    assert.deepEqual(
      [binding?.['bindingId'], binding?.['bindingCategory']],
      [bindingId, 'INSTALLMENT'],
    )
    assert.equal((await of('CR'))['errorCode'], '2')
    for (const [body, code] of [
      [{ bindingId, amount: 1, orderNumber: 'x'.repeat(37) }, 5],
      [{ bindingId }, 4],
      [{ amount: 1 }, 4],
      [{ bindingId: 'x', amount: 1 }, 2],
    ] as const) {
      const refused = await sent(at, merchant, 'installmentPayment', body)
      assert.deepEqual([refused['errorCode'], refused['error']], [code, true])
    }
  })

  test('end after the agreed number of charges only if the project enforces it', async () => {
    for (const [recurrence, codes] of [
      ['keep', [0, 0, 0]],
      ['enforce', [0, 0, 239]],
    ] as const) {
      const merchant = await newMerchant(at.sandbox)
      await merchant.changeSettings({ recurrence })
      const bindingId = await bound(merchant, PLAN)
      for (const code of codes) {
        const paid = await sent(at, merchant, 'installmentPayment', { bindingId, amount: 300 })
        assert.equal((paid['orderStatus'] as Json)['actionCode'], code, recurrence)
        await merchant.advanceClock(86_400_000)
      }
    }
    const strict = await newMerchant(at.sandbox)
    await strict.changeSettings({ recurrence: 'enforce' })
    const jsonParams = JSON.stringify({ ...PLAN, installments: 'many' })
    const refused = await strict.callOk('register', {
      amount: 1,
      returnUrl: 'https://shop.example/',
      jsonParams,
    })
    assert.equal(refused['errorMessage'], 'Invalid [jsonParams]')
  })
})
