// Two stages: a hold is captured in part and refunded in parts; another hold is reversed.
//
//   npm run example pre-authorisation

import assert from 'node:assert/strict'
import { callC, callControl, cardFields, newProject, orderStatus } from './project.ts'

interface Result {
  readonly errorCode: string
  readonly errorMessage: string
}

const CARD = cardFields('4444555511113333', '203412', '123')
const project = await newProject('pre-authorisation')

const order = await hold(2000)
await expectAmounts(order, 1, { approved: 2000, deposited: 0, refunded: 0 })
console.log('held: 20.00 EUR, status 1')

await expectDone('deposit', { orderId: order, amount: 1500 })
await expectAmounts(order, 2, { approved: 2000, deposited: 1500, refunded: 0 })
console.log('captured: 15.00 EUR; the rest is released')

const second = await call('deposit', { orderId: order, amount: 500 })
assert.equal(second.errorCode, '7')
console.log(`a hold is captured once: ${second.errorMessage}`)

// An id chosen by the merchant makes a refund safe to retry.
const refund = { orderId: order, amount: 500, externalRefundId: 'refund-1' }
await expectDone('refund', refund)
await expectDone('refund', refund)
await expectAmounts(order, 4, { approved: 2000, deposited: 1000, refunded: 500 })
console.log('refunded once for two requests: 5.00 EUR')

await expectDone('refund', { orderId: order, amount: 0 })
await expectAmounts(order, 4, { approved: 2000, deposited: 0, refunded: 1500 })
const tooMuch = await call('refund', { orderId: order, amount: 1 })
assert.equal(tooMuch.errorCode, '7')
console.log(`an amount of 0 refunds the rest; after that: ${tooMuch.errorMessage}`)

const other = await hold(700)
await expectDone('reverse', { orderId: other })
await expectAmounts(other, 3, { approved: 0, deposited: 0, refunded: 0 })
console.log('another hold was reversed: status 3')

const ledger = await callControl<{ trialBalance: number }>(project, 'GET', '/ledger')
assert.equal(ledger.body.trialBalance, 0)
console.log('the ledger sums to zero')

/** Registers a two-stage order, pays it and returns its id. */
async function hold(amount: number): Promise<string> {
  const { body } = await callC<{ orderId: string }>(project, 'registerPreAuth', {
    amount,
    currency: 978,
    returnUrl: 'https://shop.example/return',
  })
  const paid = await callC<{ errorCode: number; error?: string }>(project, 'paymentorder', {
    MDORDER: body.orderId,
    ...CARD,
  })
  assert.deepEqual([paid.body.errorCode, paid.body.error], [0, undefined])
  return body.orderId
}

async function call(operation: string, fields: Record<string, string | number>): Promise<Result> {
  return (await callC<Result>(project, operation, fields)).body
}

async function expectDone(operation: string, fields: Record<string, string | number>) {
  assert.deepEqual(await call(operation, fields), { errorCode: '0', errorMessage: 'Success' })
}

async function expectAmounts(
  orderId: string,
  status: number,
  { approved, deposited, refunded }: { approved: number; deposited: number; refunded: number },
) {
  const { orderStatus: now, paymentAmountInfo } = await orderStatus(project, orderId)
  const { approvedAmount, depositedAmount, refundedAmount } = paymentAmountInfo
  assert.deepEqual(
    [now, approvedAmount, depositedAmount, refundedAmount],
    [status, approved, deposited, refunded],
  )
}
