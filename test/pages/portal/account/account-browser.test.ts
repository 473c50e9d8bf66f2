// Hosted mode in a real browser, with the keyboard only: a user signs up, creates a project and
// invites a colleague.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, skip, watchPage } from '../../../kit/browser.ts'
import { sqlite } from '../../../kit/databases.ts'
import { freePort } from '../../../kit/free-port.ts'
import { assertReadable } from '../../../kit/page-states.ts'
import { type HostedSandbox, PASSWORD, startHosted } from '../../../kit/person.ts'

describe('A hosted sandbox in a browser', { skip }, () => {
  let browser: Browser
  let hosted: HostedSandbox
  let url: string
  before(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    // Browsers keep a secure cookie of this very machine without TLS.
    hosted = await startHosted(sqlite, { port, publicUrl: url })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await hosted.sandbox.close()
  })

  const type = async (page: Page, label: string, text: string): Promise<void> => {
    await page.getByLabel(label, { exact: true }).focus()
    await page.keyboard.type(text)
  }
  /** Presses Enter, and waits for the next page. */
  const enter = async (page: Page, shows: string): Promise<void> => {
    await page.keyboard.press('Enter')
    await page.getByText(shows).first().waitFor()
  }

  test('a user signs up and invites a viewer', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const errors = watchPage(page, [url])
    await page.goto(url)
    await assertReadable(page)
    await page.getByRole('link', { name: 'Create account' }).first().focus()
    await enter(page, 'Send link')
    await assertReadable(page)
    await type(page, 'Email address', 'ada@example.com')
    await enter(page, 'Check your inbox')
    await page.goto(url + (await hosted.emailTo('ada@example.com')).path)
    await type(page, 'Password', 'too short')
    await enter(page, 'Use at least 10 characters')
    await assertReadable(page)
    assert.equal(await page.evaluate('document.activeElement.name'), 'password')
    await page.keyboard.type(PASSWORD)
    await enter(page, 'Nothing has happened in this project yet')
    await assertReadable(page)
    await page.getByRole('link', { name: 'Members' }).focus()
    await enter(page, 'We email an invitation link')
    await type(page, 'Email address', 'grace@example.com')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await page.getByRole('button', { name: 'Send invitation' }).focus()
    await enter(page, 'Invitation sent')
    await assertReadable(page)
    await page.getByRole('link', { name: 'Audit log' }).focus()
    await enter(page, 'Invite member')
    await assertReadable(page)
    await page.getByLabel('Account').focus()
    await enter(page, 'Sign out')
    await page.getByRole('link', { name: 'Account', exact: true }).focus()
    await enter(page, 'Sign out everywhere')
    await assertReadable(page)
    // A refused password gets a 422 response, which the browser logs.
    assert.deepEqual(
      errors.filter((text) => !text.includes('422')),
      [],
    )
    await context.close()
  })

  test('the viewer joins, sees no buttons, and cannot open forbidden pages by URL', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(url + (await hosted.emailTo('grace@example.com')).path)
    await assertReadable(page)
    await type(page, 'Password', PASSWORD)
    await enter(page, 'Nothing has happened in this project yet')
    await assertReadable(page)
    const base = new URL(page.url()).pathname
    for (const path of ['/orders', '/cards', '/clock', '/rules', '/settings']) {
      await page.goto(url + base + path)
      assert.equal(await page.locator('main form[method="post"]').count(), 0, path)
    }
    await page.goto(`${url}${base}/members`)
    assert.deepEqual(await page.locator('main form[method="post"] button').allTextContents(), [
      'Leave project',
    ])
    await page.goto(`${url}${base}/keys`)
    await page.getByText('Your role does not allow this').waitFor()
    await assertReadable(page)
    await page.goto(`${url}${base}/orders`)
    await page.keyboard.press('/')
    await page.keyboard.type('sign out')
    await page.getByRole('option', { name: 'Action Sign out', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('You are signed out.').waitFor()
    await page.goto(`${url}${base}/orders`)
    await page.getByText('Forgot your password?').waitFor()
    await type(page, 'Email address', 'grace@example.com')
    await type(page, 'Password', PASSWORD)
    await enter(page, 'Orders')
    assert.equal(new URL(page.url()).pathname, `${base}/orders`)
    await context.close()
  })

  test('a wrong password is reported once, at its field, and can be shown while it is typed', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/account/log-in`)
    await type(page, 'Email address', 'grace@example.com')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('not the password')
    await page.getByRole('button', { name: 'Show password' }).press('Enter')
    assert.equal(await password.getAttribute('type'), 'text')
    assert.equal(await password.inputValue(), 'not the password')
    await page.getByRole('button', { name: 'Hide password' }).press('Enter')
    assert.equal(await password.getAttribute('type'), 'password')
    await password.press('Enter')
    await page.getByText('Wrong email or password.').waitFor()
    assert.equal(await page.getByText('Wrong email or password.').count(), 1)
    assert.equal(await page.locator(':focus').getAttribute('name'), 'password')
    assert.equal(await page.getByLabel('Email address').inputValue(), 'grace@example.com')
    assert.equal(await password.inputValue(), '')
    await context.close()
  })

  test('a long email address wraps wherever it is shown', async () => {
    const email = 'ada.with.a.rather.long.name@department.example.com'
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/account/sign-up`)
    await type(page, 'Email address', email)
    await enter(page, 'Check your inbox')
    await assertReadable(page)
    await page.goto(url + (await hosted.emailTo(email)).path)
    await type(page, 'Password', PASSWORD)
    await enter(page, 'Nothing has happened in this project yet')
    await page.goto(`${url}/account`)
    await assertReadable(page)
    await page.getByRole('link', { name: 'Delete account' }).focus()
    await enter(page, 'This cannot be undone')
    await type(page, 'Enter your email address to confirm', 'nobody@example.com')
    await page.locator('#delete-account-current').fill(PASSWORD)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText(`Enter ${email}.`).first().waitFor()
    await assertReadable(page)
    await context.close()
  })
})
