// axe-core on the pages of a test file. Its rules on colours take most of its time, so a text is
// checked only if no earlier text had the same colours, size and background.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const CONTRAST = 'color-contrast'

type Theme = 'light' | 'dark'

interface AxeViolation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

interface ContrastRun {
  readonly violations: readonly AxeViolation[]
  /** Appearances of texts that axe-core could judge. */
  readonly judged: readonly string[]
}

/** Appearances of texts whose contrast was judged, in any theme: the colours are part of them. */
const judged = new Set<string>()

/** The findings of axe-core in a theme, except minor ones. */
export async function accessibilityFindings(page: Page, theme: Theme): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE)
  await page.emulateMedia({ colorScheme: theme })
  // The themes differ only in colours, so only colours are checked in both.
  const structure = theme === 'light' ? await violationsOfStructure(page) : []
  return [...structure, ...(await violationsOfContrast(page))]
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
}

/** Style sheets are not fetched again, and passes are not collected. */
const violationsOfStructure = (page: Page): Promise<readonly AxeViolation[]> =>
  page.evaluate(`axe.run({
    preload: false,
    resultTypes: ['violations'],
    rules: { '${CONTRAST}': { enabled: false } },
  }).then(({ violations }) => violations)`)

async function violationsOfContrast(page: Page): Promise<readonly AxeViolation[]> {
  const run = await page.evaluate<ContrastRun>(`(${CHECK})(${JSON.stringify([...judged])})`)
  for (const appearance of run.judged) judged.add(appearance)
  return run.violations
}

/**
 * Contrast depends on the style of the text and on what is painted behind it: the backgrounds from
 * the text to the first opaque one. A positioned box without a background of its own may be in
 * front of anything, so its texts are always checked. axe-core cannot judge a text on a gradient,
 * and the frame of the portal has one, which colours only the column of the navigation.
 */
const CHECK = `async (judgedBefore) => {
  const known = new Set(judgedBefore)
  const frame = document.querySelector('.portal') ?? document.body
  frame.style.backgroundImage = 'none'
  const backdrops = new Map()
  // The backgrounds from an element downwards, or undefined if they depend on its place.
  const backdropOf = (element) => {
    if (element === null) return 'canvas'
    if (backdrops.has(element)) return backdrops.get(element)
    const { backgroundColor, backgroundImage, filter, mixBlendMode, opacity, position } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, filter, mixBlendMode, opacity].join(' ')
    const isOpaque = /^rgb\\(/.test(backgroundColor) && backgroundImage === 'none'
    const isPlaced = position === 'absolute' || position === 'fixed' || position === 'sticky'
    const below = backdropOf(element.parentElement)
    const whole =
      isOpaque ? own + '|' + fadesOf(element.parentElement)
      : isPlaced || below === undefined ? undefined
      : own + '|' + below
    backdrops.set(element, whole)
    return whole
  }
  const fades = new Map()
  const fadesOf = (element) => {
    if (element === null) return ''
    if (fades.has(element)) return fades.get(element)
    const { filter, mixBlendMode, opacity } = getComputedStyle(element)
    const own = filter === 'none' && mixBlendMode === 'normal' && opacity === '1' ? '' : [filter, mixBlendMode, opacity].join(' ')
    const all = own + fadesOf(element.parentElement)
    fades.set(element, all)
    return all
  }
  const isText = (element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '')
  const appearanceOf = (element) => {
    const backdrop = backdropOf(element)
    if (backdrop === undefined) return undefined
    const { color, fontSize, fontWeight, textShadow, webkitTextFillColor } = getComputedStyle(element)
    return [color, webkitTextFillColor, fontSize, fontWeight, textShadow, element.matches(':disabled'), backdrop].join(' ')
  }
  // axe-core does not judge texts for screen readers, which are clipped to a pixel.
  const isSeen = (element) => {
    const { height, width } = element.getBoundingClientRect()
    return width > 1 && height > 1 && !element.matches('.skip') &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const appearances = new Map()
  const first = new Set()
  for (const element of document.body.querySelectorAll('*')) {
    if (!isText(element) || !isSeen(element)) continue
    const appearance = appearanceOf(element)
    if (appearance !== undefined && (known.has(appearance) || first.has(appearance))) continue
    if (appearance !== undefined) first.add(appearance)
    appearances.set(element, appearance)
  }
  const { passes, violations } = appearances.size === 0 ? { passes: [], violations: [] } : await axe.run(
    { include: [...appearances.keys()] },
    { preload: false, resultTypes: ['passes', 'violations'], runOnly: ['${CONTRAST}'], elementRef: true },
  )
  frame.style.backgroundImage = ''
  const judged = [...passes, ...violations]
    .flatMap(({ nodes }) => nodes.map(({ element }) => appearances.get(element)))
    .filter((appearance) => appearance !== undefined)
  const plain = violations.map(({ id, impact, nodes }) => (
    { id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }
  ))
  return { violations: plain, judged }
}`
