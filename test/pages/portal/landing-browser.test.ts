// The page at `/` in a browser: one screen in hosted mode, and in local mode a short page whose
// commands are collapsed.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, skip, watchPage } from '../../kit/browser.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { freePort } from '../../kit/free-port.ts'
import { assertReadable } from '../../kit/page-states.ts'
import { startHosted } from '../../kit/person.ts'
import { startSandbox } from '../../kit/sandbox.ts'

const DESKTOP = { width: 1440, height: 900 }
const HEIGHT = 'document.documentElement.scrollHeight'

describe('The page at /', { skip }, () => {
  let browser: Browser
  before(async () => {
    browser = await launchBrowser()
  })
  after(() => browser.close())

  test('shows the tagline, the sample order, the facts and the sign-up links on one screen in hosted mode', async (t) => {
    const port = await freePort()
    const hosted = await startHosted(oneDatabase, { port, publicUrl: `http://127.0.0.1:${port}` })
    t.after(() => hosted.sandbox.close())
    const page = await browser.newPage({ viewport: DESKTOP })
    const errors = watchPage(page, [hosted.sandbox.url])
    await page.goto(hosted.sandbox.url)
    assert.equal(await page.evaluate(HEIGHT), DESKTOP.height)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.locator('figure .timeline > li').count(), 4)
    assert.equal(await page.locator('.landing-facts > li').count(), 3)
    for (const name of [
      'Create account',
      'See the demo shop',
      'Sign in',
      'API reference',
      'Guides',
    ])
      assert.ok((await page.getByRole('link', { name }).count()) > 0, name)
    await assertReadable(page)
    assert.deepEqual(errors, [])
    await page.close()
  })

  test('shows links and credentials in local mode, and opens the commands of a link', async (t) => {
    const sandbox = await startSandbox(oneDatabase)
    t.after(() => sandbox.close())
    const page = await browser.newPage({ viewport: DESKTOP })
    await page.goto(sandbox.url)
    assert.ok(Number(await page.evaluate(HEIGHT)) <= 1_800)
    for (const name of ['Open the portal', 'Demo shop', 'Test cards', 'Guides', 'API reference'])
      assert.ok((await page.getByRole('main').getByRole('link', { name }).count()) > 0, name)
    const first = page.getByLabel('command: Create a cardholder', { exact: true })
    assert.equal(await first.isVisible(), false)
    await page.getByRole('link', { name: 'First calls to interface B' }).click()
    await first.waitFor()
    await page.getByText('First payments at interface C').last().click()
    await page.getByLabel('command: Register an order', { exact: true }).waitFor()
    await assertReadable(page)
    await page.close()
  })
})
