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
    { path: '/', shows: 'text=demo-api-key' },
    { path: '/test-cards', shows: 'text=4444 5555 1111 3333' },
    { path: '/docs', shows: '.opblock' },
  ]
  for (const { path, shows } of pages)
    test(`${path} is drawn without errors or other hosts, and fits a desktop and a phone`, async () => {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      const complaints = complaintsOf(page, [door.url])
      await page.goto(door.url + path)
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator(shows).first().waitFor()
        await assertFits(page)
      }
      assert.deepEqual(complaints, [])
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
