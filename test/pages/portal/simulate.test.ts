// Using an issued card from the portal: the terminal, its result, the next steps, scenarios, and
// the list of authorisations.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPortal, wordsOf } from '../../kit/portal.ts'

onPortal('Using a card from the portal', (at) => {
  const terminal = (): Promise<string> => at.portal.page(`${at.portal.base}/simulate`)
  const issue = async (firstName: string, initialBalance: string): Promise<void> => {
    const page = await at.portal.page(`${at.portal.base}/cards`)
    await at.portal.done(page, 'issue', { firstName, lastName: 'Dune', initialBalance })
  }

  test('needs a card, and starts with one that approves', async () => {
    assert.match(wordsOf(await terminal()), /No cards yet/)
    await issue('Ann', '100.00')
    await issue('Ben', '0')
    const [select = ''] = /<select[^>]*name="cardId"[^]*?<\/select>/.exec(await terminal()) ?? []
    assert.match(wordsOf(select), /100\.00\sEUR, ANN DUNE .*BEN DUNE/)
  })

  test('shows the result and offers the next steps until nothing is left', async () => {
    const { portal } = at
    const held = await portal.done(await terminal(), 'terminal', { amount: '20,00' })
    assert.match(wordsOf(held), /Approved 20\.00\sEUR Corner cafe .* Response code 00 · approved/)
    const more = await portal.done(held, 'increment', { amount: '5.00' })
    assert.match(wordsOf(more), /Hold increased\. The call POST .*\/increment/)
    const refused = await portal.done(more, 'increment', { amount: '500.00' })
    assert.match(wordsOf(refused), /Increment declined\. 500\.00\sEUR is more than the available/)
    const advised = await portal.done(refused, 'advice', { amount: '10.00' })
    const part = await portal.done(advised, 'clear', { amount: '4.00', final: 'no' })
    assert.match(wordsOf(part), /Cleared\..*partly cleared/)
    const cleared = await portal.done(part, 'clear', { amount: '7.50' })
    const tooMuch = await portal.submit(cleared, 'refund', { amount: '11.51' })
    assert.match(wordsOf(tooMuch.text), /send at most 11\.50\sEUR/)
    const page = new URL(/href="([^"]*\/authorisations\/\d+)"/.exec(cleared)?.[1] ?? '', 'http://x')
    assert.match(wordsOf(await portal.page(page.pathname)), /cleared 11\.50\sEUR/)
    const refunded = await portal.done(cleared, 'refund', { amount: '11.50' })
    assert.match(wordsOf(refunded), /Refunded\./)
    assert.doesNotMatch(wordsOf(refunded), /Next step/)
  })

  test('refuses a step from a stale page, and shows what has changed', async () => {
    const { portal } = at
    const held = await portal.done(await terminal(), 'terminal', { amount: '2.00' })
    const more = await portal.done(held, 'increment', { amount: '1.00' })
    const twice = await portal.submit(held, 'increment', { amount: '1.00' })
    assert.equal(twice.status, 409)
    assert.match(
      wordsOf(twice.text),
      /authorisation has changed since you opened this page\. “Increment” was not performed\..* Held 2\.00\sEUR 3\.00\sEUR/,
    )
    await portal.done(more, 'clear', { amount: '3.00' })
    const late = await portal.submit(more, 'expire')
    assert.equal(late.status, 409)
    assert.match(wordsOf(late.text), /Status pending cleared .*Cleared 0\.00\sEUR 3\.00\sEUR/)
    assert.equal((await portal.submit(late.text, 'refund', { amount: '3.00' })).status, 303)
  })

  test('shows why a card was declined', async () => {
    const { portal } = at
    for (const [fields, expected] of [
      [{ amount: '500.00' }, /Declined 500\.00\sEUR .*Response code 51 · insufficient-funds/],
      [{ cvc: 'wrong' }, /Response code AB · wrong-cvc/],
      [{ pin: '0000' }, /Response code 55 · wrong-pin/],
      [{ decline: 'issuer-unavailable' }, /Response code 91 · issuer-unavailable/],
      [{ cvc: 'right', kind: 'verification' }, /Approved .*Verified/],
      [{ amount: '500.00', partialApproval: 'yes' }, /Approved in part 100\.00\sEUR/],
    ] as const)
      assert.match(wordsOf(await portal.done(await terminal(), 'terminal', fields)), expected)
  })

  test('posts a payment and a refund that no merchant requested', async () => {
    const { portal } = at
    for (const [kind, expected] of [
      ['forcePost', /Approved 3\.00\sEUR Corner cafe .*Force post \d+ cleared/],
      ['refund', /Approved 3\.00\sEUR Corner cafe .*Refund \d+ cleared/],
    ] as const)
      assert.match(
        wordsOf(await portal.done(await terminal(), 'terminal', { kind, amount: '3.00' })),
        expected,
      )
    const refused = await portal.submit(await terminal(), 'terminal', { kind: 'refund', mcc: '1' })
    assert.equal(refused.status, 422)
  })

  test('replaces the exchange rates, and reports an invalid one with its line', async () => {
    const { portal } = at
    const page = () => portal.page(`${portal.base}/simulate/rates`)
    assert.match(wordsOf(await page()), /Exchange rates sample rates/)
    const rates = 'USD 1,25\n\njpy = 160'
    const saved = await portal.done(await page(), 'rates', { markup: '1.5', rates })
    assert.match(wordsOf(saved), /Rates saved/)
    assert.match(saved, /USD 1\.25\nJPY 160</)
    const use = { kind: 'refund', amount: '10', currency: 'USD' }
    const refunded = await portal.done(await terminal(), 'terminal', use)
    assert.match(wordsOf(refunded), /10\.00\sUSD .*8\.12\sEUR/)
    for (const [fields, expected] of [
      [{ markup: '101' }, /Markup : Enter a percentage from 0 to 100/],
      [{ markup: '1.234' }, /Markup : Enter a percentage/],
      [{ rates: 'USD 1.25\nmuch' }, /Rates : Line 2: Enter a currency and its rate/],
      [{ rates: 'USD 0' }, /Rates : Line 1: Enter a currency and its rate/],
      [{ rates: 'EUR 1' }, /Rates : Line 1: EUR needs no rate: it is the account currency/],
      [{ rates: 'USD 1\nUSD 2' }, /Rates : Line 2: USD has a rate already/],
    ] as const) {
      const { status, text } = await portal.submit(await page(), 'rates', fields)
      assert.equal(status, 422)
      assert.match(wordsOf(text), expected)
    }
    const sample = await portal.done(await page(), 'rates', { markup: '0', rates: '' })
    assert.match(wordsOf(sample), /Exchange rates sample rates .*Rates saved/)
  })

  test('returns the form with an error at the field', async () => {
    const { portal } = at
    for (const [fields, expected] of [
      [{ amount: 'much' }, /Amount : Enter an amount such as 20\.00/],
      [{ currency: 'JPY', amount: '20.00' }, /Amount : Enter an amount such as 2000\./],
      [{ amount: '0' }, /Amount : Enter an amount above 0/],
      [{ mcc: '12' }, /Category \(MCC\) : Enter four digits/],
      [{ country: 'XX' }, /Country : Enter a country such as CY/],
      [{ pin: '12' }, /PIN : Enter 4 to 12 digits/],
      [{ merchant: 'x'.repeat(61) }, /Merchant : Enter a name/],
    ] as const) {
      const { status, text } = await portal.submit(await terminal(), 'terminal', fields)
      assert.equal(status, 422)
      assert.match(wordsOf(text), expected)
      assert.ok(!text.includes('value="12"') || !('pin' in fields), 'a PIN is never sent back')
    }
  })

  test('runs a scenario, and lists every authorisation with its page', async () => {
    const { portal } = at
    await issue('Cleo', '500.00')
    const page = await terminal()
    const [, cardId = ''] = /name="cardId" value="(\d+)"/.exec(page) ?? []
    const played = await portal.post(`${portal.base}/simulate/scenarios/hotel`, { cardId })
    assert.equal(played.status, 303)
    const shown = await portal.page(String(played.headers['location']))
    assert.match(wordsOf(shown), /Seaview hotel .*Hold increased .*Cleared/)
    const unknown = await portal.post(`${portal.base}/simulate/scenarios/heist`, { cardId })
    assert.equal(unknown.status, 404)
    const list = await portal.page(`${portal.base}/authorisations?filter=cleared&mcc=7011`)
    const [, id = ''] = /\/authorisations\/(\d+)">Pre-authorisation/.exec(list) ?? []
    const detail = await portal.page(`${portal.base}/authorisations/${id}`)
    assert.match(wordsOf(detail), /Pre-authorisation \d+ cleared 280\.00\sEUR Timeline/)
    assert.equal((await portal.get(`${portal.base}/authorisations/1`)).status, 404)
    assert.match(
      wordsOf(await portal.page(`${portal.base}/simulate?authorisation=1`)),
      /The terminal sends a request/,
    )
  })

  test('keeps the input, but no card data, so that a payment can be repeated', async () => {
    const { portal } = at
    const entered = { amount: '7,50', merchant: 'Kiosk & =1', mcc: '5411', entryMode: 'chip' }
    const sent = { ...entered, cvc: 'right', pin: '' }
    const held = await portal.done(await terminal(), 'terminal', sent)
    const isKept = (page: string): void => {
      const [form = ''] = /<form[^>]*id="terminal"[^]*?<\/form>/.exec(page) ?? []
      assert.match(form, /name="amount"[^>]*value="7,50"/)
      assert.match(form, /name="merchant"[^>]*value="Kiosk &amp; =1"/)
      assert.match(form, /value="chip"\s+selected/)
      assert.match(form, /value="right"\s+selected/)
    }
    isKept(held)
    const cleared = await portal.done(held, 'clear', { amount: '7.50' })
    isKept(cleared)
    assert.match(wordsOf(cleared), /Cleared\./)
    const declined = await portal.done(cleared, 'terminal', { pin: '0000' })
    assert.match(wordsOf(declined), /7\.50\sEUR .*wrong-pin/)
    isKept(declined)
    assert.doesNotMatch(declined, /value="0000"/)
    const wrong = await portal.page(
      `${portal.base}/simulate?amount=${'9'.repeat(61)}&entryMode=x&pin=1234`,
    )
    assert.match(wrong, /name="amount"[^>]*value="20\.00"/)
    assert.doesNotMatch(wrong, /value="1234"/)
  })
})
