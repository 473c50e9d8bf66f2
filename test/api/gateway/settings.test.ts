// Settings for the differences between installations of the gateway family.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsOf } from '../../../src/store/reads/ledger.ts'
import {
  encoded,
  FORM_TYPE,
  type Json,
  newMerchant,
  onGateway,
  orderForm,
} from '../../kit/merchant.ts'

const DAY_MS = 86_400_000

onGateway('The settings for differences between installations', (at) => {
  test('registerErrorCode: a registration has errorCode 0 only if the setting is on', async () => {
    const merchant = await newMerchant(at.sandbox)
    const codeOf = async (operation: string): Promise<unknown> =>
      (await merchant.callOk(operation, orderForm))['errorCode']
    assert.equal(await codeOf('register'), undefined)
    await merchant.changeSettings({ registerErrorCode: '0' })
    assert.equal(await codeOf('register'), '0')
    assert.equal(await codeOf('registerPreAuth'), '0')
  })

  test('reverseCaptured: a captured payment is reversed in full on the same day only', async () => {
    const merchant = await newMerchant(at.sandbox)
    const refused = await merchant.paidOrder()
    assert.equal((await merchant.callOk('reverse', { orderId: refused }))['errorCode'], '7')
    await merchant.changeSettings({ reverseCaptured: 'same-day' })
    const captured = await merchant.heldOrder({ amount: 1000 })
    await merchant.callOk('deposit', { orderId: captured, amount: 400 })
    const part = await merchant.callOk('reverse', { orderId: captured, amount: 1000 })
    assert.equal(part['errorCode'], '5')
    for (const [orderId, amount] of [
      [captured, 400],
      [refused, undefined],
      [await merchant.heldOrder(), 0],
    ] as const) {
      assert.equal((await merchant.callOk('reverse', { orderId, amount }))['errorCode'], '0')
      const { orderStatus, paymentAmountInfo } = await merchant.status(orderId)
      const info = paymentAmountInfo as Json
      assert.deepEqual(
        [orderStatus, info['paymentState'], info['approvedAmount'], info['depositedAmount']],
        [3, 'REVERSED', 0, 0],
      )
    }
    const accounts = await at.sandbox.sandcard.service.read(merchant.project, accountsOf)
    assert.ok(accounts.every(({ posted, held }) => posted === 0 && held === 0))
    const refunded = await merchant.paidOrder()
    await merchant.callOk('refund', { orderId: refunded, amount: 1 })
    assert.equal((await merchant.callOk('reverse', { orderId: refunded }))['errorCode'], '7')
    const yesterday = await merchant.paidOrder()
    await merchant.advanceClock(DAY_MS)
    assert.equal((await merchant.callOk('reverse', { orderId: yesterday }))['errorCode'], '7')
  })

  test('basicAuthentication: login and password are accepted in the header if the project allows it', async () => {
    const merchant = await newMerchant(at.sandbox)
    const { userName, password } = merchant.project.secrets.interfaceC
    const register = async (credentials: string, form = {}): Promise<unknown> => {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
      const answer = await at.sandbox.call('POST', '/payment/rest/register.do', {
        headers: { ...FORM_TYPE, authorization },
        body: encoded({ ...orderForm, ...form }),
      })
      return (answer.json as Json)['errorCode']
    }
    assert.equal(await register(`${userName}:${password}`), '5')
    await merchant.changeSettings({ basicAuthentication: 'on' })
    assert.equal(await register(`${userName}:${password}`), undefined)
    assert.equal(await register(`${userName}:wrong`), '5')
    assert.equal(await register('nobody'), '5')
    // Parameters take precedence over the header.
    assert.equal(await register(`${userName}:${password}`, { userName, password: 'wrong' }), '5')
  })
})
