/*
 * Keeps a page up to date without moving the content that the user reads. An event only announces a
 * change; the page then fetches its own URL and replaces the marked parts. Parts in use stay
 * unchanged, and a pill announces the change. Lists update visible rows in place and announce new
 * rows in a pill.
 */
'use strict'

/** Milliseconds between fetches, before "offline", and before reconnecting. */
const READING_PAUSE_MS = 700
const LOSS_PATIENCE_MS = 4000
const REFUSED_PAUSE_MS = 30_000
/** Rows per page of a list. If all of them are new, there may be more. */
const LIST_PAGE_ROWS = 50

/** The outcome of a form, which has the focus when the page opens. */
const NOTICE = '.notice[autofocus]'

/** Elements that were open in the response. @type {WeakSet<Element>} */
const servedOpen = new WeakSet()
/** Submitted forms, which may be replaced. @type {WeakSet<Element>} */
const sentForms = new WeakSet()
/** Each part as in the response. @type {WeakMap<Element, Node>} */
const served = new WeakMap()

const liveLight = document.querySelector('.live')
if (liveLight instanceof HTMLElement) followChanges(liveLight)

function followChanges(/** @type {HTMLElement} */ light) {
  const { events = '' } = light.dataset
  const screen = document.querySelector('[data-live-address]')
  const reader = screen instanceof HTMLElement ? newReader(screen) : null
  let seen = light.dataset.seen ?? ''
  let patience = 0
  let nextTry = 0
  /** @type {EventSource | null} */
  let source = null

  const listen = () => {
    source?.close()
    clearTimeout(nextTry)
    source = new EventSource(`${events}?seen=${encodeURIComponent(seen)}`)
    source.addEventListener('open', () => {
      clearTimeout(patience)
      patience = 0
      showState(light, 'connected')
    })
    source.addEventListener('changed', ({ data, lastEventId }) => {
      seen = lastEventId
      reader?.noteChanges(String(data).split(' '))
    })
    source.addEventListener('error', () => {
      patience ||= setTimeout(() => showState(light, 'offline'), LOSS_PATIENCE_MS)
      // After a response that is not a stream, EventSource does not reconnect.
      if (source?.readyState === EventSource.CLOSED) nextTry = setTimeout(listen, REFUSED_PAUSE_MS)
    })
  }
  const rest = () => {
    clearTimeout(patience)
    clearTimeout(nextTry)
    patience = 0
    source?.close()
    source = null
  }
  // Browsers limit connections per host, so a hidden page closes its connection.
  const attend = () => (document.visibilityState === 'visible' ? listen() : rest())
  document.addEventListener('visibilitychange', attend)
  window.addEventListener('pagehide', rest)
  window.addEventListener('pageshow', ({ persisted }) => persisted && attend())
  attend()
}

const STATE_WORDS = {
  connected: ['', 'Live: this page is kept up to date'],
  offline: ['Offline', 'Offline: this page is not kept up to date'],
}

function showState(/** @type {HTMLElement} */ light, /** @type {'connected' | 'offline'} */ state) {
  if (light.dataset.state === state) return
  const [word = '', sentence = ''] = STATE_WORDS[state]
  light.textContent = word
  light.title = sentence
  light.ariaLabel = sentence
  light.dataset.state = state
  light.hidden = false
}

function newReader(/** @type {HTMLElement} */ screen) {
  const { liveAddress = '', liveKinds = '', liveOf = 'page' } = screen.dataset
  const kinds = new Set(['*', 'project', 'faultPlan', ...liveKinds.split(' ')])
  let isReading = false
  let isBehind = false
  noteServed(document)
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof Element) sentForms.add(target)
  })

  const read = async () => {
    isReading = true
    isBehind = false
    try {
      const fresh = await freshPage(liveAddress)
      if (fresh) takeOver(fresh, liveOf)
      else showPill(`This ${liveOf} has changed · show`, () => location.assign(liveAddress))
    } catch {
      // Offline: the indicator shows it, and the next connection announces missed changes.
    }
    setTimeout(() => {
      isReading = false
      if (isBehind) void read()
    }, READING_PAUSE_MS)
  }
  return {
    noteChanges(/** @type {readonly string[]} */ changed) {
      if (!changed.some((kind) => kinds.has(kind))) return
      isBehind = true
      if (!isReading) void read()
    },
  }
}

/** Null if the page is gone or no longer accessible. */
async function freshPage(/** @type {string} */ address) {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.querySelector('[data-live-address]') && page
}

