// The start page of a project: its introduction while the project is empty, and its activity later.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMerchant } from '../../kit/merchant.ts'
import { onPortal, sectionOf, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

onPortal('The start page of a project', (at) => {
  test('introduces an empty project: a payment, a card, credentials and first requests', async () => {
    const { portal } = at
    const { project } = await newMerchant(portal.sandbox)
    const page = await portal.page(`/p/${project.id}`)
    assert.match(wordsOf(page), /Nothing has happened in this project yet/)
    for (const path of ['/try', '/cards', '/callbacks/settings', '/keys'])
      assert.ok(page.includes(`href="/p/${project.id}${path}"`), path)
    const { interfaceA, interfaceB, interfaceC } = project.secrets
    for (const secret of [interfaceA.password, interfaceB.apiKey, interfaceC.password])
      assert.ok(page.includes(`data-copy="${secret}"`))
    assert.match(wordsOf(page), /First calls to interface B.*First payments at interface C/)
  })

  test('fills an empty project with sample data, and reports how much', async () => {
    const { portal } = at
    const merchant = await newMerchant(portal.sandbox)
    const base = `/p/${merchant.project.id}`
    assert.match(wordsOf(await portal.page(base)), /Fill with sample data/)
    const { status, headers } = await portal.post(`${base}/seed`)
    assert.equal(status, 303)
    const location = String(headers['location'])
    assert.match(location, new RegExp(`^${base}\\?did=seed&cardholders=8&cards=8&`))
    const page = wordsOf(await portal.page(location))
    assert.match(page, /Added 8 cardholders, 8 cards, 10 transfers and \d+ orders/)
    assert.doesNotMatch(wordsOf(await portal.page(base)), /Added/)
  })

  test('offers sample data on the empty lists of orders and cards, but not under a filter', async () => {
    const { portal } = at
    const merchant = await newMerchant(portal.sandbox)
    const base = `/p/${merchant.project.id}`
    for (const path of ['/orders', '/cards'])
      assert.match(wordsOf(await portal.page(base + path)), /Fill with sample data/, path)
    assert.doesNotMatch(wordsOf(await portal.page(`${base}/orders?filter=held`)), /sample data/)
  })

  test('explains why a project cannot be filled, and adds nothing', async () => {
    const { portal } = at
    const merchant = await newMerchant(portal.sandbox)
    await merchant.changeSettings({ cardPool: 3 })
    const { status, text } = await portal.post(`/p/${merchant.project.id}/seed`)
    assert.equal(status, 409)
    assert.match(
      wordsOf(text),
      /No data was added\. The sample data has 8 cards, but the pool has 3 left/,
    )
  })

  test('only shows numbers from the URL in the notice', async () => {
    const { portal } = at
    const page = wordsOf(await portal.page(`${portal.base}?did=seed&cards=<b>&orders=123456`))
    assert.match(
      page,
      /Added several cardholders, several cards, several transfers and several orders/,
    )
  })

  test('shows each recent order once, with its steps', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const order = await merchant.heldOrder({ orderNumber: 'N-1' })
    await merchant.callOk('deposit', { orderId: order, amount: 500 })
    await merchant.callOk('refund', { orderId: order, amount: 100 })
    const declined = await merchant.register({ orderNumber: 'N-2' })
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    const page = await portal.page(base)
    const words = wordsOf(sectionOf(page, 'Recent orders and cards')).replaceAll('\u00A0', ' ')
    assert.match(
      words,
      /N-1 registered , then held , then captured , then partly refunded 20\.00 EUR/,
    )
    assert.match(words, /N-2 registered , then declined 20\.00 EUR/)
    assert.equal(words.split('N-1').length, 2)
    assert.match(page, new RegExp(`href="${base}/orders/${order}"`))
    assert.match(wordsOf(await portal.page(`${base}?lesson`)), /First calls Commands for a shell/)
  })

  test('counts approvals and declines, as a chart with links and as a table', async () => {
    const { portal } = at
    const section = sectionOf(await portal.page(portal.base), 'Approvals and declines')
    assert.match(wordsOf(section), /In the last 24 hours/)
    assert.match(wordsOf(section), /Time Approved Declined .*\d\d:00 1 1/)
    assert.match(section, /aria-label="\d\d:00: 1 approved, 1 declined"/)
    assert.equal(section.match(/<rect\s+class="bar/g)?.length, 2)
    assert.doesNotMatch(section, /style=/)
  })

  for (const [range, phrase, bars] of [
    ['1h', 'last hour', 12],
    ['24h', 'last 24 hours', 24],
    ['7d', 'last 7 days', 28],
  ] as const)
    test(`shows the range ${range} in the URL`, async () => {
      const { portal } = at
      const page = await portal.page(`${portal.base}?range=${range}`)
      assert.match(wordsOf(page), new RegExp(`In the ${phrase}`))
      assert.equal(page.match(/<rect\s+class="target"/g)?.length, bars)
    })

  test('refuses an unknown range', async () => {
    const { portal } = at
    const { status, text } = await portal.get(`${portal.base}?range=1y`)
    assert.equal(status, 422)
    assert.match(wordsOf(text), /Unknown filter or page/)
  })

  test('links the number of declined orders to the list with the same orders', async () => {
    const { portal } = at
    const page = await portal.page(portal.base)
    const [, href = ''] = /href="([^"]*filter=declined[^"]*)"[^>]*>Approval rate/.exec(page) ?? []
    const shown = /(\d+) orders? declined/.exec(wordsOf(page))?.[1]
    const list = await portal.page(href.replaceAll('&amp;', '&'))
    assert.equal(list.match(/<a class="name"/g)?.length, Number(shown))
  })

  test('lists failing callbacks and holds that expire within a day', async () => {
    const { portal } = at
    const { merchant, base, sandbox } = portal
    const before = await portal.page(base)
    assert.match(wordsOf(sectionOf(before, 'Failing callbacks')), /None/)
    assert.match(wordsOf(sectionOf(before, 'Held orders that expire within 24 hours')), /None/)
    const held = await merchant.heldOrder({ orderNumber: 'N-3' })
    // The service itself does not accept callbacks: it returns 404.
    await merchant.changeSettings({ callbackUrl: `${sandbox.url}/nobody` })
    await merchant.paidOrder({ orderNumber: 'N-4' })
    await merchant.advanceClock(6 * DAY_MS + HOUR_MS)
    const inbox = async (): Promise<string> => portal.page(`${base}/callbacks?filter=retrying`)
    while (!/No answer|>\s*1\s*</.test(await inbox())) await merchant.advanceClock(1000)
    const page = await portal.page(base)
    assert.match(wordsOf(sectionOf(page, 'Failing callbacks')), /deposited .* N-4/)
    assert.match(
      wordsOf(sectionOf(page, 'Held orders that expire within 24 hours')),
      /N-3 20\.00\sEUR Hold is/,
    )
    assert.match(page, new RegExp(`href="${base}/orders/${held}"`))
    for (const label of ['Failing callbacks', 'Held orders']) {
      const [, figure = ''] = new RegExp(`${label} ([\\d,]+) `).exec(wordsOf(page)) ?? []
      const [values] = new RegExp(`<caption[^>]*>\\s*${label}[^]*?</tbody>`).exec(page) ?? []
      assert.equal(
        wordsOf(values ?? '')
          .trim()
          .split(' ')
          .at(-1),
        figure,
        label,
      )
    }
  })
})
