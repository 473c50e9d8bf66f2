// Cards on the portal: issued, listed, displayed, and every action on them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, type Portal, sectionOf, wordsOf } from '../../kit/portal.ts'

const PERSON = { firstName: 'Ann', lastName: 'Dune', phoneNumber: '+35700000001' }

async function issued(
  portal: Portal,
  { lastName = 'Dune', initialBalance = '0' } = {},
): Promise<{ id: string; page: string }> {
  const list = await portal.page(`${portal.base}/cards`)
  const answer = await portal.submit(list, 'issue', { ...PERSON, lastName, initialBalance })
  const [path = ''] = String(answer.headers['location']).split('?')
  return { id: path.split('/').at(-1) ?? '', page: await portal.page(path) }
}

/** The current number of the card, as interface B returns it. */
async function numberOf({ sandbox, merchant }: Portal, id: string): Promise<string> {
  const headers = { 'x-api-key': merchant.project.secrets.interfaceB.apiKey }
  const { json } = await sandbox.call('GET', `/v2/cards/${id}`, { headers })
  return (json as { number: string }).number
}

const status = (page: string): string => wordsOf(/<h1>[^]*?<\/h1>/.exec(page)?.[0] ?? '')
const next = (page: string): string => wordsOf(page.slice(page.indexOf('aria-label="Actions"')))
const transactions = (page: string): string => wordsOf(sectionOf(page, 'History'))

