// The command palette in a browser: suggestions while typing, arrow keys, actions and recent items.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freshPage, launchBrowser, returnPage, skip, watchPage } from '../../kit/browser.ts'
import { sqlite } from '../../kit/databases.ts'
import { bodyOf, issueCard, projectCall } from '../../kit/control.ts'
import { type Json, type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

describe('The command palette', { skip }, () => {
  let sandbox: Sandbox
  let browser: Browser
  let merchant: Merchant
  let order: string
  /** A cardholder whose name and card are in six order numbers. */
  let lastName: string
  let lastFour: string
  before(async () => {
    sandbox = await startSandbox(sqlite)
    browser = await launchBrowser()
    merchant = await newMerchant(sandbox)
    order = await merchant.paidOrder({ orderNumber: 'spring-shoes-17' })
    await merchant.register({ orderNumber: 'spring-shoes-18' })
    const call = projectCall(sandbox, merchant.project.secrets.interfaceB.apiKey)
    const card = await issueCard(call)
    const holder = bodyOf<Json>(
      await call('GET', `/control/v1/cardholders/${card.cardholder}`),
      200,
    )
    lastName = String(holder['lastName'])
    lastFour = card.number.slice(-4)
    for (let index = 0; index < 6; index++)
      await merchant.register({ orderNumber: `${lastName}-${lastFour}-${index}` })
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  const base = () => `${sandbox.url}/p/${merchant.project.id}`
  const chosen = (page: Page) => page.locator('.palette [aria-selected="true"]')

  /** Opens a page of the project and the palette. */
  async function withPalette(
    work: (page: Page) => Promise<void>,
    options: { readonly javaScriptEnabled?: boolean } = {},
  ): Promise<void> {
    const isUsual = options.javaScriptEnabled !== false
    const page = isUsual ? await freshPage(browser) : await browser.newPage(options)
    const faults = watchPage(page, [sandbox.url])
    await page.goto(`${base()}/cards`)
    try {
      await work(page)
      assert.deepEqual(faults, [])
    } finally {
      await (isUsual ? returnPage(browser, page) : page.close())
    }
  }

  test('suggests while the user types, and opens the result that the arrow keys select', () =>
    withPalette(async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('spring-shoes')
      await chosen(page).getByText('spring-shoes-18').waitFor()
      await page.keyboard.press('ArrowDown')
      await chosen(page).getByText('spring-shoes-17').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/orders/${order}`)
    }))

  test('says why it lists an order whose number does not contain the text', () =>
    withPalette(async (page) => {
      await merchant.register({ orderNumber: 'plain-1', email: 'holder@shop.example' })
      await page.keyboard.press('/')
      await page.keyboard.type('hold')
      await chosen(page).waitFor()
      const found = page.locator('.palette .results [role=option]', { hasText: 'plain-1' })
      assert.match(await found.innerText(), /Email holder@shop\.example/)
    }))

  test('opens the search page if Enter is pressed before the suggestions arrive', () =>
    withPalette(async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('spring-shoes-17')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/orders/${order}`)
    }))

  test('finds pages, operations and guides by their names', () =>
    withPalette(async (page) => {
      for (const [typed, kind, label] of [
        ['callbacks', 'Page', 'Callbacks'],
        ['116', 'Action code', '116'],
        ['paymentorder', 'Operation', 'paymentorder'],
        ['client libraries', 'Guide', 'Client libraries'],
        ['3ds', 'Guide', '3-D Secure without a browser'],
        ['insufficient', 'Action code', '116'],
        ['1118', 'Test card', '4000 00•• •••• 1118'],
        ['held orders', 'Page', 'Held orders'],
        ['exchange', 'Page', 'Exchange rates'],
        ['sample', 'Action', 'Fill with sample data'],
      ] as const) {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(typed)
        const option = page.getByRole('option', { name: `${kind} ${label}` })
        await option.first().waitFor()
        await page.keyboard.press('Escape')
        await page.locator('.palette').waitFor({ state: 'detached' })
      }
    }))

  test('selects a page before an action that changes something', () =>
    withPalette(async (page) => {
      for (const [typed, label] of [
        ['clock', 'Clock'],
        ['start', 'Start'],
        ['time', 'Set the clock'],
      ] as const) {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(typed)
        await chosen(page).locator('.label').getByText(label, { exact: true }).waitFor()
        await page.keyboard.press('Escape')
        await page.locator('.palette').waitFor({ state: 'detached' })
      }
    }))

  test('shows the card before its orders, and the cardholder before their orders', () =>
    withPalette(async (page) => {
      for (const [typed, first] of [
        [lastFour, 'Card'],
        [lastName, 'Cardholder'],
      ] as const) {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(typed)
        await page.getByRole('option', { name: 'Search All results' }).waitFor()
        const kinds = await page.locator('.palette li .kind').allInnerTexts()
        assert.deepEqual(kinds.slice(0, 6), [first, ...Array.from({ length: 5 }, () => 'Order')])
        await page.keyboard.press('Escape')
        await page.locator('.palette').waitFor({ state: 'detached' })
      }
    }))

  test('ignores the name of a record type before a number', () =>
    withPalette(async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('order #spring-shoes-17')
      await chosen(page).getByText('spring-shoes-17').waitFor()
    }))

  test('performs an action', () =>
    withPalette(async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('advance clock 1 day')
      await chosen(page).getByText('Advance the clock by 1 day').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/clock?**')
      const { json } = await sandbox.call('GET', '/control/v1/clock', {
        headers: { 'x-api-key': merchant.project.secrets.interfaceB.apiKey },
      })
      assert.ok(Number((json as { offsetMs: number }).offsetMs) >= 86_400_000)
    }))

  test('presses a button of the user menu, and stays on the page', () =>
    withPalette(async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('dark')
      await chosen(page).getByText('Dark theme').waitFor()
      await page.keyboard.press('Enter')
      await page.locator('html[data-theme=dark]').waitFor()
      assert.equal(page.url(), `${base()}/cards`)
    }))

  test('lists recently opened results', () =>
    withPalette(async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type('spring-shoes-17')
      await chosen(page).getByText('spring-shoes-17').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/orders/${order}`)
      await page.keyboard.press('/')
      await page.getByRole('option', { name: /^Recent .*spring-shoes-17/ }).waitFor()
    }))

  test('shows results if the stored recent results cannot be read', () =>
    withPalette(async (page) => {
      await page.evaluate(`localStorage.setItem('recent ${new URL(base()).pathname}/search', '[')`)
      await page.keyboard.press('/')
      await page.locator('.palette .results [role=option]').first().waitFor()
      await page.evaluate('localStorage.clear()')
    }))

  test('is a search form without JavaScript', () =>
    withPalette(
      async (page) => {
        await page.getByRole('searchbox', { name: /search/i }).fill('spring')
        await page.keyboard.press('Enter')
        await page.getByRole('link', { name: /spring-shoes-18/ }).click()
        await page.waitForURL('**/orders/**')
      },
      { javaScriptEnabled: false },
    ))
})
