// A real browser for tests of pages, and the checks that every page must pass.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Debian's browsers. The first has no windows, and takes half the CPU time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const CHOSEN = process.env['SANDCARD_TEST_BROWSER'] ?? ''
const BROWSER = CHOSEN === '' ? (BROWSERS.find((path) => existsSync(path)) ?? '') : CHOSEN
/**
 * Playwright disables these features, and the flag replaces its list. The last three would start
 * each page in a new frame or process, which takes a fifth of the CPU time of a page.
 */
// prettier-ignore
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding',
  'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints',
  'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch',
  'RenderDocument', 'ProactivelySwapBrowsingInstance', 'SpareRendererForSitePerProcess',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]
/** A timeout for tests that wait in vain, long enough for a busy machine. */
export const PAGE_TIMEOUT_MS = 100_000
const isMissing = BROWSER === ''

/** The reason for skipping the browser tests, or false. In CI a missing browser is a failure. */
export const skip =
  isMissing && process.env['CI'] === undefined ? `${BROWSERS.join(' or ')} is not installed` : false

const isTest = process.env['NODE_TEST_CONTEXT'] !== undefined

/**
 * Pages are laid out but never painted, which saves a fifth of the CPU time. There are no animation
 * frames either, for which Playwright's `click` and the focus of a new page wait, so press keys
 * instead.
 */
const WITHOUT_PAINTING = '--disable-threaded-compositing'

interface Running {
  readonly browser: Browser
  readonly end: () => Promise<void>
}

/** The browsers of this process by whether they paint, and how to close them. */
const running = new Map<boolean, Running>()
/** True after the tests that were declared so far have ended. */
let isOver = false

if (isTest)
  after(async () => {
    isOver = true
    await endBrowsers()
  })

/**
 * A browser. Starting one takes more than a second of CPU time, so all tests of a process share
 * one: `close` only closes the pages that its user has opened.
 */
export async function launchBrowser({ paints = true } = {}): Promise<Browser> {
  const known = running.get(paints)
  if (known !== undefined) return known.browser
  const args = paints ? FLAGS : [...FLAGS, WITHOUT_PAINTING]
  const browser = await chromium.launch({ executablePath: BROWSER, args })
  if (!isTest) return browser
  running.set(paints, { browser, end: browser.close.bind(browser) })
  browser.close = async () => {
    const spared = new Set((spare.get(browser) ?? []).map((page) => page.context()))
    const left = browser.contexts().filter((context) => !spared.has(context))
    await Promise.all(left.map((context) => context.close()))
  }
  // A file that was loaded late: nothing closes the browser after its suite.
  if (isOver) after(endBrowsers)
  return browser
}

async function endBrowsers(): Promise<void> {
  const ending = [...running.values()]
  running.clear()
  await Promise.all(ending.map(({ end }) => end()))
}

const VIEWPORT = { width: 1280, height: 720 }
const spare = new WeakMap<Browser, Page[]>()

/**
 * A page like a new one. A new context takes 0.4 s of CPU time, so a returned page is used again.
 */
export async function freshPage(browser: Browser): Promise<Page> {
  const page = spare.get(browser)?.pop() ?? (await browser.newPage({ viewport: VIEWPORT }))
  page.setDefaultTimeout(PAGE_TIMEOUT_MS)
  return page
}

/** Ends the use of a page of `freshPage`: nothing of it is left for the next test. */
export async function returnPage(browser: Browser, page: Page): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.setViewportSize(VIEWPORT)
  const none = { media: null, colorScheme: null, reducedMotion: null, forcedColors: null } as const
  await page.emulateMedia(none)
  spare.set(browser, [...(spare.get(browser) ?? []), page])
}

/**
 * Collects browser errors and every request outside `origins`; the list grows while the page is
 * used.
 */
export function watchPage(page: Page, origins: readonly string[]): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error')
      complaints.push(`${message.text()} ${message.location().url}`.trim())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (![...origins, 'data:'].some((start) => url.startsWith(start)))
      complaints.push(`request to ${url}`)
  })
  return complaints
}

/** No element is wider than the window. */
export async function assertFits(page: Page): Promise<void> {
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(overflow) <= 0, `${String(overflow)} px wider than the window`)
}

/** No text is wider than its element, and no placeholder than its field. */
export async function assertUncut(page: Page): Promise<void> {
  await assertFits(page)
  assert.deepEqual(await page.evaluate(CUT), [])
}

const CUT = `(() => {
  const pen = document.createElement('canvas').getContext('2d')
  const isCut = (element) => {
    const { display, font, paddingLeft, paddingRight } = getComputedStyle(element)
    if (element.placeholder) {
      pen.font = font
      const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return pen.measureText(element.placeholder).width > room
    }
    return display !== 'inline' && element.scrollWidth > element.clientWidth + 1
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.offsetParent && isCut(element))
    .map((element) => element.outerHTML.slice(0, 200))
})()`
