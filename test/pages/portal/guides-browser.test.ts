// The guides on a phone, in a browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFits } from '../../kit/browser.ts'
import { inPortalBrowser } from '../../kit/portal-browser.ts'

const PHONE = { width: 390, height: 844 }

/** The number of drawn lines of an element, and of lines in its text. */
const LINES = `(code) => {
  const range = document.createRange()
  range.selectNodeContents(code)
  const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
  return [tops.size, code.textContent.split('\\n').length]
}`

/** Not `waitForFunction`: it evaluates text in the page, which the page does not permit. */
const UNTIL_SCROLLED = `new Promise((resolve) => {
  const block = document.querySelector('.guide pre')
  const look = () => (block.scrollLeft > 0 ? resolve() : requestAnimationFrame(look))
  look()
})`

inPortalBrowser('Guides on a phone', (at) => {
  test('scroll code sideways in its own box, also by keyboard, and do not wrap it', () =>
    at.portal.withPage('/guides/test-frameworks', async (page) => {
      await page.setViewportSize(PHONE)
      const lines = await page.evaluate<[number, number][]>(
        `[...document.querySelectorAll('.guide pre > code')].map(${LINES})`,
      )
      assert.ok(lines.length > 3)
      for (const [drawn, written] of lines) assert.equal(drawn, written)
      const block = page.locator('.guide pre').first()
      assert.equal(await block.getAttribute('aria-label'), 'code: node:test')
      await block.press('ArrowRight')
      await page.evaluate(UNTIL_SCROLLED)
      await assertFits(page)
    }))

  test('wrap the help of a command, with each explanation below its term', () =>
    at.portal.withPage('/guides/command-line', async (page) => {
      await page.setViewportSize(PHONE)
      assert.deepEqual(await page.evaluate(WIDER_THAN_BOX), [])
      const { below, indented } = await page.evaluate<{ below: boolean; indented: boolean }>(PLACES)
      assert.ok(below && indented)
      await page.setViewportSize({ width: 1440, height: 900 })
      const [drawn, written] = await page.evaluate<[number, number]>(
        `(${LINES})(document.querySelector('.guide pre:has(.help) > code'))`,
      )
      assert.equal(drawn, written)
    }))

  test('lead back to the list of guides', () =>
    at.portal.withPage('/guides/faults', async (page) => {
      await page.setViewportSize(PHONE)
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Guides').press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
    }))

  test('show each row of a table as a term with labelled values, one below the other', () =>
    at.portal.withPage('/guides/faults', async (page) => {
      await page.setViewportSize(PHONE)
      const [first] = await page.evaluate<[string, string, string][]>(ROWS)
      assert.deepEqual(first, ['latency', '"Effect "', '"Fields "'])
      const tops = await page.evaluate<number[]>(
        "[...document.querySelector('.guide tbody tr').cells].map((cell) => cell.getBoundingClientRect().top)",
      )
      assert.equal(new Set(tops).size, 3)
    }))
})

/** The help texts that have to be scrolled. */
const WIDER_THAN_BOX = `[...document.querySelectorAll('.guide pre:has(.help)')]
  .filter((box) => box.scrollWidth > box.clientWidth)
  .map((box) => box.textContent)`

/** Where the first explanation begins, compared with its term. */
const PLACES = `(() => {
  const explanation = document.querySelector('.help-explanation')
  const range = document.createRange()
  range.selectNodeContents(explanation.previousSibling)
  const term = [...range.getClientRects()].at(-1)
  range.selectNodeContents(explanation)
  const [first] = range.getClientRects()
  return { below: first.top >= term.bottom - 1, indented: first.left > explanation.parentElement.getBoundingClientRect().left }
})()`

/** The term of each row, and the labels of its values. */
const ROWS = `[...document.querySelectorAll('.guide tbody tr')].map(({ cells: [term, ...values] }) => [
  term.textContent.trim(),
  ...values.map((value) => getComputedStyle(value, '::before').content),
])`
