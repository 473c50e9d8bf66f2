// Orders and Try in a browser: tabs, saved filters, the preview, and the notice about a payment.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip, watchPage } from '../../kit/browser.ts'
import { sqlite } from '../../kit/databases.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { TEST_CARDS } from '../../kit/test-cards.ts'

describe('Orders in a browser', { skip }, () => {
  let browser: Browser
  let sandbox: Sandbox
  let merchant: Merchant
  let page: Page
  let base: string
  let errors: readonly string[]
  before(async () => {
    browser = await launchBrowser()
    sandbox = await startSandbox(sqlite)
    merchant = await newMerchant(sandbox)
    base = `${sandbox.url}/p/${merchant.project.id}`
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    errors = watchPage(page, [sandbox.url])
    await merchant.paidOrder({ orderNumber: 'paid', amount: 5000 })
    const declined = await merchant.register({ orderNumber: 'refused' })
    await merchant.pay(declined, { $PAN: TEST_CARDS.noFunds })
    await merchant.callOk('decline', {
      orderId: await merchant.register({ orderNumber: 'withdrawn' }),
    })
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  const names = () => page.locator('tbody a.name').allInnerTexts()

  test('the tab Declined lists the orders with a declined attempt, but no withdrawn ones', async () => {
    await page.goto(`${base}/orders`)
    await page.getByRole('link', { name: 'Declined 1' }).click()
    assert.deepEqual(await names(), ['refused'])
    await page.getByRole('link', { name: 'Withdrawn 1' }).click()
    assert.deepEqual(await names(), ['withdrawn'])
  })

  test('a filter can be entered, saved under a name, followed and deleted', async () => {
    await page.goto(`${base}/orders`)
    await page.locator('summary', { hasText: /^Filter$/ }).click()
    await page.getByLabel('Amount from').fill('30,00')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await page.getByText('Amount from: 30,00').waitFor()
    assert.deepEqual(await names(), ['paid'])
    const filtered = page.url()
    assert.equal(new URL(filtered).search, '?amountFrom=30%2C00')
    await page.locator('summary', { hasText: 'Saved filters' }).click()
    await page.getByLabel('Name of the current filter').fill('Large')
    await page.getByRole('button', { name: 'Save this filter' }).click()
    await page.goto(`${base}/orders?filter=held`)
    await page.locator('summary', { hasText: 'Saved filters' }).click()
    await page.getByRole('link', { name: 'Large' }).click()
    await page.getByText('Amount from: 30,00').waitFor()
    assert.equal(page.url(), filtered)
    await page.locator('summary', { hasText: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Delete filter Large' }).click()
    await page.reload()
    assert.equal(await page.getByRole('link', { name: 'Large' }).count(), 0)
  })

  test('an order is previewed next to the list, but only on a wide screen', async () => {
    await page.goto(`${base}/orders`)
    await page.getByRole('link', { name: 'Preview Order paid' }).click()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Approved and paid').waitFor()
    await preview.getByRole('link', { name: 'Close preview' }).click()
    await page.setViewportSize({ width: 1024, height: 800 })
    assert.equal(await page.getByRole('link', { name: 'Preview Order paid' }).count(), 0)
    await page.getByRole('link', { name: 'paid', exact: true }).click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('Try shows a declined payment in red and a paid one in green', async () => {
    for (const [card, notice, meaning] of [
      [/9995/, 'Declined: insufficient funds (116)', 'declined'],
      [/approves, without 3-D Secure/, 'Paid: 20.00', 'approved'],
    ] as const) {
      await page.goto(`${base}/try`)
      const options = await page
        .getByLabel('Card', { exact: true })
        .locator('option')
        .allInnerTexts()
      const label = options.find((each) => card.test(each)) ?? ''
      await page.getByLabel('Card', { exact: true }).selectOption({ label: label.trim() })
      await page.getByRole('button', { name: 'Pay without the page' }).click()
      await page.locator(`.notice.${meaning}`, { hasText: notice }).waitFor()
    }
    assert.deepEqual(errors, [])
  })
})
