// Filters of a list that can be combined, its sorts and its file, on the list of orders.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onPortal('A list with filters', (at) => {
  const numbersIn = (page: string): string[] =>
    [...page.matchAll(/\/orders\/[\da-f-]{36}"[^>]*><bdi>([^<]*)</g)].map(([, name = '']) => name)
  const open = (query: string): Promise<string> =>
    at.portal.page(`${at.portal.base}/orders?${query}`)

  before(async () => {
    const { merchant } = at.portal
    await merchant.paidOrder({ orderNumber: 'small', amount: 150, clientId: 'ann' })
    await merchant.paidOrder({ orderNumber: 'large', amount: 30_000, clientId: 'ben' })
    const declined = await merchant.register({ orderNumber: 'none left', amount: 2000 })
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
  })

  // prettier-ignore
  const FOUND: readonly (readonly [query: string, numbers: readonly string[], chip: string])[] = [
    ['amountFrom=20.00',                  ['large', 'none left'],          'Amount from: 20.00'],
    ['amountFrom=20&amountUntil=20,00',   ['none left'],                   'Amount up to: 20,00'],
    ['currency=eur&client=ann',           ['small'],                       'Currency: eur'],
    ['currency=840',                      [],                              'Currency: 840'],
    ['code=116',                          ['none left'],                   'Action code: 116'],
    [`card=${TEST_CARDS.noFunds.slice(-4)}`, ['none left'],                'Card ending in'],
    ['from=2031-05-10&until=2031-05-10',  ['large', 'none left', 'small'], 'From (UTC): 2031-05-10'],
    ['until=2031-05-09',                  [],                              'Until (UTC): 2031-05-09'],
    ['from=2031-05-10T10:00:01Z',         [],                              'From (UTC)'],
    ['filter=paid&amountFrom=1.50&client=ben', ['large'],                  'Client: ben'],
  ]
  for (const [query, numbers, chip] of FOUND)
    test(`shows and exports the rows of ${query}, with each filter as a chip`, async () => {
      const page = await open(query)
      assert.deepEqual(numbersIn(page).toSorted(), numbers)
      assert.ok(wordsOf(page).includes(chip), wordsOf(page))
      const file = /href="([^"]*orders\.csv[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const rows = (await at.portal.get(file)).text.trimEnd().split('\r\n').slice(1)
      assert.deepEqual(rows.map((row) => row.split(',')[1]).toSorted(), numbers)
      if (numbers.length === 0) assert.match(wordsOf(page), /Nothing matches these filters. Clear/)
      else
        assert.ok(
          wordsOf(page).includes(
            numbers.length === 1 ? ' 1 match ' : ` ${numbers.length} matches `,
          ),
        )
    })

  // prettier-ignore
  const REFUSED: readonly (readonly [query: string, message: RegExp])[] = [
    ['amountFrom=much',   /Enter an amount such as 20\.00/],
    ['amountUntil=1.005', /Enter an amount such as 20\.00/],
    ['from=2031-02-30',   /Enter a date such as 2026-01-31/],
    ['until=tomorrow',    /Enter a date such as 2026-01-31/],
    ['currency=EURO',     /Enter up to 3 characters/],
    ['currency=ZZZ',      /Enter a currency such as EUR or 978/],
    ['card=42',           /Enter the last four digits of the card/],
    ['code=one',          /Enter an action code such as 116/],
  ]
  for (const [query, message] of REFUSED)
    test(`reports the error in ${query} at its field, keeps the text and shows no rows`, async () => {
      const { base } = at.portal
      const answer = await at.portal.get(`${base}/orders?${query}`)
      assert.equal(answer.status, 422)
      assert.match(wordsOf(answer.text), message)
      assert.match(
        answer.text,
        new RegExp(`value="${query.split('=')[1]}"[^>]*aria-invalid="true"`),
      )
      assert.deepEqual(numbersIn(answer.text), [])
      assert.equal((await at.portal.get(`${base}/orders.csv?${query}`)).status, 422)
    })

  test('sorts by a column in both directions and keeps the filters', async () => {
    const page = await open('amountFrom=1')
    const links = [...page.matchAll(/<th[^>]*>\s*<a href="([^"]*)">(\w+)</g)]
    const byAmount = links
      .find(([, , header]) => header === 'Amount')?.[1]
      ?.replaceAll('&amp;', '&')
    assert.ok(byAmount?.includes('amountFrom=1') === true)
    const largest = await at.portal.page(byAmount)
    assert.deepEqual(numbersIn(largest), ['large', 'none left', 'small'])
    assert.match(largest, /aria-sort="descending"/)
    assert.deepEqual(numbersIn(await open('sort=smallest')), ['small', 'none left', 'large'])
    for (const query of ['sort=size', 'filter=expiring&sort=oldest'])
      assert.equal((await at.portal.get(`${at.portal.base}/orders?${query}`)).status, 422)
  })

  test('removes one filter by its chip, and all of them by a link', async () => {
    const page = await open('filter=paid&client=ann&currency=EUR')
    const hrefs = [...page.matchAll(/<a\s+href="([^"]*)"\s+aria-label="Remove filter Client"/g)]
    assert.equal(
      hrefs[0]?.[1]?.replaceAll('&amp;', '&'),
      `${at.portal.base}/orders?filter=paid&currency=EUR`,
    )
    assert.match(page, new RegExp(`href="${at.portal.base}/orders\\?filter=paid">Clear filters`))
  })

  test('omits empty fields of its form from the URL', async () => {
    const { base } = at.portal
    const { status, headers } = await at.portal.get(`${base}/orders?from=&until=&client=ann`)
    assert.deepEqual([status, headers['location']], [303, `${base}/orders?client=ann`])
  })

  test('shows the selected row next to the list, and keeps the filters', async () => {
    const { base } = at.portal
    const page = await open('filter=paid&client=ann')
    const href = /class="detail-link"\s+href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    const shown = await at.portal.page(href ?? '')
    const [, id = ''] = /selected=([\da-f-]{36})/.exec(href ?? '') ?? []
    const detail = /<aside[^>]*aria-label="Preview"[^]*?<\/aside>/.exec(shown)?.[0] ?? ''
    assert.match(wordsOf(detail), /Close preview small paid 1\.50\sEUR .*Approved and paid/)
    assert.ok(detail.includes(`href="${base}/orders?filter=paid&amp;client=ann">Close preview`))
    assert.ok(detail.includes(`href="${base}/orders/${id}">Open the order`))
    assert.deepEqual(numbersIn(shown), ['small'])
    for (const selected of ['x', '0196b0a0-0000-7000-8000-000000000000'])
      assert.doesNotMatch(await open(`selected=${selected}`), /Close preview/)
  })
})
