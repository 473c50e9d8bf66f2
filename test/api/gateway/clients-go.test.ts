// The Go libraries: unset fields in requests, and types that responses must have.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  encoded,
  FORM_TYPE,
  type Form,
  type Json,
  newMerchant,
  onGateway,
  orderForm,
  UUID_7,
} from '../../kit/merchant.ts'

/** The fields that a client sends in every request if only its credentials are set. */
const NEVER_SET = { currency: 0, jsonParams: 'null', sessionTimeoutSecs: 0 }

onGateway('Go clients', (at) => {
  test('a session of 0 seconds is treated as unset: the order expires after twenty minutes', async () => {
    const merchant = await newMerchant(at.sandbox)
    const orderId = await merchant.register({ sessionTimeoutSecs: 0 })
    await merchant.advanceClock(1_199_000)
    assert.equal((await merchant.status(orderId))['orderStatus'], 0)
    await merchant.advanceClock(2000)
    assert.equal((await merchant.status(orderId))['orderStatus'], 6)
  })

  test('currency 0 is refused because it is not in ISO 4217, so a missing setting is noticed', async () => {
    for (const operation of ['register', 'registerPreAuth', 'deposit', 'refund', 'reverse']) {
      const orderId = operation.startsWith('register') ? undefined : await at.merchant.heldOrder()
      const form: Form = { ...orderForm, ...NEVER_SET, orderId }
      const { errorCode, errorMessage } = await at.merchant.callOk(operation, form)
      assert.deepEqual([errorCode, errorMessage], ['3', 'Unknown currency'], operation)
    }
  })

  test('null parameters and a null basket are ignored', async () => {
    const orderBundle = '{"cartItems":{"items":null}}'
    const orderId = await at.merchant.register({ ...NEVER_SET, currency: 643, orderBundle })
    const { merchantOrderParams, currency } = await at.merchant.status(orderId)
    assert.deepEqual([merchantOrderParams, currency], [[], '643'])
  })

  test('credentials are sent twice, from the settings and with the request; the first non-empty ones apply', async () => {
    const { userName, password } = at.merchant.project.secrets.interfaceC
    const right = [userName, password]
    for (const [settings, call, isKnown] of [
      [right, right, true],
      [['', ''], right, true],
      [right, ['other', 'other'], true],
      [['other', 'other'], right, false],
    ] as const) {
      const both = (place: 0 | 1): readonly string[] => [settings[place] ?? '', call[place] ?? '']
      const { json } = await at.sandbox.call('POST', '/payment/rest/decline.do', {
        headers: FORM_TYPE,
        body: encoded({
          userName: both(0),
          password: both(1),
          orderId: await at.merchant.register(),
          orderNumber: '',
          merchantLogin: '',
          language: '',
        }),
      })
      assert.equal(
        (json as Json)['errorCode'],
        isKnown ? '0' : '5',
        JSON.stringify({ settings, call }),
      )
    }
  })

  test('numbers are parsed from strings: errorCode has the same type in every response', async () => {
    const clientId = 'client-in-go'
    const orderId = await at.merchant.paidOrder({ clientId })
    const hold = await at.merchant.heldOrder()
    const listed = await at.merchant.callOk('getBindings', { clientId })
    const [binding] = listed['bindings'] as readonly Json[]
    const bindingId = String(binding?.['bindingId'])
    const answers = [listed]
    for (const [operation, form] of [
      ['getOrderStatusExtended', { orderId }],
      ['deposit', { orderId: hold, amount: 0 }],
      ['reverse', { orderId: hold }],
      ['refund', { orderId, refundAmount: 1 }],
      ['decline', { orderId }],
      ['unBindCard', { bindingId }],
      ['bindCard', { bindingId }],
      ['extendBinding', { bindingId, newExpiry: '203601' }],
      ['getBindingsByCardOrId', { bindingId }],
      ['register', { ...orderForm, amount: -1 }],
    ] as const)
      answers.push(await at.merchant.callOk(operation, form))
    assert.deepEqual(
      answers.map(({ errorCode }) => errorCode),
      ['0', '0', '0', '7', '0', '7', '0', '0', '0', '0', '5'],
    )
  })

  test('refundAmount is an older name of amount, which takes precedence', async () => {
    const orderId = await at.merchant.paidOrder({ amount: 2000 })
    const deposited = async (form: Form): Promise<readonly unknown[]> => {
      const { errorCode, errorMessage } = await at.merchant.callOk('refund', { orderId, ...form })
      const { paymentAmountInfo } = await at.merchant.status(orderId)
      return [errorCode, errorMessage, (paymentAmountInfo as Json)['depositedAmount']]
    }
    assert.deepEqual(await deposited({ refundAmount: 500 }), ['0', 'Success', 1500])
    assert.deepEqual(await deposited({ refundAmount: 1, amount: 400 }), ['0', 'Success', 1100])
    assert.deepEqual(await deposited({ refundAmount: '', amount: '' }), ['4', 'Empty amount', 1100])
    assert.deepEqual(await deposited({ refundAmount: 'x' }), ['5', 'Amount is invalid', 1100])
    assert.deepEqual(await deposited({ refundAmount: 0 }), ['0', 'Success', 0])
  })

  test('an order can be registered with only its number set and all other fields empty', async () => {
    const empty = Object.fromEntries(
      ['bindingId', 'clientId', 'description', 'expirationDate', 'failUrl', 'features'].map(
        (name) => [name, ''],
      ),
    )
    const more = { merchantLogin: '', pageView: '', dynamicCallbackUrl: '', language: '' }
    assert.match(await at.merchant.register({ ...empty, ...more }), UUID_7)
  })
})
