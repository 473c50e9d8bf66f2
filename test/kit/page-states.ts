// Checks pages in all their states in a real browser: axe-core in both themes, and legible at every
// width and with text of twice the size.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFindings } from './accessibility.ts'
import { assertFits, skip } from './browser.ts'
import { DESKTOP, Payer } from './payer.ts'
import type { State } from './public-states.ts'

const WIDTHS = [320, 390, 600, 768, 834, 1024, 1280, 1920]

/**
 * Values and cells that are too narrow: for their text, or for twenty characters (ten in a cell).
 */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const isTooNarrow = (element) => {
      const { whiteSpace, paddingLeft, paddingRight } = getComputedStyle(element)
      // Text that does not wrap is as wide as itself, and would be too wide for the window instead.
      if (whiteSpace === 'nowrap') return false
      // Without parts that are not shown, such as the brand of a card on a phone.
      const text = element.innerText.trim().replaceAll(/\\s+/g, ' ')
      // A number's element has its own font.
      const [only] = element.children.length === 1 ? element.children : []
      const { fontWeight, fontSize, fontFamily } =
        getComputedStyle(only?.textContent.trim() === element.textContent.trim() ? only : element)
      pen.font = [fontWeight, fontSize, fontFamily].join(' ')
      const inner = element.getBoundingClientRect().width - parseFloat(paddingLeft) - parseFloat(paddingRight)
      const least = element.classList.contains('value') ? 160 : 80
      return inner + 2 < Math.min(pen.measureText(text).width, least)
    }
    return [...document.querySelectorAll('.value, main td, main th, dd')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1 && isTooNarrow(element))
      .map((element) => element.outerHTML.slice(0, 200))
  })()`)

/**
 * Checks the current page: axe-core finds nothing above minor, and everything is legible at every
 * width.
 */
export async function assertReadable(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const)
    assert.deepEqual(await accessibilityFindings(page, theme), [], theme)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await assertFits(page)
    assert.deepEqual(await unreadable(page), [], `at ${width} px`)
  }
  await page.setViewportSize(DESKTOP.viewport)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await assertFits(page)
}

/** Visits every state once and checks it. */
export const describeStates = (title: string, states: readonly State[]): void => {
  describe(title, { skip }, () => {
    let payer: Payer
    let page: Page
    before(async () => {
      payer = await Payer.open({ paints: false })
      page = await payer.browser.newPage(DESKTOP)
    })
    after(() => payer.close())

    for (const [name, open] of states)
      test(`${name} is accessible, and readable at every width`, async () => {
        await page.setViewportSize(DESKTOP.viewport)
        await open(payer, page)
        await assertReadable(page)
      })
  })
}
