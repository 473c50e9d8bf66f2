// The main page and the reference in a real browser: they are drawn, load nothing from elsewhere and fit a phone.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { databases } from '../../databases.ts'
import { type FrontDoor, openFrontDoor } from '../../front-door.ts'

const BROWSER = '/usr/bin/chromium'
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
const isMissing = !existsSync(BROWSER)
// In CI a missing browser is a failure: nothing else would notice that the pages were never opened.
const skip = isMissing && process.env['CI'] === undefined ? `${BROWSER} is not installed` : false

describe('In a browser', { skip }, () => {
  let door: FrontDoor
  let browser: Browser

  before(async () => {
    const [database] = databases
    assert.ok(database)
    door = await openFrontDoor(database)
    browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS })
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
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(door.url) && !url.startsWith('data:')) complaints.push(url)
      })
      await page.goto(door.url + path)
      await page.locator(shows).first().waitFor()
      assert.deepEqual(complaints, [])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(overflow) <= 0, `${String(overflow)} px wider than the window`)
      await page.close()
    })

  test('the main page needs no script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
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
