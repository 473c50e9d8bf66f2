// Additional data on the portal's lists and pages: totals of orders, PINs, bindings of a
// cardholder, and the changes about which each page is notified.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTALLED_MAX } from '../../../src/store/reads/order-totals.ts'
import { totalsView } from '../../../src/pages/portal/orders/order-totals-view.ts'
import { issueCard, projectCall, topUp } from '../../kit/control.ts'
import { onPortal, type Portal, sectionOf, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const callOf = ({ sandbox, merchant }: Portal) =>
  projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)

const totalsOf = async ({ page, base }: Pick<Portal, 'page' | 'base'>, filter = '') =>
  wordsOf(
    /<section class="totals"[^]*?<\/section>/.exec(
      await page(`${base}/orders${filter === '' ? '' : `?filter=${filter}`}`),
    )?.[0] ?? '',
  )

onPortal('The totals of orders', (at) => {
  test('are sums per currency of the filtered orders: approved, captured, refunded', async () => {
    const { merchant } = at.portal
    assert.equal(await totalsOf(at.portal), '')
    await merchant.changeSettings({ gatewayCurrencies: ['978', '840'] })
    await merchant.register({ amount: '99' })
    await merchant.heldOrder({ amount: '1500' })
    const paid = await merchant.paidOrder({ amount: '2000' })
    await merchant.callOk('refund', { orderId: paid, amount: '500' })
    await merchant.paidOrder({ amount: '700', currency: '840' })
    const declined = await merchant.register({ amount: '4000' })
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    for (const [filter, said] of [
      [
        '',
        '5 orders Approved 7.00 USD Captured 7.00 USD Refunded 0.00 USD Approved 35.00 EUR Captured minus refunds 15.00 EUR Refunded 5.00 EUR',
      ],
      ['held', '1 order Approved 15.00 EUR Captured 0.00 EUR Refunded 0.00 EUR'],
      ['refunded', '1 order Approved 20.00 EUR Captured minus refunds 15.00 EUR Refunded 5.00 EUR'],
      ['paid', '1 order Approved 7.00 USD Captured 7.00 USD Refunded 0.00 USD'],
      ['expiring', '2 orders Approved 0.00 EUR Captured 0.00 EUR Refunded 0.00 EUR'],
    ] as const)
      assert.equal(await totalsOf(at.portal, filter), said, filter)
  })
})

test('The totals of a long list say that they cover the newest 1,000 orders', () => {
  const total = { currency: '978', approved: 1, captured: 1, refunded: 0 }
  const said = (orders: number) => wordsOf(String(totalsView([{ ...total, orders }], 'All')))
  assert.match(said(TOTALLED_MAX - 1), /^999 orders Approved 0\.01 EUR/)
  assert.match(said(TOTALLED_MAX), /^The newest 1,000 Approved/)
})

