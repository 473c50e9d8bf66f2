// Pages that misled testers: an example that can be sent only once, green errors, raw JSON after a
// reload, buttons that are always refused, and commands of guides for another service.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { demoProject } from '../../../src/web/http/demo-project.ts'
import { inPortalBrowser } from '../../kit/portal-browser.ts'

const run = promisify(execFile)

inPortalBrowser('A tester', (at) => {
  test('sends an example of the reference twice, and sees in red that a number was used before', () =>
    at.portal.withPage('/docs/c/register', async (page) => {
      const exchange = page.locator('#exchange')
      const number = page.getByLabel('orderNumber', { exact: true })
      const numbers = new Set<string>()
      for (const count of [1, 2]) {
        numbers.add(await number.inputValue())
        assert.equal(numbers.size, count)
        await page.getByRole('button', { name: 'Send', exact: true }).click()
        // The response gets the focus after the form has its next values.
        await page.locator('#exchange:focus').waitFor()
        await exchange.locator('.badge.approved').getByText('200 OK').waitFor()
      }
      await number.fill([...numbers][0] ?? '')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await exchange.locator('.badge.declined').getByText('200 OK').waitFor()
      await exchange.getByText('errorCode 1').waitFor()
      assert.equal(await exchange.locator('.badge.approved').count(), 0)
    }))

  test('opens the URL of a refused form again, and sees the page of the form', async () => {
    const id = await at.portal.merchant.paidOrder({ orderNumber: 'refused-refund' })
    await at.portal.withPage(
      `/orders/${id}`,
      async (page) => {
        await page.getByLabel('Amount to refund').fill('1000000.00')
        await page.getByLabel('Amount to refund').press('Enter')
        await page.locator('[aria-invalid=true]').waitFor()
        assert.match(page.url(), /\/refund$/)
        const answer = await page.goto(page.url())
        assert.equal(answer?.status(), 200)
        assert.ok(page.url().endsWith(`/orders/${id}`))
        await page.getByRole('heading', { level: 1, name: 'refused-refund' }).waitFor()
      },
      { allows: /status of 422/ },
    )
  })

  test('cannot press a button that rotates keys of the demo project, and sees the reason', async () => {
    const demo = await demoProject(at.portal.sandbox.sandcard.service)
    await at.portal.withPage('/keys', async (page) => {
      await page.goto(`${at.portal.sandbox.url}/p/${demo?.id ?? ''}/keys`)
      for (const key of ['password of interface A', 'API key', 'password of interface C']) {
        const button = page.getByRole('button', { name: `Rotate… the ${key}` })
        assert.equal(await button.isDisabled(), true, key)
        const reason = page.locator(`#${(await button.getAttribute('aria-describedby')) ?? ''}`)
        assert.match(
          await reason.innerText(),
          /You cannot rotate the demo project’s credentials, because/,
        )
      }
    })
  })

  test('runs the commands of a guide as they are copied', () =>
    at.portal.withPage('/guides/snapshots', async (page) => {
      const commands = await page
        .getByRole('button', { name: /^Copy code/ })
        .first()
        .getAttribute('data-copy')
      const { stdout } = await run('sh', ['-c', commands ?? ''])
      assert.match(stdout, /"name":"before-refunds"/)
      await page.goto(`${at.portal.sandbox.url}/p/${at.portal.merchant.project.id}/snapshots`)
      await page.getByText('before-refunds', { exact: true }).waitFor()
    }))
})
