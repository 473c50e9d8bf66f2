// A page as text for a snapshot: its elements with their attributes and words.

import assert from 'node:assert/strict'
import { icons } from '../../src/web/html/icons.ts'
import { plain } from './checkout.ts'

const LINE_LENGTH = 100

/** Elements that share the line of what precedes them. */
const INLINE = new Set(['a', 'span', 'code', 'time', 'td', 'th', 'dd', 'option', 'caption'])
/** The end of a row without elements other than its cells. */
const CHART_ROW = /\btr th \d\d:\d\d(?: td \d+(?: %)?)+$/
/** Elements that an outline contains even without attributes. */
const BARE_ELEMENTS = new Set([
  'h1',
  'h2',
  'h3',
  'p',
  'li',
  'tr',
  'td',
  'th',
  'dt',
  'dd',
  'summary',
])
/** Attributes that every table or field has. */
const CONSTANT_ATTRIBUTES =
  /\s(?:role="(?:region|table|row|rowgroup|cell|columnheader|rowheader)"|scope="\w+"|tabindex="0"|autocomplete="off")/g
/** Drawings that are not icons, copy buttons, and places where a path may break. */
const DECORATION = /<svg[^]*?<\/svg>|<button class="copy"[^]*?<\/button>|<wbr \/>/g
/** The markup of each icon, and its name in an outline. */
const ICONS = Object.entries(icons).map(([name, icon]) => [String(icon), ` [${name}] `] as const)
/** The name of an asset contains the hash of its content. */
const ASSET = /(\/assets\/[\w/-]+)\.[\da-f]{16}\./g
/** The logo. */
const DECORATION_OF_FRAME = /<svg class="glyph"[^]*?<\/svg>/g
const PORTAL = '<div class="portal'
const MAIN = /<main[^>]*>([^]*)<\/main>/

/** The outline of a page's main part. */
export function outlineOf(page: string): string {
  const main = MAIN.exec(page)?.[1]
  assert.ok(main !== undefined, 'the page has no main part')
  return outlineOfPart(withIconNames(main).replaceAll(DECORATION, ''))
}

/**
 * The title of a page and what follows the frame: the main part of a portal page, otherwise the
 * body.
 */
export function outlineWithoutFrame(page: string): string {
  if (!page.includes('</head>')) return outlineOfPart(withIconNames(page))
  const title = /<title>([^]*?)<\/title>/.exec(page)?.[1] ?? ''
  const body = page.slice(page.indexOf('</head>')).replaceAll(DECORATION_OF_FRAME, '')
  const part = page.includes(PORTAL) ? outlineOf(page) : outlineOfPart(withIconNames(body))
  return `title ${plain(title)}\n${part}`
}

/**
 * The shared part of the pages of one kind: the head, and on portal pages the navigation and the
 * footer.
 */
export const outlineOfFrame = (page: string): string =>
  outlineOfPart(
    withIconNames(
      page.includes(PORTAL)
        ? page.replace(/(<main[^>]*>)[^]*(?=<\/main>)/, '$1')
        : page.slice(0, page.indexOf('</head>')),
    ),
  )

const withIconNames = (part: string): string =>
  ICONS.reduce((text, [icon, name]) => text.replaceAll(icon, name), part)

function outlineOfPart(html: string): string {
  const lines = ['']
  let hasText = false
  for (const part of html.split(/(<[^>]+>)/)) {
    if (part.startsWith('</')) continue
    if (!part.startsWith('<')) {
      const text = plain(part).replaceAll(/\s+/g, ' ').trim()
      if (text === '') continue
      lines.push(`${lines.pop() ?? ''} ${text}`)
      hasText = true
      continue
    }
    const element = elementOf(part)
    if (element === undefined) continue
    const last = lines.pop() ?? ''
    const joined = `${last} ${element}`.trim()
    // An element that only contains another shares its line, and so do inline elements.
    const isInline = INLINE.has(element.split(' ')[0] ?? '')
    // So do the rows of a chart, of which each is a time and a few numbers.
    const isRow = element === 'tr' && CHART_ROW.test(last) && joined.length <= LINE_LENGTH - 20
    if (((!hasText || isInline) && joined.length <= LINE_LENGTH) || isRow) lines.push(joined)
    else {
      lines.push(last, element)
      hasText = false
    }
  }
  const text = lines.map((line) => line.trim()).filter((line) => line !== '')
  return `${text.join('\n').replaceAll(ASSET, '$1.HASH.')}\n`
}

/** The tag with its attributes; undefined for a tag that has none and is not in `BARE_ELEMENTS`. */
function elementOf(tag: string): string | undefined {
  const text = plain(tag)
    .replaceAll(CONSTANT_ATTRIBUTES, '')
    .replace(/^</, '')
    .replace(/\/?>$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.includes(' ') || BARE_ELEMENTS.has(text) ? text : undefined
}

/** The lines of an outline that another does not have: what a state adds to a page. */
export function linesBeside(outline: string, other: string): string {
  const known = new Set(other.split('\n'))
  return `${outline
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n')}\n`
}
