// The portal of one project in a real browser: one service and one browser for a suite, and a page
// per test that must log no error.

import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { freshPage, launchBrowser, returnPage, skip, watchPage } from './browser.ts'
import { oneDatabase } from './databases.ts'
import { type Merchant, newMerchant } from './merchant.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'

export interface PortalBrowser {
  readonly sandbox: Sandbox
  readonly merchant: Merchant
  readonly browser: Browser
  /** Runs `work` on a new page at a path of the project; the page must log no other error. */
  readonly withPage: (
    path: string,
    work: (page: Page) => Promise<void>,
    options?: PageOptions,
  ) => Promise<void>
}

interface PageOptions {
  /** The suite's own by default. */
  readonly merchant?: Merchant
  /** Logged for a form that the test expects to be refused. */
  readonly allows?: RegExp
  /** Waits until the page receives changes. */
  readonly isLive?: boolean
}

/** Declares a suite; `at.portal` exists in its tests and in its hooks after `before`. */
export function inPortalBrowser(
  title: string,
  define: (at: { readonly portal: PortalBrowser }) => void,
): void {
  describe(title, { skip }, () => {
    const at = {} as { portal: PortalBrowser }
    before(async () => {
      const sandbox = await startSandbox(oneDatabase)
      const merchant = await newMerchant(sandbox)
      const browser = await launchBrowser()
      at.portal = { sandbox, merchant, browser, withPage: withPage(sandbox, merchant, browser) }
    })
    after(async () => {
      await at.portal.browser.close()
      await at.portal.sandbox.close()
    })
    define(at)
  })
}

const withPage =
  (sandbox: Sandbox, own: Merchant, browser: Browser): PortalBrowser['withPage'] =>
  async (path, work, { merchant = own, allows, isLive = false } = {}) => {
    const page = await freshPage(browser)
    const errors = watchPage(page, [sandbox.url])
    await page.goto(`${sandbox.url}/p/${merchant.project.id}${path}`)
    if (isLive) await page.locator('.live[data-state=connected]').waitFor()
    await work(page)
    assert.deepEqual(
      errors.filter((error) => allows?.test(error) !== true),
      [],
    )
    await returnPage(browser, page)
  }
