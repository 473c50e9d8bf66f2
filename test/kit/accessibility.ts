// Runs axe-core on the pages of a process. A part of a page is checked once, and a text only if no
// earlier text had the same colours, size and background.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { AUDIT, COLOUR_RULES } from './known-parts.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Theme = 'light' | 'dark'

interface AxeViolation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

interface ContrastRun {
  readonly violations: readonly AxeViolation[]
  /** Appearances of texts that axe-core could judge, and texts that it could not judge. */
  readonly judged: readonly string[]
}

/** Appearances of texts whose contrast was judged, in any theme: the colours are part of them. */
const judged = new Set<string>()
/** Later documents of these pages load axe-core, which the browser compiles once. */
const prepared = new WeakSet<Page>()
/** Parts of pages that were checked. */
const known = new Set<string>()

/** The findings of axe-core in a theme, except minor ones. */
export async function accessibilityFindings(page: Page, theme: Theme): Promise<string[]> {
  if (!prepared.has(page)) {
    prepared.add(page)
    await page.addInitScript(AXE)
  }
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

async function violationsOfStructure(page: Page): Promise<readonly AxeViolation[]> {
  const audit = await page.evaluate<{ violations: AxeViolation[]; parts: string[] }>(
    `(${AUDIT})(${JSON.stringify([...known])})`,
  )
  for (const part of audit.parts) known.add(part)
  return audit.violations
}

async function violationsOfContrast(page: Page): Promise<readonly AxeViolation[]> {
  const run = await page.evaluate<ContrastRun>(`(${CHECK})(${JSON.stringify([...judged])})`)
  for (const appearance of run.judged) judged.add(appearance)
  return run.violations
}

/**
 * Contrast depends on the style of the text and on what is painted behind it: the backgrounds from
 * the text to the first opaque one. A positioned box without a background may be in front of
 * anything, so its texts are always checked; a sticky box is one only on a page that was scrolled.
 * A text that axe-core cannot judge is also identified by its HTML. It cannot judge a text on a
 * gradient, and the portal's frame has one, which only colours the navigation column.
 */
const CHECK = `async (judgedBefore) => {
  const known = new Set(judgedBefore)
  const frame = document.querySelector('.portal') ?? document.body
  frame.style.backgroundImage = 'none'
  const isPlaced = (position) =>
    position === 'absolute' || position === 'fixed' || (position === 'sticky' && scrollY > 0)
  const backdrops = new Map()
  // The backgrounds from an element downwards, or undefined if they depend on its place.
  const backdropOf = (element) => {
    if (element === null) return 'canvas'
    if (backdrops.has(element)) return backdrops.get(element)
    const { backgroundColor, backgroundImage, filter, mixBlendMode, opacity, position } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, filter, mixBlendMode, opacity].join(' ')
    const isOpaque = /^rgb\\(/.test(backgroundColor) && backgroundImage === 'none'
    const below = backdropOf(element.parentElement)
    const whole =
      isOpaque ? own + '|' + fadesOf(element.parentElement)
      : isPlaced(position) || below === undefined ? undefined
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
  const colourOf = (text) => {
    const [, red, green, blue, alpha = '1'] = /^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)$/.exec(text) ?? []
    return red === undefined ? undefined : [Number(red), Number(green), Number(blue), Number(alpha)]
  }
  const mixed = (front, back) => front.slice(0, 3).map((part, index) => part * front[3] + back[index] * (1 - front[3]))
  const brightnessOf = (colour) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  // The colour behind a text, or undefined if more than plain colours make it.
  const plainBacks = new Map([[null, undefined]])
  const plainBackOf = (element) => {
    if (!plainBacks.has(element)) plainBacks.set(element, plainBackNow(element))
    return plainBacks.get(element)
  }
  const plainBackNow = (element) => {
    const { backgroundColor, backgroundImage, position } = getComputedStyle(element)
    const colour = colourOf(backgroundColor)
    if (colour === undefined || backgroundImage !== 'none') return undefined
    if (colour[3] === 1) return colour
    if (isPlaced(position)) return undefined
    const behind = plainBackOf(element.parentElement)
    return behind === undefined ? undefined : mixed(colour, behind)
  }
  // Plain colours are compared here, which takes far less time; axe-core decides about all others.
  const isPlainlyFine = (element) => {
    const { webkitTextFillColor, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const [colour, back] = [colourOf(webkitTextFillColor), plainBackOf(element)]
    if (colour === undefined || back === undefined || textShadow !== 'none' || fadesOf(element) !== '') return false
    const [one, other] = [brightnessOf(mixed(colour, back)), brightnessOf(back)].sort((a, b) => b - a)
    const pixels = parseFloat(fontSize)
    const isLarge = pixels >= 24 || (pixels >= 18.67 && Number(fontWeight) >= 700)
    return (one + 0.05) / (other + 0.05) >= (isLarge ? 3 : 4.5) && !isUnmarkedLink(element)
  }
  const isText = (element) =>
    element.matches('a[href], input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '')
  // A link must not differ from the text around it by its colour alone.
  const blockOf = (link) => {
    let block = link.parentElement
    while (getComputedStyle(block).display === 'inline') block = block.parentElement
    return block
  }
  const isUnmarkedLink = (element) =>
    element.matches('a[href]') &&
    !getComputedStyle(element).textDecorationLine.includes('underline') &&
    blockOf(element).textContent.trim().length > element.textContent.trim().length
  const linkLookOf = (element) => {
    if (!element.matches('a[href]')) return ''
    const block = blockOf(element)
    return [element, block].map((each) => {
      const { color, display, textDecorationLine, textDecorationStyle, fontWeight, fontStyle, borderBottomStyle } = getComputedStyle(each)
      return [color, display, textDecorationLine, textDecorationStyle, fontWeight, fontStyle, borderBottomStyle].join(' ')
    }).join() + (block.textContent.trim().length > element.textContent.trim().length)
  }
  const appearanceOf = (element) => {
    const backdrop = backdropOf(element)
    if (backdrop === undefined) return undefined
    const { color, fontSize, fontWeight, textShadow, webkitTextFillColor } = getComputedStyle(element)
    return [color, webkitTextFillColor, fontSize, fontWeight, textShadow, element.matches(':disabled'), backdrop, linkLookOf(element)].join(' ')
  }
  // axe-core does not judge texts for screen readers, which are clipped to a pixel.
  const isSeen = (element) => {
    const { height, width } = element.getBoundingClientRect()
    return width > 1 && height > 1 && !element.matches('.skip') && element.closest('.sr-only') === null &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const appearances = new Map()
  const first = new Set()
  const unjudgedOf = (element) => element.outerHTML.slice(0, 300) + appearances.get(element)
  for (const element of document.body.querySelectorAll('*')) {
    if (!isText(element) || !isSeen(element) || isPlainlyFine(element)) continue
    const appearance = appearanceOf(element)
    if (appearance !== undefined && (known.has(appearance) || first.has(appearance))) continue
    appearances.set(element, appearance)
    if (known.has(unjudgedOf(element))) appearances.delete(element)
    else if (appearance !== undefined) first.add(appearance)
  }
  const none = { passes: [], violations: [] }
  const { passes, violations } = appearances.size === 0 ? none : await axe.run(
    { include: [...appearances.keys()] },
    { preload: false, resultTypes: ['passes', 'violations'], runOnly: [${JSON.stringify(COLOUR_RULES).slice(1, -1)}], elementRef: true },
  )
  frame.style.backgroundImage = ''
  const decided = new Set([...passes, ...violations].flatMap(({ nodes }) => nodes.map(({ element }) => element)))
  const judged = [...appearances.keys()]
    .filter((element) => appearances.get(element) !== undefined)
    .map((element) => decided.has(element) ? appearances.get(element) : unjudgedOf(element))
  const plain = violations.map(({ id, impact, nodes }) => (
    { id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }
  ))
  return { violations: plain, judged }
}`
