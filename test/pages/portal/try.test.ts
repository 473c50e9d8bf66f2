// Trying a payment from the portal: the order from the form, its payment page, the outcome, and the
// next possible actions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const nameOf = (pan: string): string => pan.slice(0, 6) + pan.slice(-4)

onPortal('Trying a payment', (at) => {
  const newTry = async (): Promise<{ page: string; id: string }> => {
    const page = await at.portal.page(`${at.portal.base}/try`)
    const [, id = ''] = /\/try\/([\da-f-]{36})"/.exec(page) ?? []
    return { page, id }
  }

  test('opens the payment page of an order that returns to this page, with a panel that fills in the card', async () => {
    const { portal } = at
    const { page, id } = await newTry()
    assert.match(wordsOf(page), /The shop’s server registers an order/)
    assert.match(page, /formtarget="_blank"/)
    const { status, headers } = await portal.submit(page, 'try', {
      way: 'page',
      card: nameOf(TEST_CARDS.approved),
      amount: '12.50',
      threeDSecure: 'on',
      stages: 'two',
    })
    assert.equal(status, 303)
    const [address, fragment] = String(headers['location']).split('#')
    assert.equal(fragment, `card-${nameOf(TEST_CARDS.approved)}`)
    const payment = await portal.page(address ?? '')
    assert.match(payment, /12\.50/)
    assert.ok(payment.includes(`/try/${id}?orderId=${id}`))
    const shown = await portal.merchant.status(id)
    assert.deepEqual([shown['amount'], shown['orderStatus']], [1250, 0])
    const tried = await portal.page(`${portal.base}/try/${id}`)
    assert.match(wordsOf(tried), /Timeline 12\.50 EUR unpaid See the order Registered/)
    assert.match(tried, /<noscript>[^]*Reload/)
  })

  test('pays without a page, shows the requests, and offers the next actions', async () => {
    const { portal } = at
    const { page, id } = await newTry()
    const fields = { way: 'once', card: nameOf(TEST_CARDS.approved), stages: 'two' }
    const paid = await portal.done(page, 'try', fields)
    const words = wordsOf(paid)
    assert.match(words, /Registered and paid without a page The call POST .*registerPreAuth\.do/)
    assert.match(words, /Approved and held/)
    const captured = await portal.done(paid, 'capture', { amount: '5.00' })
    assert.match(wordsOf(captured), /Try a payment .*Captured The call POST .*deposit\.do/)
    const again = await portal.submit(page, 'try', { ...fields, way: 'page' })
    assert.deepEqual([again.status, again.headers['location']], [303, `${portal.base}/try/${id}`])
  })

  test('offers the project’s issued cards first, and opens the page again if the button is clicked twice', async () => {
    const { portal } = at
    const issued = await portal.done(await portal.page(`${portal.base}/cards`), 'issue', {
      firstName: 'Ann',
      lastName: 'Dune',
    })
    assert.match(issued, /Limits/)
    const { page } = await newTry()
    const [first = ''] = /<option[^>]*>[^<]*/.exec(page) ?? []
    assert.match(first, /0\.00\sEUR available/)
    const pressed = [await portal.submit(page, 'try'), await portal.submit(page, 'try')]
    assert.deepEqual(
      pressed.map(({ status }) => status),
      [303, 303],
    )
    const declined = await portal.done((await newTry()).page, 'try', { way: 'once' })
    assert.match(
      wordsOf(declined),
      /is more than the available balance of 0\.00\sEUR\. Top up the card/,
    )
  })

  test('shows errors at the field, and keeps the input', async () => {
    const { portal } = at
    for (const [fields, says] of [
      [{ amount: 'much' }, /Enter an amount/],
      [{ amount: '0' }, /Enter an amount/],
      [{ card: TEST_CARDS.frictionless }, /Select a card/],
      [{ threeDSecure: 'x' }, /Select an option/],
      [{ stages: 'three' }, /Select one or two stages/],
      [{ way: 'once', card: nameOf(TEST_CARDS.challengeV2) }, /issuer’s page/],
    ] as const) {
      const { page, id } = await newTry()
      const { status, text } = await portal.submit(page, 'try', { way: 'page', ...fields })
      assert.equal(status, 422)
      assert.match(wordsOf(text), says)
      if ('amount' in fields) assert.ok(text.includes(`value="${fields.amount}"`))
      const unknown = await portal.merchant.call('getOrderStatusExtended', { orderId: id })
      assert.match(unknown.text, /"errorCode":"6"/)
    }
  })

  test('refuses ids of another project and invalid ids', async () => {
    const { portal } = at
    const { id } = await newTry()
    const foreign = `${id.slice(0, -8)}0fffffff`
    for (const path of [foreign, 'x', id.toUpperCase()])
      for (const answer of [
        await portal.get(`${portal.base}/try/${path}`),
        await portal.post(`${portal.base}/try/${path}`, { amount: '1.00' }),
      ])
        assert.equal(answer.status, 404, path)
  })
})
