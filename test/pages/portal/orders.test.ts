// The page of an order on the portal, and every action on it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onPortal, type Portal, sectionOf, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const MINUTE_MS = 60_000

const orderPage = (portal: Portal, id: string): Promise<string> =>
  portal.page(`${portal.base}/orders/${id}`)
const happened = (page: string): string => wordsOf(sectionOf(page, 'Timeline'))
const next = (page: string): string => wordsOf(sectionOf(page, 'Actions'))

onPortal('The page of an order', (at) => {
  test('shows the payer, the cardholder name, IP address, binding and parameters, like the order status', async () => {
    const { merchant } = at.portal
    const orderId = await merchant.register({
      clientId: 'client-7',
      email: 'ada@example.com',
      phone: '+35799000001',
      ip: '203.0.113.7',
      jsonParams: JSON.stringify({ basket: 'B-17' }),
    })
    await merchant.pay(orderId, { TEXT: 'ADA LOVELACE' })
    const { bindingInfo } = (await merchant.status(orderId)) as {
      bindingInfo: { bindingId: string }
    }
    const facts = wordsOf(await orderPage(at.portal, orderId))
    for (const shown of [
      'Cardholder name ADA LOVELACE',
      `Binding ${bindingInfo.bindingId}`,
      'Email ada@example.com',
      'Phone +35799000001',
      'Parameters basket B-17',
    ])
      assert.ok(facts.includes(shown), shown)
    assert.match(facts, /IP address \d+\.\d+\.\d+\.\d+/)
  })

  test('keeps the code of a declined attempt after another attempt paid', async () => {
    const { merchant } = at.portal
    const orderId = await merchant.register()
    await merchant.pay(orderId, { $PAN: TEST_CARDS.noFunds })
    await merchant.pay(orderId)
    assert.match(
      happened(await orderPage(at.portal, orderId)),
      /Declined by the issuer .*Insufficient funds.* Action code 116 .*Approved and paid/,
    )
  })
})

onPortal('The actions on the page of an order', (at) => {
  test('captures part of a hold and refunds it, and shows each step with its ledger entry and callback', async () => {
    const { portal } = at
    const { merchant } = portal
    const id = await merchant.heldOrder({ orderNumber: 'two-stages' })
    const held = await orderPage(portal, id)
    assert.match(
      happened(held),
      /Registered.*Approved and held.*Ledger Entry \d+ 20\.00 EUR held on network Callback approved/,
    )
    assert.match(happened(held), /Hold is released automatically in 7 days/)
    assert.match(next(held), /^Actions Capture .* Reverse/)
    const captured = await portal.done(held, 'capture', { amount: '12.50' })
    assert.match(captured, /role="status"/)
    assert.match(
      wordsOf(captured),
      /Captured The call POST \/payment\/rest\/deposit\.do .*-d amount=1250/,
    )
    assert.match(
      happened(captured),
      /Captured 12\.50 EUR .* Ledger Entry \d+ 12\.50 EUR from network to merchant Callback deposited/,
    )
    const refunded = await portal.done(captured, 'refund', { amount: '2' })
    assert.match(
      happened(refunded),
      /Refunded 2\.00 EUR .* Ledger Entry \d+ 2\.00 EUR from merchant to network Callback refunded/,
    )
    const { orderStatus, paymentAmountInfo } = await merchant.status(id)
    assert.deepEqual(
      [orderStatus, (paymentAmountInfo as { depositedAmount: number }).depositedAmount],
      [4, 1050],
    )
  })

  test('reverses a hold and declines an order', async () => {
    const { portal } = at
    const { merchant } = portal
    const held = await merchant.heldOrder()
    const reversed = await portal.done(await orderPage(portal, held), 'reverse')
    assert.match(happened(reversed), /Reversed 20\.00 EUR/)
    assert.match(next(reversed), /This order has no further actions/)
    const unpaid = await merchant.register()
    const withdrawn = await portal.done(await orderPage(portal, unpaid), 'decline')
    assert.match(happened(withdrawn), /Withdrawn by the merchant/)
    assert.equal((await merchant.status(unpaid))['orderStatus'], 6)
  })

  test('pays with a test card, and shows why a payment was declined', async () => {
    const { portal } = at
    const { merchant } = portal
    const id = await merchant.register()
    const declined = await portal.done(await orderPage(portal, id), 'pay', {
      card: TEST_CARDS.noFunds,
    })
    assert.match(
      happened(declined),
      /Declined by the issuer .*Insufficient funds.* This test card is always declined with this code\./,
    )
    assert.match(happened(declined), /Callback deposited no callback URL/)
    const failed = await portal.done(declined, 'pay', { card: TEST_CARDS.rejected })
    assert.match(happened(failed), /Declined .*before authorisation/)
    const paid = await portal.done(failed, 'pay', { card: TEST_CARDS.approved })
    assert.match(happened(paid), /Approved and paid/)
    assert.equal((await merchant.status(id))['orderStatus'], 2)
  })

  test('shows errors at the field and at the top, and keeps the input', async () => {
    const { portal } = at
    const { merchant } = portal
    const id = await merchant.heldOrder()
    const page = await orderPage(portal, id)
    for (const [amount, said] of [
      ['', 'Enter an amount such as 20.00'],
      ['abc<i>', 'Enter an amount such as 20.00'],
      ['1.234', 'Enter an amount such as 20.00'],
      ['-1', 'Enter an amount such as 20.00'],
      ['0', 'Enter an amount above 0, such as 20.00'],
      ['20.01', 'Only 20.00 EUR is held'],
      ['999999999999', 'Enter an amount such as 20.00'],
    ] as const) {
      const { status, text } = await portal.submit(page, 'capture', { amount })
      assert.equal(status, 422, amount)
      assert.match(wordsOf(text), new RegExp(`Check this field: Amount to capture : ${said}`))
      const field = /<input[^>]*id="capture-amount"[^>]*>/.exec(text)?.[0] ?? ''
      assert.match(field, /aria-invalid="true".*autofocus|autofocus.*aria-invalid="true"/)
      assert.ok(field.includes(`value="${amount.replace('<i>', '&lt;i&gt;')}"`), field)
    }
    const strange = await merchant.register()
    const answer = await portal.submit(await orderPage(portal, strange), 'pay', { card: '4111' })
    assert.match(wordsOf(answer.text), /Select a card/)
    assert.equal((await merchant.status(id))['orderStatus'], 1)
  })

  test('does nothing if it is stale, and shows the current state of the order', async () => {
    const { portal } = at
    const { merchant } = portal
    const id = await merchant.heldOrder()
    const stale = await orderPage(portal, id)
    await merchant.callOk('deposit', { orderId: id, amount: 0 })
    const { status, text } = await portal.submit(stale, 'reverse')
    assert.equal(status, 409)
    assert.match(
      wordsOf(text),
      /has changed since you opened this page.*“Reverse” was not performed\..*Then Now Status held paid Captured 0\.00\sEUR 20\.00\sEUR/,
    )
    assert.match(next(text), /Refund/)
    const refunded = await portal.done(text, 'refund', { amount: '20.00' })
    assert.match(happened(refunded), /Refunded 20\.00 EUR/)
  })

  test('shows automatic events, and the challenge of the payer', async () => {
    const { portal } = at
    const { merchant } = portal
    const challenged = await merchant.register()
    await merchant.pay(challenged, { $PAN: TEST_CARDS.challengeV1 })
    assert.match(
      happened(await orderPage(portal, challenged)),
      /3-D Secure challenge open .*accepts the code 123456/,
    )
    const id = await merchant.register()
    assert.match(happened(await orderPage(portal, id)), /Expires automatically in 20 min\./)
    await merchant.advanceClock(21 * MINUTE_MS)
    const expired = await orderPage(portal, id)
    assert.match(happened(expired), /Expired .* Callback declinedByTimeout/)
  })
})

