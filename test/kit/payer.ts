// A payer with a real browser and a merchant to return to. Every page is checked for browser
// errors, for requests to other hosts and for card data in URLs.

import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { http } from '../../src/node-http.ts'
import type { Order } from '../../src/payments/orders/order.ts'
import { watchPage, launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts'
import { oneDatabase } from './databases.ts'
import { openCheckout, type Checkout, type OrderOptions } from './checkout.ts'
import { TEST_CARDS } from './test-cards.ts'

export const DESKTOP = { viewport: { width: 1280, height: 900 } }
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export class Payer {
  readonly checkout: Checkout
  readonly browser: Browser
  readonly merchantUrl: string
  readonly #merchantServer: Server
  readonly #pages = new Map<BrowserContextOptions, Page>()

  private constructor(checkout: Checkout, browser: Browser, server: Server) {
    this.checkout = checkout
    this.browser = browser
    this.#merchantServer = server
    this.merchantUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** On one database: pages look the same on both. `paints` as for `launchBrowser`. */
  static async open({ paints = true } = {}): Promise<Payer> {
    const opening = [openCheckout(oneDatabase), launchBrowser({ paints })] as const
    const [checkout, browser] = await Promise.all(opening)
    const server = http.createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<link rel="icon" href="data:,"><h1>Merchant</h1><p>${request.method ?? ''}</p>`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Payer(checkout, browser, server)
  }

  async close(): Promise<void> {
    await this.browser.close()
    this.#merchantServer.close()
    await this.checkout.close()
  }

  /** Registers an order that returns to the merchant. */
  register(options: OrderOptions = {}): Promise<Order> {
    const [returnUrl, failUrl] = [`${this.merchantUrl}/paid`, `${this.merchantUrl}/failed`]
    return this.checkout.register({
      ...options,
      request: { returnUrl, failUrl, ...options.request },
    })
  }

  pageAddress(order: Order): string {
    return this.checkout.sandbox.url + this.checkout.pageOf(order)
  }

  returnAddress(order: Order, path: 'paid' | 'failed'): string {
    return `${this.merchantUrl}/${path}?orderId=${order.id}&lang=en`
  }

  /**
   * Runs a story that must leave no browser errors. Stories with the same options share a page,
   * because opening one takes longer than a story.
   */
  async run(
    story: (page: Page) => Promise<void>,
    options: BrowserContextOptions = DESKTOP,
  ): Promise<void> {
    const page = this.#pages.get(options) ?? (await this.browser.newPage(options))
    this.#pages.set(options, page)
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    const complaints = watchPage(page, [this.checkout.sandbox.url, this.merchantUrl])
    page.on('request', (request) => {
      const url = request.url()
      // Card data must not appear in a URL.
      if (/\d{13}|cvc/i.test(new URL(url).search)) complaints.push(`card data in ${url}`)
    })
    await story(page)
    assert.deepEqual(complaints, [])
    page.removeAllListeners()
  }
}

/** Types a card, by default one that pays without a challenge. */
export async function enterCard(
  page: Page,
  { pan = TEST_CARDS.approved, cvc = '123' }: { readonly pan?: string; readonly cvc?: string } = {},
): Promise<void> {
  await page.getByLabel('Card number').fill(pan)
  await page.getByLabel('Valid until').fill('12/34')
  await page.getByLabel('CVC').fill(cvc)
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

export const pay = (page: Page): Promise<void> => press(page, /^Pay 20\.00/)
