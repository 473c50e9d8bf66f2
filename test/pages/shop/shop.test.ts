// The demo shop: an order, the payment page, the return, and a page for each outcome.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { datasetById } from '../../../src/store/reads/ledger.ts'
import { ORDERS_PER_HOUR, SHOP_NAME, ShopProject } from '../../../src/pages/shop/shop-project.ts'
import { outcomeOf } from '../../../src/pages/shop/outcome.ts'
import { runBash } from '../../kit/bash.ts'
import { plain } from '../../kit/checkout.ts'
import { onEveryDatabase } from '../../kit/databases.ts'
import type { Answer } from '../../kit/http.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

onEveryDatabase('The demo shop', (database) => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(database)
  })
  after(() => sandbox.close())

  const post = (path: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    sandbox.call('POST', path, { headers: FORM, body: new URLSearchParams(fields).toString() })
  const order = async (): Promise<string> => {
    const { status, headers } = await post('/shop/order')
    assert.equal(status, 303)
    const [, id = ''] =
      /^\/payment\/merchants\/demo\/payment_en\.html\?mdOrder=([\da-f-]{36})$/.exec(
        String(headers['location']),
      ) ?? []
    assert.notEqual(id, '')
    return id
  }
  const pay = (mdOrder: string, pan: string): Promise<Answer> =>
    post('/payment/merchants/demo/pay', {
      mdOrder,
      language: 'en',
      pan,
      expiry: '12/34',
      cvc: '123',
    })
  const back = async (orderId: string): Promise<string> =>
    (await sandbox.call('GET', `/shop/return?orderId=${orderId}&lang=en`)).text

  test('sells one product', async () => {
    const page = await sandbox.call('GET', '/shop')
    assert.equal(page.status, 200)
    assert.ok(page.text.includes('20.00\u00A0EUR'))
    assert.match(page.text, /<form method="post" action="\/shop\/order">/)
  })

  test('returns a paying customer to a page with the outcome and the request that reported it', async () => {
    const id = await order()
    const { headers } = await pay(id, '4444555511113333')
    assert.equal(headers['location'], `${sandbox.url}/shop/return?orderId=${id}&lang=en`)
    const page = await back(id)
    assert.match(page, /<h1>Thank you for your order<\/h1>/)
    assert.match(page, /class="button" type="submit">Start a new order/)
    const [command = '', answer = ''] = [...page.matchAll(/<code>([^]*?)<\/code><\/pre>/g)].map(
      ([, code = '']) => plain(code),
    )
    const { stdout } = await runBash(command, {})
    assert.deepEqual(JSON.parse(stdout), JSON.parse(answer))
    assert.equal((JSON.parse(answer) as { orderStatus: number }).orderStatus, 2)
  })

  test('shows that a payment was declined, and that the order can be tried again', async () => {
    const id = await order()
    await pay(id, '4000000000009995')
    const page = await back(id)
    assert.match(page, /<h1>The payment was declined<\/h1>/)
    // The next step is to pay with another card; a new order comes second.
    assert.match(page, /class="button" href/)
    assert.match(page, /class="button quiet" type="submit">Start a new order/)
    assert.match(page, new RegExp(`href="/payment/merchants/demo/payment_en.html\\?mdOrder=${id}"`))
  })

  test('shows whether an order is unpaid or unknown', async () => {
    assert.match(await back(await order()), /<h1>The order is not paid<\/h1>/)
    for (const strange of ['x', 'x'.repeat(500), '%3Cb%3E'])
      assert.match(await back(strange), /<h1>Order not found<\/h1>/)
    const { status, headers } = await sandbox.call('GET', '/shop/return')
    assert.deepEqual([status, headers['location']], [303, '/shop'])
  })

  test('sells in the currency of the project', async () => {
    const key = { 'x-api-key': 'demo-api-key' }
    const settings = (gatewayCurrencies: unknown) =>
      sandbox.call('PATCH', '/control/v1/project', { headers: key, body: { gatewayCurrencies } })
    assert.equal((await settings(['643'])).status, 200)
    assert.ok((await sandbox.call('GET', '/shop')).text.includes('20.00\u00A0RUB'))
    assert.ok((await back(await order())).includes('&quot;643&quot;'))
    await settings(null)
  })

  test('opens from the main page with one click', async () => {
    const { text } = await sandbox.call('GET', '/')
    assert.match(text, /action="\/shop\/order">\s*<button [^>]*>Try a payment</)
  })

  test('redirects from the URL of the order form to the product', async () => {
    const { status, headers } = await sandbox.call('GET', '/shop/order')
    assert.deepEqual([status, headers['location']], [303, '/shop'])
  })

  test('refuses orders posted from another site', async () => {
    const headers = { ...FORM, 'sec-fetch-site': 'cross-site' }
    assert.equal((await sandbox.call('POST', '/shop/order', { headers, body: '' })).status, 403)
  })

  test('is open to visitors of a hosted service, who do not see its credentials', async (t) => {
    const hosted = await startSandbox(database, {
      config: { mode: 'hosted', adminToken: 'a-token-of-the-admin' },
    })
    t.after(() => hosted.close())
    const { service } = hosted.sandcard
    const page = (path: string) => hosted.call('GET', path)
    const send = (path: string, fields: Readonly<Record<string, string>> = {}) =>
      hosted.call('POST', path, {
        headers: FORM,
        body: new URLSearchParams(fields).toString(),
      })
    const product = await page('/shop')
    assert.ok(product.text.includes('20.00\u00A0EUR'))
    assert.match(product.text, /href="\/account\/sign-up">Create account/)
    const early = await page(`/shop/return?orderId=${'0'.repeat(36)}`)
    assert.match(early.text, /<h1>Order not found<\/h1>/)

    const ordered = await send('/shop/order')
    const paymentPage = String(ordered.headers['location'])
    const [, merchant = '', mdOrder = ''] =
      /^\/payment\/merchants\/([a-z2-7-]+)\/payment_en\.html\?mdOrder=(.+)$/.exec(paymentPage) ?? []
    assert.match((await page(paymentPage)).text, /Dune Coffee/)
    const card = { pan: '4444555511113333', expiry: '12/34', cvc: '123' }
    const paid = await send(`/payment/merchants/${merchant}/pay`, {
      mdOrder,
      language: 'en',
      ...card,
    })
    const location = new URL(String(paid.headers['location']))
    assert.equal(location.pathname, '/shop/return')
    const outcome = (await page(location.pathname + location.search)).text
    assert.match(outcome, /<h1>Thank you for your order<\/h1>/)
    assert.match(outcome, /\$SANDCARD_C_PASSWORD/)
    const shop = await service.ownProjects?.find(SHOP_NAME)
    assert.ok(shop !== undefined)
    const { interfaceB, interfaceC } = shop.secrets
    for (const secret of [interfaceC.password, interfaceC.token, interfaceB.apiKey])
      assert.ok(!outcome.includes(secret))

    for (let count = 1; count < ORDERS_PER_HOUR; count++)
      assert.equal((await send('/shop/order')).status, 303)
    const refused = await send('/shop/order')
    assert.equal(refused.status, 429)
    assert.match(refused.text, /You have placed 20 orders\. Try again in an hour/)

    // The visitors' orders do not fill the database.
    const full = new ShopProject(service, { rowsMax: 1 })
    const resets = t.mock.method(service, 'reset')
    const [emptied, other] = await Promise.all(
      ['203.0.113.9', '198.51.100.9'].map((ip) => full.ofOrder(ip)),
    )
    assert.ok(emptied !== undefined)
    // Another reset would delete an order that was placed in between.
    assert.equal(resets.mock.callCount(), 1)
    assert.equal(other?.datasetId, emptied.datasetId)
    assert.deepEqual([emptied.id, emptied.datasetId === shop.datasetId], [shop.id, false])
    const { settings, storedRows } = await service.read(emptied, datasetById)
    assert.deepEqual([settings.merchantName, storedRows], [SHOP_NAME, 0])
  })
})

for (const [answer, title, isOpen] of [
  [{ orderStatus: 0, actionCode: -100 }, 'The order is not paid', true],
  [{ orderStatus: 0, actionCode: 116 }, 'The payment was declined', true],
  [{ orderStatus: 1, actionCode: 0 }, 'The amount is held', false],
  [{ orderStatus: 2, actionCode: 0 }, 'Thank you for your order', false],
  [{ orderStatus: 3, actionCode: 0 }, 'The payment was reversed', false],
  [{ orderStatus: 4, actionCode: 0 }, 'The payment was refunded', false],
  [{ orderStatus: 5, actionCode: -100 }, 'Your bank has not confirmed yet', true],
  [{ orderStatus: 6, actionCode: -2007 }, 'The order was not paid', false],
  [{ errorCode: '6' }, 'Order not found', false],
] as const)
  test(`The demo shop shows ${JSON.stringify(answer)} as “${title}”`, () => {
    const outcome = outcomeOf(answer)
    assert.deepEqual([outcome.title, outcome.isOpen], [title, isOpen])
  })
