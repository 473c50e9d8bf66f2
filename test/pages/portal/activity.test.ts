// The *Activity* page: the list with its filters, one request, sending it again, and comparing two.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { bodyOf, issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { cardForm } from '../../kit/merchant.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onPortal('The Activity page', (at) => {
  /** A declined payment; returns the request ids of its registration and of its payment. */
  async function declinedPayment() {
    const { merchant } = at.portal
    const registered = await merchant.call('register', {
      amount: 2000,
      currency: 978,
      returnUrl: 'https://shop.example/return',
      orderNumber: `order-${Math.trunc(performance.now() * 1000)}`,
    })
    const { orderId } = registered.json as { orderId: string }
    const paid = await merchant.call('paymentorder', cardForm(orderId, TEST_CARDS.declined))
    const idOf = ({ headers }: typeof paid) => String(headers['request-id'])
    return { orderId, registered: idOf(registered), paid: idOf(paid) }
  }

  test('lists requests with their outcome, and filters them', async () => {
    const { portal } = at
    const { orderId, registered, paid } = await declinedPayment()
    const all = await portal.page(`${portal.base}/activity`)
    for (const id of [registered, paid]) assert.ok(all.includes(`/activity/${id}"`), id)
    const declined = await portal.page(`${portal.base}/activity?filter=declined`)
    assert.deepEqual(
      [registered, paid].map((id) => declined.includes(`/activity/${id}"`)),
      [false, true],
    )
    const ofOrder = await portal.page(`${portal.base}/activity?id=${orderId}&operation=register`)
    assert.ok(ofOrder.includes(`/activity/${registered}"`))
    assert.ok(!ofOrder.includes(`/activity/${paid}"`))
    const file = await portal.get(`${portal.base}/activity.csv?id=${orderId}`)
    assert.match(file.text, new RegExp(`${paid},[^,]+,C,paymentorder,POST,.*,declined,`))
    const wrong = await portal.get(`${portal.base}/activity?status=abc`)
    assert.deepEqual([wrong.status, wrong.text.includes('Enter a status')], [422, true])
  })

  test('follows the money of a card through all interfaces', async () => {
    const { portal } = at
    const { project } = portal.merchant
    const call = projectCall(portal.sandbox, project.secrets.interfaceB.apiKey)
    const card = await issueCard(call)
    assert.equal((await topUp(call, card, 5000)).status, 201)
    // The service itself does not accept callbacks: it returns 404.
    await portal.merchant.changeSettings({ callbackUrl: `${portal.sandbox.url}/nobody` })
    const orderId = await portal.merchant.register({ amount: 1200, orderNumber: 'shoes-1' })
    await portal.merchant.pay(orderId, {
      $PAN: card.number,
      $CVC: card.cvc,
      YYYY: card.expiryDate.slice(0, 4),
      MM: card.expiryDate.slice(-2),
    })
    const page = await portal.page(`${portal.base}/cards/${card.id}`)
    const [, link = ''] = /href="([^"]*\/activity\?id=\d+)"/.exec(page) ?? []
    assert.equal(link, `${portal.base}/activity?id=${card.id}`)
    const inbox = await CallbackMerchant.of(portal.sandbox, project)
    await inbox.inboxOnce((all) => all.some(({ attempts }) => attempts.length > 0))
    const words = wordsOf(await portal.page(link))
    const { number = '' } = bodyOf<{ number?: string }>(
      await call('GET', `/control/v1/orders/${orderId}`),
      200,
    )
    assert.ok(words.includes(`deposited Callback · ${number}`), words)
    const history = wordsOf(await portal.page(`${portal.base}/cards/${card.id}`))
    assert.match(history, new RegExp(`purchase approved ${number} `))
    const statement = `${portal.base}/ledger/${card.account.accountNumber}`
    assert.match(
      wordsOf(await portal.page(statement)),
      new RegExp(`purchase Card •••• ${card.number.slice(-4)} ${number} `),
    )
    for (const step of ['createCard', 'createTopup', 'paymentorder', 'deposited Callback'])
      assert.ok(words.includes(step), `${step} in ${words}`)
  })

  test('shows request, response, records and a command, without card data', async () => {
    const { portal } = at
    const { orderId, paid } = await declinedPayment()
    const page = await portal.page(`${portal.base}/activity/${paid}`)
    const words = wordsOf(page)
    assert.match(words, /paymentorder declined/)
    assert.ok(page.includes(`${portal.base}/orders/${orderId}"`), 'the order is a link')
    assert.match(words, /curl -X POST/)
    assert.match(words, /Why .*declin/i)
    assert.match(words, /Changes .*Order [\da-f-]+ changed .*failedAttempts 0 1/)
    assert.ok(!page.includes(TEST_CARDS.declined))
    const order = await portal.page(`${portal.base}/orders/${orderId}`)
    assert.ok(order.includes(`${portal.base}/activity?id=${orderId}"`))
    assert.equal((await portal.get(`${portal.base}/activity/none`)).status, 404)
  })

  test('is linked from the steps of an order, each to the request that caused it', async () => {
    const { portal } = at
    const { orderId, registered, paid } = await declinedPayment()
    const order = await portal.page(`${portal.base}/orders/${orderId}`)
    const steps = /<ol class="timeline">.*?<\/ol>/s.exec(order)?.[0] ?? ''
    const links = [...steps.matchAll(/\/activity\/([\da-f-]+)"/g)].map(([, id]) => id)
    assert.deepEqual(links, [registered, paid])
  })

  test('opens a request from a search for its id', async () => {
    const { portal } = at
    const { paid } = await declinedPayment()
    const found = await portal.get(`${portal.base}/search?q=${paid}`)
    assert.equal(found.headers['location'], `${portal.base}/activity/${paid}`)
    for (const part of [paid.slice(0, 12), paid.slice(10, 30).toUpperCase(), paid.slice(-12)]) {
      const byPart = await portal.get(`${portal.base}/search?q=${part}`)
      assert.equal(byPart.headers['location'], `${portal.base}/activity/${paid}`, part)
    }
  })

  test("edits a request and sends it again with the project's credentials", async () => {
    const { portal } = at
    const { registered } = await declinedPayment()
    const page = await portal.page(`${portal.base}/activity/${registered}`)
    const body =
      'userName=***&password=***&amount=700&orderNumber=again-1&returnUrl=https://a.example'
    const { userName } = portal.merchant.project.secrets.interfaceC
    const sent = await portal.done(page, 'again', { body: body.replace('***', userName) })
    assert.match(wordsOf(sent), /register succeeded/)
    assert.match(wordsOf(sent), /again-1/)
    for (const path of ['/p/other', 'https://shop.example/v2/cards', '']) {
      const refused = await portal.submit(page, 'again', { path })
      assert.deepEqual([refused.status, refused.text.includes('Enter the path')], [422, true], path)
    }
  })

  test('keeps every digit of the numbers in a body that it sends again', async () => {
    const { portal } = at
    const { apiKey } = portal.merchant.project.secrets.interfaceB
    const first = await portal.sandbox.call('POST', '/v2/transfers', {
      headers: { 'X-API-KEY': apiKey, 'content-type': 'application/json' },
      body: '{"amount":{"value":9007199254740993,"currency":"EUR"},"rate":1.0}',
    })
    const page = await portal.page(`${portal.base}/activity/${String(first.headers['request-id'])}`)
    const typed = /<textarea[^>]* name="body"[^>]*>([^<]+)</.exec(page)?.[1] ?? ''
    assert.match(wordsOf(typed), /9007199254740993/)
    const sent = await portal.done(page, 'again', {})
    assert.match(wordsOf(sent), /9007199254740993.+1\.0/)
  })

  test('compares two requests by their values', async () => {
    const { portal } = at
    const { registered, paid } = await declinedPayment()
    const address = `${portal.base}/activity/compare`
    const words = wordsOf(await portal.page(`${address}?id=${registered}&id=${paid}`))
    assert.match(words, /operation register paymentorder/)
    assert.match(words, /outcome approved declined/)
    for (const query of ['', `?id=${paid}`, `?id=${paid}&id=none`])
      assert.match(wordsOf(await portal.page(address + query)), /Select two requests/)
  })
})
