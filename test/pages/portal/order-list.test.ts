// The list of orders on the portal: filtered, read page by page, searched and exported.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onPortal('The list of orders', (at) => {
  test('explains itself when empty, and filters orders, newest first', async () => {
    const { portal } = at
    const { merchant, base } = portal
    assert.match(await portal.page(`${base}/orders`), /as soon as a merchant registers one/)
    const unpaid = await merchant.register({ orderNumber: 'unpaid-1' })
    const held = await merchant.heldOrder({ orderNumber: 'held-1' })
    const paid = await merchant.paidOrder({ orderNumber: 'paid-1' })
    const refunded = await merchant.paidOrder({ orderNumber: 'refunded-1' })
    await merchant.callOk('refund', { orderId: refunded, amount: 500 })
    const withdrawn = await merchant.register({ orderNumber: 'withdrawn-1' })
    await merchant.callOk('decline', { orderId: withdrawn })
    const declined = await merchant.register({ orderNumber: 'declined-1' })
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    const paidLater = await merchant.register({ orderNumber: 'paid-later-1' })
    await merchant.pay(paidLater, { $PAN: TEST_CARDS.noFunds })
    await merchant.pay(paidLater)
    const listed = async (filter: string): Promise<string[]> => {
      const page = await portal.page(`${base}/orders?filter=${filter}`)
      return [...page.matchAll(/\/orders\/([\da-f-]{36})"/g)].map(([, id = '']) => id)
    }
    assert.deepEqual(
      new Set(await listed('all')),
      new Set([unpaid, held, paid, refunded, withdrawn, declined, paidLater]),
    )
    assert.deepEqual(await listed('held'), [held])
    assert.deepEqual(new Set(await listed('paid')), new Set([paidLater, paid]))
    assert.deepEqual(new Set(await listed('declined')), new Set([paidLater, declined]))
    assert.deepEqual(await listed('withdrawn'), [withdrawn])
    assert.deepEqual(await listed('expired'), [])
    assert.deepEqual(await listed('refunded'), [refunded])
    assert.deepEqual(new Set(await listed('expiring')), new Set([unpaid, declined]))
    const words = wordsOf(await portal.page(`${base}/orders`))
    assert.match(
      words,
      /All 7 Paid 2 Held 1 Declined 2 Expired 0 Withdrawn 1 Refunded 1 Expiring 2/,
    )
    assert.match(words, /declined-1 declined/)
    assert.match(
      wordsOf(await portal.page(`${base}/orders?filter=declined`)),
      /paid-later-1 paid 1 attempt declined/,
    )
    assert.match(words, /held-1 held Visa •••• 3333 just now 20\.00 EUR/)
    assert.match(words, /refunded-1 partly refunded/)
  })

  test('continues after the last order of a page, and links back to the first page', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const ids: string[] = []
    for (let count = 0; count < 52; count++) ids.push(await merchant.register({ amount: 100 }))
    const seen: string[] = []
    let path = `${base}/orders?filter=expiring`
    for (let pages = 0; pages < 3 && path !== ''; pages++) {
      const page = await portal.page(path)
      seen.push(...[...page.matchAll(/\/orders\/([\da-f-]{36})"/g)].map(([, id = '']) => id))
      path =
        /href="([^"]*after=[^"]*)">(?:Older|Next page)/.exec(page)?.[1]?.replaceAll('&amp;', '&') ??
        ''
    }
    assert.equal(new Set(seen).size, seen.length)
    for (const id of ids) assert.ok(seen.includes(id))
    for (const after of ['x', '1_', `${'9'.repeat(16)}_0`, "1_';--"]) {
      const stray = await portal.get(`${base}/orders?after=${encodeURIComponent(after)}`)
      assert.equal(stray.status, 422, after)
    }
  })

  test('can be exported to a file in which no text is interpreted as a formula', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const clientId = '=cmd|"x"!A1'
    await merchant.register({ orderNumber: 'filed', clientId })
    const { status, headers, text } = await portal.get(`${base}/orders.csv`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(String(headers['content-disposition']), /attachment; filename="orders.csv"/)
    const [head, ...rows] = text.trimEnd().split('\r\n')
    assert.match(String(head), /^order_id,order_number,registered_at,status/)
    assert.equal(rows.length, 60)
    assert.match(
      text,
      /,filed,2031-05-10T[\d:.]+Z,unpaid,0,-100,EUR,20\.00,.*,"'=cmd\|""x""!A1",0,\r\n/,
    )
    const held = await portal.get(`${base}/orders.csv?filter=held`)
    assert.equal(held.text.trimEnd().split('\r\n').length, 2)
  })

  test('is found by id, number, RRN and last card digits', async () => {
    const { portal } = at
    const { merchant, base } = portal
    const id = await merchant.paidOrder({ orderNumber: 'wanted 7', amount: 123_457 })
    const { authRefNum } = await merchant.status(id)
    for (const text of [
      id,
      id.toUpperCase(),
      'wanted 7',
      String(authRefNum),
      String(Number(authRefNum)),
      '1234.57 EUR',
      '1,234.57\u00A0EUR',
    ]) {
      const answer = await portal.get(`${base}/search?q=${encodeURIComponent(text)}`)
      assert.deepEqual(
        [answer.status, answer.headers['location']],
        [303, `${base}/orders/${id}`],
        text,
      )
    }
    for (const text of ['nothing', '<b>', '%', '0000', '999999999999'])
      assert.match(
        wordsOf(await portal.page(`${base}/search?q=${encodeURIComponent(text)}`)),
        /No results for “.*” ?\. Search by a part of an order number/,
      )
    const whole = await portal.page(`${base}/search?q=${TEST_CARDS.approved}`)
    assert.match(wordsOf(whole), /must not appear in a URL/)
    assert.doesNotMatch(wordsOf(whole), /No results/)
  })
})
