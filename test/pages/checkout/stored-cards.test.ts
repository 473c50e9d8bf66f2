// Stored cards on the payment page: stored for a client, shown only to that client, and charged
// again with their CVC.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Order } from '../../../src/payments/orders/order.ts'
import { cardForm, type Checkout, openCheckout, RETURN_URL } from '../../kit/checkout.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { IssuerV2 } from '../../kit/issuer-v2.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase('A stored card on the payment page', (database) => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(database)
  })
  after(() => checkout.close())

  const assertSentTo = (answer: Answer, location: string): void => {
    assert.equal(answer.status, 303, answer.text)
    assert.equal(answer.headers['location'], location)
  }
  const returned = (order: Order): string => `${RETURN_URL}&orderId=${order.id}&lang=en`

  test('is stored for the client and pays again with its CVC', async () => {
    const clientId = 'client-1'
    const binding = await checkout.storeCard(clientId)
    const order = await checkout.register({ clientId })
    const page = await checkout.open(order)
    assert.ok(page.text.includes(`value="${binding}"`))
    assert.ok(page.text.includes('•••• 3333'.replace(' ', '\u00A0')))
    const noCvc = await checkout.pay(order, { bindingId: binding })
    assert.equal(noCvc.status, 422)
    assert.ok(noCvc.text.includes('Enter the CVC'))
    assertSentTo(
      await checkout.pay(order, { bindingId: binding, cvc: '999' }),
      checkout.pageOf(order),
    )
    assert.equal((await checkout.storedOrder(order)).actionCode, 82)
    assertSentTo(await checkout.pay(order, { bindingId: binding, cvc: '123' }), returned(order))
    const paid = await checkout.storedOrder(order)
    assert.equal(paid.progress.payment?.way, 'CARD_BINDING')
  })

  test('is not shown to another client, cannot be used by one, and needs a client', async () => {
    const binding = await checkout.storeCard('client-2')
    for (const clientId of ['client-3', null]) {
      const order = await checkout.register({ clientId })
      assert.ok(!(await checkout.open(order)).text.includes(binding))
      const answer = await checkout.pay(order, { bindingId: binding, cvc: '123' })
      assert.equal(answer.status, 422)
      assert.equal((await checkout.storedOrder(order)).failedAttempts, 0)
    }
  })

  test('is the only card of an order that is bound to it, and requires its CVC', async () => {
    const binding = await checkout.storeCard('client-4')
    const order = await checkout.register({ clientId: 'client-4', request: { bindingId: binding } })
    assert.doesNotMatch((await checkout.open(order)).text, /name="pan"/)
    assert.equal((await checkout.pay(order, cardForm(TEST_CARDS.approved, ''))).status, 422)
    assertSentTo(await checkout.pay(order, cardForm()), returned(order))
    assert.equal((await checkout.storedOrder(order)).progress.payment?.bindingId, binding)
  })

  test('requires its own CVC if the project issued it', async () => {
    const issuer = new IssuerV2(checkout.sandbox, checkout.project)
    const card = await issuer.fundedCard(10_000)
    const [year = '', month = ''] = card.expiryDate.match(/\d\d/g)?.slice(-2) ?? []
    const clientId = 'client-5'
    const order = await checkout.register({ clientId })
    const form = { pan: card.number, expiry: `${month}/${year}`, cvc: card.cvc, saveCard: 'true' }
    assertSentTo(await checkout.pay(order, form), returned(order))
    const { bindingId = '' } = (await checkout.storedOrder(order)).progress.payment ?? {}
    const wrong = card.cvc === '111' ? '222' : '111'
    const second = await checkout.register({ clientId })
    assertSentTo(await checkout.pay(second, { bindingId, cvc: wrong }), checkout.pageOf(second))
    assertSentTo(await checkout.pay(second, { bindingId, cvc: card.cvc }), returned(second))
    assert.equal(await issuer.balance(card), 10_000 - 2 * 2000)
  })
})
