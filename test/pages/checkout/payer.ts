// A payer with a real browser and a store to come back to. Every page is watched for complaints of the browser, for requests to other
// hosts and for card data in addresses.

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Order } from '../../../src/payments/order.ts'
import { complaintsOf, launchBrowser, PATIENCE_MS } from '../../browser.ts'
import { databases, type TestDatabase } from '../../kit/databases.ts'
import { openShop, PANS, type Shop, type Wishes } from './shop.ts'

export const DESKTOP = { viewport: { width: 1280, height: 900 } }
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export class Payer {
  readonly shop: Shop
  readonly browser: Browser
  readonly storeUrl: string
  readonly #store: Server
  readonly #pages = new Map<BrowserContextOptions, Page>()

  private constructor(shop: Shop, browser: Browser, store: Server) {
    this.shop = shop
    this.browser = browser
    this.#store = store
    this.storeUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  }

  /** At a shop on that database, or on the first: pages look the same on any. */
  static async open(database: TestDatabase | undefined = databases[0]): Promise<Payer> {
    assert.ok(database !== undefined)
    const [shop, browser] = await Promise.all([openShop(database), launchBrowser()])
    const store = createServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<link rel="icon" href="data:,"><h1>Store</h1><p>${request.method ?? ''}</p>`)
    })
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
    return new Payer(shop, browser, store)
  }

  async close(): Promise<void> {
    await this.browser.close()
    this.#store.close()
    await this.shop.close()
  }

  /** Registers an order that leads back to the store. */
  register(wishes: Wishes = {}): Promise<Order> {
    const [returnUrl, failUrl] = [`${this.storeUrl}/paid`, `${this.storeUrl}/failed`]
    return this.shop.register({ ...wishes, request: { returnUrl, failUrl, ...wishes.request } })
  }

  atPage(order: Order): string {
    return this.shop.door.url + this.shop.pageOf(order)
  }

  atStore(order: Order, path: 'paid' | 'failed'): string {
    return `${this.storeUrl}/${path}?orderId=${order.id}&lang=en`
  }

  /** Runs a story, which must leave nothing to complain about. Stories with the same options share a page: it costs more than they do. */
  async told(
    story: (page: Page) => Promise<void>,
    options: BrowserContextOptions = DESKTOP,
  ): Promise<void> {
    const page = this.#pages.get(options) ?? (await this.browser.newPage(options))
    this.#pages.set(options, page)
    page.setDefaultTimeout(PATIENCE_MS)
    const complaints = complaintsOf(page, [this.shop.door.url, this.storeUrl])
    page.on('request', (request) => {
      const url = request.url()
      // Whatever happens, a card never travels in an address.
      if (/\d{13}|cvc/i.test(new URL(url).search)) complaints.push(`card data in ${url}`)
    })
    await story(page)
    assert.deepEqual(complaints, [])
    page.removeAllListeners()
  }
}

/** Types a card that is paid at once, or another. */
export async function fill(
  page: Page,
  { pan = PANS.approves, cvc = '123' }: { readonly pan?: string; readonly cvc?: string } = {},
): Promise<void> {
  await page.getByLabel('Card number').fill(pan)
  await page.getByLabel('Valid until').fill('12/34')
  await page.getByLabel('CVC').fill(cvc)
}

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).click()

export const pay = (page: Page): Promise<void> => press(page, /^Pay 20\.00/)
