// The start page of a project: its introduction while the project is empty, and its activity later.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countOutcomes } from '../../../src/api/control/overview.ts'
import { OUTCOMES_MAX } from '../../../src/store/reads/overview.ts'
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

  test('fills an empty project with sample data, and says how much', async () => {
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

  test('shows only numbers of the URL in the notice', async () => {
    const { portal } = at
    const page = wordsOf(await portal.page(`${portal.base}?did=seed&cards=<b>&orders=123456`))
    assert.match(
      page,
      /Added several cardholders, several cards, several transfers and several orders/,
    )
  })

  test('shows the newest events in one line each, with links', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const order = await merchant.heldOrder({ orderNumber: 'N-1' })
    await merchant.callOk('deposit', { orderId: order, amount: 500 })
    const declined = await merchant.register({ orderNumber: 'N-2' })
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    const page = await portal.page(base)
    const words = wordsOf(sectionOf(page, 'Recent activity'))
    for (const event of [
      'Registered N-1 20.00 EUR',
      'Held N-1 20.00 EUR',
      'Captured N-1 5.00 EUR',
      'Payment declined N-2 20.00 EUR',
      'Callback approved Callback of N-1 no callback URL',
    ])
      assert.ok(words.replaceAll('\u00A0', ' ').includes(event), `${event}: ${words}`)
    assert.match(page, new RegExp(`href="${base}/orders/${order}"`))
    assert.match(page, new RegExp(`href="${base}/callbacks/\\d+"`))
    assert.match(wordsOf(await portal.page(`${base}?lesson`)), /The first steps.*First calls/)
  })

  test('counts approvals and declines, as a chart and as a table', async () => {
    const { portal } = at
    const section = sectionOf(await portal.page(portal.base), 'Approvals and declines')
    assert.match(wordsOf(section), /1 approved 1 declined in the last 24 hours/)
    assert.match(wordsOf(section), /From Approved Declined 2031-05-\d\d \d\d:\d\d:\d\d UTC 1 1/)
    assert.equal(section.match(/<rect/g)?.length, 2)
    assert.doesNotMatch(section, /style=/)
  })

  test('lists failing callbacks and holds that expire within a day', async () => {
    const { portal } = at
    const { merchant, base, sandbox } = portal
    const before = await portal.page(base)
    assert.match(wordsOf(sectionOf(before, 'Failing callbacks')), /None/)
    assert.match(wordsOf(sectionOf(before, 'Holds expiring in the next 24 hours')), /None/)
    const held = await merchant.heldOrder({ orderNumber: 'N-3' })
    // The service itself does not accept callbacks: it returns 404.
    await merchant.changeSettings({ callbackUrl: `${sandbox.url}/nobody` })
    await merchant.paidOrder({ orderNumber: 'N-4' })
    await merchant.advanceClock(6 * DAY_MS + HOUR_MS)
    const inbox = async (): Promise<string> => portal.page(`${base}/callbacks?filter=waiting`)
    while (!/No answer|>\s*1\s*</.test(await inbox())) await merchant.advanceClock(1000)
    const page = await portal.page(base)
    assert.match(wordsOf(sectionOf(page, 'Failing callbacks')), /deposited .* N-4/)
    assert.match(
      wordsOf(sectionOf(page, 'Holds expiring in the next 24 hours')),
      /N-3 20\.00\sEUR Hold is/,
    )
    assert.match(page, new RegExp(`href="${base}/orders/${held}"`))
  })
})

describe('The counts of outcomes', () => {
  const NOW = 100 * DAY_MS
  const outcome = (ago: number, approved = true, kind = 'purchase' as const) => ({
    kind,
    at: NOW - ago,
    approved,
  })

  test('are in the right hour; older and unattempted payments do not count', () => {
    const { buckets, approved, declined, spanMs } = countOutcomes(
      [
        outcome(0),
        outcome(1, false),
        { ...outcome(5), kind: 'refund' },
        outcome(HOUR_MS),
        outcome(DAY_MS),
        outcome(DAY_MS + 1),
      ],
      NOW,
    )
    assert.deepEqual([approved, declined, spanMs, buckets.length], [3, 1, DAY_MS, 24])
    assert.deepEqual(buckets[23], { from: NOW - HOUR_MS, approved: 2, declined: 1 })
    assert.equal(buckets[0]?.approved, 1)
  })

  test('go back only as far as was read, if the day has more payments than that', () => {
    const many = Array.from({ length: OUTCOMES_MAX }, (_, index) => outcome(index * 12))
    const { approved, spanMs, buckets } = countOutcomes(many, NOW)
    assert.equal(approved, OUTCOMES_MAX)
    assert.equal(spanMs, (OUTCOMES_MAX - 1) * 12)
    assert.ok(buckets.every((bucket) => bucket.approved > 0))
    assert.deepEqual(countOutcomes([], NOW).approved, 0)
  })
})
