// Callbacks in a browser: from Start to the failing ones, resending until the result is known, and
// verifying a received callback that was changed.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CallbackMerchant } from '../../kit/callback-merchant.ts'
import { answer, Receiver } from '../../kit/callback-receiver.ts'
import { inPortalBrowser, type PortalBrowser } from '../../kit/portal-browser.ts'

inPortalBrowser('Callbacks in a browser', (at) => {
  let inbox: CallbackMerchant
  let receiver: Receiver
  let withPage: PortalBrowser['withPage']
  before(async () => {
    const { sandbox, merchant } = at.portal
    withPage = at.portal.withPage
    inbox = await CallbackMerchant.of(sandbox, merchant.project)
    receiver = await Receiver.open()
    receiver.usual = answer(500)
    await merchant.paidOrder({ orderNumber: 'retried', dynamicCallbackUrl: receiver.url() })
    await inbox.inboxOnce(([callback]) => callback?.failures === 1)
  })
  after(() => receiver.close())

  test('are linked from Start with their attempts while they are retried', () =>
    withPage('', async (page) => {
      await page.getByRole('link', { name: 'All failing callbacks' }).click()
      const row = page.getByRole('row').filter({ hasText: 'retried' })
      await row.getByText('retrying · 1 attempt · next in a moment').waitFor()
      await page.getByRole('link', { name: 'Failed 0', exact: true }).click()
      await page.getByText('No failed callbacks.').waitFor()
    }))

  test('are counted by the bell of every page, which links to them', () =>
    withPage('/cards', async (page) => {
      await page.getByRole('link', { name: 'Failing callbacks: 1' }).click()
      await page.getByRole('row').filter({ hasText: 'retried' }).waitFor()
    }))

  test('are resent, and the notice shows the result of the attempt', async () => {
    const [callback] = await inbox.inbox()
    const held: (() => void)[] = []
    receiver.usual = (response) => held.push(() => response.writeHead(500).end())
    await withPage(`/callbacks/${callback?.id ?? ''}`, async (page) => {
      const before = receiver.received.length
      await page.getByRole('button', { name: 'Resend callback' }).click()
      const notice = page.getByRole('status').filter({ hasText: 'The call' })
      await notice.getByText('Sending again').waitFor()
      await page.locator('.live[data-state=connected]').waitFor()
      await receiver.until(before + 1)
      for (const release of held.splice(0)) release()
      await notice.getByText('Callback not delivered').waitFor()
      await notice.getByText('HTTP 500. Next attempt in a moment.').waitFor()
      assert.equal(await notice.getByText('Sending again').count(), 0)
      receiver.usual = answer(200)
      await page.getByRole('button', { name: 'Resend callback' }).click()
      await notice.getByText('Callback delivered').waitFor()
    })
  })

  test('are counted on the tabs, and the selected ones are resent', () =>
    withPage('/callbacks', async (page) => {
      await page.getByRole('link', { name: 'All 1' }).waitFor()
      await page.getByRole('link', { name: 'Retrying 0' }).waitFor()
      await page.getByRole('checkbox', { name: 'Select deposited of retried' }).check()
      const before = receiver.received.length
      await page.getByRole('button', { name: 'Resend selected' }).click()
      await page.getByText('Sending 1 again').waitFor()
      await receiver.until(before + 1)
    }))

  test('are previewed while their settings change, in groups that are selected and filtered', () =>
    withPage('/callbacks/settings', async (page) => {
      const preview = page.locator('#callback-preview')
      await preview.getByText('retried').first().waitFor()
      await page.getByLabel('maskedPan').check()
      await preview.getByText('maskedPan').waitFor()
      await page.getByRole('button', { name: 'All: Dates' }).click()
      await preview.getByText('paymentDate').waitFor()
      await page.getByRole('button', { name: 'None: Dates' }).click()
      await preview.getByText('paymentDate').waitFor({ state: 'detached' })
      await page.getByLabel('Find a parameter').fill('pan')
      await page.getByLabel('cardholderName').waitFor({ state: 'hidden' })
      await page.getByLabel('panMasked').waitFor()
      await page.getByLabel('Method').selectOption('POST')
      await preview.getByText('POST').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
      assert.ok(await page.getByLabel('maskedPan').isChecked())
      assert.equal(await page.getByLabel('paymentDate').isChecked(), false)
    }))

  test('are verified against the signed parameters: a changed one is reported with both values', async () => {
    const [callback] = await inbox.inbox()
    const changed = new URLSearchParams({ ...callback?.parameters, status: '0', checksum: 'AB' })
    await withPage('/callbacks/verifier', async (page) => {
      await page.getByLabel('Received').fill(changed.toString())
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByText('status was 1 when signed; you have 0.').waitFor()
      await page.getByText('you have 0', { exact: true }).waitFor()
    })
  })
})
