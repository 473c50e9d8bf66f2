// Open pages of the portal while data changes: new data appears automatically, and never moves the
// content being read.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { troublesOfLargeText } from '../../kit/large-text.ts'
import { type Merchant, newMerchant } from '../../kit/merchant.ts'
import { inPortalBrowser } from '../../kit/portal-browser.ts'
import type { Sandbox } from '../../kit/sandbox.ts'

inPortalBrowser('An open page of the portal', (at) => {
  let sandbox: Sandbox
  let merchant: Merchant
  before(() => {
    ;({ sandbox, merchant } = at.portal)
  })

  /** Runs a test from a URL of the project once the page receives changes. */
  const withPage = (path: string, run: (page: Page) => Promise<void>, of = merchant) =>
    at.portal.withPage(path, run, { merchant: of, isLive: true })
  const rows = (page: Page) => page.locator('tbody tr')

  test('shows the dashboard when a project gets its first event', async () => {
    const newcomer = await newMerchant(sandbox)
    await withPage(
      '',
      async (page) => {
        await newcomer.register()
        await page.getByRole('button', { name: 'This project has changed' }).click()
        await page.locator('.activity').getByText('unpaid').first().waitFor()
        await page.locator('.live[data-state=connected]').waitFor()
        await newcomer.register()
        await page.getByRole('button', { name: '1 new' }).click()
        await page.locator('.activity [data-new]').waitFor()
      },
      newcomer,
    )
  })

  const troublesOnNarrowScreen = async (page: Page): Promise<string[]> => {
    const usual = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 900 })
    const troubles = await troublesOfLargeText(page)
    if (usual !== null) await page.setViewportSize(usual)
    return troubles
  }

  test('fills an empty list, offers to load new rows, and updates the rows on the page', () =>
    withPage('/orders', async (page) => {
      const first = await merchant.heldOrder()
      await rows(page).getByText('held').waitFor()
      await merchant.paidOrder()
      await merchant.register()
      const pill = page.getByRole('button', { name: '2 new' })
      await pill.waitFor()
      assert.deepEqual(await troublesOnNarrowScreen(page), [])
      assert.equal(await rows(page).count(), 1)
      await merchant.callOk('deposit', { orderId: first, amount: 0 })
      await rows(page).getByText('paid').waitFor()
      assert.equal(await rows(page).count(), 1)
      await pill.click()
      await rows(page).nth(2).waitFor()
      assert.equal(await pill.count(), 0)
    }))

  test('updates an order with each event, except the part that its reader is using', async () => {
    const order = await merchant.registerPreAuth()
    await withPage(`/orders/${order}`, async (page) => {
      await merchant.pay(order)
      await page.getByText('Approved and held').waitFor()
      const amount = page.getByRole('textbox', { name: 'Amount to capture' })
      await amount.fill('5.00')
      await merchant.callOk('deposit', { orderId: order, amount: 1000 })
      await page.getByRole('heading', { name: 'Captured' }).waitFor()
      assert.equal(await amount.inputValue(), '5.00')
      await page.getByRole('button', { name: 'This order has changed' }).click()
      assert.equal(
        await page.getByRole('textbox', { name: 'Amount to refund' }).inputValue(),
        '10.00',
      )
      assert.equal(await amount.count(), 0)
    })
  })

  test('shows a payment in the other tab as it happens, and then the next possible actions', () =>
    withPage('/try', async (page) => {
      await page.getByLabel('Stages').selectOption('two')
      const [payment] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('button', { name: 'Open the payment page' }).click(),
      ])
      await page.getByRole('heading', { name: 'Registered' }).waitFor()
      await payment.getByRole('button', { name: 'Pay 20.00' }).click()
      await page.getByRole('heading', { name: 'Approved and held' }).waitFor()
      await page.getByRole('textbox', { name: 'Amount to capture' }).fill('5.00')
      await page.getByRole('button', { name: 'Capture' }).click()
      await page.getByRole('heading', { name: 'Captured' }).waitFor()
      await page.getByRole('heading', { name: 'Try a payment' }).waitFor()
      // The payer has returned there too.
      await payment.getByRole('heading', { name: 'Captured' }).waitFor()
      await payment.close()
    }))

  test('can be searched with the keyboard, and copies an id on click', async () => {
    const order = await merchant.register()
    await withPage('/cards', async (page) => {
      for (const keys of ['/', 'Control+k']) {
        await page.locator('h1').click()
        await page.keyboard.press(keys)
        assert.equal(await page.evaluate('document.activeElement?.name'), 'q', keys)
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('/')
      await page.keyboard.type(order)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/orders/${order}`)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy order id' }).click()
      await page.locator('[data-copied]').waitFor()
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), order)
    })
  })

  test('keeps the sections that its reader has expanded', async () => {
    const order = await merchant.heldOrder()
    await withPage(`/orders/${order}`, async (page) => {
      await page.locator('#capture summary').click()
      await merchant.callOk('reverse', { orderId: order })
      const pill = page.getByRole('button', { name: 'This order has changed' })
      await pill.waitFor()
      assert.equal(await page.locator('#capture pre').isVisible(), true)
      await pill.click()
      await page.getByText('This order has no further actions').waitFor()
    })
  })
})
