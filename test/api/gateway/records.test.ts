// The response bodies of interface C, field by field, in every state.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Form,
  type Json,
  newMerchant,
  onGateway,
  orderForm,
  START,
  UUID_7,
} from '../../kit/merchant.ts'

onGateway('The records of interface C', (at) => {
  test('a registration returns two fields; the URL contains merchant, language and order', async () => {
    const merchant = at.merchant.project.secrets.interfaceC.userName.replace(/-api$/, '')
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
        const body = await at.merchant.callOk(operation, { ...orderForm, ...form, ...number })
        const { orderId } = body as { orderId: string }
        assert.match(orderId, UUID_7)
        const formUrl = `${at.sandbox.url}/payment/merchants/${merchant}/${page}?mdOrder=${orderId}`
        assert.deepEqual(body, { orderId, formUrl })
      }
  })

  test('a text may contain comparison signs, but no markup', async () => {
    for (const description of ['JavaScript: The Good Parts', '2 < 3', 'Tea & <3', 'onclick=1']) {
      const orderId = await at.merchant.register({ description })
      assert.equal((await at.merchant.status(orderId))['orderDescription'], description)
    }
    for (const description of ['<b>Tea</b>', 'javascript:alert(1)', ' JavaScript:void(0)', '<!--'])
      assert.equal(
        (await at.merchant.callOk('register', { ...orderForm, description }))['errorCode'],
        '5',
      )
  })

  test('the full status of a registered order has every field', async () => {
    const orderId = await at.merchant.register({ orderNumber: 'created-1' })
    const record = (bankCountryName: string, errorMessage: string): Json => ({
      errorCode: '0',
      errorMessage,
      orderNumber: 'created-1',
      orderStatus: 0,
      actionCode: -100,
      actionCodeDescription: '',
      displayErrorMessage: '',
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
        feeAmount: 0,
        totalAmount: 2000,
      },
      bankInfo: { bankCountryCode: 'UNKNOWN', bankCountryName },
      chargeback: false,
    })
    assert.deepEqual(await at.merchant.status(orderId), record('<Unknown>', 'Success'))
    const russian = await at.merchant.status(orderId, { language: 'ru' })
    assert.deepEqual(russian, record('<Неизвестно>', 'Успешно'))
    const byNumber = await at.merchant.callOk('getOrderStatusExtended', {
      orderNumber: 'created-1',
    })
    assert.deepEqual(byNumber, record('<Unknown>', 'Success'))
  })

  test('the full status of a paid order has every field', async () => {
    const orderId = await at.merchant.register({
      orderNumber: 'paid-1',
      clientId: 'client',
      description: 'Shoes',
      jsonParams: '{"recurringFrequency":"10","recurringExpiry":"20991001","size":42}',
      email: 'ann@example.com',
      orderBundle: '{"cartItems":{"items":[]}}',
    })
    await at.merchant.pay(orderId)
    const status = await at.merchant.status(orderId)
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
      displayErrorMessage: '',
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
        feeAmount: 0,
        totalAmount: 2000,
      },
      bankInfo: { bankCountryCode: 'UNKNOWN', bankCountryName: '<Unknown>' },
      payerData: { email: 'ann@example.com' },
      chargeback: false,
      paymentWay: 'CARD',
      orderBundle: { cartItems: { items: [] } },
    })
    const short = await at.merchant.callOk('getOrderStatus', { orderId, language: 'ru' })
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

  test('the status contains the payer, whichever request named them', async () => {
    const payerOf = async (form: Form): Promise<unknown> =>
      (await at.merchant.status(await at.merchant.register(form)))['payerData']
    const inBasket = '{"customerDetails":{"email":"basket@example.com","phone":35722000000}}'
    assert.equal(await payerOf({}), undefined)
    assert.deepEqual(await payerOf({ orderBundle: inBasket }), {
      email: 'basket@example.com',
      phone: '35722000000',
    })
    const inParams = { orderBundle: inBasket, jsonParams: '{"email":"params@example.com"}' }
    assert.deepEqual(await payerOf(inParams), { email: 'params@example.com', phone: '35722000000' })
    assert.deepEqual(await payerOf({ ...inParams, email: 'own@example.com', phone: '+357' }), {
      email: 'own@example.com',
      phone: '+357',
    })
  })

  test('the status of an unknown order has empty lists and no status', async () => {
    const body = await at.merchant.callOk('getOrderStatusExtended', {
      orderId: 'x',
      language: 'ru',
    })
    assert.deepEqual(body, {
      errorCode: '6',
      errorMessage: 'Заказ не найден',
      merchantOrderParams: [],
      attributes: [],
    })
    const neither = await at.merchant.callOk('getOrderStatusExtended', { language: 'ru' })
    assert.deepEqual(neither, {
      errorCode: '1',
      errorMessage: 'Ожидается [orderId] или [orderNumber]',
      merchantOrderParams: [],
      attributes: [],
    })
    const short = await at.merchant.callOk('getOrderStatus', { orderId: 'x', language: 'ru' })
    assert.deepEqual(short, { ErrorCode: '6', ErrorMessage: 'Неверный номер заказа' })
  })

  test('captures and refunds change the state and the amounts as clients expect', async () => {
    const amounts = async (orderId: string): Promise<unknown> => {
      const { orderStatus, paymentAmountInfo } = await at.merchant.status(orderId)
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
    const orderId = await at.merchant.heldOrder({ amount: 1000 })
    assert.deepEqual(await amounts(orderId), [1, 'APPROVED', 1000, 0, 0])
    assert.deepEqual(await at.merchant.callOk('deposit', { orderId, amount: 100 }), success)
    assert.deepEqual(await amounts(orderId), [2, 'DEPOSITED', 1000, 100, 0])
    assert.deepEqual(await at.merchant.callOk('refund', { orderId, amount: 40 }), success)
    assert.deepEqual(await amounts(orderId), [4, 'REFUNDED', 1000, 60, 40])
    const again = { orderId, amount: 10, externalRefundId: 'r-1' }
    assert.deepEqual(await at.merchant.callOk('refund', again), success)
    assert.deepEqual(await at.merchant.callOk('refund', again), success)
    assert.deepEqual(await at.merchant.callOk('refund', { orderId, amount: 0 }), success)
    assert.deepEqual(await amounts(orderId), [4, 'REFUNDED', 1000, 0, 100])
    const { refunds } = (await at.merchant.status(orderId)) as { refunds: Json[] }
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
    const reversed = await at.merchant.heldOrder({ amount: 700 })
    assert.deepEqual(
      await at.merchant.callOk('reverse', { orderId: reversed, amount: 700 }),
      success,
    )
    assert.deepEqual(await amounts(reversed), [3, 'REVERSED', 0, 0, 0])
    assert.ok('cardAuthInfo' in (await at.merchant.status(reversed)))
  })

  test('an order can be referred to by its number, and 0 captures everything', async () => {
    const orderId = await at.merchant.heldOrder({ orderNumber: 'by-number' })
    const form = { orderNumber: 'by-number', amount: 0 }
    assert.equal((await at.merchant.callOk('deposit', form))['errorCode'], '0')
    assert.equal((await at.merchant.status(orderId))['orderStatus'], 2)
    assert.equal((await at.merchant.callOk('refund', form))['errorCode'], '0')
    assert.equal((await at.merchant.status(orderId))['orderStatus'], 4)
  })

  test('orders are listed by period, state and page', async () => {
    const other = await newMerchant(at.sandbox)
    const orderIds = [await other.paidOrder(), await other.heldOrder(), await other.register()]
    const form = { from: '20310510100000', to: '20310510100000' }
    const list = async (more: Form = {}): Promise<Json> =>
      other.callOk('getLastOrdersForMerchants', { ...form, ...more })
    const all = await list()
    assert.deepEqual([all['errorCode'], all['totalCount'], all['page']], [0, 3, 0])
    const ids = (body: Json): string[] =>
      (body['orderStatuses'] as { attributes: { value: string }[] }[]).map(
        ({ attributes }) => attributes[0]?.value ?? '',
      )
    assert.deepEqual(ids(all).sort(), [...orderIds].sort())
    assert.deepEqual(ids(await list({ transactionStates: 'APPROVED' })), [orderIds[1]])
    assert.deepEqual(ids(await list({ transactionStates: 'PENDING, APPROVED' })), [orderIds[1]])
    assert.equal((await list({ transactionStates: 'PENDING' }))['totalCount'], 0)
    assert.equal((await list({ transactionStates: 'LOST' }))['errorCode'], 5)
    assert.deepEqual(ids(await list({ size: 2, page: 1 })).length, 1)
    const { userName } = other.project.secrets.interfaceC
    assert.equal(ids(await list({ merchants: `another,${userName}` })).length, 3)
    assert.deepEqual(ids(await list({ merchants: 'another' })), [])
    assert.deepEqual(ids(await list({ from: '20310510100001', to: '20310511000000' })), [])
  })
})
