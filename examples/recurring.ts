// A subscription: the first payment creates a binding, later payments charge it without the payer.
// The example advances the clock instead of waiting.
//
//   npm run example recurring

import assert from 'node:assert/strict'
import { callC, callControl, cardFields, newProject, orderStatus } from './project.ts'

const CLIENT = 'client-1'
const RETURN_URL = 'https://shop.example/return'

const project = await newProject('recurring')
const { body: clock } = await callControl<{ now: string }>(project, 'POST', '/clock', {
  freeze: true,
})
// By default, a recurrence is only stored; this project enforces it.
await callControl(project, 'PATCH', '/project', { recurrence: 'enforce' })
const year = Number(clock.now.slice(0, 4))
/** At most every 28 days, until the end of next year. */
const recurrence = { recurringFrequency: '28', recurringExpiry: `${year + 1}1231` }

const first = await register({ jsonParams: JSON.stringify(recurrence) })
await callC(project, 'paymentorder', {
  MDORDER: first,
  ...cardFields('4444555511113333', `${year + 5}12`, '123'),
})
const paid = await orderStatus(project, first)
assert.equal(paid.orderStatus, 2)
const bindingId = paid.bindingInfo?.bindingId ?? assert.fail('the payment created no binding')
console.log(`the first payment created the binding ${bindingId}`)

const charged = await charge()
assert.deepEqual([charged.orderStatus, charged.paymentWay], [2, 'CARD_BINDING'])
console.log('charged without the payer, without CVC and without 3-D Secure')

const tooSoon = await charge()
assert.equal(tooSoon.actionCode, 123)
console.log(`charged again on the same day: ${tooSoon.actionCodeDescription}`)

await callControl(project, 'POST', '/clock', { advance: 'P28D' })
assert.equal((await charge()).orderStatus, 2)
console.log('28 days later: charged')

await callControl(project, 'POST', '/clock', { set: `${year + 2}-01-01T00:00:00Z` })
const ended = await charge()
assert.equal(ended.actionCode, 239)
console.log(`after the last day: ${ended.actionCodeDescription}`)

const off = await callC<{ errorCode: string }>(project, 'unBindCard', { bindingId })
assert.equal(off.body.errorCode, '0')
const refused = await pay(await register({ features: 'AUTO_PAYMENT' }))
assert.equal(refused.errorCode, 2)
console.log(`the binding was switched off: ${refused.error}`)

async function register(fields: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await callC<{ orderId: string }>(project, 'register', {
    amount: 990,
    currency: 978,
    returnUrl: RETURN_URL,
    clientId: CLIENT,
    ...fields,
  })
  return body.orderId
}

async function pay(mdOrder: string): Promise<{ errorCode: number; error?: string }> {
  const fields = { mdOrder, bindingId, ip: '203.0.113.7' }
  const { body } = await callC<{ errorCode: number; error?: string }>(
    project,
    'paymentOrderBinding',
    fields,
  )
  return body
}

/** Registers an order, pays it with the binding and returns its status. */
async function charge() {
  const orderId = await register({ features: 'AUTO_PAYMENT' })
  assert.equal((await pay(orderId)).errorCode, 0)
  return orderStatus(project, orderId)
}
