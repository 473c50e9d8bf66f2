// A session that ends while a form is filled in: the sign-in returns to the form with its input.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, PAGE_TIMEOUT_MS, skip } from '../../kit/browser.ts'
import { sqlite } from '../../kit/databases.ts'
import { freePort } from '../../kit/free-port.ts'
import { type HostedSandbox, PASSWORD, startHosted } from '../../kit/person.ts'

const EMAIL = 'ada@example.com'

describe('A session that ends while a form is filled in', { skip }, () => {
  let browser: Browser
  let hosted: HostedSandbox
  let url: string
  before(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    hosted = await startHosted(sqlite, { port, publicUrl: url })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await hosted.sandbox.close()
  })

  test('the sign-in returns to the form with the input, but without secrets and card numbers', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(`${url}/account/sign-up`)
    await page.getByLabel('Email address', { exact: true }).fill(EMAIL)
    await page.keyboard.press('Enter')
    await page.getByText('Check your inbox').first().waitFor()
    await page.goto(url + (await hosted.emailTo(EMAIL)).path)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\/prj_/)
    const base = page.url().replace(/[?#].*/, '')

    /** Ends the session, sends the form, signs in again, and returns the form. */
    const sentWithoutSession = async (form: string) => {
      await context.clearCookies()
      await page.locator(`${form} button[type=submit]`).first().click()
      await page.getByText('You are no longer signed in').waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Email address', { exact: true }).fill(EMAIL)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.locator(form).waitFor({ state: 'attached' })
    }

    await page.goto(`${base}/settings`)
    const name = page.locator('#settings input[name=merchantName]')
    await name.fill('Corner "shop" <b>')
    await page.locator('#settings select').first().selectOption({ index: 1 })
    const chosen = await page.locator('#settings select').first().inputValue()
    await sentWithoutSession('#settings')
    assert.equal(page.url(), `${base}/settings`)
    await page.getByText('Your input was restored').waitFor()
    assert.equal(await name.inputValue(), 'Corner "shop" <b>')
    assert.equal(await page.locator('#settings select').first().inputValue(), chosen)
    await page.locator('#settings button[type=submit]').first().click()
    await page.getByText('Saved').first().waitFor()
    assert.equal(await name.inputValue(), 'Corner "shop" <b>')
    assert.equal(await page.getByText('Your input was restored').count(), 0)

    await page.goto(`${base}/cardholders`)
    const fold = page.locator('details:has(#register) > summary')
    if ((await fold.count()) > 0) await fold.first().click()
    await page.locator('#register input[name=lastName]').fill('4000 0000 0000 0002')
    await page.locator('#register input[name=firstName]').fill('Ann')
    await page.locator('#register').evaluate((form: { noValidate: boolean }) => {
      form.noValidate = true
    })
    await sentWithoutSession('#register')
    assert.equal(await page.locator('#register input[name=firstName]').inputValue(), 'Ann')
    assert.equal(await page.locator('#register input[name=lastName]').inputValue(), '')

    // A browser does not let a page select a file.
    await page.goto(`${base}/settings`)
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('89504e47', 'hex') }
    await page.locator('#look input[name=logoFile]').setInputFiles(file)
    await page.locator('#look input[name=merchantColour]').fill('#123456')
    await sentWithoutSession('#look')
    await page.getByText('Your input was restored').waitFor()
    assert.equal(await page.locator('#look input[name=merchantColour]').inputValue(), '#123456')
    assert.equal(await page.locator('#look input[name=logoFile]').inputValue(), '')
    assert.deepEqual(errors, [])
    await context.close()
  })
})
