// Text at twice the size (WCAG 1.4.4): measures whether texts overlap or are cut off.

import type { Page } from 'playwright-core'

/**
 * Texts of the page that overlap another text or leave their box when the reader doubles the size
 * of text, as `problem: text`. The page is shown at the usual size afterwards.
 */
export async function troublesOfLargeText(page: Page): Promise<string[]> {
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  const troubles = await page.evaluate<string[]>(MEASURE)
  await page.evaluate("document.documentElement.style.fontSize = ''")
  return troubles
}

/** Pixels that rounding and tall glyphs may take. */
const TOLERANCE = 3

const MEASURE = `(() => {
  const troubles = []
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isHiddenText = (element) => element.closest('.sr-only, svg, [hidden], .skip, option, .stacks thead') !== null
  const name = (text) => text.trim().replaceAll(/\\s+/g, ' ').slice(0, 60)

  // An ellipsis and a list that scrolls hide the rest of a text.
  const visiblePart = ({ left, right, top, bottom }, element) => {
    const part = { left, right, top, bottom }
    for (let box = element; box !== document.body && box !== null; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const outer = box.getBoundingClientRect()
      if (overflowX !== 'visible') {
        part.left = Math.max(part.left, outer.left)
        part.right = Math.min(part.right, outer.right)
      }
      if (overflowY !== 'visible') {
        part.top = Math.max(part.top, outer.top)
        part.bottom = Math.min(part.bottom, outer.bottom)
      }
    }
    return part
  }

  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (name(node.data) === '' || !shown(element) || isHiddenText(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rectangle of range.getClientRects()) {
      const seen = visiblePart(rectangle, element)
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1)
        texts.push({ ...seen, node, text: name(node.data) })
    }
  }
  texts.sort((one, other) => one.top - other.top)
  for (const [index, one] of texts.entries())
    for (let next = index + 1; next < texts.length; next++) {
      const other = texts[next]
      if (other.top > one.bottom - ${TOLERANCE}) break
      if (other.node === one.node) continue
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      // Lines of text in one font may share some pixels between them.
      const tall = Math.min(one.bottom, other.bottom) - other.top
      const low = Math.min(one.bottom - one.top, other.bottom - other.top)
      if (wide > ${TOLERANCE} && tall > Math.max(${TOLERANCE}, low / 3))
        troubles.push('overlap: ' + one.text + ' | ' + other.text)
    }

  for (const element of document.querySelectorAll('body *')) {
    if (!shown(element) || isHiddenText(element) || name(element.textContent) === '') continue
    const { display, overflowX, overflowY, textOverflow } = getComputedStyle(element)
    if (display === 'inline' || element.clientWidth < 2) continue
    const isWide = element.scrollWidth > element.clientWidth + ${TOLERANCE}
    const isTall = element.scrollHeight > element.clientHeight + ${TOLERANCE}
    if (isWide && overflowX === 'hidden' && textOverflow !== 'ellipsis')
      troubles.push('cut off at the side: ' + name(element.textContent))
    if (isTall && (overflowY === 'hidden' || element.matches('.button, .badge, .chip, summary, .rail a')))
      troubles.push('cut off below: ' + name(element.textContent))
  }

  for (const suffix of document.querySelectorAll('.control .suffix')) {
    const input = suffix.parentElement.querySelector('input')
    if (!shown(suffix) || input === null) continue
    const [inner, outer] = [suffix.getBoundingClientRect(), input.getBoundingClientRect()]
    const padding = parseFloat(getComputedStyle(input).paddingRight)
    if (inner.right > outer.right || inner.left < outer.right - padding || inner.bottom > outer.bottom + 1)
      troubles.push('outside of its field: ' + name(suffix.textContent))
  }
  const beyond = document.documentElement.scrollWidth - innerWidth
  if (beyond > 0) troubles.push(beyond + ' px wider than the window')
  return [...new Set(troubles)].slice(0, 12)
})()`
