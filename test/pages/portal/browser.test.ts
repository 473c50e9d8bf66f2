// The pages of the portal and the reference in a real browser: they render, load nothing from other
// hosts, are legible at every width, and their scripts work.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  assertFits,
  freshPage,
  launchBrowser,
  PAGE_TIMEOUT_MS,
  returnPage,
  skip,
  watchPage,
} from '../../kit/browser.ts'
import { databases } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

const PHONE = { width: 390, height: 844 }

describe('A page in a browser', { skip }, () => {
  let sandbox: Sandbox
  let browser: Browser

  before(async () => {
    const [database] = databases
    assert.ok(database)
    sandbox = await startSandbox(database)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  /** Runs a test on a separate page, which must log no error. */
  async function withPage(run: (page: Page) => Promise<void>): Promise<void> {
    const page = await freshPage(browser)
    const errors = watchPage(page, [sandbox.url])
    await run(page)
    assert.deepEqual(errors, [])
    await returnPage(browser, page)
  }

  const pages = [
    { path: '/', shows: 'text=demo-api-key' },
    { path: '/test-cards', shows: 'text=4444 5555 1111 3333' },
  ]
  for (const { path, shows } of pages)
    test(`${path} renders without errors or other hosts, and fits a desktop and a phone`, () =>
      withPage(async (page) => {
        await page.goto(sandbox.url + path)
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await page.locator(shows).first().waitFor()
          await assertFits(page)
        }
      }))

  for (const [operation, field, value, answered] of [
    ['c/register', 'amount', '3100', /"orderId"/],
    ['b/createCardholder', 'idempotency-key', 'once', /"Ann"/],
  ] as const)
    test(`/docs/${operation} sends its form without leaving the page`, () =>
      withPage(async (page) => {
        await page.goto(`${sandbox.url}/docs/${operation}`)
        await page.getByLabel(field).fill(value)
        await page.getByRole('button', { name: 'Send' }).click()
        const exchange = page.locator('#exchange')
        await exchange.getByRole('heading', { name: 'Response' }).waitFor()
        assert.match(
          (await exchange.getByLabel('response', { exact: true }).textContent()) ?? '',
          answered,
        )
        assert.equal(await page.evaluate('document.activeElement?.id'), 'exchange')
        assert.ok(
          (await page.getByLabel('sample in curl', { exact: true }).textContent())?.includes(value),
        )
        assert.equal(await page.getByLabel(field).inputValue(), value)
      }))

  describe('The menu on a phone', () => {
    const isOpen = (page: Page) => page.locator('.drawer .rail').isVisible()
    const opened = (run: (page: Page) => Promise<void>) => () =>
      withPage(async (page) => {
        await page.setViewportSize(PHONE)
        await page.goto(`${sandbox.url}/`)
        await page.getByLabel('Menu').click()
        assert.equal(await isOpen(page), true)
        await run(page)
        await page.locator('.drawer .rail').waitFor({ state: 'hidden' })
      })

    test(
      'closes after one of its links was followed',
      opened(async (page) => {
        await page.locator('.drawer').getByRole('link', { name: 'Product data' }).click()
        await page.waitForURL('**/#product')
      }),
    )
    test(
      'closes on Escape, and its button has the focus',
      opened(async (page) => {
        await page.keyboard.press('Escape')
        assert.equal(await page.evaluate('document.activeElement?.ariaLabel'), 'Menu')
      }),
    )
    test(
      'closes on a click outside it',
      opened(async (page) => {
        await page.mouse.click(PHONE.width / 2, PHONE.height - 8)
      }),
    )
  })

  test('a test card is found by digits, result or code', () =>
    withPage(async (page) => {
      await page.goto(`${sandbox.url}/test-cards`)
      const rows = page.locator('tbody tr:visible')
      const all = await rows.count()
      for (const [typed, count, shows] of [
        ['4444 5555', 1, '4444 5555 1111 3333'],
        ['3333', 3, '4444 4444 4444 3333'],
        ['44445555', 1, '4444 5555 1111 3333'],
        ['INSUFFICIENT', 4, 'Insufficient funds'],
        ['no such card', 0, undefined],
      ] as const) {
        await page.getByLabel('Find a card').fill(typed)
        assert.equal(await rows.count(), count, typed)
        const said = count === 0 ? 'No results' : `${String(count)} found`
        assert.equal(await page.locator('output').textContent(), said)
        if (shows !== undefined) await rows.getByText(shows).first().waitFor()
      }
      assert.equal(await page.locator('section:visible').count(), 0)
      await page.getByLabel('Find a card').fill('')
      assert.equal(await rows.count(), all)
    }))

  for (const [last4, ends] of [
    ['3333', /20\.00\sEUR was paid with .*3333\.\s+Show the order/],
    [
      '9995',
      /20\.00\sEUR was declined with .*9995\.\s+Insufficient funds \(116\)\.\s+Show the order/,
    ],
  ] as const)
    test(`a payment is tried with card ${last4}, and the page shows its outcome`, () =>
      withPage(async (page) => {
        await page.setViewportSize(PHONE)
        await page.goto(`${sandbox.url}/test-cards`)
        await page
          .getByRole('button', { name: `Pay with it: card ${last4}` })
          .first()
          .click()
        await page.getByRole('heading', { name: '20.00' }).waitFor()
        // The script of the page fills in the card once it is loaded.
        const number = page.locator('input[name=pan]')
        while (!(await number.inputValue()).endsWith(last4))
          await page.evaluate('new Promise(requestAnimationFrame)')
        await page.getByRole('button', { name: 'Pay 20.00' }).click()
        // A declined payer has attempts left, and returns to the portal instead.
        if (last4 === '9995') await page.getByRole('link', { name: 'Back to the shop' }).click()
        const notice = page.locator('.tried')
        await notice.waitFor()
        assert.match((await notice.textContent()) ?? '', ends)
      }))

  test('the main page works without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    await page.goto(`${sandbox.url}/`)
    await page.locator('details:has-text("BEGIN PUBLIC KEY") > summary').last().click()
    await page.locator('text=BEGIN PUBLIC KEY').waitFor()
    assert.equal(
      await page
        .locator('pre')
        .count()
        .then((count) => count > 5),
      true,
    )
    await context.close()
  })
})
