// Start in a browser: sample data by a button, the ranges, the bars as links, and the first steps.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip, watchPage } from '../../kit/browser.ts'
import { sqlite } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

describe('Start in a browser', { skip }, () => {
  let browser: Browser
  let sandbox: Sandbox
  let page: Page
  let errors: readonly string[]
  before(async () => {
    browser = await launchBrowser()
    sandbox = await startSandbox(sqlite)
    page = await browser.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    errors = watchPage(page, [sandbox.url])
    const project = await sandbox.newProject()
    await page.goto(`${sandbox.url}/p/${project.id}`)
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  test('fills an empty project with sample data and shows the notice once', async () => {
    await page.getByText('0 of 5 done').waitFor()
    await page.getByRole('button', { name: 'Fill with sample data' }).click()
    await page.getByText(/Added 8 cardholders, 8 cards, 10 transfers and \d+ orders/).waitFor()
    await page.getByText('3 of 5 done').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Recent orders and cards' }).waitFor()
    assert.equal(await page.getByText('Added 8 cardholders').count(), 0)
  })

  test('shows each range, and keeps it in the URL', async () => {
    for (const [name, range, phrase] of [
      ['7 days', '7d', 'In the last 7 days'],
      ['1 hour', '1h', 'In the last hour'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByText(phrase).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('range'), range)
    }
  })

  test('links the declined orders and the bars to lists with as many orders', async () => {
    const start = page.url()
    const text = await page.getByText(/^\d+ orders? declined$/).innerText()
    await page.getByRole('link', { name: 'Approval rate' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    assert.equal(await page.locator('tbody a.name').count(), Number.parseInt(text, 10))
    await page.goto(start)
    const bar = page.locator('.bars svg a').last()
    const counts = /(\d+) approved, (\d+) declined/.exec(
      (await bar.getAttribute('aria-label')) ?? '',
    )
    await page.goto(new URL((await bar.getAttribute('href')) ?? '', start).href)
    const approvedOrDeclined = await page.locator('tbody a.name').count()
    assert.ok(approvedOrDeclined >= Math.max(Number(counts?.[1]), Number(counts?.[2])))
    await page.goto(start)
  })

  test('hides the first steps, and shows them again', async () => {
    await page.getByRole('button', { name: 'Hide the first steps' }).click()
    await page.getByRole('heading', { name: 'Recent orders and cards' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0)
    await page.locator('.heading summary').click()
    await page.getByRole('button', { name: 'Show first steps' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    assert.deepEqual(errors, [])
  })
})
