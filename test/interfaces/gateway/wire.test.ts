// How interface C is called and what its answers are made of: methods, merging of query and form, types of `errorCode`, and the bodies
// that clients of the gateway family know, member by member.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { serverTransIdOf } from '../../../src/domain/order.ts'
import { onEveryDatabase } from '../../databases.ts'
import { type FrontDoor, openFrontDoor } from '../../front-door.ts'
import {
  CARDS,
  cardForm,
  type Client,
  encoded,
  EXPIRY,
  FORM_TYPE,
  type Form,
  type Json,
  newClient,
  orderForm,
  RETURN_URL,
  START,
} from './client.ts'

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Every operation, whether it is for POST only, and of which type its error number is. */
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
  ['getBindingsByCardOrId', 'post', 'string'],
  ['bindCard', 'both', 'string'],
  ['unBindCard', 'both', 'string'],
  ['extendBinding', 'both', 'string'],
  ['verifyEnrollment', 'post', 'string'],
  ['paymentorder', 'post', 'number'],
  ['paymentOrder', 'post', 'number'],
  ['paymentOrderBinding', 'post', 'number'],
  ['finish3dsPayment', 'post', 'number'],
  ['finish3dsVer2Payment', 'both', 'number'],
  ['instantPayment', 'post', 'string'],
  ['motoPayment', 'post', 'string'],
  ['verifyCard', 'post', 'string'],
]

