// Cards in a browser: issued and used for a payment in few clicks, dialogs, and files to import.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip, watchPage } from '../../kit/browser.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

describe('Cards in a browser', { skip }, () => {
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
    // A refused form answers 422, which the browser logs.
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    )
    await page.close()
  }

  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click()

  test('are issued with a balance and pay an order in three clicks from Start', () =>
    withPage('', async (page) => {
      await page.getByRole('link', { name: 'Cards', exact: true }).first().click()
      await press(page, 'Issue card')
      await press(page, 'Pay')
      await page.getByText('Timeline', { exact: true }).waitFor()
      await page.locator('h1').getByText('paid', { exact: true }).waitFor()
    }))

  test('fail their next payment in two clicks, and only that one', () =>
    withPage('/cards', async (page) => {
      await press(page, 'Issue card')
      await press(page, 'Make next payment fail')
      await page.getByText('The next payment with this card will fail').waitFor()
      await press(page, 'Pay')
      await page.getByText('Declined by the issuer').first().waitFor()
    }))

  test('open the form of an action in a dialog, which closes on Escape and shows errors', () =>
    withPage('/cards', async (page) => {
      await press(page, 'Issue card')
      await press(page, 'Top up…')
      await page.getByRole('dialog', { name: 'Top up' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await press(page, 'Top up…')
      await page.locator('#topup').getByLabel('Amount').fill('much')
      await press(page, 'Top up')
      const field = page.locator('#topup-amount')
      await field.waitFor()
      assert.equal(await field.inputValue(), 'much')
      assert.equal(await page.locator(':focus').getAttribute('id'), 'topup-amount')
    }))

  test('are imported from a chosen file after its errors are corrected', () =>
    withPage('/cards/import', async (page) => {
      const file = (text: string) => ({
        name: 'cards.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
      const head = 'first_name,last_name,phone_number,initial_balance\n'
      await page.getByLabel('CSV file').setInputFiles(file(`${head}Ann,Doe,12,much\n`))
      await press(page, 'Preview')
      await page.getByText('Nothing was imported.').waitFor()
      const rows = page.getByLabel('Rows')
      assert.equal(await rows.inputValue(), `${head}Ann,Doe,12,much\n`)
      assert.equal(await page.locator(':focus').getAttribute('id'), 'import-csv')
      await page.getByText('Line 2, column initial_balance: must be an amount').waitFor()
      await rows.fill(`${head}Ann,Imported,+35700000001,7.50\n`)
      await press(page, 'Preview')
      await page.getByText('Preview: 1 card').waitFor()
      await press(page, 'Import 1 card')
      await page.getByText('Imported 1 card').waitFor()
      await page.getByRole('link', { name: 'ANN IMPORTED' }).waitFor()
    }))
})
