// Trying a payment from the portal: the order from the form, its payment page, the outcome, and the
// next possible actions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const nameOf = (pan: string): string => pan.slice(0, 6) + pan.slice(-4)

onPortal('Trying a payment', (at) => {
  const newTry = async (): Promise<{ page: string; number: string }> => {
    const page = await at.portal.page(`${at.portal.base}/try`)
    const [, number = ''] = /\/try\/(try-[\da-f]{12})"/.exec(page) ?? []
    return { page, number }
  }
  const statusOf = async (orderNumber: string) =>
    (await at.portal.merchant.call('getOrderStatusExtended', { orderNumber })).json as Record<
      string,
      unknown
    >

  test('opens the payment page of an order that returns to this page, with a panel that fills in the card', async () => {
    const { portal } = at
    const { page, number } = await newTry()
    assert.match(wordsOf(page), /The merchant’s server registers an order/)
    assert.match(page, /formtarget="_blank"/)
    const isMissing = /No order\s+<bdi>try-[\da-f]{12}<\/bdi> in this project yet/
    assert.doesNotMatch(page, isMissing)
    assert.match(await portal.page(`${portal.base}/try/${number}`), isMissing)
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
    assert.ok(payment.includes(`/try/${number}?orderId=`))
    const shown = await statusOf(number)
    assert.deepEqual([shown['amount'], shown['orderStatus']], [1250, 0])
    const tried = await portal.page(`${portal.base}/try/${number}`)
    assert.match(wordsOf(tried), /Timeline 12\.50 EUR unpaid See the order Registered/)
    assert.match(tried, /<noscript>[^]*Reload/)
  })

  test('pays without a page, shows the requests, and offers the next actions', async () => {
    const { portal } = at
    const { page, number } = await newTry()
    const fields = { way: 'once', card: nameOf(TEST_CARDS.approved), stages: 'two' }
    const paid = await portal.done(page, 'try', fields)
    const words = wordsOf(paid)
    assert.match(
      words,
      /Approved: 20\.00\sEUR held Registered with POST .*registerPreAuth\.do .*Card data sent with paymentorder\.do/,
    )
    assert.match(words, /Approved and held/)
    const captured = await portal.done(paid, 'capture', { amount: '5.00' })
    assert.match(wordsOf(captured), /Try a payment .*Captured The call POST .*deposit\.do/)
    const again = await portal.submit(page, 'try', { ...fields, way: 'page' })
    assert.deepEqual(
      [again.status, again.headers['location']],
      [303, `${portal.base}/try/${number}`],
    )
  })

  test('starts with a card that approves; cards with too little balance say so and come last', async () => {
    const { portal } = at
    const optionsOf = (page: string) =>
      wordsOf(/<select[^>]*name="card"[^]*?<\/select>/.exec(page)?.[0] ?? '').split(' •••• ')
    for (const [firstName, balance] of [
      ['Ann', '100.00'],
      ['Ben', '0'],
    ] as const)
      await portal.done(await portal.page(`${portal.base}/cards`), 'issue', {
        firstName,
        lastName: 'Dune',
        initialBalance: balance,
      })
    const { page } = await newTry()
    const options = optionsOf(page)
    assert.match(options[0] ?? '', /100\.00\sEUR, ANN DUNE$/)
    assert.match(options.at(-1) ?? '', /0\.00\sEUR, declines with 116, BEN DUNE/)
    const own = [...page.matchAll(/<option value="(\d{10})"/g)].at(-1)?.[1] ?? ''
    const declined = await portal.done(page, 'try', { way: 'once', card: own })
    assert.match(declined, /class="notice declined"/)
    assert.match(wordsOf(declined), /Declined: insufficient funds \(116\).*Top up the card/)
  })

  test('reports on both of its pages that a payment with a declining test card was declined', async () => {
    const { portal } = at
    const fields = { way: 'once', card: nameOf(TEST_CARDS.noFunds) }
    const declined = await portal.done((await newTry()).page, 'try', fields)
    assert.match(wordsOf(declined), /Declined: insufficient funds \(116\)/)
    assert.doesNotMatch(declined, /class="notice approved"/)
    const paid = await portal.done(declined, 'pay')
    assert.match(wordsOf(paid), /Paid: 20\.00\sEUR/)
  })

  for (const version of ['1', '2'])
    test(`uses version ${version} of 3-D Secure if the form selects it`, async () => {
      const { portal } = at
      const { page, number } = await newTry()
      const card = nameOf(TEST_CARDS.challengeV2)
      const { headers } = await portal.submit(page, 'try', { way: 'page', card, version })
      assert.match(String(headers['location']), /payment_en\.html/)
      assert.deepEqual((await statusOf(number))['merchantOrderParams'], [
        { name: 'sandcard.threeDSecure', value: version },
      ])
      const [, orderId = ''] = /mdOrder=([\da-f-]{36})/.exec(String(headers['location'])) ?? []
      const answer = await portal.merchant.pay(orderId, { $PAN: TEST_CARDS.challengeV2 })
      assert.equal('threeDSServerTransId' in answer, version === '2')
    })

  test('opens the payment page again if the button is clicked twice', async () => {
    const { page } = await newTry()
    const pressed = [await at.portal.submit(page, 'try'), await at.portal.submit(page, 'try')]
    assert.deepEqual(
      pressed.map(({ status }) => status),
      [303, 303],
    )
  })

  test('shows errors at the field, and keeps the input', async () => {
    const { portal } = at
    for (const [fields, says] of [
      [{ amount: 'much' }, /Enter an amount/],
      [{ amount: '0' }, /Enter an amount/],
      [{ card: TEST_CARDS.frictionless }, /Select a card/],
      [{ threeDSecure: 'x' }, /Select an option/],
      [{ version: '3' }, /Select an option/],
      [{ stages: 'three' }, /Select one or two stages/],
      [{ way: 'once', card: nameOf(TEST_CARDS.challengeV2) }, /issuer’s page/],
    ] as const) {
      const { page, number } = await newTry()
      const { status, text } = await portal.submit(page, 'try', { way: 'page', ...fields })
      assert.equal(status, 422)
      assert.match(wordsOf(text), says)
      if ('amount' in fields) assert.ok(text.includes(`value="${fields.amount}"`))
      assert.equal((await statusOf(number))['errorCode'], '6')
    }
  })

  test('refuses card numbers that are not offered on the page', async () => {
    const { portal } = at
    const { number } = await newTry()
    for (const path of ['x', number.toUpperCase(), `${number}0`])
      for (const answer of [
        await portal.get(`${portal.base}/try/${path}`),
        await portal.post(`${portal.base}/try/${path}`, { amount: '1.00' }),
      ])
        assert.equal(answer.status, 404, path)
  })
})
