// Requests to interface C: methods, query and form, types of `errorCode`, bodies.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LEFT_OUT } from '../../../src/api/gateway/left-out.ts'
import {
  encoded,
  type Form,
  FORM_TYPE,
  type Json,
  onGateway,
  orderForm,
  UUID_7,
} from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

/** Every operation, its methods, and the type of its error code. */
// prettier-ignore
const OPERATIONS: readonly (readonly [name: string, methods: 'both' | 'post', type: 'string' | 'number'])[] = [
  ['register', 'both', 'string'],
  ['registerPreAuth', 'both', 'string'],
  ['getOrderStatusExtended', 'both', 'string'],
  ['getOrderStatus', 'both', 'string'],
  ['deposit', 'both', 'string'],
  ['refund', 'both', 'string'],
  ['reverse', 'both', 'string'],
  ['decline', 'both', 'string'],
  ['addParams', 'both', 'string'],
  ['getLastOrdersForMerchants', 'both', 'number'],
  ['getBindings', 'both', 'string'],
  ['getBindingsByCardOrId', 'both', 'string'],
  ['bindCard', 'both', 'string'],
  ['unBindCard', 'both', 'string'],
  ['extendBinding', 'both', 'string'],
  ['verifyEnrollment', 'post', 'string'],
  ['paymentorder', 'both', 'number'],
  ['paymentOrder', 'both', 'number'],
  ['paymentOrderBinding', 'both', 'number'],
  ['finish3dsPayment', 'post', 'number'],
  ['finish3dsVer2Payment', 'both', 'number'],
  ['instantPayment', 'both', 'string'],
  ['motoPayment', 'post', 'string'],
  ['verifyCard', 'post', 'string'],
  ['getAllBindings', 'both', 'string'],
  ['createBindingNoPayment', 'post', 'number'],
  ['instantRefund', 'both', 'string'],
  ['autoCompletion', 'both', 'string'],
  ['autoRefund', 'both', 'string'],
  ['getReceiptStatus', 'both', 'string'],
  ['updateSSLCardList', 'both', 'string'],
  ['3ds/continue', 'both', 'number'],
  ['getSessionStatus', 'both', 'number'],
  ['processform', 'both', 'number'],
  ['processBindingForm', 'both', 'number'],
  ['declineByClient', 'both', 'number'],
  ['getFinishedPaymentInfo', 'both', 'string'],
]