onEveryDatabase('Interface C on the wire', (database) => {
  let door: FrontDoor
  let client: Client
  before(async () => {
    door = await openFrontDoor(database)
    client = await newClient(door)
  })
  after(() => door.close())

  for (const [name, methods, type] of OPERATIONS) {
    test(`${name} has its error number as a ${type}, in JSON that nobody keeps`, async () => {
      const answer = await client.call(name, { password: 'wrong' })
      const body = answer.json as Json
      assert.equal(answer.status, 200)
      assert.equal(typeof (body['errorCode'] ?? body['ErrorCode']), type, answer.text)
      assert.match(String(answer.headers['content-type']), /^application\/json; ?charset=utf-8$/i)
      assert.equal(answer.headers['cache-control'], 'no-cache, no-store')
    })

    test(`${name} answers ${methods === 'both' ? 'GET and POST alike' : 'POST only'}`, async () => {
      const answer = await client.call(name, { password: 'wrong' }, { method: 'GET' })
      assert.equal(answer.status, methods === 'both' ? 200 : 405)
      const others = await client.call(name, {}, { method: 'PUT' })
      assert.equal(others.status, 405)
      const allowed = String(others.headers['allow']).split(', ')
      assert.deepEqual(allowed.sort(), methods === 'both' ? ['GET', 'POST'] : ['POST'])
    })
  }

  test('an operation that does not exist, or is spelled otherwise, is 404', async () => {
    for (const name of ['nothing', 'Register', 'registerpreauth', 'paymentORDER'])
      assert.equal((await client.call(name)).status, 404, name)
  })

  test('the query wins over the form, an empty text is no text, and the first of two counts', async () => {
    const { userName, password } = client.project.secrets.interfaceC
    const credentials = encoded({ userName, password: 'wrong' })
    const query = encoded({ password, amount: ['700', '800'], description: '' })
    const answer = await door.call('POST', `/payment/rest/register.do?${query}`, {
      headers: FORM_TYPE,
      body: `${credentials}&${encoded({ ...orderForm, description: 'shoes' })}`,
    })
    const { orderId } = answer.json as { orderId: string }
    const status = await client.status(orderId)
    assert.deepEqual([status['amount'], status['orderDescription']], [700, 'shoes'])
  })

  test('a POST with everything in the query and an empty body works', async () => {
    const { userName, password } = client.project.secrets.interfaceC
    const query = encoded({ userName, password, ...orderForm })
    const answer = await door.call('POST', `/payment/rest/register.do?${query}`)
    assert.match((answer.json as { orderId: string }).orderId, UUID_7)
  })

  test('a body that is no form is ignored whatever it says it is', async () => {
    const { userName, password } = client.project.secrets.interfaceC
    const form = encoded({ userName, password, ...orderForm })
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', '???'])
      for (const body of ['{', form]) {
        const path = '/payment/rest/register.do'
        const answer = await door.call('POST', path, { headers: { 'content-type': type }, body })
        assert.equal((answer.json as Json)['errorCode'], '5', type)
        const right = await door.call('POST', `${path}?${form}`, {
          headers: { 'content-type': type },
          body,
        })
        assert.match((right.json as { orderId: string }).orderId, UUID_7)
      }
  })

  test('a form may name its charset, and names are case-sensitive', async () => {
    const { userName, password } = client.project.secrets.interfaceC
    const call = (form: Form) =>
      door.call('POST', '/payment/rest/register.do', {
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
        body: encoded(form),
      })
    assert.match((await call({ userName, password, ...orderForm })).text, /"orderId"/)
    const misspelled = await call({ username: userName, password, ...orderForm })
    assert.equal((misspelled.json as Json)['errorCode'], '5')
  })

  test('a wrong method or address is told so whatever body comes with it', async () => {
    for (const [method, path, status] of [
      ['PUT', '/payment/rest/register.do', 405],
      ['PATCH', '/payment/rest/paymentorder.do', 405],
      ['POST', '/payment/rest/nothing.do', 404],
      ['POST', '/payment/rest/', 404],
    ] as const)
      for (const body of [{ a: 1 }, 'a=b', undefined]) {
        const answer = await door.call(method, path, { body })
        assert.equal(answer.status, status, `${method} ${path}`)
        // Clients take JSON without an errorCode for a success.
        assert.equal((JSON.parse(answer.text) as Json)['errorCode'], '7')
      }
  })

  test('an object without members may be written as an empty list or as null', async () => {
    for (const none of ['[]', ' [ ] ', 'null', '{}'])
      assert.match(await client.register({ jsonParams: none, orderBundle: none }), UUID_7)
  })

  test('a body above the bound is 413', async () => {
    const answer = await client.call('register', { description: 'x'.repeat(300_000) })
    assert.equal(answer.status, 413)
  })

  test('a token stands for login and password, and the store may name itself', async () => {
    const { token, userName } = client.project.secrets.interfaceC
    const form = { ...orderForm, userName: undefined, password: undefined, token }
    assert.match(await client.register(form), UUID_7)
    assert.match(await client.register({ merchantLogin: userName }), UUID_7)
    assert.match(await client.register({ merchantLogin: userName.replace('-api', '') }), UUID_7)
  })

  test('a registration answers two members; the address tells store, language and order', async () => {
    const merchant = client.project.secrets.interfaceC.userName.replace(/-api$/, '')
    // prettier-ignore
    const pages: readonly (readonly [form: Form, page: string])[] = [
      [{},                                  'payment_en.html'],
      [{ language: 'RU' },                  'payment_ru.html'],
      [{ language: 'el' },                  'payment_el.html'],
      [{ language: 'pt' },                  'payment_en.html'],
      [{ pageView: 'MOBILE' },              'mobile_payment_en.html'],
      [{ pageView: 'DESKTOP', orderNumber: 'n-1' }, 'payment_en.html'],
    ]
    for (const operation of ['register', 'registerPreAuth'])
      for (const [form, page] of pages) {
        const number = form['orderNumber'] === undefined ? {} : { orderNumber: `${operation}-1` }
        const body = await client.ask(operation, { ...orderForm, ...form, ...number })
        const { orderId } = body as { orderId: string }
        assert.match(orderId, UUID_7)
        const formUrl = `${door.url}/payment/merchants/${merchant}/${page}?mdOrder=${orderId}`
        assert.deepEqual(body, { orderId, formUrl })
      }
  })

  test('the record of a registered order, to the letter', async () => {
    const orderId = await client.register({ orderNumber: 'created-1' })
    const record = (bankCountryName: string, errorMessage: string): Json => ({
      errorCode: '0',
      errorMessage,
      orderNumber: 'created-1',
      orderStatus: 0,
      actionCode: -100,
      actionCodeDescription: '',
      amount: 2000,
      currency: '978',
      date: START,
      orderDescription: '',
      merchantOrderParams: [],
      transactionAttributes: [],
      attributes: [{ name: 'mdOrder', value: orderId }],
      terminalId: '12345678',
      paymentAmountInfo: {
        paymentState: 'CREATED',
        approvedAmount: 0,
        depositedAmount: 0,
        refundedAmount: 0,
      },
      bankInfo: { bankCountryCode: 'UNKNOWN', bankCountryName },
      chargeback: false,
    })
    assert.deepEqual(await client.status(orderId), record('<Unknown>', 'Success'))
    const russian = await client.status(orderId, { language: 'ru' })
    assert.deepEqual(russian, record('<Неизвестно>', 'Успешно'))
    const byNumber = await client.ask('getOrderStatusExtended', { orderNumber: 'created-1' })
    assert.deepEqual(byNumber, record('<Unknown>', 'Success'))
  })

  test('the record of a paid order, to the letter', async () => {
    const orderId = await client.register({
      orderNumber: 'paid-1',
      clientId: 'client',
      description: 'Shoes',
      jsonParams: '{"recurringFrequency":"10","recurringExpiry":"20991001","size":42}',
      email: 'ann@example.com',
      orderBundle: '{"cartItems":{"items":[]}}',
    })
    await client.pay(orderId)
    const status = await client.status(orderId)
    const { cardAuthInfo, bindingInfo } = status as {
      cardAuthInfo: Record<string, string>
      bindingInfo: { bindingId: string }
    }
    assert.match(bindingInfo.bindingId, UUID_7)
    assert.match(String(status['authRefNum']), /^\d{12}$/)
    assert.match(cardAuthInfo['approvalCode'] ?? '', /^\d{6}$/)
    assert.deepEqual(status, {
      errorCode: '0',
      errorMessage: 'Success',
      orderNumber: 'paid-1',
      orderStatus: 2,
      actionCode: 0,
      actionCodeDescription: '',
      amount: 2000,
      currency: '978',
      date: START,
      depositedDate: START,
      orderDescription: 'Shoes',
      ip: '203.0.113.7',
      merchantOrderParams: [
        { name: 'recurringFrequency', value: '10' },
        { name: 'recurringExpiry', value: '20991001' },
        { name: 'size', value: '42' },
      ],
      transactionAttributes: [],
      attributes: [{ name: 'mdOrder', value: orderId }],
      cardAuthInfo: {
        maskedPan: '444455**3333',
        expiration: '203412',
        cardholderName: 'ANN DOE',
        approvalCode: cardAuthInfo['approvalCode'],
        pan: '444455**3333',
        paymentSystem: 'VISA',
        secureAuthInfo: { eci: 7, threeDsType: 'SSL' },
      },
      bindingInfo: { clientId: 'client', bindingId: bindingInfo.bindingId },
      authDateTime: START,
      terminalId: '12345678',
      authRefNum: status['authRefNum'],
      paymentAmountInfo: {
        paymentState: 'DEPOSITED',
        approvedAmount: 2000,
        depositedAmount: 2000,
        refundedAmount: 0,
      },
      bankInfo: { bankCountryCode: 'UNKNOWN', bankCountryName: '<Unknown>' },
      payerData: { email: 'ann@example.com' },
      chargeback: false,
      paymentWay: 'CARD',
      orderBundle: { cartItems: { items: [] } },
    })
    const short = await client.ask('getOrderStatus', { orderId, language: 'ru' })
    assert.deepEqual(short, {
      expiration: '203412',
      cardholderName: 'ANN DOE',
      depositAmount: 2000,
      currency: '978',
      approvalCode: cardAuthInfo['approvalCode'],
      authCode: 2,
      clientId: 'client',
      bindingId: bindingInfo.bindingId,
      ErrorCode: '0',
      ErrorMessage: 'Успешно',
      OrderStatus: 2,
      OrderNumber: 'paid-1',
      Pan: '444455**3333',
      Amount: 2000,
      Ip: '203.0.113.7',
    })
  })

  test('an order that is not there has its lists and no status', async () => {
    const body = await client.ask('getOrderStatusExtended', { orderId: 'x', language: 'ru' })
    assert.deepEqual(body, {
      errorCode: '6',
      errorMessage: 'Заказ не найден',
      merchantOrderParams: [],
      attributes: [],
    })
    const neither = await client.ask('getOrderStatusExtended', { language: 'ru' })
    assert.deepEqual(neither, {
      errorCode: '1',
      errorMessage: 'Ожидается [orderId] или [orderNumber]',
      merchantOrderParams: [],
      attributes: [],
    })
    const short = await client.ask('getOrderStatus', { orderId: 'x', language: 'ru' })
    assert.deepEqual(short, { ErrorCode: '6', ErrorMessage: 'Неверный номер заказа' })
  })

  test('money moves through the states with the amounts that clients know', async () => {
    const amounts = async (orderId: string): Promise<unknown> => {
      const { orderStatus, paymentAmountInfo } = await client.status(orderId)
      const info = paymentAmountInfo as Json
      return [
        orderStatus,
        info['paymentState'],
        info['approvedAmount'],
        info['depositedAmount'],
        info['refundedAmount'],
      ]
    }
    const success = { errorCode: '0', errorMessage: 'Success' }
    const orderId = await client.held({ amount: 1000 })
    assert.deepEqual(await amounts(orderId), [1, 'APPROVED', 1000, 0, 0])
    assert.deepEqual(await client.ask('deposit', { orderId, amount: 100 }), success)
    assert.deepEqual(await amounts(orderId), [2, 'DEPOSITED', 1000, 100, 0])
    assert.deepEqual(await client.ask('refund', { orderId, amount: 40 }), success)
    assert.deepEqual(await amounts(orderId), [4, 'REFUNDED', 1000, 60, 40])
    const again = { orderId, amount: 10, externalRefundId: 'r-1' }
    assert.deepEqual(await client.ask('refund', again), success)
    assert.deepEqual(await client.ask('refund', again), success)
    assert.deepEqual(await client.ask('refund', { orderId, amount: 0 }), success)
    assert.deepEqual(await amounts(orderId), [4, 'REFUNDED', 1000, 0, 100])
    const { refunds } = (await client.status(orderId)) as { refunds: Json[] }
    assert.deepEqual(
      refunds.map(({ amount, externalRefundId, actionCode, date }) => [
        amount,
        externalRefundId,
        actionCode,
        date,
      ]),
      [
        [40, undefined, 0, '2031-05-10T10:00:00'],
        [10, 'r-1', 0, '2031-05-10T10:00:00'],
        [50, undefined, 0, '2031-05-10T10:00:00'],
      ],
    )
    const reversed = await client.held({ amount: 700 })
    assert.deepEqual(await client.ask('reverse', { orderId: reversed, amount: 700 }), success)
    assert.deepEqual(await amounts(reversed), [3, 'REVERSED', 0, 0, 0])
    assert.ok('cardAuthInfo' in (await client.status(reversed)))
  })

  test('an order can be named by its number, and 0 captures everything', async () => {
    const orderId = await client.held({ orderNumber: 'by-number' })
    const form = { orderNumber: 'by-number', amount: 0 }
    assert.equal((await client.ask('deposit', form))['errorCode'], '0')
    assert.equal((await client.status(orderId))['orderStatus'], 2)
    assert.equal((await client.ask('refund', form))['errorCode'], '0')
    assert.equal((await client.status(orderId))['orderStatus'], 4)
  })

  test('a paid order redirects to the store, a declined attempt to its failUrl', async () => {
    const paid = await client.register({ language: 'ru', returnUrl: `${RETURN_URL}?a=b` })
    assert.deepEqual(await client.pay(paid, { language: 'ru' }), {
      redirect: `${RETURN_URL}?a=b&orderId=${paid}&lang=ru`,
      info: 'Ваш платёж обработан, происходит переадресация...',
      errorCode: 0,
    })
    const failUrl = 'https://shop.example/fail'
    const orderId = await client.register({ failUrl })
    const declined = await client.pay(orderId, { $PAN: CARDS.noFunds })
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
    const status = await client.status(orderId)
    assert.deepEqual([status['orderStatus'], status['actionCode']], [0, 116])
    assert.equal(status['actionCodeDescription'], 'Insufficient funds')
    assert.equal((await client.pay(orderId))['error'], undefined)
  })

  test('a number that the sandbox does not know is declined with 111 and told why', async () => {
    const orderId = await client.register()
    const declined = await client.pay(orderId, { $PAN: '4929000000006' })
    assert.match(String(declined['error']), /This is a sandbox/)
    const status = await client.status(orderId, { language: 'ru' })
    assert.equal(status['actionCode'], 111)
    assert.match(String(status['actionCodeDescription']), /^Неверный номер карты\. Это песочница/)
  })

  test('an older client says params for jsonParams, which wins where both are given', async () => {
    const registered = async (form: Form) =>
      (await client.status(await client.register(form)))['merchantOrderParams']
    const params = '{"a":"old"}'
    assert.deepEqual(await registered({ params }), [{ name: 'a', value: 'old' }])
    const both = { params, jsonParams: '{"a":"new"}' }
    assert.deepEqual(await registered(both), [{ name: 'a', value: 'new' }])
  })

  test('bad card data is no attempt: the order stays as it was', async () => {
    const orderId = await client.register()
    const before = await client.status(orderId)
    for (const [form, text] of [
      [{ $PAN: '4444555511113334' }, /card number/i],
      [{ YYYY: 2031, MM: 4 }, /validity period/],
      [{ $CVC: undefined }, /cvc/i],
      [{ YYYY: 2034, MM: 13 }, /validity period/],
    ] as const) {
      const refused = await client.pay(orderId, form)
      assert.equal(refused['errorCode'], 5)
      assert.match(String(refused['errorMessage']), text)
    }
    assert.deepEqual(await client.status(orderId), before)
    // A value is judged before the order is looked at.
    const past = { ...cardForm('01a1fd1c-3065-7118-8f10-0cca00000001'), YYYY: 2031, MM: 4 }
    assert.equal((await client.ask('paymentorder', past))['errorCode'], 5)
    // The month on the card still counts.
    await client.pay(orderId, { YYYY: 2031, MM: 5 })
    assert.equal((await client.status(orderId))['orderStatus'], 2)
  })

  test('a third failure ends the order', async () => {
    const orderId = await client.register()
    for (const expected of [0, 0, 6]) {
      await client.pay(orderId, { $PAN: CARDS.declined })
      assert.equal((await client.status(orderId))['orderStatus'], expected)
    }
    assert.equal((await client.status(orderId))['actionCode'], -2013)
  })

  test('time ends an order, and a reader of its status sees it', async () => {
    const untouched = await client.register()
    const tried = await client.register()
    await client.pay(tried, { $PAN: CARDS.declined })
    const atIssuer = await client.register()
    await client.pay(atIssuer, { $PAN: CARDS.challenge1 })
    await client.move(1_200_000)
    for (const [orderId, actionCode] of [
      [untouched, -2014],
      [tried, -2007],
      [atIssuer, -2009],
    ] as const) {
      const status = await client.status(orderId)
      assert.deepEqual([status['orderStatus'], status['actionCode']], [6, actionCode])
      assert.equal((status['paymentAmountInfo'] as Json)['paymentState'], 'DECLINED')
    }
  })

  test('$EXPIRY stands for year and month, and both spellings of the operation pay', async () => {
    const orderId = await client.register()
    const form = { ...cardForm(orderId), YYYY: undefined, MM: undefined, $EXPIRY: EXPIRY }
    assert.equal(
      (await client.ask('paymentOrder', form))['info'],
      (await paidAnswer(client))['info'],
    )
    assert.equal((await client.status(orderId))['orderStatus'], 2)
  })

  test('a challenge answers the three fields of version 1; its order is at the issuer', async () => {
    const orderId = await client.register({ language: 'ru' })
    const answer = await client.pay(orderId, { $PAN: CARDS.challenge1, language: 'ru' })
    assert.deepEqual(Object.keys(answer), ['info', 'acsUrl', 'paReq', 'termUrl', 'errorCode'])
    assert.equal(answer['errorCode'], 0)
    assert.equal(answer['termUrl'], `${door.url}/payment/rest/finish3ds.do?lang=ru`)
    const status = await client.status(orderId)
    assert.equal(status['orderStatus'], 5)
    assert.equal((status['paymentAmountInfo'] as Json)['paymentState'], 'CREATED')
  })

  test('a shop that speaks version 2 makes the method call, then the challenge', async () => {
    const orderId = await client.register()
    const form = { $PAN: CARDS.challenge2, threeDSVer2FinishUrl: 'https://shop.example/finish' }
    const first = await client.pay(orderId, form)
    const threeDSServerTransId = serverTransIdOf(orderId)
    assert.deepEqual(first, {
      is3DSVer2: true,
      threeDSServerTransId,
      threeDSMethodURL: `${door.url}/payment/acs/method`,
      threeDSMethodURLServer: `${door.url}/payment/acs/method?threeDSServerTransID=${threeDSServerTransId}`,
      threeDSMethodDataPacked: first['threeDSMethodDataPacked'],
      errorCode: 0,
    })
    const second = await client.pay(orderId, { ...form, threeDSServerTransId })
    assert.deepEqual(Object.keys(second), [
      'info',
      'acsUrl',
      'is3DSVer2',
      'packedCReq',
      'errorCode',
    ])
    const frictionless = await client.register()
    const card = { ...form, $PAN: CARDS.frictionless }
    await client.pay(frictionless, card)
    const transId = serverTransIdOf(frictionless)
    assert.deepEqual(await client.pay(frictionless, { ...card, threeDSServerTransId: transId }), {
      redirect: `${RETURN_URL}?orderId=${frictionless}&lang=en`,
      info: 'Your order is proceeded, redirecting...',
      is3DSVer2: true,
      errorCode: 0,
    })
  })

  test('orders are listed by period, state and page', async () => {
    const other = await newClient(door)
    const orderIds = [await other.paid(), await other.held(), await other.register()]
    const form = { from: '20310510100000', to: '20310510100000' }
    const list = async (more: Form = {}): Promise<Json> =>
      other.ask('getLastOrdersForMerchants', { ...form, ...more })
    const all = await list()
    assert.deepEqual([all['errorCode'], all['totalCount'], all['page']], [0, 3, 0])
    const ids = (body: Json): string[] =>
      (body['orderStatuses'] as { attributes: { value: string }[] }[]).map(
        ({ attributes }) => attributes[0]?.value ?? '',
      )
    assert.deepEqual(ids(all).sort(), [...orderIds].sort())
    assert.deepEqual(ids(await list({ transactionStates: 'APPROVED' })), [orderIds[1]])
    assert.deepEqual(ids(await list({ size: 2, page: 1 })).length, 1)
    const { userName } = other.project.secrets.interfaceC
    assert.equal(ids(await list({ merchants: `another,${userName}` })).length, 3)
    assert.deepEqual(ids(await list({ merchants: 'another' })), [])
    assert.deepEqual(ids(await list({ from: '20310510100001', to: '20310511000000' })), [])
  })
})

const paidAnswer = async (client: Client): Promise<Json> => client.pay(await client.register())
