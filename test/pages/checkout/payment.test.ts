// The payment page over HTTP: its content, the result of its form, and its errors.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ORDER_STATUS } from '../../../src/payments/orders/order-status.ts'
import type { Order } from '../../../src/payments/orders/order.ts'
import { pay } from '../../../src/pages/checkout/payment.ts'
import { openPageSession } from '../../../src/pages/checkout/page-session.ts'
import { PAGE_LANGUAGES } from '../../../src/web/http/requests/page-language.ts'
import type { Answer } from '../../kit/http.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import {
  cardForm,
  FAIL_URL,
  formOf,
  openCheckout,
  pathOf,
  RETURN_URL,
  type Checkout,
} from '../../kit/checkout.ts'
import { LOGO } from '../../kit/logo.ts'
import { TEST_CARDS, inGroups } from '../../kit/test-cards.ts'

onEveryDatabase('The payment page', (database) => {
  let checkout: Checkout
  before(async () => {
    checkout = await openCheckout(database)
  })
  after(() => checkout.close())

  const assertSentTo = (answer: Answer, location: string): void => {
    assert.equal(answer.status, 303, answer.text)
    assert.equal(answer.headers['location'], location)
  }
  const returned = (order: Order): string => `${RETURN_URL}&orderId=${order.id}&lang=en`
  const failed = (order: Order): string => `${FAIL_URL}?orderId=${order.id}&lang=en`
  const csp = (answer: Answer): string => String(answer.headers['content-security-policy'])

  test('shows the order and its form, and records that it was opened', async () => {
    const order = await checkout.register({ number: 'A-1', request: { description: 'Beans' } })
    const page = await checkout.open(order)
    assert.equal(page.status, 200)
    for (const text of ['20.00', 'Order A-1', 'Beans', 'Sandcard shop', 'action="/payment/'])
      assert.ok(page.text.includes(text), text)
    assert.equal((await checkout.storedOrder(order)).progress.pageOpened, true)
  })

  test('has a content security policy that allows redirects only to the merchant of the order', async () => {
    const page = await checkout.open(await checkout.register())
    const sources = /form-action ([^;]*)/.exec(csp(page))?.[1]
    assert.equal(
      sources,
      `'self' https://shop.example https://fail.example ${checkout.sandbox.url}`,
    )
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.match(csp(page), /default-src 'none'/)
  })

  test("shows the merchant's logo and colour from this service, and no others", async () => {
    const order = await checkout.register()
    assert.doesNotMatch((await checkout.open(order)).text, /merchant-logo|colour\.css/)
    const look = { merchantLogo: LOGO, merchantColour: '#0c5a61' }
    assert.equal((await checkout.control('PATCH', '/project', look)).status, 200)
    const page = (await checkout.open(order)).text.replaceAll('&amp;', '&')
    const logo = /<img class="merchant-logo" src="([^"]+)"/.exec(page)?.[1] ?? ''
    const style = /<link rel="stylesheet" href="([^"]*colour\.css[^"]*)"/.exec(page)?.[1] ?? ''
    const picture = await checkout.sandbox.call('GET', logo)
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png'])
    const css = await checkout.sandbox.call('GET', style)
    assert.match(css.text, /\.pay, \.pay:hover \{ background: #0c5a61/)
    for (const path of [logo, style])
      for (const other of [
        path.replace(order.id, '01890000-0000-7000-8000-000000000000'),
        path.replace(`/${checkout.login}/`, '/demo/'),
      ])
        assert.equal((await checkout.sandbox.call('GET', other)).status, 404, other)
    await checkout.control('PATCH', '/project', { merchantLogo: null, merchantColour: null })
    assert.equal((await checkout.sandbox.call('GET', logo)).status, 404)
  })

  test('redirects the payer to a URL with characters in any script', async () => {
    const returnUrl = 'https://магазин.example/заказ?имя=ß#конец'
    const order = await checkout.register({ request: { returnUrl } })
    const answer = await checkout.pay(order, cardForm())
    assert.equal(answer.status, 303, answer.text)
    const location = new URL(String(answer.headers['location']))
    assert.equal(location.hostname, new URL(returnUrl).hostname)
    assert.equal(decodeURI(location.pathname), '/заказ')
    assert.equal(location.searchParams.get('имя'), 'ß')
    assert.equal(location.searchParams.get('orderId'), order.id)
    assert.equal(decodeURI(location.hash), '#конец')
  })

  test('does not store a card number that was typed into the name field', async () => {
    const order = await checkout.register()
    await checkout.pay(order, { ...cardForm(), cardholder: `ANN ${inGroups(TEST_CARDS.approved)}` })
    const { payment } = (await checkout.storedOrder(order)).progress
    assert.equal(payment?.card.cardholderName, 'ANN 4444 55** **** 3333')
  })

  test('reports an expired card even if it expired while the form was open', async () => {
    const order = await checkout.register({ sessionTimeoutSecs: 999_999_999 })
    const { login } = checkout
    const { service } = checkout.sandbox.sandcard
    const address = { login, orderId: order.id, language: 'en', origin: '' } as const
    const session = await openPageSession(service, address)
    assert.ok(session)
    const before = new Date(session.now - 3 * 365 * 86_400_000)
    const expiry = `${before.getUTCMonth() + 1}/${before.getUTCFullYear()}`
    const form = new URLSearchParams({ ...cardForm(), expiry })
    const early = { ...session, now: before.getTime() }
    const step = await pay(service, early, { form, ip: '127.0.0.1' })
    assert.ok(step.kind === 'mistakes')
    assert.deepEqual(step.mistakes.errors, ['expiryPast'])
  })

  for (const [language, word] of [
    ['ru', 'Оплатить'],
    ['de', 'bezahlen'],
    ['fr', 'Payer'],
    ['es', 'Pagar'],
    ['el', 'Πληρωμή'],
    ['xx', 'Pay'],
  ] as const)
    test(`shows “${word}” in ${language}, also at the URL for mobile pages`, async () => {
      const order = await checkout.register()
      const path = checkout.pageOf(order, language)
      for (const each of [path, path.replace('/payment_', '/mobile_payment_')]) {
        const page = await checkout.sandbox.call('GET', each)
        assert.equal(page.status, 200)
        assert.ok(page.text.includes(word), page.text)
        const offered = [...page.text.matchAll(/<button[^>]*\slang="(\w\w)"/g)].map(([, to]) => to)
        const shown = language === 'xx' ? 'en' : language
        assert.deepEqual(
          offered,
          PAGE_LANGUAGES.filter((to) => to !== shown),
        )
      }
    })

  test("returns 404 for a malformed, unknown or foreign order, and for another merchant's login", async () => {
    const order = await checkout.register()
    const other = await checkout.sandbox.newProject()
    const foreign = order.id.slice(0, -8) + other.number.toString(16).padStart(8, '0')
    const page = `/payment/merchants/${checkout.login}/payment_en.html`
    const paths = [
      page,
      `${page}?mdOrder=x`,
      `${page}?mdOrder=${foreign}`,
      `${page}?mdOrder=${order.id.replace(/^.{4}/, '0000')}`,
      `${page}?mdOrder=${order.id.slice(0, -8)}ffffffff`,
      checkout.pageOf(order).replace(checkout.login, 'somebody'),
      checkout.pageOf(order).replace('payment_en', 'payment'),
    ]
    for (const path of paths) {
      const answer = await checkout.sandbox.call('GET', path)
      assert.equal(answer.status, 404, path)
      assert.ok(answer.text.includes('Order not found'), path)
    }
    const posted = await checkout.post('/payment/merchants/somebody/pay', {
      mdOrder: order.id,
      ...cardForm(),
    })
    assert.equal(posted.status, 404)
    assert.equal((await checkout.storedOrder(order)).status, ORDER_STATUS.registered)
  })

  test('pays and redirects to the merchant without card data in the URL', async () => {
    const order = await checkout.register()
    assertSentTo(await checkout.pay(order, cardForm()), returned(order))
    const paid = await checkout.storedOrder(order)
    assert.equal(paid.status, ORDER_STATUS.deposited)
    assert.equal(paid.progress.payment?.card.cardholderName, 'ANN DUNE')
    const page = await checkout.open(order)
    assert.ok(page.text.includes('This order has been paid'))
    assert.doesNotMatch(page.text, /<form/)
  })

  test('holds the amount of a two-stage order', async () => {
    const order = await checkout.register({ twoStage: true })
    assertSentTo(await checkout.pay(order, cardForm()), returned(order))
    assert.equal((await checkout.storedOrder(order)).status, ORDER_STATUS.held)
  })

  const mistakes = [
    { fields: { pan: '' }, says: 'Enter the card number' },
    { fields: { pan: '4444555511113334' }, says: 'Check the card number' },
    { fields: { pan: '4444x5555' }, says: 'Check the card number' },
    { fields: { expiry: '' }, says: 'Enter month and year' },
    { fields: { expiry: '13/30' }, says: 'Use the format MM/YY' },
    { fields: { expiry: '12/2' }, says: 'Use the format MM/YY' },
    { fields: { expiry: '01/20' }, says: 'This card has expired' },
    { fields: { cvc: '' }, says: 'Enter the CVC' },
    { fields: { cvc: '12x' }, says: 'Enter 3 or 4 digits' },
  ]
  for (const { fields, says } of mistakes)
    test(`refuses a payment with ${JSON.stringify(fields)}: ${says}; the order is unchanged`, async () => {
      const order = await checkout.register()
      const answer = await checkout.pay(order, { ...cardForm(), ...fields })
      assert.equal(answer.status, 422)
      assert.ok(answer.text.includes(says), answer.text)
      assert.ok(answer.text.includes('value="ANN DUNE"'))
      assert.doesNotMatch(answer.text, /id="cvc"[^>]*value=/)
      const { status, actionCode, failedAttempts } = await checkout.storedOrder(order)
      assert.deepEqual([status, actionCode, failedAttempts], [0, -100, 0])
    })

  for (const expiry of ['12/34', '12 / 2034', '2034-12'])
    test(`accepts ${expiry} as an expiry date`, async () => {
      const order = await checkout.register()
      assertSentTo(await checkout.pay(order, { ...cardForm(), expiry }), returned(order))
      assert.equal((await checkout.storedOrder(order)).progress.payment?.card.expiry, 203_412)
    })

  test('accepts a name with any characters except control characters', async () => {
    const order = await checkout.register()
    const cardholder = ` Ann\0 \u{1F4B3} <b>${'x'.repeat(200)}`
    assertSentTo(await checkout.pay(order, { ...cardForm(), cardholder }), returned(order))
    const { cardholderName = '' } = (await checkout.storedOrder(order)).progress.payment?.card ?? {}
    assert.ok(cardholderName.startsWith('Ann\uFFFD \u{1F4B3} <b>xx'))
    assert.ok(cardholderName.length <= 150)
  })

  test('shows why a payment was declined, and the remaining attempts', async () => {
    const order = await checkout.register()
    for (const left of ['2 tries left', '1 try left']) {
      assertSentTo(
        await checkout.pay(order, cardForm(TEST_CARDS.noFundsCvc521, '521')),
        checkout.pageOf(order),
      )
      const page = await checkout.open(order)
      assert.ok(
        page.text.includes(
          `<span>Mastercard ••••\u00A05430</span> <span>${left}</span> <span>Code 116</span>`,
        ),
        page.text,
      )
      // The name is kept; the number and the CVC are never shown again.
      assert.match(page.text, /id="cardholder"[^>]*value="ANN DUNE"/)
      assert.doesNotMatch(page.text, /name="(pan|cvc)"[^>]*value="[^"]/)
    }
    assertSentTo(
      await checkout.pay(order, cardForm(TEST_CARDS.noFundsCvc521, '521')),
      failed(order),
    )
    const { status, actionCode } = await checkout.storedOrder(order)
    assert.deepEqual([status, actionCode], [ORDER_STATUS.declined, -2013])
    assert.ok((await checkout.open(order)).text.includes('You have used all three attempts'))
  })

  test('declines a wrong CVC with 82 and an unknown number with 111', async () => {
    const order = await checkout.register()
    await checkout.pay(order, cardForm(TEST_CARDS.approved, '999'))
    assert.equal((await checkout.storedOrder(order)).actionCode, 82)
    const other = await checkout.register()
    await checkout.pay(other, cardForm('4000056655665556'))
    assert.equal((await checkout.storedOrder(other)).actionCode, 111)
  })

  test('shows a cancellation, not a decline, if the payer cancels at the issuer', async () => {
    const order = await checkout.register()
    const { fields } = formOf((await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))).text)
    const cancelled = { ...fields, action: 'cancel' }
    const back = formOf((await checkout.post(`/payment/acs/${order.id}/answer`, cancelled)).text)
    assertSentTo(await checkout.post(pathOf(back.action), back.fields), checkout.pageOf(order))
    const { text } = await checkout.open(order)
    assert.ok(text.includes('<strong>The payment was cancelled</strong>'), text)
    assert.ok(text.includes('<span>2 tries left</span> <span>Code -2006</span>'))
    // The list of test cards names the reasons of their declines.
    const [beforeCards = ''] = text.split('<aside')
    assert.doesNotMatch(beforeCards, /could not confirm|declined<\/strong>/)
    await checkout.pay(order, cardForm(TEST_CARDS.noFunds, '521'))
    assert.ok(
      (await checkout.open(order)).text.includes('<strong>The payment was declined</strong>'),
    )
  })

  test('shows an order that the merchant declined as declined', async () => {
    const order = await checkout.register()
    const { userName, password } = checkout.project.secrets.interfaceC
    const declined = { userName, password, orderId: order.id }
    await checkout.post('/payment/rest/decline.do', declined)
    const { text } = await checkout.open(order)
    assert.match(text, /<h1>Order cancelled<\/h1>/)
  })

  test('shows the order number from the merchant, and no generated one', async () => {
    const [own, none] = [await checkout.register({ number: 'A-77' }), await checkout.register()]
    assert.match((await checkout.open(own)).text, /Order A-77/)
    assert.ok(!(await checkout.open(none)).text.includes(none.number))
  })

  for (const path of ['pay', 'finish'])
    test(`GET ${path} redirects to the page of the order`, async () => {
      const order = await checkout.register()
      const address = `/payment/merchants/${checkout.login}/${path}?mdOrder=${order.id}&language=de`
      assertSentTo(await checkout.sandbox.call('GET', address), checkout.pageOf(order, 'de'))
    })

  test('keeps the input except the CVC when the language changes, and does not validate it', async () => {
    const order = await checkout.register()
    const form = { ...cardForm('4444 5555 1'), expiry: '1/3', language: 'en' }
    const page = await checkout.post(checkout.pageOf(order, 'ru'), form)
    assert.equal(page.status, 200)
    assert.match(page.text, /<html lang="ru"/)
    for (const entered of ['4444 5555 1', '1/3', 'ANN DUNE'])
      assert.ok(page.text.includes(`value="${entered}"`), entered)
    assert.doesNotMatch(page.text, /role="alert"|id="cvc"[^>]*value=/)
    assert.equal((await checkout.storedOrder(order)).failedAttempts, 0)
  })

  test('shows an order that was paid meanwhile as paid, and does not charge it again', async () => {
    const order = await checkout.register()
    const answers = await Promise.all([1, 2, 3].map(() => checkout.pay(order, cardForm())))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 200, 303])
    for (const { status, text } of answers)
      if (status === 200) assert.ok(text.includes('This order has been paid'))
    assert.equal((await checkout.storedOrder(order)).depositedAmount, 2000)
  })

  test('shows an expired order as expired, and refuses a payment', async () => {
    const order = await checkout.register({ sessionTimeoutSecs: 60 })
    await checkout.open(order)
    assert.equal((await checkout.control('POST', '/clock', { advance: 'PT61S' })).status, 200)
    const answer = await checkout.pay(order, cardForm())
    assert.equal(answer.status, 200)
    assert.ok(answer.text.includes('Order expired'))
    const { status, actionCode } = await checkout.storedOrder(order)
    assert.deepEqual([status, actionCode], [ORDER_STATUS.declined, -2007])
  })

  test('shows a countdown, except while the clock is frozen', async () => {
    const began = performance.now()
    const order = await checkout.register({ sessionTimeoutSecs: 120 })
    const [, left] = /data-seconds-left="(\d+)"/.exec((await checkout.open(order)).text) ?? []
    const passed = Math.ceil((performance.now() - began) / 1000)
    assert.ok(Number(left) <= 120 && Number(left) >= 120 - passed, `${left} after ${passed} s`)
    await checkout.control('POST', '/clock', { freeze: true })
    assert.doesNotMatch((await checkout.open(order)).text, /time-left/)
    await checkout.control('POST', '/clock', { freeze: false })
  })

  test("redirects to the issuer's page and back for 3-D Secure", async () => {
    const order = await checkout.register()
    const redirect = await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    assert.equal(redirect.status, 200)
    assert.doesNotMatch(redirect.text, /5000001111111115/)
    const { action, fields } = formOf(redirect.text)
    assert.equal(action, `${checkout.sandbox.url}/payment/acs/${order.id}?language=en`)
    assert.deepEqual(Object.keys(fields), ['PaReq', 'MD', 'TermUrl'])
    assert.equal((await checkout.storedOrder(order)).status, ORDER_STATUS.authenticating)
    const done = await checkout.post(`/payment/acs/${order.id}/answer`, {
      ...fields,
      code: '123456',
    })
    const back = formOf(done.text)
    assert.match(back.action, /\/payment\/merchants\/\w+\/finish\?/)
    assertSentTo(await checkout.post(pathOf(back.action), back.fields), returned(order))
    const { progress } = await checkout.storedOrder(order)
    assert.equal(progress.payment?.threeDsType, 'THREE_DS1_FULL')
    // The same response again changes nothing and shows the state of the order.
    assertSentTo(await checkout.post(pathOf(back.action), back.fields), checkout.pageOf(order))
  })

  test('refuses a forged response of the issuer, and the order is unchanged', async () => {
    const order = await checkout.register()
    await checkout.pay(order, cardForm(TEST_CARDS.challengeV1))
    const path = `/payment/merchants/${checkout.login}/finish?mdOrder=${order.id}`
    for (const fields of [{}, { PaRes: 'eJx' }, { cres: 'e30' }])
      assert.equal((await checkout.post(path, fields)).status, 400)
    assert.equal((await checkout.storedOrder(order)).status, ORDER_STATUS.authenticating)
  })

  const strange = [
    { method: 'POST', path: 'pay', type: 'application/json', body: '{}', status: 415 },
    { method: 'POST', path: 'pay', type: 'text/plain', body: 'x', status: 415 },
    { method: 'POST', path: 'pay', body: 'a=1&'.repeat(200), status: 400 },
    { method: 'POST', path: 'pay', body: 'a'.repeat(40_000), status: 413 },
    { method: 'POST', path: 'payment_en.html', body: 'a=1', status: 404 },
    { method: 'PUT', path: 'payment_en.html', body: 'a=1', status: 405 },
    { method: 'GET', path: 'pay', status: 404 },
    { method: 'GET', path: 'nothing/here', status: 404 },
  ]
  for (const { method, path, body, type, status } of strange)
    test(`${method} ${path} with ${body?.length ?? 0} characters of ${type ?? 'a form'} returns a page with ${status}`, async () => {
      const answer = await checkout.sandbox.call(
        method,
        `/payment/merchants/${checkout.login}/${path}`,
        {
          ...(body !== undefined && {
            headers: { 'content-type': type ?? 'application/x-www-form-urlencoded' },
            body,
          }),
        },
      )
      assert.equal(answer.status, status, answer.text)
      assert.match(String(answer.headers['content-type']), /^text\/html/)
      assert.match(csp(answer), /default-src 'none'/)
    })
})
