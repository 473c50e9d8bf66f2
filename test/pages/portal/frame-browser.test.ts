// The frame of project pages in a real browser: notices, menus, forms, lists and shortcuts.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PAGE_TIMEOUT_MS } from '../../kit/browser.ts'
import type { Merchant } from '../../kit/merchant.ts'
import { inPortalBrowser, type PortalBrowser } from '../../kit/portal-browser.ts'
import type { Sandbox } from '../../kit/sandbox.ts'
import { screensOf } from '../../../src/pages/portal/shell/screens.ts'
import { shortcutOf } from '../../../src/pages/portal/shell/shortcuts.ts'

const PHONE = { width: 390, height: 844 }

const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(
    `(document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '').trim()`,
  )

inPortalBrowser('The frame of a project', (at) => {
  let sandbox: Sandbox
  let merchant: Merchant
  let browser: Browser
  let withPage: PortalBrowser['withPage']
  before(() => {
    ;({ sandbox, merchant, browser, withPage } = at.portal)
  })

  test('shows a success notice once, and keeps the parameters that select the content', () =>
    withPage('/settings?did=saved', async (page) => {
      const notice = page.locator('.notice').getByText('Saved')
      await notice.waitFor()
      assert.match(page.url(), /\/settings$/)
      await page.reload()
      assert.equal(await notice.count(), 0)
      await page.goto(`${page.url().replace('settings', 'orders')}?filter=all&did=x&amount=1`)
      await page.waitForURL('**/orders?filter=all')
    }))

  test('leaves no empty tab stop in the bar of a phone', () =>
    withPage('/orders', async (page) => {
      await page.setViewportSize(PHONE)
      for (const isFrozen of [false, true]) {
        const move = { kind: 'freeze', freeze: isFrozen } as const
        await sandbox.sandcard.service.execute(merchant.project, 'moveClock', { move })
        await page.reload()
        const sizes = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.topbar a, .topbar summary, .topbar input')]
            .filter((each) => each.checkVisibility() && !each.closest('.menu > div, .drawer > nav'))
            .map((each) => Math.min(each.offsetWidth, each.offsetHeight))`,
        )
        assert.ok(Math.min(...sizes) >= 24, sizes.join())
      }
      await page.getByRole('link', { name: 'Open the clock' }).click()
      await page.waitForURL('**/clock')
    }))

  test('has the user menu at the end of the phone bar, and search behind a button', () =>
    withPage('/orders', async (page) => {
      await page.setViewportSize(PHONE)
      const menu = await page.locator('.user-menu').boundingBox()
      assert.ok(menu !== null && menu.x + menu.width > PHONE.width - 24, JSON.stringify(menu))
      const field = page.getByRole('searchbox')
      const closed = await field.boundingBox()
      assert.ok(closed !== null && closed.width < 48, JSON.stringify(closed))
      await field.focus()
      const open = await field.boundingBox()
      assert.ok(open !== null && open.width > 300, JSON.stringify(open))
      // The pages of the service have no search and no sign of live updates in the bar.
      await page.goto(new URL('/docs', page.url()).href)
      const end = await page.locator('.user-menu').boundingBox()
      assert.ok(end !== null && end.x + end.width > PHONE.width - 24, JSON.stringify(end))
    }))

  test('scrolls the tabs of a list to the current one on a phone', () =>
    withPage('/orders?filter=expiring', async (page) => {
      await page.setViewportSize(PHONE)
      await page.reload()
      const tab = await page.locator('.tabs [aria-current]').boundingBox()
      assert.ok(tab !== null && tab.x + tab.width <= PHONE.width, JSON.stringify(tab))
      // In front of the fade at the end of the row.
      await page.goto(page.url().replace('expiring', 'expired'))
      const [end, edge] = await page.evaluate<[number, number]>(
        `['.tabs [aria-current]', '.tabs'].map((part) => document.querySelector(part).getBoundingClientRect().right)`,
      )
      assert.ok(end <= edge - 31, `${end} of ${edge}`)
      assert.equal(await page.evaluate('scrollY'), 0)
    }))

  test('names each landmark of a page uniquely', async () => {
    for (const path of ['/orders', '/docs', '/docs/c/register', '/test-cards', '/action-codes'])
      await withPage(path, async (page) => {
        const names = await page
          .locator('form[role=search], nav, main, [role=region]')
          .filter({ visible: true })
          .evaluateAll((parts: readonly { ariaLabel: string | null; role: string | null }[]) =>
            parts.map(({ ariaLabel, role }) => `${role ?? ''} ${ariaLabel ?? ''}`),
          )
        assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted(), path)
      })
  })

  test('keeps the focus in the open menu of a phone, and returns it on Escape', () =>
    withPage('/orders', async (page) => {
      await page.setViewportSize(PHONE)
      await page.getByLabel('Menu').click()
      for (let tabs = 0; tabs < 30; tabs += 1) {
        await page.keyboard.press('Tab')
        const isInside =
          'document.activeElement === document.body || !!document.activeElement.closest(".drawer")'
        assert.equal(await page.evaluate(isInside), true, await nameOfFocus(page))
      }
      await page.keyboard.press('Escape')
      assert.equal(await nameOfFocus(page), 'Menu')
      await page.locator('[inert]').first().waitFor({ state: 'detached' })
      assert.equal(await page.locator('.drawer .rail').isVisible(), false)
    }))

  test('shows the shortcuts when ? is pressed outside a field', () =>
    withPage('/orders', async (page) => {
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await page.getByRole('searchbox').focus()
      await page.keyboard.type('?')
      assert.equal(await sheet.isVisible(), false)
      await page.locator('#content').focus()
      await page.keyboard.press('?')
      await sheet.waitFor()
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'hidden' })
    }))

  test('opens each page of the navigation rail with g and its letter', () =>
    withPage('', async (page) => {
      const screens = screensOf('local')
      const letters = screens.map(({ path }) => shortcutOf(path))
      assert.equal(new Set(letters).size, screens.length)
      for (const { path } of screens.toReversed()) {
        await page.keyboard.press('g')
        await page.keyboard.press(shortcutOf(path) ?? '')
        await page.waitForURL(`**/p/${merchant.project.id}${path}`)
      }
    }))

  test('moves in a list with j and k, and opens the row with Enter or a click anywhere in it', async () => {
    await merchant.register({ orderNumber: 'lower' })
    await merchant.register({ orderNumber: 'upper' })
    await withPage('/orders', async (page) => {
      for (const [key, row] of [
        ['j', 'upper'],
        ['j', 'lower'],
        ['k', 'upper'],
      ] as const) {
        await page.keyboard.press(key)
        assert.equal(await nameOfFocus(page), row)
      }
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'upper' }).waitFor()
      for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
        await page.setViewportSize(viewport)
        await page.goto(`${sandbox.url}/p/${merchant.project.id}/orders`)
        const row = await page.locator('tbody tr').nth(1).boundingBox()
        assert.ok(row !== null)
        assert.ok(row.height >= 24)
        await page.mouse.click(row.x + row.width * 0.6, row.y + row.height - 8)
        await page.getByRole('heading', { name: 'lower' }).waitFor()
      }
    })
  })

  test('applies the chosen theme, density and time zone to every page, even without JavaScript', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 1280, height: 800 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    const base = `${sandbox.url}/p/${merchant.project.id}`
    await page.goto(`${base}/orders?filter=all`)
    const choose = async (name: string) => {
      await page.getByLabel('Display settings').click()
      await page.getByRole('button', { name, exact: true }).click()
      await page.waitForURL('**/orders?filter=all')
    }
    await choose('Dark')
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await page.goto(`${sandbox.url}/test-cards`)
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
    await page.goto(`${base}/orders?filter=all`)
    const rowHeight = async () => (await page.locator('tbody tr').first().boundingBox())?.height
    const comfortable = (await rowHeight()) ?? 0
    await choose('Compact')
    const compact = (await rowHeight()) ?? 0
    assert.ok(compact >= 24 && compact <= comfortable - 8, `${compact} of ${comfortable} px`)
    await choose('Comfortable')
    assert.equal(await rowHeight(), comfortable)
    assert.match((await page.locator('.clock').textContent()) ?? '', /UTC/)
    await context.addCookies([
      { name: 'sandcard-browser-zone', value: 'Asia%2FKathmandu', url: sandbox.url },
    ])
    await choose('Local')
    assert.match((await page.locator('.clock').textContent()) ?? '', /GMT\+5:45/)
    await page.locator('tbody th a').first().click()
    const time = page.locator('main time', { hasText: 'GMT+5:45' }).first()
    assert.match((await time.getAttribute('title')) ?? '', /UTC/)
    for (const unknown of ['Mars%2FBase', '..', 'x'.repeat(3000)]) {
      await context.addCookies([
        { name: 'sandcard-browser-zone', value: unknown, url: sandbox.url },
      ])
      await page.reload()
      assert.match((await page.locator('.clock').textContent()) ?? '', /UTC/)
    }
    await context.close()
  })

  test("stores the browser's time zone for the choice of local times", async () => {
    const context = await browser.newContext({ timezoneId: 'America/New_York' })
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    await page.goto(`${sandbox.url}/p/${merchant.project.id}/orders`)
    await page.getByLabel('Display settings').click()
    await page.getByRole('button', { name: 'Local', exact: true }).click()
    await page.locator('.clock', { hasText: /GMT-[45]/ }).waitFor({ state: 'attached' })
    await context.close()
  })

  test('shows that a form is being sent, sends it once, and restores it on return', () =>
    withPage('/settings', async (page) => {
      let posts = 0
      // After a response without content the browser stays on the page.
      await page.route('**/settings', (route) => {
        if (route.request().method() === 'POST') posts += 1
        return route.fulfill({ status: 204 })
      })
      const save = page.locator('#settings button[type=submit]')
      await save.click()
      await page.locator('#settings button', { hasText: 'Saving…' }).waitFor()
      assert.equal(await save.getAttribute('aria-disabled'), 'true')
      await save.press('Enter')
      await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
      assert.equal((await save.textContent())?.trim(), 'Save settings')
      assert.equal(await save.getAttribute('aria-disabled'), null)
      assert.equal(posts, 1)
      await page.unroute('**/settings')
      await save.click()
      await page.getByText('Saved').first().waitFor()
    }))
})
