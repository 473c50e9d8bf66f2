// Every page of the portal and the account with sample data, in both modes: axe-core, text at twice
// the size, colours that the system chooses, and errors that the browser logs. The tests share a
// browser and a service per mode.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { accessibilityFindings } from '../kit/accessibility.ts'
import { launchBrowser, skip, watchPage } from '../kit/browser.ts'
import { type Gallery, openGallery } from '../kit/gallery.ts'
import { troublesOfLargeText } from '../kit/large-text.ts'

const WIDTHS = [1280, 390]

/** Elements that would be marked as current by their colour only. */
const CURRENT = '.tabs [aria-current], .rail [aria-current], .chip[aria-current]'

describe('Every page of the portal and the account', { skip, concurrency: 2 }, () => {
  let browser: Browser
  let gallery: Gallery
  before(async () => {
    browser = await launchBrowser({ paints: false })
    gallery = await openGallery(browser)
  })
  after(async () => {
    await gallery.close()
    await browser.close()
  })

  for (const room of ['portal', 'empty', 'account', 'hosted'] as const)
    test(`${room}: every page is accessible, keeps its layout and logs no error`, async () => {
      const { context, pages = [] } = gallery.rooms.find(({ name }) => name === room) ?? {}
      assert.ok(context !== undefined && pages.length > 4)
      const page = await context.newPage()
      const errors = watchPage(page, [new URL(pages[0]?.[1] ?? '').origin])
      const found: string[] = []
      for (const [name, url] of pages) {
        // The other tabs of a list look like its first.
        if (name.includes('?filter=')) continue
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(url)
        if (Number(await page.evaluate('scrollY')) > 0)
          found.push(`${name} does not open at its top`)
        if (await wasSeen(page)) continue
        found.push(...(await findingsAt(page)).map((finding) => `${name} ${finding}`))
        found.push(
          ...(await furtherMainButtons(page)).map((label) => `${name} has a second: ${label}`),
        )
      }
      await page.close()
      assert.deepEqual(found, [])
      // Some pages are shown for URLs that do not exist.
      const isMissing = (error: string): boolean =>
        error.includes('status of 404') && pages.some(([, url]) => error.endsWith(` ${url}`))
      assert.deepEqual(
        errors.filter((error) => !isMissing(error)),
        [],
      )
    })
})

/**
 * The main parts of pages, without the parts that differ in every project. The guides and lists of
 * codes are the same; other pages of the same project show the frame.
 */
const seen = new Set<string>()

async function wasSeen(page: Page): Promise<boolean> {
  const main = await page.evaluate<string>("document.querySelector('main').outerHTML")
  const same = main.replaceAll(/prj_\w+|[a-z2-7]{8}-[a-z2-7]{32}/g, '')
  const isKnown = seen.has(same)
  seen.add(same)
  return isKnown
}

async function findingsAt(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(PRESS_TAB)
    for (const theme of ['light', 'dark'] as const)
      for (const finding of await accessibilityFindings(page, theme))
        found.push(`at ${width} px, ${theme}: ${finding}`)
    for (const text of await fixedStops(page))
      found.push(`at ${width} px: Tab stops at ${text}, which does not scroll`)
    for (const text of await wideTables(page))
      found.push(`at ${width} px: the table "${text}" has to be scrolled`)
    for (const text of await displacedCode(page))
      found.push(`at ${width} px: code does not begin in the corner of its box: ${text}`)
    for (const text of await unseenStops(page))
      found.push(`at ${width} px: Tab stops at ${text}, which is not visible`)
    for (const trouble of await troublesOfLargeText(page))
      found.push(`at ${width} px, large text: ${trouble}`)
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  found.push(...(await unmarked(page)).map((text) => `forced colours: ${text} has no border`))
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** Hidden elements that Tab reaches. A hidden field is none: its label shows the focus. */
const unseenStops = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('a[href], button, summary, [tabindex="0"]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return width < 2 || height < 2 || element.closest('.sr-only') !== null
    })
    .map((element) => element.outerHTML.slice(0, 120))`)

/** Tables that are wider than a desktop. */
const wideTables = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.table')]
    .filter(({ scrollWidth, clientWidth }) => innerWidth > 1000 && scrollWidth > clientWidth)
    .map((element) => element.getAttribute('aria-label') ?? element.textContent.slice(0, 120))`)

/** Code below its copy button, or in the button's column. */
const displacedCode = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.code pre')]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const [box, code] = [element.parentElement, element].map((each) => each.getBoundingClientRect())
      return code.top - box.top > 2 || code.left - box.left > 2
    })
    .map((element) => element.outerHTML.slice(0, 120))`)

/** Scripts decide where Tab stops when it is pressed. */
const PRESS_TAB = "dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))"

/**
 * Tables and code that Tab reaches, although there is nothing to scroll. Tab is pressed at the same
 * moment, because live updates bring new tables.
 */
const fixedStops = (page: Page): Promise<string[]> =>
  page.evaluate(`${PRESS_TAB}; [...document.querySelectorAll('.table, pre')]
    .filter(({ tabIndex, scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      tabIndex === 0 && scrollWidth <= clientWidth && scrollHeight <= clientHeight)
    .map((element) => element.outerHTML.slice(0, 120))`)

/** The labels of main buttons after the first: a page has one main action. */
const furtherMainButtons = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main .button:not(.quiet)')]
    .filter((element) => element.checkVisibility())
    .slice(1)
    .map((element) => element.textContent.trim())`)

/** Current items and meters without a border or outline. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(`${CURRENT}, meter, .badge`)})]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { borderBottomWidth, borderBottomStyle, outlineStyle } = getComputedStyle(element)
      return outlineStyle === 'none' && (borderBottomStyle === 'none' || borderBottomWidth === '0px')
    })
    .map((element) => element.outerHTML.slice(0, 120))`)
