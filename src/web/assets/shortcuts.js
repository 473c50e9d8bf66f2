/*
 * Keyboard shortcuts: `?` shows them all, `g` and another key open a page, `j` and `k` move in a
 * list. Tab stops at tables and code only while they can be scrolled.
 */
'use strict'

const SEQUENCE_MS = 1500

followKeys()
// Before Tab moves the focus: boxes and the window change.
addEventListener('keydown', ({ key }) => {
  if (key !== 'Tab') return
  for (const box of document.querySelectorAll('.table[tabindex], pre[tabindex]'))
    if (box instanceof HTMLElement)
      box.tabIndex =
        box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight ? 0 : -1
})
// Shows the current tab, without scrolling the page.
for (const tab of document.querySelectorAll('.tabs > [aria-current]'))
  tab.parentElement?.scrollBy(rightOf(tab) + 32 - rightOf(tab.parentElement), 0)

function rightOf(/** @type {Element} */ one) {
  return one.getBoundingClientRect().right
}

function followKeys() {
  let goUntil = 0
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isEntry(event.target)) return
    const { key, timeStamp } = event
    const page = timeStamp < goUntil ? pageLink(key) : null
    goUntil = key === 'g' && !page ? timeStamp + SEQUENCE_MS : 0
    if (page) page.click()
    else if (key === '?') document.getElementById('shortcuts')?.togglePopover()
    else if (key === 'j' || key === 'k') moveInList(key === 'j' ? 1 : -1)
    else return
    event.preventDefault()
  })
}

const isEntry = (/** @type {EventTarget | null} */ target) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

function pageLink(/** @type {string} */ key) {
  const link = document.querySelector(`.rail [data-shortcut="${CSS.escape(key)}"]`)
  return link instanceof HTMLElement ? link : null
}

/** Moves the focus to the link in the next or previous row of the first list; Enter follows it. */
function moveInList(/** @type {1 | -1} */ step) {
  const links = [...document.querySelectorAll('main tbody th[scope=row] a:first-of-type')]
  const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = current < 0 ? (step > 0 ? 0 : links.length - 1) : current + step
  const link = links[Math.min(Math.max(next, 0), links.length - 1)]
  if (!(link instanceof HTMLElement)) return
  link.focus()
  link.scrollIntoView({ block: 'nearest' })
}
