// The frame of project pages in a real browser: notices, menus, forms, lists and shortcuts.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip, watchPage } from '../../kit/browser.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

describe('The frame of a project', { skip }, () => {
  let sandbox: Sandbox
  let merchant: Merchant
  let browser: Browser

  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    merchant = await newMerchant(sandbox)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  /** Runs a test from a URL of the project; the page must log no error. */
  async function withPage(path: string, run: (page: Page) => Promise<void>): Promise<void> {
    const page = await browser.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    const errors = watchPage(page, [sandbox.url])
    await page.goto(`${sandbox.url}/p/${merchant.project.id}${path}`)
    await run(page)
    assert.deepEqual(errors, [])
    await page.close()
  }

  test('shows a success notice once, and keeps the parameters that select the content', () =>
    withPage('/settings?did=saved', async (page) => {
      const notice = page.locator('.notice').getByText('Saved')
      await notice.waitFor()
      assert.match(page.url(), /\/settings$/)
      await page.reload()
      assert.equal(await notice.count(), 0)
      await page.goto(`${page.url().replace('settings', 'orders')}?filter=all&did=x&amount=1`)
      await page.waitForURL('**/orders?filter=all')
    }))
})