onPortal('The details on the page of an order', (at) => {
  test("links to the entry of each posting, the client's orders and those with the same card", async () => {
    const { merchant, base } = at.portal
    const first = await merchant.paidOrder({ orderNumber: 'first', clientId: 'client-9' })
    const second = await merchant.paidOrder({ orderNumber: 'second', clientId: 'client-9' })
    const page = await orderPage(at.portal, second)
    assert.match(page, new RegExp(`href="${base}/ledger/entries/\\d+">Entry \\d+</a>`))
    const related = sectionOf(page, 'Related orders')
    assert.ok(related.includes(`${base}/orders/${first}`))
    assert.ok(!related.includes(`<a href="${base}/orders/${second}"`))
    assert.ok(page.includes(`${base}/orders?client=client-9`))
    assert.ok(page.includes(`${base}/orders?card=${TEST_CARDS.approved.slice(-4)}`))
  })

  test('fills the amount of a refund with all or half of it, later with the rest', async () => {
    const { portal } = at
    const id = await portal.merchant.paidOrder({ amount: 2001 })
    const chips = (page: string) =>
      [...page.matchAll(/class="chip"[^>]*href="([^"]*)"|href="([^"]*)"\s+class="chip"/g)].map(
        ([, one, other]) => one ?? other ?? '',
      )
    const page = await orderPage(portal, id)
    assert.match(wordsOf(page), /Full 20\.01 Half 10\.00/)
    const half = await portal.page(chips(page)[1]?.split('#')[0] ?? '')
    assert.match(half, /id="refund-amount"[^>]*value="10\.00"/)
    const refunded = await portal.done(half, 'refund')
    assert.match(wordsOf(refunded), /Refunded.*Rest 10\.01 Half 5\.00/)
    const comma = await portal.done(refunded, 'refund', { amount: '1,50' })
    assert.match(wordsOf(comma), /Rest 8\.51/)
    const wrong = await portal.submit(comma, 'refund', { amount: '1,500.00' })
    assert.equal(wrong.status, 422)
    assert.match(
      wordsOf(wrong.text),
      /Enter an amount such as 20\.01, without thousands separators/,
    )
    for (const amount of ['0', '0,00']) {
      const nothing = await portal.submit(comma, 'refund', { amount })
      assert.equal(nothing.status, 422)
      assert.match(wordsOf(nothing.text), /Enter an amount above 0, such as 20\.01\./)
    }
  })

  test('shows a generated number in the same short form on every page, and in full in the details', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const call = projectCall(portal.sandbox, merchant.project.secrets.interfaceB.apiKey)
    const card = await issueCard(call)
    await topUp(call, card, 5000)
    const id = await merchant.register()
    const [, year = '', month = ''] = /^(....)(..)/.exec(card.expiryDate) ?? []
    await merchant.pay(id, { $PAN: card.number, $CVC: card.cvc, YYYY: year, MM: month })
    const short = `${id.slice(0, 8)}…${id.slice(19, 23)}`
    const digits = id.replaceAll('-', '')
    const page = await orderPage(portal, id)
    assert.match(page, new RegExp(`<title>Order ${short} `))
    assert.match(wordsOf(page), new RegExp(`Orders ${short} paid`))
    assert.match(wordsOf(page), new RegExp(`Number ${digits} generated from the id`))
    const [, entry = ''] = /href="([^"]*\/ledger\/entries\/\d+)"/.exec(page) ?? []
    const [, callback = ''] = /href="([^"]*\/callbacks\/\d+)"/.exec(page) ?? []
    const others = ['', '/orders', '/callbacks', `/cards/${card.id}`]
    for (const path of [...others.map((each) => base + each), entry, callback]) {
      const words = wordsOf(await portal.page(path))
      assert.ok(words.includes(short), path)
      // The page of a callback also shows its parameters.
      assert.equal(words.includes(digits), path === callback, path)
    }
  })

  test('has a comment that interface C does not return', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const orderId = await merchant.register({ orderNumber: 'commented' })
    const path = `${base}/orders/${orderId}`
    const text = 'Retried <b>twice</b>\nwith card 4111111111111111'
    const saved = await portal.done(await portal.page(path), 'comment', { comment: text })
    assert.match(saved, /Retried &lt;b&gt;twice&lt;\/b&gt;\nwith card 411111\*{6}1111/)
    const status = await merchant.callOk('getOrderStatusExtended', { orderId })
    assert.doesNotMatch(JSON.stringify(status), /twice/)
    const long = await portal.submit(saved, 'comment', { comment: 'x'.repeat(1001) })
    assert.equal(long.status, 422)
    assert.match(wordsOf(long.text), /Enter at most 1000 characters/)
    assert.ok(long.text.includes('x'.repeat(1001)))
    const deleted = await portal.done(saved, 'comment', { comment: '' })
    assert.match(wordsOf(deleted), /Add a comment/)
    assert.doesNotMatch(deleted, /twice/)
  })

  test('has labels that link to the orders with them', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const orderId = await merchant.register({ orderNumber: 'labelled' })
    const path = `${base}/orders/${orderId}`
    const saved = await portal.done(await portal.page(path), 'labels', {
      labels: 'Checkout, <b>2.4</b>, , checkout',
    })
    assert.match(saved, /href="[^"]*\/orders\?label=checkout"\s*><bdi>checkout<\/bdi>/)
    assert.match(saved, /value="checkout, &lt;b&gt;2\.4&lt;\/b&gt;"/)
    const list = wordsOf(await portal.page(`${base}/orders`))
    assert.match(list, /Labels <b>2\.4<\/b> 1 checkout 1/)
    assert.match(list, /labelled checkout <b>2\.4<\/b> unpaid/)
    const found = wordsOf(await portal.page(`${base}/orders?label=checkout`))
    assert.match(found, /Label: checkout/)
    assert.match(found, /labelled checkout/)
    const { text: file } = await portal.get(`${base}/orders.csv?label=checkout`)
    assert.match(file, /,labels\r\n[^\r]*,labelled,[^\r]*,"checkout, <b>2\.4<\/b>"\r\n$/)
    const refused = await portal.submit(saved, 'labels', { labels: 'a, "b"' })
    assert.equal(refused.status, 422)
    assert.match(wordsOf(refused.text), /Enter up to 10 labels of up to 40 characters/)
    assert.ok(refused.text.includes('value="a, &quot;b&quot;"'))
    const deleted = await portal.done(saved, 'labels', { labels: '' })
    assert.match(wordsOf(deleted), /Add labels/)
  })

  test('shows after a payment whether it was paid or declined', async () => {
    const { portal } = at
    const page = await orderPage(portal, await portal.merchant.register())
    const [, failing = ''] = /<option value="(\d+)"[^>]*>\s*•••• 9995/.exec(page) ?? []
    const declined = await portal.done(page, 'pay', { card: failing })
    assert.match(declined, /class="notice declined"/)
    assert.match(wordsOf(declined), /Declined: insufficient funds \(116\)/)
    assert.match(wordsOf(await portal.done(declined, 'pay')), /Paid: 20\.00\sEUR/)
  })
})
