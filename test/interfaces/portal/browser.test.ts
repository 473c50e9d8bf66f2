// The main page and the reference in a real browser: they are drawn, load nothing from elsewhere and fit a phone.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { assertFits, complaintsOf, launchBrowser, PATIENCE_MS, skip } from '../../browser.ts'
import { databases } from '../../databases.ts'
import { type FrontDoor, openFrontDoor } from '../../front-door.ts'

describe('In a browser', { skip }, () => {
  let door: FrontDoor
  let browser: Browser

  before(async () => {
    const [database] = databases
    assert.ok(database)
    door = await openFrontDoor(database)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await door.close()
  })

  const pages = [
    { path: '/', shows: 'text=demo-api-key', width: 1280 },
    { path: '/', shows: 'text=demo-api-key', width: 390 },
    { path: '/test-cards', shows: 'text=4444 5555 1111 3333', width: 1280 },
    { path: '/test-cards', shows: 'text=4444 5555 1111 3333', width: 390 },
    { path: '/docs', shows: '.opblock', width: 1280 },
    { path: '/docs', shows: '.opblock', width: 390 },
  ]
  for (const { path, shows, width } of pages)
    test(`${path} is drawn at ${width} px, without errors, other hosts or sideways scrolling`, async () => {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      page.setDefaultTimeout(PATIENCE_MS)
      const complaints = complaintsOf(page, [door.url])
      await page.goto(door.url + path)
      await page.locator(shows).first().waitFor()
      assert.deepEqual(complaints, [])
      await assertFits(page)
      await page.close()
    })

  test('the main page needs no script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${door.url}/`)
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