onPortal('The PIN of a card', (at) => {
  test('is set on its page, appears in no URL and on no page, and its counter can be reset', async () => {
    const card = await issueCard(callOf(at.portal))
    const address = `${at.portal.base}/cards/${card.id}`
    const before = await at.portal.page(address)
    assert.match(wordsOf(before), /PIN none/)
    assert.doesNotMatch(before, /id="resetPin"/)
    const { status, headers } = await at.portal.submit(before, 'pin', { pin: '4711' })
    assert.equal(status, 303)
    assert.equal(headers['location'], `${address}?did=pin`)
    const set = await at.portal.page(`${address}?did=pin`)
    assert.match(wordsOf(set), /PIN set The call PATCH .*"pin":"BASE64_OF/)
    assert.match(wordsOf(set), /PIN set/)
    assert.doesNotMatch(set, /4711/)
    const reset = await at.portal.done(set, 'resetPin')
    assert.match(wordsOf(reset), /PIN counter reset .*"resetPinCounter":true/)
    assert.match(wordsOf(reset), /PIN set/)
  })

  test('is refused at its field if it is invalid, and is not returned', async () => {
    const card = await issueCard(callOf(at.portal))
    const page = await at.portal.page(`${at.portal.base}/cards/${card.id}`)
    for (const pin of ['', '471', '12345678901234', '47x1', '４７１１']) {
      const { status, text } = await at.portal.submit(page, 'pin', { pin })
      assert.equal(status, 422, pin)
      assert.match(wordsOf(text), /PIN : Enter 4 to 12 digits\./)
      if (pin !== '') assert.ok(!text.includes(`value="${pin}"`), pin)
      assert.match(wordsOf(text), /PIN none/)
    }
  })
})

onPortal('A cardholder', (at) => {
  test('lists the bindings of the cards, with links to each card', async () => {
    const { merchant, base } = at.portal
    const call = callOf(at.portal)
    const card = await issueCard(call)
    await topUp(call, card, 5000)
    const address = `${base}/cardholders/${card.cardholder}`
    assert.doesNotMatch(wordsOf(await at.portal.page(address)), /Bindings/)
    const { text } = await at.portal.post(`${base}/cards/${card.id}/number`)
    const [, MM = '', year = '', $CVC = ''] =
      /Valid to (\d\d)\/(\d\d) CVC (\d{3})/.exec(wordsOf(text)) ?? []
    const orderId = await merchant.register({ clientId: 'anna@shop' })
    await merchant.pay(orderId, { $PAN: card.number, $CVC, MM, YYYY: `20${year}` })
    const section = sectionOf(await at.portal.page(address), 'Bindings')
    assert.match(wordsOf(section), /anna@shop active •••• \d{4}/)
    assert.ok(section.includes(`href="${base}/cards/${card.id}"`))
    assert.ok(section.includes(`href="${base}/orders/${orderId}"`))
  })
})

onPortal('A list of the portal', (at) => {
  for (const [path, ...wrong] of [
    ['/cardholders', 'after=x', 'after=', 'after=-1', 'filter=none'],
    ['/ledger', 'after=x', 'after=1.5', 'filter=none'],
    ['/ledger/funding-978', 'after=x', 'after=1', 'filter=none'],
  ] as const)
    test(`refuses an unknown cursor or filter at ${path}`, async () => {
      await topUp(callOf(at.portal), await issueCard(callOf(at.portal)), 100)
      await at.portal.page(at.portal.base + path)
      for (const query of wrong) {
        const { status, text } = await at.portal.get(`${at.portal.base}${path}?${query}`)
        assert.equal(status, 422, query)
        assert.match(wordsOf(text), /Unknown filter or page in the URL/)
      }
    })
})

onPortal('A page that is open', (at) => {
  test('is notified of changes to its data, and reloads them at its position', async () => {
    const { base } = at.portal
    const card = await issueCard(callOf(at.portal))
    await topUp(callOf(at.portal), card, 100)
    const { cardholder } = card
    for (const [path, kinds, ...parts] of [
      ['/orders', 'order journalEntry callback', 'totals'],
      ['/cardholders', 'cardholder'],
      [
        `/cardholders/${cardholder}`,
        'cardholder card cardNumber account binding',
        'heading',
        'facts',
        'cards',
        'bindings',
      ],
      ['/ledger', 'account cardholder', 'totals'],
      ['/ledger/funding-978', 'account journalEntry', 'facts'],
      ['/clock', 'order callback', 'face', 'moves', 'due'],
      ['/rules', 'order card authorisation', 'rules', 'changed', 'tried'],
    ] as const) {
      const text = await at.portal.page(base + path)
      assert.ok(text.includes(`data-live-address="${base}${path}"`), path)
      assert.ok(text.includes(`data-live-kinds="${kinds}"`), path)
      for (const part of parts) assert.ok(text.includes(`data-live="${part}"`), `${path}: ${part}`)
    }
  })
})
