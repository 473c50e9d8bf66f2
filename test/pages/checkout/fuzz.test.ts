// Forms that no page would send: the response is always a page or a redirect, and invalid input
// never pays an order.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ORDER_STATUS } from '../../../src/payments/orders/order-status.ts'
import type { Order } from '../../../src/payments/orders/order.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import { formOf, openCheckout, cardForm, type Checkout } from '../../kit/checkout.ts'
import { anyCharacter, assertProperty, fc } from '../../kit/property.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'
import { fuzzRuns } from '../../kit/fuzz-runs.ts'

const RUNS = fuzzRuns(80)

onEveryDatabase('Random forms', (database) => {
  let checkout: Checkout
  let order: Order
  let carried: Record<string, string>

  before(async () => {
    checkout = await openCheckout(database)
    order = await checkout.register({ clientId: 'fuzz' })
    carried = formOf((await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))).text).fields
  })
  after(() => checkout.close())

  const text = fc.oneof(
    fc.string({ maxLength: 40, unit: anyCharacter }),
    fc.constantFrom('', '0', '-1', '\0', '__proto__', '💳', '%', TEST_CARDS.approved, '12/34'),
  )
  const names = [
    'mdOrder',
    'language',
    'bindingId',
    'pan',
    'expiry',
    'cardholder',
    'saveCard',
    'lang',
    'PaReq',
    'MD',
    'TermUrl',
    'PaRes',
    'cres',
    'creq',
    'threeDSSessionData',
    'action',
    'threeDSMethodData',
    '__proto__',
    'constructor',
  ]
  const fields = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 8 })
  const valid = fc.subarray(['PaReq', 'MD', 'TermUrl'])

  test(`${RUNS} random forms each get a page`, async () => {
    const paths = [
      ...['pay', `finish?mdOrder=${order.id}`].map((end) => `merchants/${checkout.login}/${end}`),
      ...['', '/creq', '/answer', '/finish'].map((end) => `acs/${order.id}${end}`),
      'acs/method',
    ]
    await assertProperty(
      fc.asyncProperty(fc.constantFrom(...paths), fields, valid, async (path, given, keep) => {
        const kept = Object.fromEntries(keep.map((name) => [name, carried[name] ?? '']))
        const answer = await checkout.post(`/payment/${path}`, {
          mdOrder: order.id,
          ...given,
          ...kept,
        })
        assert.ok(answer.status < 500, `${path}: ${answer.status}`)
        assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
        assert.doesNotMatch(answer.text, /<script(?![^>]* src="\/assets\/)/)
      }),
      { numRuns: RUNS },
    )
    const { status, failedAttempts } = await checkout.storedOrder(order)
    assert.equal(status, ORDER_STATUS.authenticating)
    assert.equal(failedAttempts, 0)
  })
})
