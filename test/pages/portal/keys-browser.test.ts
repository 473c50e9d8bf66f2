// Keys in a browser: a key is rotated in a dialog, which shows the new value once and, without
// JavaScript, on a separate page.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip, watchPage } from '../../kit/browser.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

describe('Keys in a browser', { skip }, () => {
  let sandbox: Sandbox
  let browser: Browser
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await sandbox.close()
  })

  for (const javaScriptEnabled of [true, false])
    test(`are rotated in a dialog that shows the new value once${javaScriptEnabled ? '' : ', even without script'}`, async () => {
      const { id, secrets } = await sandbox.newProject()
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      page.setDefaultTimeout(PAGE_TIMEOUT_MS)
      const errors = watchPage(page, [sandbox.url])
      await page.goto(`${sandbox.url}/p/${id}/keys`)
      await page.getByRole('button', { name: 'Rotate… the API key' }).click()
      const question = page.getByRole('dialog', { name: 'Rotate the API key' })
      await question.getByLabel('Keep the old API key for').selectOption('1 hour')
      await question.getByRole('button', { name: 'Rotate API key' }).click()
      const result = page.getByRole('dialog', { name: 'Copy the new value' })
      const value = await result.locator('code').innerText()
      assert.match(value, /^[a-z2-7]{8}-[a-z2-7]{32}$/)
      assert.notEqual(value, secrets.interfaceB.apiKey)
      await result.getByText(/The old one works until/).waitFor()
      const copy = result.getByRole('button', { name: 'Copy new API key' })
      assert.equal(await copy.count(), javaScriptEnabled ? 1 : 0)
      await page.goto(`${sandbox.url}/p/${id}/keys`)
      assert.equal(await page.locator('.copyable').getByText(value).count(), 0)
      assert.deepEqual(errors, [])
      await context.close()
    })

  test('have buttons whose accessible names differ', async () => {
    const { id } = await sandbox.newProject()
    const page = await browser.newPage()
    await page.goto(`${sandbox.url}/p/${id}/keys`)
    const tree = await page.locator('main').ariaSnapshot()
    const names = [...tree.matchAll(/- button "([^"]*)"/g)].map(([, name]) => name)
    assert.ok(names.length > 10)
    assert.equal(new Set(names).size, names.length, names.join(', '))
    await page.close()
  })
})