function takeOver(/** @type {Document} */ fresh, /** @type {string} */ of) {
  /** Updates that wait for the user to press the pill. @type {Map<Element, () => void>} */
  const waiting = new Map()
  let isOther = false
  for (const part of document.querySelectorAll('[data-live]')) {
    const now = fresh.querySelector(`[data-live="${part.getAttribute('data-live') ?? ''}"]`)
    isOther ||= !now
    if (!now || now.isEqualNode(served.get(part) ?? null)) continue
    if (isBusyWith(part)) waiting.set(part, () => replaceContent(part, now))
    else replaceContent(part, now)
  }
  const changed = `This ${of} has changed · show`
  // If the structure of the page has changed, the pill reloads it.
  if (isOther) return showPill(changed, () => location.reload())
  let pill = waiting.size === 0 ? '' : changed
  for (const list of document.querySelectorAll('[data-live-list]')) {
    const now = fresh.querySelector('[data-live-list]')
    const news = now && changeRows(list, now)
    if (!now || !news) continue
    waiting.set(list, () => showRows(list, now))
    pill = news
  }
  if (pill === '') removePill()
  else showPill(pill, () => takeAll(waiting))
}

function takeAll(/** @type {ReadonlyMap<Element, () => void>} */ waiting) {
  removePill()
  for (const take of waiting.values()) take()
  const [first] = waiting.keys()
  if (!first) return
  // The pill that had the focus is removed, so the focus moves to the new content.
  focusOn(first)
  first.scrollIntoView({ block: 'nearest' })
}

function focusOn(/** @type {Element} */ element) {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function replaceContent(/** @type {Element} */ part, /** @type {Element} */ now) {
  const hadFocus = part.contains(document.activeElement)
  part.replaceChildren(...document.importNode(now, true).childNodes)
  noteServed(part)
  served.set(part, now)
  if (hadFocus) focusOn(part.querySelector(NOTICE) ?? part)
}

function noteServed(/** @type {ParentNode} */ root) {
  for (const part of root.querySelectorAll('[data-live]')) served.set(part, part.cloneNode(true))
  for (const details of root.querySelectorAll('details[open]')) servedOpen.add(details)
}

/** True if the user has focused, selected, opened or edited something in the part. */
function isBusyWith(/** @type {Element} */ part) {
  if ([...part.querySelectorAll('form')].some((form) => sentForms.has(form))) return false
  const selection = getSelection()
  const isMarked = selection?.isCollapsed === false && part.contains(selection.anchorNode)
  const { activeElement } = document
  const isNotice = activeElement?.matches(NOTICE)
  if (isMarked || (activeElement !== part && !isNotice && part.contains(activeElement))) return true
  for (const details of part.querySelectorAll('details'))
    if (details.open !== servedOpen.has(details)) return true
  return [...part.querySelectorAll('input, select, textarea')].some(isChanged)
}

function isChanged(/** @type {Element} */ control) {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ selected, defaultSelected }, index) =>
        selected !== (defaultSelected || (index === 0 && !hasDefault(control))),
    )
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    return control.checked !== control.defaultChecked
  return (
    (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
    control.value !== control.defaultValue
  )
}

const hasDefault = (/** @type {HTMLSelectElement} */ { options }) =>
  [...options].some(({ defaultSelected }) => defaultSelected)

/** The rows of a list by key, or by their first link. */
function rowsOf(/** @type {Element} */ list) {
  /** @type {Map<string, Element>} */
  const rows = new Map()
  for (const row of list.querySelectorAll('[data-key], tbody tr')) {
    const key = row.getAttribute('data-key') ?? row.querySelector('a')?.getAttribute('href')
    if (key) rows.set(key, row)
  }
  return rows
}

/** Updates visible rows, replaces an empty list, and returns the pill text for other changes. */
function changeRows(/** @type {Element} */ list, /** @type {Element} */ now) {
  const [shown, fresh] = [rowsOf(list), rowsOf(now)]
  for (const [key, row] of shown) {
    const newer = fresh.get(key)
    if (newer) changeCells(row, newer)
  }
  const added = [...fresh.keys()].filter((key) => !shown.has(key)).length
  if (added > 0 && shown.size === 0) {
    showRows(list, now)
    return ''
  }
  if (added > 0) return `${added}${added < LIST_PAGE_ROWS ? '' : ' or more'} new`
  return [...shown.keys()].some((key) => !fresh.has(key)) ? 'This list has changed · show' : ''
}

function changeCells(/** @type {Element} */ row, /** @type {Element} */ newer) {
  for (const [index, cell] of [...row.children].entries()) {
    const now = newer.children[index]
    if (!now || cell.isEqualNode(now) || cell.contains(document.activeElement)) continue
    cell.replaceChildren(...document.importNode(now, true).childNodes)
  }
}

function showRows(/** @type {Element} */ list, /** @type {Element} */ now) {
  const before = rowsOf(list)
  list.replaceChildren(...document.importNode(now, true).childNodes)
  for (const [key, row] of rowsOf(list)) if (!before.has(key)) row.setAttribute('data-new', '')
}

function showPill(/** @type {string} */ text, /** @type {() => void} */ press) {
  const place = document.querySelector('.pill-place')
  if (!place) return
  const shown = place.querySelector('button')
  const pill = shown ?? document.createElement('button')
  pill.type = 'button'
  pill.className = 'pill'
  // An unchanged text is not announced again.
  if (pill.textContent !== text) pill.textContent = text
  pill.onclick = press
  if (!shown) place.append(pill)
}

function removePill() {
  document.querySelector('.pill-place')?.replaceChildren()
}