onGateway('Interface C over HTTP', (at) => {
  for (const [name, methods, type] of OPERATIONS) {
    test(`${name} returns its error code as a ${type}, in JSON that must not be cached`, async () => {
      const answer = await at.merchant.call(name, { password: 'wrong' })
      const body = answer.json as Json
      assert.equal(answer.status, 200)
      assert.equal(typeof (body['errorCode'] ?? body['ErrorCode']), type, answer.text)
      assert.match(String(answer.headers['content-type']), /^application\/json; ?charset=utf-8$/i)
      assert.equal(answer.headers['cache-control'], 'no-cache, no-store')
    })

    test(`${name} accepts ${methods === 'both' ? 'GET and POST' : 'POST only'}`, async () => {
      const answer = await at.merchant.call(name, { password: 'wrong' }, { method: 'GET' })
      assert.equal(answer.status, methods === 'both' ? 200 : 405)
      const others = await at.merchant.call(name, {}, { method: 'PUT' })
      assert.equal(others.status, 405)
      const allowed = String(others.headers['allow']).split(', ')
      assert.deepEqual(allowed.sort(), methods === 'both' ? ['GET', 'POST'] : ['POST'])
    })
  }

  test('a GET request can charge and list bindings; one with card data is refused with the reason', async () => {
    const clientId = 'by-get'
    const status = await at.merchant.status(await at.merchant.paidOrder({ clientId }))
    const { bindingId } = status['bindingInfo'] as { bindingId: string }
    const get = (operation: string, form: Form) =>
      at.merchant.call(operation, form, { method: 'GET' })
    const orders = await Promise.all([1, 2].map(() => at.merchant.register({ clientId })))
    const [MDORDER = '', mdOrder = ''] = orders
    const instant = { ...orderForm, clientId, bindingId }
    for (const [operation, form, cardData] of [
      ['getBindingsByCardOrId', { bindingId }, { pan: TEST_CARDS.approved }],
      ['paymentorder', { MDORDER, bindingId }, { $CVC: '123' }],
      ['paymentOrderBinding', { mdOrder, bindingId }, { cvc: '123' }],
      ['instantPayment', instant, { pan: '1' }],
    ] as const) {
      const refused = await get(operation, { ...form, ...cardData })
      assert.deepEqual([refused.status, refused.headers['allow']], [405, 'POST'], operation)
      assert.match(String((refused.json as Json)['errorMessage']), /Use POST with a form/)
      const answer = await get(operation, form)
      assert.equal(answer.status, 200, operation)
      assert.equal(Number((answer.json as Json)['errorCode']), 0, answer.text)
    }
    for (const orderId of orders) {
      const { orderStatus, paymentWay } = await at.merchant.status(orderId)
      assert.deepEqual([orderStatus, paymentWay], [2, 'CARD_BINDING'])
    }
  })

  test('the error of a refused login mentions a body that is not a form', async () => {
    const path = '/payment/rest/register.do'
    const json = await at.sandbox.call('POST', path, { body: { userName: 'demo-api' } })
    assert.deepEqual(json.json, {
      errorCode: '5',
      errorMessage: 'Access denied: the body is not a form (application/x-www-form-urlencoded)',
    })
    const none = await at.sandbox.call('POST', path)
    assert.deepEqual(none.json, { errorCode: '5', errorMessage: 'Access denied' })
  })

  test('an unknown operation returns 404', async () => {
    for (const name of ['nothing', 'registers', 'regi'])
      assert.equal((await at.merchant.call(name)).status, 404, name)
  })

  test('an operation of the family that the sandbox lacks returns 404 with the reason', async () => {
    const guide = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8')
    for (const [name, reason] of Object.entries(LEFT_OUT)) {
      const root = name.startsWith('sbercredit/') ? ['/'] : []
      for (const folder of ['/payment/', '/payment/rest/', ...root]) {
        const answer = await at.merchant.call('', {}, { path: `${folder}${name}` })
        assert.equal(answer.status, 404, name)
        const { errorCode, errorMessage, detail } = answer.json as Json
        assert.deepEqual([errorCode, detail], ['7', reason])
        assert.match(String(errorMessage), /^Unknown operation\. \S/)
      }
      assert.ok(guide.includes(`\`${name}\``), `${name} is not in the guide`)
      assert.ok(!reason.includes('\n'))
    }
  })

  test('operation names match in any case, and repeated slashes in a path count as one', async () => {
    const called = async (path: string): Promise<unknown> =>
      (await at.merchant.call('', orderForm, { path })).json
    for (const path of [
      '/payment/rest/REGISTER.do',
      '/payment/rest/registerpreauth.DO',
      '//payment//rest///register.do',
      '/payment/rest//Register.do',
    ])
      assert.match(String(((await called(path)) as Json)['orderId']), UUID_7, path)
    const unbound = await at.merchant.call('unbindCard', { bindingId: 'x' })
    assert.equal((unbound.json as Json)['errorCode'], '2')
    assert.equal((await at.merchant.call('Register', {}, { method: 'PUT' })).status, 405)
    const query = encoded({ ...orderForm, returnUrl: 'https://shop.example//a?b=//c' })
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const credentials = encoded({ userName, password })
    const answer = await at.sandbox.call(
      'GET',
      `//payment/rest/register.do?${query}&${credentials}`,
    )
    assert.match((answer.json as { orderId: string }).orderId, UUID_7)
  })

  test('a currency may omit its leading zeros', async () => {
    const currencyOf = async (currency: string): Promise<unknown> =>
      (await at.merchant.status(await at.merchant.register({ currency })))['currency']
    assert.equal(await currencyOf('51'), '051')
    assert.equal(await currencyOf('8'), '008')
    assert.equal(await currencyOf('051'), '051')
    for (const currency of ['0', '0978', ' 51', '5e1'])
      assert.equal(
        (await at.merchant.callOk('register', { ...orderForm, currency }))['errorCode'],
        '3',
      )
  })

  test('recurrentPayment accepts a form as well as JSON, by POST and by GET', async () => {
    const clientId = 'recurrent'
    const status = await at.merchant.status(await at.merchant.paidOrder({ clientId }))
    const { bindingId } = status['bindingInfo'] as { bindingId: string }
    for (const method of ['POST', 'GET']) {
      const form = { bindingId, amount: 5 }
      const answer = await at.merchant.call('recurrentPayment', form, { method })
      assert.equal((answer.json as Json)['success'], true, answer.text)
    }
  })

  test('the payment page is also served under the full login', async () => {
    const orderId = await at.merchant.register()
    const { userName } = at.merchant.project.secrets.interfaceC
    for (const [login, status] of [
      [userName, 200],
      [userName.replace('-api', ''), 200],
      ['another', 404],
    ] as const) {
      const path = `/payment/merchants/${login}/payment_en.html?mdOrder=${orderId}`
      assert.equal((await at.sandbox.call('GET', path)).status, status)
    }
  })

  test('the query precedes the form, empty values are ignored, and the first of two values applies', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const credentials = encoded({ userName, password: 'wrong' })
    const query = encoded({ password, amount: ['700', '800'], description: '' })
    const answer = await at.sandbox.call('POST', `/payment/rest/register.do?${query}`, {
      headers: FORM_TYPE,
      body: `${credentials}&${encoded({ ...orderForm, description: 'shoes' })}`,
    })
    const { orderId } = answer.json as { orderId: string }
    const status = await at.merchant.status(orderId)
    assert.deepEqual([status['amount'], status['orderDescription']], [700, 'shoes'])
  })

  test('a POST with all parameters in the query and an empty body works', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const query = encoded({ userName, password, ...orderForm })
    const answer = await at.sandbox.call('POST', `/payment/rest/register.do?${query}`)
    assert.match((answer.json as { orderId: string }).orderId, UUID_7)
  })

  test('a body of any other type is ignored', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const form = encoded({ userName, password, ...orderForm })
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', '???'])
      for (const body of ['{', form]) {
        const path = '/payment/rest/register.do'
        const answer = await at.sandbox.call('POST', path, {
          headers: { 'content-type': type },
          body,
        })
        assert.equal((answer.json as Json)['errorCode'], '5', type)
        const right = await at.sandbox.call('POST', `${path}?${form}`, {
          headers: { 'content-type': type },
          body,
        })
        assert.match((right.json as { orderId: string }).orderId, UUID_7)
      }
  })

  test('a form may declare its charset, and parameter names are case-sensitive', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const call = (form: Form) =>
      at.sandbox.call('POST', '/payment/rest/register.do', {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
        body: encoded(form),
      })
    assert.match((await call({ userName, password, ...orderForm })).text, /"orderId"/)
    const misspelled = await call({ username: userName, password, ...orderForm })
    assert.equal((misspelled.json as Json)['errorCode'], '5')
  })

  test('a form in windows-1251 is decoded, escaped or not', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const form = encoded({ userName, password, ...orderForm })
    // "Обувь" in windows-1251.
    const bytes = [0xce, 0xe1, 0xf3, 0xe2, 0xfc]
    const escaped = bytes.map((byte) => `%${byte.toString(16)}`).join('')
    const plain = Buffer.concat([Buffer.from(`${form}&description=`), Buffer.from(bytes)])
    for (const charset of ['windows-1251', '"Windows-1251"', 'cp1251'])
      for (const body of [Buffer.from(`${form}&description=${escaped}`), plain]) {
        const answer = await at.sandbox.call('POST', '/payment/rest/register.do', {
          headers: { 'content-type': `application/x-www-form-urlencoded; charset=${charset}` },
          body,
        })
        const { orderId = '' } = answer.json as { orderId?: string }
        assert.equal((await at.merchant.status(orderId))['orderDescription'], 'Обувь', charset)
      }
  })

  test('a form in any other charset is refused with 5 and the reason', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const call = async (charset: string, body: string): Promise<Json> => {
      const headers = { 'content-type': `application/x-www-form-urlencoded;charset=${charset}` }
      const path = `/payment/rest/register.do?${encoded({ userName, password, language: 'en' })}`
      return (await at.sandbox.call('POST', path, { headers, body })).json as Json
    }
    for (const charset of ['koi8-r', 'iso-8859-1', 'utf-16', 'constructor'])
      assert.deepEqual(await call(charset, encoded(orderForm)), {
        errorCode: '5',
        errorMessage: 'The charset of the form is not supported: use UTF-8 or windows-1251',
      })
    for (const charset of ['utf-8', 'UTF8', 'us-ascii'])
      assert.match(String((await call(charset, encoded(orderForm)))['orderId']), UUID_7)
  })

  test('a wrong method returns 405 and a wrong path 404, regardless of the body', async () => {
    for (const [method, path, status] of [
      ['PUT', '/payment/rest/register.do', 405],
      ['PATCH', '/payment/rest/paymentorder.do', 405],
      ['POST', '/payment/rest/nothing.do', 404],
      ['POST', '/payment/rest/', 404],
    ] as const)
      for (const body of [{ a: 1 }, 'a=b', undefined]) {
        const answer = await at.sandbox.call(method, path, { body })
        assert.equal(answer.status, status, `${method} ${path}`)
        // Clients regard JSON without an errorCode as a success.
        assert.equal((JSON.parse(answer.text) as Json)['errorCode'], '7')
      }
  })

  test('an empty object may be sent as an empty list or as null', async () => {
    for (const none of ['[]', ' [ ] ', 'null', '{}'])
      assert.match(await at.merchant.register({ jsonParams: none, orderBundle: none }), UUID_7)
  })

  test('a body above the maximum length is refused with 413', async () => {
    const answer = await at.merchant.call('register', { description: 'x'.repeat(300_000) })
    assert.equal(answer.status, 413)
  })

  test('a token replaces login and password, and merchantLogin may name the caller', async () => {
    const { token, userName } = at.merchant.project.secrets.interfaceC
    const form = { ...orderForm, userName: undefined, password: undefined, token }
    assert.match(await at.merchant.register(form), UUID_7)
    assert.match(await at.merchant.register({ merchantLogin: userName }), UUID_7)
    assert.match(
      await at.merchant.register({ merchantLogin: userName.replace('-api', '') }),
      UUID_7,
    )
  })

  test('params is an alternative to jsonParams, which takes precedence', async () => {
    const registered = async (form: Form) =>
      (await at.merchant.status(await at.merchant.register(form)))['merchantOrderParams']
    const params = '{"a":"old"}'
    assert.deepEqual(await registered({ params }), [{ name: 'a', value: 'old' }])
    const both = { params, jsonParams: '{"a":"new"}' }
    assert.deepEqual(await registered(both), [{ name: 'a', value: 'new' }])
  })
})
