// Client libraries of the gateway family: how each sends its parameters and reads responses. Each
// one goes through the whole life of an order.

import { accountsOf } from '../../../src/store/reads/ledger.ts'
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Receiver } from '../../kit/callback-receiver.ts'
import type { Answer } from '../../kit/http.ts'
import { cardForm, FORM_TYPE, type Json, onGateway, RETURN_URL } from '../../kit/merchant.ts'
import {
  codeOf,
  type Dialect,
  DIALECTS,
  escaped,
  formEscaped,
  type Parameters,
} from './dialects.ts'

onGateway('Client libraries of the gateway family', (at) => {
  /**
   * Sends a request in the dialect and returns the body, which every library reads whatever the
   * content type.
   */
  async function bodyOf(dialect: Dialect, operation: string, form: Parameters): Promise<Json> {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const text = dialect.encode({ userName, password, ...dialect.always, ...form })
    const path = `/payment/rest/${operation}.do`
    const { method, headers = {} } = dialect
    const length = { 'content-length': String(Buffer.byteLength(text)) }
    const answer: Answer =
      method === 'GET' && dialect.inBody !== true
        ? await at.sandbox.call(method, `${path}?${text}`, { headers })
        : await at.sandbox.call(method, path, { headers: { ...headers, ...length }, body: text })
    assert.equal(answer.status, 200, `${operation}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text) as Json
  }

  /** A request that the library regards as successful. */
  async function done(dialect: Dialect, operation: string, form: Parameters): Promise<Json> {
    const body = await bodyOf(dialect, operation, form)
    assert.equal(dialect.errorOf(body), 0, `${operation}: ${JSON.stringify(body)}`)
    return body
  }

  const money = ({ paymentAmountInfo }: Json): unknown =>
    Object.values(paymentAmountInfo as Json).slice(0, 4)

  for (const [place, dialect] of DIALECTS.entries())
    test(`${dialect.name}: an order is paid, captured, refunded and reversed`, async () => {
      const order = (number: string): Parameters => ({
        orderNumber: `${number} #${place}`,
        amount: 1000,
        returnUrl: `${RETURN_URL}?shop=7&a=b`,
        ...dialect.registration,
      })
      const one = String((await done(dialect, 'register', order('one')))['orderId'])
      const unpaid = await done(dialect, 'getOrderStatusExtended', { orderId: one })
      assert.deepEqual([unpaid['orderStatus'], unpaid['actionCode']], [0, -100])
      await at.merchant.pay(one)
      const paid = await done(dialect, 'getOrderStatusExtended', { orderNumber: `one #${place}` })
      assert.deepEqual([paid['orderStatus'], money(paid)], [2, ['DEPOSITED', 1000, 1000, 0]])
      await done(dialect, 'refund', { orderId: one, [dialect.refund ?? 'amount']: 400 })
      const refunded = await done(dialect, 'getOrderStatusExtended', { orderId: one })
      assert.deepEqual(
        [refunded['orderStatus'], money(refunded)],
        [4, ['REFUNDED', 1000, 600, 400]],
      )

      const two = String((await done(dialect, 'registerPreAuth', order('two')))['orderId'])
      await at.merchant.pay(two)
      await done(dialect, 'deposit', { orderId: two, amount: 600 })
      const three = String((await done(dialect, 'registerPreAuth', order('three')))['orderId'])
      await at.merchant.pay(three)
      await done(dialect, 'reverse', { orderId: three })
      const states = [two, three].map((orderId) =>
        done(dialect, 'getOrderStatusExtended', { orderId }),
      )
      assert.deepEqual((await Promise.all(states)).map(money), [
        ['DEPOSITED', 1000, 600, 0],
        ['REVERSED', 0, 0, 0],
      ])
    })

  for (const [place, dialect] of DIALECTS.entries())
    test(`${dialect.name}: errors have the expected codes`, async () => {
      const orderNumber = `refused-${place}`
      const order = { orderNumber, amount: 1000, returnUrl: RETURN_URL, ...dialect.registration }
      const { orderId } = await done(dialect, 'register', order)
      const UNKNOWN_ID = '019b2d4e-5c7a-7b21-8f3d-9a5e00000001'
      // prettier-ignore
      const refusals: readonly (readonly [operation: string, form: Parameters, code: number])[] = [
        ['register',               order,                                        1],
        ['register',               { ...order, currency: 1 },                    3],
        ['register',               { ...order, returnUrl: '' },                  4],
        ['register',               { ...order, password: 'wrong' },              5],
        ['getOrderStatusExtended', { orderId: UNKNOWN_ID },                          6],
        ['getOrderStatusExtended', { orderNumber: 'nobody' },                    6],
        ['deposit',                { orderId: String(orderId), amount: 1000 },   7],
        ['refund',                 { orderId: String(orderId), amount: 1000 },   7],
        ['unBindCard',             { bindingId: UNKNOWN_ID },                        2],
        ['getBindings',            { clientId: 'nobody', bindingType: 'C' },     2],
      ]
      for (const [operation, form, code] of refusals) {
        const body = await bodyOf(dialect, operation, form)
        assert.equal(codeOf(body), code, `${operation}: ${JSON.stringify(body)}`)
        assert.equal(dialect.errorOf(body), code, operation)
        assert.ok(String(body['errorMessage']).length > 0)
      }
    })

  test('a typed Python record finds each field with its type, before and after payment', async () => {
    const orderId = await at.merchant.register({ orderNumber: 'typed' })
    const records = [await at.merchant.status(orderId)]
    await at.merchant.pay(orderId)
    records.push(await at.merchant.status(orderId))
    for (const record of records) {
      for (const name of ['errorCode', 'errorMessage', 'orderNumber', 'currency', 'terminalId'])
        assert.equal(typeof record[name], 'string', name)
      // The library requires this, although an order does not need it.
      for (const name of ['actionCodeDescription', 'orderDescription'])
        assert.equal(record[name], '')
      for (const name of ['orderStatus', 'actionCode', 'amount', 'date'])
        assert.ok(Number.isInteger(record[name]), name)
      for (const name of ['merchantOrderParams', 'attributes'])
        assert.ok(Array.isArray(record[name]))
      for (const name of ['paymentAmountInfo', 'bankInfo'])
        assert.equal(typeof record[name], 'object')
      // Optional, but never null.
      for (const [name, value] of Object.entries(record)) assert.notEqual(value, null, name)
    }
  })

  test('a PHP library lists orders by every known state and without a merchant', async () => {
    const orderId = await at.merchant.paidOrder({ orderNumber: 'listed' })
    const body = await at.merchant.callOk('getLastOrdersForMerchants', {
      transactionStates: 'CREATED,APPROVED,DEPOSITED,REVERSED,DECLINED,REFUNDED',
      merchants: '',
      from: '20310101000000',
      to: '20311231235959',
    })
    const attributes = { name: 'mdOrder', value: orderId }
    const orders = body['orderStatuses'] as readonly Json[]
    assert.deepEqual(orders.find(({ orderNumber }) => orderNumber === 'listed')?.['attributes'], [
      attributes,
    ])
  })

  test('a binding is created by a payment, listed, charged, deactivated, activated and extended', async () => {
    const clientId = 'client-of-a-library'
    await at.merchant.paidOrder({ clientId })
    // The JavaScript library sends an unset binding as an empty text.
    const listed = await at.merchant.callOk('getBindings', {
      clientId,
      bindingType: 'C',
      bindingId: '',
    })
    const [binding] = listed['bindings'] as readonly Json[]
    const bindingId = String(binding?.['bindingId'])
    assert.deepEqual(
      ['maskedPan', 'expiryDate', 'clientId'].map((name) => binding?.[name]),
      ['444455**3333', '203412', clientId],
    )
    const mdOrder = await at.merchant.register({ clientId, features: 'AUTO_PAYMENT' })
    const charged = await at.merchant.callOk('paymentOrderBinding', {
      mdOrder,
      bindingId,
      ip: '127.0.0.1',
    })
    assert.equal(charged['errorCode'], 0)
    assert.equal((await at.merchant.status(mdOrder))['paymentWay'], 'CARD_BINDING')
    for (const operation of ['unBindCard', 'bindCard'])
      assert.equal(
        (await at.merchant.callOk(operation, { bindingId }))['errorCode'],
        '0',
        operation,
      )
    const extended = await at.merchant.callOk('extendBinding', { bindingId, newExpiry: '203601' })
    assert.equal(extended['errorCode'], '0')
  })

  test('currency 810, which older PHP libraries send, is returned as sent and posted as 643', async () => {
    const orderBundle = '{"cartItems":{"items":[{"positionId":1,"name":"Shoes"}]}}'
    const orderId = await at.merchant.registerPreAuth({ currency: 810, orderBundle })
    const status = await at.merchant.status(orderId)
    assert.equal(status['currency'], '810')
    assert.match(JSON.stringify(status['orderBundle']), /"itemCurrency":810\b/)
    await at.merchant.pay(orderId)
    const deposited = await at.merchant.callOk('deposit', { orderId, amount: 0, currency: 810 })
    assert.equal(deposited['errorCode'], '0')
    const { service } = at.sandbox.sandcard
    const accounts = await service.read(at.merchant.project, accountsOf)
    const moved = accounts.filter(({ posted }) => posted !== 0).map(({ currency }) => currency)
    assert.ok(moved.includes(643) && !moved.includes(810), String(moved))
  })

  test('card fields are parsed regardless of how their names are escaped', async () => {
    for (const escape of [formEscaped, escaped, (text: string) => text]) {
      const { userName, password } = at.merchant.project.secrets.interfaceC
      const orderId = await at.merchant.register()
      const card: Parameters = { userName, password, ...cardForm(orderId) }
      const body = Object.entries(card)
        .map(([name, value]) => `${escape(name)}=${formEscaped(String(value))}`)
        .join('&')
      const answer = await at.sandbox.call('POST', '/payment/rest/paymentorder.do', {
        headers: FORM_TYPE,
        body,
      })
      assert.deepEqual([answer.status, (answer.json as Json)['errorCode']], [200, 0], answer.text)
    }
  })

  test('callbacks pass the check of libraries that remove the checksum and sort the other parameters', async () => {
    const receiver = await Receiver.open()
    try {
      await at.merchant.paidOrder({
        orderNumber: 'order #1 & more',
        dynamicCallbackUrl: receiver.url('/callback?shop=7&note=a%20b%3Bc'),
      })
      const [first] = await receiver.until(1)
      assert.equal(first?.method, 'GET')
      const { checksum, ...rest } = Object.fromEntries(first.parameters)
      const text = Object.keys(rest)
        .sort()
        .map((name) => `${name};${rest[name]};`)
        .join('')
      const { callbackKey } = at.merchant.project.secrets.interfaceC
      const expected = createHmac('sha256', callbackKey).update(text).digest('hex').toUpperCase()
      assert.equal(checksum, expected)
      assert.deepEqual(
        ['shop', 'note', 'orderNumber', 'operation', 'status'].map((name) => rest[name]),
        ['7', 'a b;c', 'order #1 & more', 'deposited', '1'],
      )
    } finally {
      await receiver.close()
    }
  })
})
