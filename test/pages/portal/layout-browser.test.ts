// Details of the layout: lines that belong together are level, values break at the right places,
// and states are distinct in the modes that the system asks for.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inPortalBrowser } from '../../kit/portal-browser.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Each number once, in order: how many different edges there are. */
const edges = (page: Page, selector: string, side: 'left' | 'right' | 'top'): Promise<number[]> =>
  page.evaluate(`[...new Set([...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((element) => element.checkVisibility())
    .map((element) => Math.round(element.getBoundingClientRect().${side})))].sort((a, b) => a - b)`)

/** Number of lines of each text. */
const lines = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })`)

const styles = (page: Page, selector: string, property: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .map((element) => getComputedStyle(element)[${JSON.stringify(property)}])`)

inPortalBrowser('The layout of the portal', (at) => {
  let empty: Awaited<ReturnType<typeof emptyProject>>
  const emptyProject = async () => {
    const { sandbox, merchant } = at.portal
    const project = await sandbox.newProject('A new project')
    return { ...merchant, project }
  }
  before(async () => {
    const { sandbox, merchant } = at.portal
    const headers = {
      'x-api-key': merchant.project.secrets.interfaceB.apiKey,
      'content-type': 'application/json',
    }
    empty = await emptyProject()
    for (const [path, body] of [
      ['/seed', '{"seed":1}'],
      ['/faults', '{"kind":"error","status":503,"operation":"register"}'],
    ] as const)
      assert.equal(
        (await sandbox.call('POST', `/control/v1${path}`, { headers, body })).status,
        201,
      )
  })

  test('a URL is not broken within its port', async () => {
    for (const size of [WIDE, PHONE])
      await at.portal.withPage(
        '',
        async (page) => {
          await page.setViewportSize(size)
          assert.deepEqual(await lines(page, '.pairs > div:first-child .value'), [1])
        },
        { merchant: empty },
      )
  })

  test('the first rows of details in two columns are level', () =>
    at.portal.withPage('/orders', async (page) => {
      await page.setViewportSize({ width: 1680, height: 900 })
      await Promise.all([
        page.waitForEvent('load'),
        page.locator('th a.name').first().press('Enter'),
      ])
      assert.equal((await edges(page, '.below .pairs dt', 'left')).length, 2)
      const [left, right] = await page.evaluate<[number[], number[]]>(`(() => {
        const all = [...document.querySelectorAll('.below .pairs > div')].map((row) =>
          [row, row.querySelector('dt')].map((each) => each.getBoundingClientRect()))
        const first = Math.min(...all.map(([row]) => row.left))
        return [true, false].map((isFirst) =>
          all.filter(([row]) => (row.left === first) === isFirst).map(([, label]) => label.top))
      })()`)
      assert.deepEqual(right, left.slice(0, right.length))
    }))

  for (const width of [1024, 1280, 1440])
    test(`the name of a recent order or card is on one line at ${width} pixels`, () =>
      at.portal.withPage('', async (page) => {
        await page.setViewportSize({ width, height: 900 })
        assert.deepEqual([...new Set(await lines(page, '.activity .of a'))], [1])
      }))

  test('the times of the last advance are not broken on a phone', () =>
    at.portal.withPage('/clock', async (page) => {
      await page.setViewportSize(PHONE)
      assert.deepEqual(await lines(page, '#last-move time'), [1, 1])
    }))

  test('a fingerprint is on one line at 1024 pixels', () =>
    at.portal.withPage('/keys', async (page) => {
      await page.setViewportSize({ width: 1024, height: 768 })
      assert.deepEqual(await lines(page, '.fingerprint code'), [1, 1])
    }))

  for (const path of ['/orders', '/cards', '/authorisations', '/callbacks', '/keys', '/test-cards'])
    test(`${path} has no table to scroll at 1024 pixels`, () =>
      at.portal.withPage(path, async (page) => {
        await page.setViewportSize({ width: 1024, height: 768 })
        const wide = `[...document.querySelectorAll('.table')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`
        assert.equal(await page.evaluate(wide), 0)
      }))

  test('the outcome of a callback is next to its badge or below it, on one line', () =>
    at.portal.withPage('/activity?tab=callbacks', async (page) => {
      await page.setViewportSize(PHONE)
      const counts = await lines(page, 'td > .badge + .aside')
      assert.ok(counts.length > 0)
      assert.deepEqual([...new Set(counts)], [1])
    }))

  test('the button of the filters starts at the left, below all fields', () =>
    at.portal.withPage('/orders', async (page) => {
      await page.setViewportSize(WIDE)
      await page.locator('.list-filter > summary').press('Enter')
      const [field] = await edges(page, '.list-filter .field', 'left')
      assert.deepEqual(await edges(page, '.list-filter .press .button', 'left'), [field])
      const [button = 0] = await edges(page, '.list-filter .press', 'top')
      assert.ok((await edges(page, '.list-filter .field', 'top')).every((top) => top < button))
    }))

  test('the button that deletes a fault ends at the edge of its card', () =>
    at.portal.withPage('/faults', async (page) => {
      await page.setViewportSize(WIDE)
      const [card = 0] = await edges(page, '.rule', 'right')
      // The border and the padding of the card
      assert.deepEqual(await edges(page, '.rule .button-link', 'right'), [card - 17])
    }))

  test('the time of a key is as large as the words in its column', () =>
    at.portal.withPage('/keys', async (page) => {
      const sizes = await styles(
        page,
        'td[data-label=Created], td[data-label=Created] *',
        'fontSize',
      )
      assert.deepEqual([...new Set(sizes)], ['13px'])
    }))

  test('a badge in a heading looks like a badge in a list', () =>
    at.portal.withPage('/orders', async (page) => {
      const ofList = await styles(page, 'td > .badge', 'fontWeight')
      await Promise.all([
        page.waitForEvent('load'),
        page.locator('th a.name').first().press('Enter'),
      ])
      assert.deepEqual(await styles(page, 'h1 .badge', 'fontWeight'), ofList.slice(0, 1))
    }))

  test('a notice with a neutral meaning has a visible dot', () =>
    at.portal.withPage('/try/try-000000000000', async (page) => {
      assert.deepEqual(await styles(page, '.notice.neutral > .icon', 'strokeWidth'), ['4px'])
    }))

  test('only the current tab has a line if the system chooses the colours', () =>
    at.portal.withPage('/orders', async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      const lineColours = await styles(page, '.tabs > a', 'borderBottomColor')
      const [ground] = await styles(page, 'body', 'backgroundColor')
      assert.equal(lineColours.filter((colour) => colour !== ground).length, 1)
    }))

  test('the card of a cardholder has an edge if the system chooses the colours', () =>
    at.portal.withPage('/cards', async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      await Promise.all([
        page.waitForEvent('load'),
        page.locator('tbody th a').first().press('Enter'),
      ])
      assert.deepEqual(await styles(page, '.face', 'borderTopStyle'), ['solid'])
    }))

  test('a page is printed in dark ink, without its navigation and buttons', () =>
    at.portal.withPage('/ledger', async (page) => {
      await page.emulateMedia({ colorScheme: 'light' })
      const ink = await styles(page, 'body', 'color')
      await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
      assert.deepEqual(await styles(page, 'body', 'color'), ink)
      for (const selector of ['.rail', '.topbar', '.tabs', '.same-call'])
        assert.deepEqual(await edges(page, selector, 'left'), [], selector)
      assert.deepEqual(await edges(page, '.content', 'left'), [0])
    }))

  test('lines and notes are as distinct as fields and text if the system asks for it', () =>
    at.portal.withPage('/orders', async (page) => {
      const seen = async () => [
        (await styles(page, '.table', 'borderTopColor'))[0],
        (await styles(page, 'td time', 'color'))[0],
      ]
      const strong = [
        (await styles(page, '.list-filter input', 'borderTopColor'))[0],
        (await styles(page, 'body', 'color'))[0],
      ]
      assert.notDeepEqual(await seen(), strong)
      await page.emulateMedia({ contrast: 'more' })
      assert.deepEqual(await seen(), strong)
      await page.emulateMedia({ contrast: null })
    }))
})
