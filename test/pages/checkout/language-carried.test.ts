// A payer keeps one language throughout: on the payment page, the issuer's page, the redirect to
// the merchant, and every error page in between.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Order } from '../../../src/payments/orders/order.ts'
import { PAGE_LANGUAGES, type PageLanguage } from '../../../src/web/http/requests/page-language.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { cardForm, formOf, openCheckout, pathOf, type Checkout } from '../../kit/checkout.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

onEveryDatabase("The payer's language", (database) => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(database)
  })
  after(() => checkout.close())

  const languageOf = (page: Answer): string | undefined =>
    /<html lang="([^"]*)"/.exec(page.text)?.[1]
  const locationOf = (answer: Answer): string => {
    assert.equal(answer.status, 303, answer.text)
    return String(answer.headers['location'])
  }
  const langOf = (address: string): string | null => new URL(address).searchParams.get('lang')
  const linkOf = (page: Answer): string =>
    (/class="back" href="([^"]*)"/.exec(page.text)?.[1] ?? '').replaceAll('&amp;', '&')
  const post = (page: Answer, fields: Readonly<Record<string, string>> = {}) => {
    const form = formOf(page.text)
    return checkout.post(pathOf(form.action), { ...form.fields, ...fields })
  }
  /** An order in a language different from the payer's choice. */
  const registerBut = (language: PageLanguage) =>
    checkout.register({ request: { language: language === 'en' ? 'ru' : 'en' } })

  for (const language of PAGE_LANGUAGES)
    for (const version of [1, 2] as const)
      test(`${language} is kept through 3-D Secure ${version}, whatever language the order was registered in`, async () => {
        await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
        const order = await registerBut(language)
        const page = await checkout.open(order, language)
        assert.equal(langOf(linkOf(page)), language)
        const redirect = await post(
          page,
          cardForm(version === 1 ? TEST_CARDS.challengeV1 : TEST_CARDS.challengeV2),
        )
        const asked = await post(redirect)
        const wrong = await post(asked, { code: '0' })
        const cancelled = await post(wrong, { action: 'cancel' })
        const expired = await post(wrong, { code: '123456' })
        assert.equal(expired.status, 410)
        for (const each of [page, redirect, asked, wrong, cancelled, expired])
          assert.equal(languageOf(each), language)

        // The attempt failed: the payer is on the payment page again, in the same language, and
        // pays with another card.
        const again = locationOf(await post(cancelled))
        assert.equal(again, checkout.pageOf(order, language))
        const declined = await checkout.sandbox.call('GET', again)
        assert.equal(languageOf(declined), language)
        const challenge = await post(await post(declined, cardForm(TEST_CARDS.challengeV1)))
        const back = locationOf(await post(await post(challenge, { outcome: 'Y' })))
        assert.equal(langOf(back), language)
        const paid = await checkout.open(order, language)
        assert.equal(languageOf(paid), language)
        assert.equal(langOf(linkOf(paid)), language)
        await checkout.control('PATCH', '/project', { gatewayPrefersVersion2: false })
      })

  test('a payment without 3-D Secure and the third decline redirect in the language of the page', async () => {
    const paid = await registerBut('de')
    assert.equal(langOf(locationOf(await post(await checkout.open(paid, 'de'), cardForm()))), 'de')
    const order = await registerBut('el')
    const noFunds = () =>
      checkout.pay(order, { ...cardForm(TEST_CARDS.noFundsCvc521, '521'), language: 'el' })
    await noFunds()
    await noFunds()
    assert.equal(langOf(locationOf(await noFunds())), 'el')
  })

  test("a form without a language uses the order's language", async () => {
    const order = await checkout.register({ request: { language: 'fr' } })
    const path = `/payment/merchants/${checkout.login}/pay`
    const mistake = await checkout.post(path, { mdOrder: order.id, ...cardForm(), cvc: '' })
    assert.equal(languageOf(mistake), 'fr')
    const paid = await checkout.post(path, { mdOrder: order.id, ...cardForm() })
    assert.equal(langOf(locationOf(paid)), 'fr')
  })

  test('an order in an unsupported language is shown in English and returned in its own language', async () => {
    const order = await checkout.register({ request: { language: 'it' } })
    const challenge = await post(
      await post(await checkout.open(order), cardForm(TEST_CARDS.challengeV1)),
    )
    assert.equal(languageOf(challenge), 'en')
    assert.equal(langOf(locationOf(await post(await post(challenge, { outcome: 'Y' })))), 'it')
  })

  /** An order that the merchant's server sent to the issuer. */
  const challenged = async (language: string): Promise<Order> => {
    const order = await checkout.register({ request: { language } })
    await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    return order
  }
  const redirected = (order: Order, query = '') =>
    checkout.sandbox.call('GET', `/payment/acsRedirect.do?orderId=${order.id}${query}`)
  const asBrowser = (page: Answer) => {
    const { action, fields } = formOf(page.text)
    return checkout.sandbox.call('POST', pathOf(action), {
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: new URLSearchParams(fields).toString(),
    })
  }

  for (const language of PAGE_LANGUAGES)
    test(`the payer of a server-to-server merchant sees pages in ${language}, even if a response is repeated`, async () => {
      const order = await challenged(language)
      const redirect = await redirected(order)
      const challenge = await post(redirect)
      const answered = await post(challenge, { outcome: 'Y' })
      assert.equal(langOf(locationOf(await post(answered))), language)
      const twice = await asBrowser(answered)
      for (const each of [redirect, challenge, answered, twice])
        assert.equal(languageOf(each), language)
      assert.equal(langOf(linkOf(twice)), language)
    })

  test("the merchant's own form opens the issuer's page in the order's language", async () => {
    const order = await challenged('es')
    const { fields } = formOf((await redirected(order)).text)
    const challenge = await checkout.post(`/payment/acs/${order.id}`, fields)
    assert.equal(languageOf(challenge), 'es')
  })

  test("a language in the URL of the issuer's page takes precedence over the order's", async () => {
    const redirect = await redirected(await challenged('en'), '&language=DE')
    const challenge = await post(redirect)
    const back = locationOf(await post(await post(challenge, { outcome: 'Y' })))
    assert.deepEqual(
      [languageOf(redirect), languageOf(challenge), langOf(back)],
      ['de', 'de', 'de'],
    )
  })

  for (const { accepts, speaks } of [
    { accepts: 'de-AT,de;q=0.9,en;q=0.8', speaks: 'de' },
    { accepts: 'it, en;q=0.5, el;q=0.9', speaks: 'el' },
    { accepts: 'fr;q=0, es ; q=0.1', speaks: 'es' },
    { accepts: 'RU', speaks: 'ru' },
    { accepts: '*', speaks: 'en' },
    { accepts: ';;,q=,=;q=x', speaks: 'en' },
    // Only the first 200 characters are read.
    { accepts: `it${' '.repeat(195)},de`, speaks: 'de' },
    { accepts: `it${' '.repeat(198)},de`, speaks: 'en' },
    { accepts: `de${' '.repeat(15_000)};q=1`, speaks: 'de' },
  ])
    test(`a page without an order uses ${speaks} for a browser that accepts ${accepts.replace(/ {9,}/, (blanks) => `${blanks.length} blanks`)}`, async () => {
      const headers = { 'accept-language': accepts }
      for (const [method, path] of [
        ['POST', '/payment/acs/nobody'],
        ['POST', '/payment/acs/nobody/answer'],
        ['GET', '/payment/acs/nothing/at/all'],
        ['GET', '/payment/acs/method'],
        ['GET', `/payment/merchants/${checkout.login}/nothing.html`],
      ] as const) {
        const page = await checkout.sandbox.call(method, path, { headers })
        assert.equal(languageOf(page), speaks, path)
      }
    })

  test("a language in the URL takes precedence over the browser's languages", async () => {
    const headers = { 'accept-language': 'de' }
    const order = await checkout.register()
    for (const [path, speaks] of [
      [checkout.pageOf(order, 'fr'), 'fr'],
      [checkout.pageOf(order, 'it'), 'en'],
      [`/payment/merchants/${checkout.login}/payment_el.html?mdOrder=x`, 'el'],
      ['/payment/acs/nothing/at/all?language=es', 'es'],
      ['/payment/acs/nothing/at/all?language=es&language=ru', 'de'],
    ] as const)
      assert.equal(languageOf(await checkout.sandbox.call('GET', path, { headers })), speaks, path)
  })

  test('a registration returns the URL of the page in each language of the pages', async () => {
    const { userName, password } = checkout.project.secrets.interfaceC
    for (const language of [...PAGE_LANGUAGES, 'it']) {
      const wishes = { amount: '2000', returnUrl: 'https://shop.example/', language }
      const answer = await checkout.post('/payment/rest/register.do', {
        userName,
        password,
        ...wishes,
      })
      const { formUrl } = answer.json as { readonly formUrl: string }
      const pageLanguage = language === 'it' ? 'en' : language
      assert.equal(
        pathOf(formUrl).split('?')[0],
        `/payment/merchants/${checkout.login}/payment_${pageLanguage}.html`,
      )
    }
  })
})