onPortal('Cards of the portal', (at) => {
  test('are issued by a form that reports errors and keeps the input', async () => {
    const { portal } = at
    const list = await portal.page(`${portal.base}/cards`)
    assert.match(wordsOf(list), /Cards appear here when they are issued: in the portal/)
    const { status: code, text } = await portal.submit(list, 'issue', {
      firstName: '  ',
      lastName: 'x'.repeat(101),
      phoneNumber: '12<i>',
    })
    assert.equal(code, 422)
    assert.match(wordsOf(text), /First name : Enter a name .* Last name : .* Phone : Enter a plus/)
    const balance = { ...PERSON, initialBalance: '1<50' }
    const mistyped = await portal.submit(list, 'issue', balance)
    assert.equal(mistyped.status, 422)
    assert.match(
      wordsOf(mistyped.text),
      /Initial balance : Enter an amount such as 100\.00, or 0\./,
    )
    assert.match(mistyped.text, /value="1&lt;50"/)
    assert.match(text, /value="12&lt;i&gt;"/)
    const { id, page } = await issued(portal)
    assert.match(status(page), /^•••• \d{4} active$/)
    const cards = wordsOf(await portal.page(`${portal.base}/cards`))
    assert.match(cards, /ANN DUNE active just now \d\d\/\d\d 0\.00 EUR/)
    assert.ok((await portal.page(`${portal.base}/cards?filter=active`)).includes(id))
    assert.ok(!(await portal.page(`${portal.base}/cards?filter=lost`)).includes(id))
  })

  test('are issued with a balance in one step, and can pay immediately', async () => {
    const { portal } = at
    const list = await portal.page(`${portal.base}/cards`)
    const card = await portal.done(list, 'issue')
    assert.match(wordsOf(card), /Card issued .*"initialBalance":10000/)
    assert.match(wordsOf(card), /Available 100\.00 EUR/)
    assert.match(wordsOf(await portal.done(card, 'pay')), /paid 10\.00 EUR Paid: 10\.00\sEUR/)
  })

  test('can be filtered by several values at once, sorted and exported', async () => {
    const { portal } = at
    const { id } = await issued(portal, { lastName: 'Filterby', initialBalance: '77.00' })
    const other = await issued(portal, { lastName: 'Filterby', initialBalance: '1.00' })
    const [, lastFour = ''] = /•••• (\d{4})/.exec(status(other.page)) ?? []
    const idsAt = async (query: string): Promise<readonly string[]> => {
      const list = await portal.page(`${portal.base}/cards?${query}`)
      return [...list.matchAll(/<th[^>]*><a [^>]*\/cards\/(\d+)"/g)].map(([, found = '']) => found)
    }
    for (const [query, expected] of [
      ['name=filterby', [other.id, id]],
      ['name=filterby&sort=oldest', [id, other.id]],
      ['name=filterby&sort=highest', [id, other.id]],
      ['name=filterby&sort=lowest', [other.id, id]],
      ['name=filterby&amountFrom=50', [id]],
      ['name=filterby&amountUntil=50.00', [other.id]],
      [`name=filterby&card=${lastFour}`, [other.id]],
      ['name=filterby&filter=blocked', []],
      ['name=filterby&product=1', [other.id, id]],
      ['name=filterby&product=2', []],
      ['name=no%25one', []],
    ] as const)
      assert.deepEqual(await idsAt(query), expected, query)
    const wrong = await portal.get(`${portal.base}/cards?card=12&holder=x`)
    assert.match(wordsOf(wrong.text), /Enter the last four digits.* Enter a cardholder id/)
    const list = wordsOf(await portal.page(`${portal.base}/cards`))
    assert.match(list, /All \d+ Active \d+ Blocked \d+ Lost \d+ Stolen \d+/)
    const file = await portal.get(`${portal.base}/cards.csv?name=filterby&sort=oldest`)
    assert.match(
      file.text,
      /^card_id,number,status,expires,embossed_name,.*\r\n1\d{11},.*ANN FILTERBY,.*,EUR,77\.00,0\.00,77\.00,1,/,
    )
  })

  test('link to the holder, the account and the entries that name them', async () => {
    const { portal } = at
    const { page } = await issued(portal, { initialBalance: '20.00' })
    const linked = async (pattern: RegExp): Promise<string> => {
      const [, path = ''] = pattern.exec(page) ?? []
      return wordsOf(await portal.page(path))
    }
    assert.match(await linked(/href="([^"]*\/cardholders\/\d+)"/), /Ann Dune/)
    assert.match(await linked(/href="([^"]*\/ledger\/\d{20})"/), /20\.00 EUR credit/)
    assert.match(await linked(/href="([^"]*\/ledger\/entries\/\d+)"/), /To card \d{4} \d\d••/)
    assert.match(wordsOf(page), /Visa/)
  })

  test('show their number on request, in that response only', async () => {
    const { portal } = at
    const { page, id } = await issued(portal)
    assert.doesNotMatch(
      page.replaceAll(/data-copy="\d{12,20}"/g, ''),
      /\b\d{16}\b|(\d{4} ){3}\d{4}/,
    )
    const { status: code, text, headers } = await portal.submit(page, 'number')
    assert.deepEqual([code, headers['cache-control']], [200, 'no-store'])
    const [pan = ''] = /(\d{4} ){3}\d{4}/.exec(text) ?? []
    assert.match(wordsOf(text), /CVC \d{3}/)
    assert.equal(pan.replaceAll(' ', ''), await numberOf(portal, id))
    const byId = await portal.get(`${portal.base}/search?q=${id}`)
    assert.equal(byId.headers['location'], `${portal.base}/cards/${id}`)
    // Another card may have the same last digits: then both are listed.
    const byEnd = await portal.get(`${portal.base}/search?q=${pan.slice(-4)}`)
    assert.ok(`${byEnd.text} ${String(byEnd.headers['location'])}`.includes(id))
  })

  test('are searched by texts of at most a hundred characters', async () => {
    const { portal } = at
    for (const [length, isSearched] of [
      [100, true],
      [101, false],
    ] as const) {
      const page = await portal.page(`${portal.base}/search?q=${'x'.repeat(length)}`)
      const text = isSearched ? 'No results for' : 'at most 100 characters'
      assert.ok(wordsOf(page).includes(text), text)
    }
  })

  test('are topped up and used for an order at C, and A, B and C show it', async () => {
    const { portal } = at
    const { page } = await issued(portal)
    const funded = await portal.done(page, 'topup', { amount: '50' })
    assert.match(wordsOf(funded), /Topped up The call POST \/v2\/topups .*"amount":5000/)
    assert.match(transactions(funded), /top-up approved just now 50\.00 EUR/)
    const order = await portal.done(funded, 'pay', { amount: '12.50', stages: 'two' })
    assert.match(wordsOf(sectionOf(order, 'Timeline')), /Approved and held 12\.50 EUR/)
    const card = /href="([^"]*\/cards\/\d+)\?filter=B"/.exec(funded)?.[1] ?? ''
    const after = await portal.page(card)
    assert.match(wordsOf(after), /Available 37\.50 EUR Balance 50\.00 EUR Held 12\.50 EUR/)
    assert.match(wordsOf(sectionOf(after, 'Limits')), /Online per day 12\.50 of 1,000\.00 EUR/)
    assert.match(
      transactions(await portal.page(`${card}?filter=A`)),
      /cardId 1\d{11} .* 760 Credit account presentment CREDIT just now 50\.00 EUR/,
    )
    assert.match(transactions(await portal.page(`${card}?filter=B`)), /Top-up approved/)
    assert.match(transactions(await portal.page(`${card}?filter=C`)), /held just now 12\.50 EUR/)
  })

  test('show the bindings of clients that paid with them, which can be deactivated and activated', async () => {
    const { portal } = at
    const { merchant } = portal
    const { page, id } = await issued(portal)
    const funded = await portal.done(page, 'topup', { amount: '50.00' })
    const shown = wordsOf((await portal.submit(funded, 'number')).text)
    const [, MM = '', year = '', $CVC = ''] =
      /Valid to (\d\d)\/(\d\d) CVC (\d{3})/.exec(shown) ?? []
    const order = await merchant.register({ clientId: 'anna@shop' })
    const $PAN = await numberOf(portal, id)
    await merchant.pay(order, { $PAN, $CVC, MM, YYYY: `20${year}` })
    const card = `${portal.base}/cards/${id}`
    const bound = await portal.page(card)
    assert.match(wordsOf(sectionOf(bound, 'Bindings')), /anna@shop active .* Deactivate/)
    const [, binding = ''] = /name="binding" value="([^"]*)"/.exec(bound) ?? []
    const change = (to: string, which = binding, of = card) =>
      portal.post(`${of}/bindings`, { binding: which, change: to })
    const { headers } = await change('off')
    const off = await portal.page(String(headers['location']))
    assert.match(wordsOf(off), /Binding deactivated .*unBindCard\.do/)
    assert.match(wordsOf(sectionOf(off, 'Bindings')), /anna@shop off .* Activate/)
    assert.equal((await change('off')).status, 303)
    await change('on')
    assert.match(wordsOf(sectionOf(await portal.page(card), 'Bindings')), /anna@shop active/)
    assert.equal((await change('off', `${binding.slice(0, -1)}x`)).status, 404)
    const other = `${portal.base}/cards/${(await issued(portal)).id}`
    assert.equal((await change('off', binding, other)).status, 404)
  })

  test('decline a payment above a lowered limit, and the order shows the reason', async () => {
    const { portal } = at
    const { page } = await issued(portal)
    const funded = await portal.done(page, 'topup', { amount: '50.00' })
    const limited = await portal.done(funded, 'limit', { limit: 'LMTP0109', amount: '5' })
    assert.match(wordsOf(sectionOf(limited, 'Limits')), /Spending per day 0\.00 of 5\.00 EUR/)
    const order = await portal.done(limited, 'pay', { amount: '6.00', stages: 'one' })
    assert.match(
      wordsOf(order),
      /Declined by the issuer .* 6\.00 EUR is above the daily spending limit of 5\.00 EUR \(0\.00 used\)\. Raise the daily spending limit to at least 6\.00 EUR, or send at most 5\.00 EUR\. .*Action code 121 See the card/,
    )
    const again = await portal.submit(await portal.page(pathOfCard(order)), 'pay', {
      amount: 'much',
    })
    assert.equal(again.status, 422)
    assert.match(wordsOf(again.text), /Amount of the order : Enter an amount/)
  })

  test('make the next payment fail, and the payment after it succeeds', async () => {
    const { portal } = at
    const { page, id } = await issued(portal)
    const funded = await portal.done(page, 'topup', { amount: '50.00' })
    const wrong = await portal.submit(funded, 'fail', { actionCode: '0' })
    assert.equal(wrong.status, 422)
    assert.match(wordsOf(wrong.text), /Result : Select a code from the list/)
    const failing = await portal.done(funded, 'fail', { actionCode: '208' })
    assert.match(
      wordsOf(failing),
      /The next payment with this card will fail .*fail-next-payment .*"actionCode":208/,
    )
    const sentence = `When the issued card is ${id}, decline with 208`
    assert.ok(next(failing).includes(sentence), next(failing))
    assert.ok(wordsOf(await portal.page(`${portal.base}/rules`)).includes(sentence))
    const declined = await portal.done(failing, 'pay', { amount: '6.00', stages: 'one' })
    assert.match(wordsOf(declined), /6\.00 EUR Declined: .* \(\d+\) Timeline/)
    assert.match(
      wordsOf(declined),
      /Declined by the issuer .* The outcome rule rule-\d+ declined the payment\. .* Action code 208/,
    )
    const after = await portal.page(pathOfCard(declined))
    assert.ok(!next(after).includes(sentence))
    assert.match(
      wordsOf(await portal.done(after, 'pay', { amount: '6.00', stages: 'one' })),
      /paid/,
    )
  })

  test('refuse a failing payment if the project has reached its limit of rules', async () => {
    const { portal } = at
    const { page } = await issued(portal)
    const headers = { 'x-api-key': portal.merchant.project.secrets.interfaceB.apiKey }
    const setRules = (outcomeRules: readonly object[]) =>
      portal.sandbox.call('PATCH', '/control/v1/project', { headers, body: { outcomeRules } })
    await setRules(Array.from({ length: 100 }, () => ({ match: {}, outcome: {} })))
    const { status: code, text } = await portal.submit(page, 'fail', { actionCode: '208' })
    await setRules([])
    assert.equal(code, 422)
    assert.match(wordsOf(text), /Result : Limit of 100 rules reached\. Delete a rule first\./)
  })

  test('transfer money to another card, and show why a transfer failed', async () => {
    const { portal } = at
    const one = await issued(portal)
    const other = await issued(portal)
    const declined = await portal.submit(one.page, 'transfer', { to: other.id, amount: '1.00' })
    assert.equal(declined.status, 422)
    assert.match(
      wordsOf(declined.text),
      /Declined\. 1\.00 EUR is more than the available balance of 0\.00 EUR\. Top up the card/,
    )
    for (const to of ['', 'x', '100000999999', '9'.repeat(15)]) {
      const answer = await portal.submit(one.page, 'transfer', { to, amount: '1.00' })
      assert.match(wordsOf(answer.text), /Id of the other card : The project has no card/, to)
    }
    const funded = await portal.done(one.page, 'topup', { amount: '3.00' })
    const moved = await portal.done(funded, 'transfer', { to: other.id, amount: '1.00' })
    assert.match(transactions(moved), /transfer approved just now 1\.00 EUR/)
  })

  test('are blocked, activated, lost and reissued; a stale page does nothing', async () => {
    const { portal } = at
    const { page, id } = await issued(portal)
    const before = await numberOf(portal, id)
    const blocked = await portal.done(page, 'block')
    assert.match(status(blocked), /blocked/)
    const stale = await portal.submit(page, 'block')
    assert.equal(stale.status, 409)
    assert.match(
      wordsOf(stale.text),
      /has changed since you opened this page\. “Block” was not performed\..*Then Now Status active blocked/,
    )
    const active = await portal.done(blocked, 'unblock')
    const lost = await portal.done(active, 'lost')
    assert.doesNotMatch(next(lost), /Top up|Block|Transfer/)
    const reissued = await portal.done(lost, 'reissue')
    assert.match(status(reissued), /active/)
    assert.notEqual(await numberOf(portal, id), before)
    const stolen = await portal.done(reissued, 'stolen')
    assert.match(status(stolen), /stolen/)
  })
})

const pathOfCard = (page: string): string => /href="([^"]*\/cards\/\d+)"/.exec(page)?.[1] ?? ''
