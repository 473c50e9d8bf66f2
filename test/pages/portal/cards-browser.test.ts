// Cards in a browser: issued and used for a payment in few clicks, dialogs, and files to import.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { inPortalBrowser } from '../../kit/portal-browser.ts'
import { endsLikeTestCard } from '../../kit/test-cards.ts'

inPortalBrowser('Cards in a browser', (at) => {
  // A refused form returns 422, which the browser logs.
  const withPage = (path: string, run: (page: Page) => Promise<void>): Promise<void> =>
    at.portal.withPage(path, run, { allows: /status of 422/ })

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

  test('fail their next payment in two clicks, but no later one', () =>
    withPage('/cards', async (page) => {
      await press(page, 'Issue card')
      await press(page, 'Make next payment fail')
      await page.getByText('The next payment with this card will fail').waitFor()
      await press(page, 'Pay')
      await page.getByText('Declined by the issuer').first().waitFor()
    }))

  test('link a refused rule for them to the form that makes their next payment fail', () =>
    withPage('/cards', async (page) => {
      const lastFourOfNew = async (): Promise<string> => {
        await press(page, 'Issue card')
        const heading = page.locator('h1', { hasText: /\d{4}/ })
        return /\d{4}/.exec(await heading.innerText())?.[0] ?? ''
      }
      let lastFour = await lastFourOfNew()
      // Numbers are random, and one in a few hundred ends like a test card.
      while (endsLikeTestCard(lastFour)) {
        await page.getByRole('link', { name: 'Cards', exact: true }).first().click()
        lastFour = await lastFourOfNew()
      }
      await page.getByRole('link', { name: 'Rules', exact: true }).first().click()
      await page.locator('summary', { hasText: 'More conditions' }).click()
      await page.locator('#rule-panSuffix').fill(lastFour)
      await press(page, 'Add rule')
      const notice = page.locator('.notice:focus')
      await notice.getByText(`${lastFour} is issued in this project.`).waitFor()
      assert.equal(await page.locator('#rule-panSuffix').inputValue(), lastFour)
      await notice.getByRole('link', { name: 'Make its next payment fail' }).click()
      await press(page, 'Make next payment fail')
      await press(page, 'Pay')
      await page.getByText('Declined by the issuer').first().waitFor()
    }))

  test('are listed with their orders and callbacks after the clock has advanced a month', async () => {
    const { merchant } = at.portal
    await merchant.register({ orderNumber: 'forgotten' })
    await withPage('/clock', async (page) => {
      await press(page, '1 month')
      await page.getByText(/Done: \d+ orders? expired/).waitFor()
      await page.getByRole('link', { name: 'Show them' }).click()
      const ran = page.locator('#last-move')
      await ran.getByRole('link', { name: 'forgotten' }).click()
      await page.locator('h1').getByText('expired', { exact: true }).waitFor()
    })
  })

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
      await page.getByText('Line 2: initial_balance must be an amount').waitFor()
      await rows.fill(`${head}Ann,Imported,+35700000001,7.50\n`)
      await press(page, 'Preview')
      await page.getByText('Preview: 1 card').waitFor()
      await press(page, 'Import 1 card')
      await page.getByText('Imported 1 card').waitFor()
      await page.getByRole('link', { name: 'ANN IMPORTED' }).waitFor()
    }))
})
