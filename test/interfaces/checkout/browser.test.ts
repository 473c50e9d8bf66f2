// Paying in a real browser, from the payment page to the store and back through the issuer's page: with a mouse, by keyboard, on a
// phone and without script. Every page is watched for complaints of the browser and for requests to other hosts.

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { acsHop } from '../../../src/domain/acs-hop.ts'
import { ORDER_STATUS } from '../../../src/domain/order-status.ts'
import type { Order } from '../../../src/domain/order.ts'
import { hopStore } from '../../../src/interfaces/http/merchant.ts'
import { assertFits, complaintsOf, inABrowser, launchBrowser, PATIENCE_MS } from '../../browser.ts'
import { cardForm, openShop, PANS, type Shop, type Wishes } from './shop.ts'

const DESKTOP = { viewport: { width: 1280, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

inABrowser('Paying in a browser', (database) => {
  let shop: Shop
  let browser: Browser
  let store: Server
  let storeUrl: string

  before(async () => {
    shop = await openShop(database)
    browser = await launchBrowser()
    store = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<link rel="icon" href="data:,"><h1>Store</h1><p>${request.method ?? ''}</p>`)
    })
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
    storeUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  })
  after(async () => {
    await browser.close()
    store.close()
    await shop.close()
  })

  const register = (wishes: Wishes = {}): Promise<Order> =>
    shop.register({
      ...wishes,
      request: {
        returnUrl: `${storeUrl}/paid`,
        failUrl: `${storeUrl}/failed`,
        ...wishes.request,
      },
    })
  const atPage = (order: Order): string => shop.door.url + shop.pageOf(order)
  const atStore = (order: Order, path: 'paid' | 'failed'): string =>
    `${storeUrl}/${path}?orderId=${order.id}&lang=en`

  /** Runs a story on a page of its own, which must have nothing to complain about. */
  const told = async (
    story: (page: Page) => Promise<void>,
    options: BrowserContextOptions = DESKTOP,
  ): Promise<void> => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const complaints = complaintsOf(page, [shop.door.url, storeUrl])
    page.on('request', (request) => {
      const url = request.url()
      // Whatever happens, a card never travels in an address.
      if (/\d{13}|cvc/i.test(new URL(url).search)) complaints.push(`card data in ${url}`)
    })
    await story(page)
    assert.deepEqual(complaints, [])
    await context.close()
  }
  const fill = async (page: Page, { pan, cvc = '123' }: { pan?: string; cvc?: string } = {}) => {
    await page.getByLabel('Card number').fill(pan ?? PANS.approves)
    await page.getByLabel('Valid until').fill('12/34')
    await page.getByLabel('CVC').fill(cvc)
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
  const pay = (page: Page) => press(page, /^Pay 20\.00/)

  for (const [device, options] of [
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ] as const)
    test(`${device}: the card is typed, the order is paid, and the payer is back at the store`, () =>
      told(async (page) => {
        const order = await register()
        await page.goto(atPage(order))
        await assertFits(page)
        await page.getByLabel('Card number').pressSequentially('4444555511113333')
        assert.equal(await page.getByLabel('Card number').inputValue(), '4444 5555 1111 3333')
        assert.equal(await page.locator('.pan-brand').textContent(), 'Visa')
        await page.getByLabel('Valid until').pressSequentially('1234')
        assert.equal(await page.getByLabel('Valid until').inputValue(), '12/34')
        await page.getByLabel('CVC').fill('123')
        await pay(page)
        await page.waitForURL(atStore(order, 'paid'))
        assert.equal((await shop.orderNow(order)).status, ORDER_STATUS.deposited)
        await page.goto(atPage(order))
        await page.getByRole('heading', { name: 'Paid' }).waitFor()
        await assertFits(page)
      }, options))

  test('mistakes are said at the field before anything is sent', () =>
    told(async (page) => {
      await page.goto(atPage(await register()))
      await fill(page, { pan: '4444555511113334', cvc: '1' })
      await pay(page)
      await page.getByText('Check the card number, a digit seems wrong').first().waitFor()
      await page.getByText('Enter 3 or 4 digits').first().waitFor()
      assert.equal(await page.locator('#pan').getAttribute('aria-invalid'), 'true')
      assert.equal(await page.evaluate('document.activeElement.id'), 'pan')
    }))

  test('a stored card is taken with its CVC alone', () =>
    told(async (page) => {
      await shop.storeCard('browser-client')
      const order = await register({ clientId: 'browser-client' })
      await page.goto(atPage(order))
      assert.equal(await page.getByLabel('Card number').isVisible(), false)
      await page.getByLabel('CVC').fill('123')
      await pay(page)
      await page.waitForURL(atStore(order, 'paid'))
      assert.equal((await shop.orderNow(order)).progress.payment?.way, 'CARD_BINDING')
    }))

  test('another card can be paid with and kept', () =>
    told(async (page) => {
      await shop.storeCard('keeping-client')
      const order = await register({ clientId: 'keeping-client' })
      await page.goto(atPage(order))
      await page.getByText('Another card').click()
      await fill(page, { pan: '4242424242424242' })
      await page.getByLabel('Keep this card').check()
      await pay(page)
      await page.waitForURL(atStore(order, 'paid'))
      await page.goto(atPage(await register({ clientId: 'keeping-client' })))
      await page.getByText('•••• 4242').waitFor()
    }))

  test('a decline says how many tries are left; another card pays', () =>
    told(async (page) => {
      const order = await register()
      await page.goto(atPage(order))
      await fill(page, { pan: PANS.noFunds, cvc: '521' })
      await pay(page)
      await page.getByText('There is not enough money on the card.').waitFor()
      await page.getByText('2 tries left').waitFor()
      assert.equal(await page.getByLabel('Card number').inputValue(), '')
      await fill(page)
      await pay(page)
      await page.waitForURL(atStore(order, 'paid'))
    }))

  test('the third decline ends the order and leads to the store’s failUrl', () =>
    told(async (page) => {
      const order = await register()
      await page.goto(atPage(order))
      for (const left of ['2 tries left', '1 try left']) {
        await fill(page, { pan: PANS.noFunds, cvc: '521' })
        await pay(page)
        await page.getByText(left).waitFor()
      }
      await fill(page, { pan: PANS.noFunds, cvc: '521' })
      await pay(page)
      await page.waitForURL(atStore(order, 'failed'))
      await page.goto(atPage(order))
      await page.getByRole('heading', { name: 'Payment declined' }).waitFor()
    }))

  for (const version of [1, 2] as const)
    test(`3-D Secure ${version} from the page: the code, then back to the store`, async () => {
      await shop.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
      await told(async (page) => {
        const order = await register()
        await page.goto(atPage(order))
        await fill(page, { pan: version === 1 ? PANS.version1 : PANS.version2 })
        await pay(page)
        await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor()
        await assertFits(page)
        await page.getByLabel('One-time code').fill('123456')
        await press(page, 'Confirm payment')
        await page.waitForURL(atStore(order, 'paid'))
        const { payment } = (await shop.orderNow(order)).progress
        assert.equal(payment?.threeDsType, `THREE_DS${version}_FULL`)
      })
      await shop.control('PATCH', '/project', { gatewayPrefersVersion2: false })
    })

  test('three wrong codes fail the attempt, and the page tells so with the tries left', () =>
    told(async (page) => {
      const order = await register()
      await page.goto(atPage(order))
      await fill(page, { pan: PANS.version1 })
      await pay(page)
      for (const left of ['2 tries left', '1 try left']) {
        await page.getByLabel('One-time code').fill('000000')
        await press(page, 'Confirm payment')
        await page.getByText(left).waitFor()
        assert.equal(await page.getByLabel('One-time code').inputValue(), '')
      }
      await page.getByLabel('One-time code').fill('000000')
      await press(page, 'Confirm payment')
      await page.getByText('The bank could not confirm that it is you.').waitFor()
      await page.getByText('2 tries left').waitFor()
      assert.equal((await shop.orderNow(order)).actionCode, -2006)
    }))

  test('another code can be asked for, and the payment cancelled', () =>
    told(async (page) => {
      const order = await register()
      await page.goto(atPage(order))
      await fill(page, { pan: PANS.version1 })
      await pay(page)
      await press(page, 'Send a new code')
      await page.getByText('A new code is on its way.').waitFor()
      await press(page, 'Cancel payment')
      await page.getByText('The bank could not confirm that it is you.').waitFor()
    }))

  test('the store’s own way: PaRes is posted to its TermUrl', () =>
    told(async (page) => {
      const order = await register()
      await shop.pay(order, cardForm(PANS.version1))
      const { challenge } = (await shop.orderNow(order)).progress
      assert.ok(challenge)
      const hop = acsHop(order, challenge, hopStore(shop.project, 'Shop', shop.door.url))
      assert.ok(hop.version === 1)
      const fields = { PaReq: hop.paReq, MD: 'md', TermUrl: `${storeUrl}/term` }
      await page.goto(storeUrl)
      await page.evaluate(submitForm(hop.acsUrl, fields))
      await press(page, /Attempted/)
      await page.waitForURL(`${storeUrl}/term`)
      await page.getByText('POST').waitFor()
    }))

  for (const version of [1, 2] as const)
    test(`acsRedirect.do leads through 3-D Secure ${version} and back`, async () => {
      await shop.control('PATCH', '/project', { gatewayPrefersVersion2: version === 2 })
      await told(async (page) => {
        const order = await register()
        await shop.pay(order, cardForm(version === 1 ? PANS.version1 : PANS.version2))
        await page.goto(`${shop.door.url}/payment/acsRedirect.do?orderId=${order.id}`)
        await page.getByLabel('One-time code').fill('123456')
        await page.keyboard.press('Enter')
        await page.waitForURL(atStore(order, 'paid'))
      })
      await shop.control('PATCH', '/project', { gatewayPrefersVersion2: false })
    })

  test('an order that runs out of time while its page is open is not paid', () =>
    told(async (page) => {
      const order = await register({ sessionTimeoutSecs: 1000 })
      await page.goto(atPage(order))
      await fill(page)
      await shop.control('POST', '/clock', { advance: 'PT17M' })
      await pay(page)
      await page.getByRole('heading', { name: 'Time is up' }).waitFor()
      await page.getByRole('link', { name: 'Back to the shop' }).click()
      await page.waitForURL(atStore(order, 'failed'))
    }))

  test('the page notices by itself that its time is up', () =>
    told(async (page) => {
      const order = await register({ sessionTimeoutSecs: 200 })
      await page.clock.install()
      await page.goto(atPage(order))
      await page.getByText('Time left to pay').waitFor()
      await shop.control('POST', '/clock', { advance: 'PT4M' })
      await page.clock.fastForward('04:00')
      await page.getByRole('heading', { name: 'Time is up' }).waitFor()
    }))

  test('the drawer fills the form with one click', () =>
    told(async (page) => {
      const order = await register()
      await page.goto(atPage(order))
      await page.getByText('Test cards', { exact: true }).click()
      await press(page, 'Use the card ending in 4242')
      assert.equal(await page.getByLabel('Card number').inputValue(), '4242 4242 4242 4242')
      await pay(page)
      await page.waitForURL(atStore(order, 'paid'))
    }))

  test('works by keyboard alone: Tab goes through the fields in order, Enter pays and confirms', () =>
    told(async (page) => {
      const order = await register()
      await page.goto(atPage(order))
      await page.getByLabel('Card number').focus()
      await page.keyboard.type('5000001111111115')
      await page.keyboard.press('Tab')
      await page.keyboard.type('1234')
      await page.keyboard.press('Tab')
      await page.keyboard.type('123')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Ann Dune')
      await page.keyboard.press('Tab')
      const focused = await page.evaluate('document.activeElement.className')
      assert.match(String(focused), /pay/)
      await page.keyboard.press('Enter')
      await page.getByLabel('One-time code').waitFor()
      assert.equal(await page.evaluate('document.activeElement.id'), 'code')
      await page.keyboard.type('123456')
      await page.keyboard.press('Enter')
      await page.waitForURL(atStore(order, 'paid'))
      assert.equal((await shop.orderNow(order)).progress.payment?.card.cardholderName, 'Ann Dune')
    }))

  test('needs no script: mistakes, 3-D Secure by its buttons, and the way back', async () => {
    // Without script nothing is checked before it is sent, and the answer to a mistake has status 422, which the browser notes.
    const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false })
    const page = await context.newPage()
    const order = await register({ clientId: 'scriptless' })
    await page.goto(atPage(order))
    await page.getByLabel('Card number').fill(PANS.version1)
    await page.getByLabel('Valid until').fill('12/34')
    await pay(page)
    await page.getByText('Check these fields').waitFor()
    assert.equal(await page.getByLabel('Card number').inputValue(), PANS.version1)
    await page.getByRole('link', { name: 'Enter the CVC' }).click()
    await page.getByLabel('CVC').fill('123')
    await pay(page)
    await press(page, 'Continue')
    await page.getByLabel('One-time code').fill('123456')
    await press(page, 'Confirm payment')
    await press(page, 'Continue')
    await page.waitForURL(atStore(order, 'paid'))
    await context.close()
  })
})

/** Script of a store's page that posts a form. */
const submitForm = (action: string, fields: Readonly<Record<string, string>>): string => `
  const form = document.createElement('form')
  form.method = 'post'
  form.action = ${JSON.stringify(action)}
  for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()`
