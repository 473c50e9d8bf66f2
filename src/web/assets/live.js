/*
 * Keeps a page as it stands on the server, without moving what is being read. Of a change the page hears that there is one; it then reads itself
 * again, at its own address, and takes over the parts that are marked. What its reader is busy with is left alone: a pill tells of it. So does a
 * list of its new rows; rows that are shown already change in their places.
 */
'use strict'

/** Pauses, milliseconds: between two readings, before a loss is told, and before another try where the service refused. */
const READING_PAUSE_MS = 700
const LOSS_PATIENCE_MS = 4000
const REFUSED_PAUSE_MS = 30_000
/** Rows that a list shows at once, where more are new there may be others. */
const LIST_PAGE_ROWS = 50

/** What was served open. @type {WeakSet<Element>} */
const servedOpen = new WeakSet()
/** Forms whose content is on its way: nobody is busy with it any more. @type {WeakSet<Element>} */
const sentForms = new WeakSet()
/** Each part as it was served, whatever its reader has opened or marked since. @type {WeakMap<Element, Node>} */
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
      reader?.hear(String(data).split(' '))
    })
    source.addEventListener('error', () => {
      patience ||= setTimeout(() => showState(light, 'offline'), LOSS_PATIENCE_MS)
      // An answer that is no stream ends it for good, unless somebody asks again.
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
  // A browser has few connections to a host: a page that nobody looks at takes none of them.
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

/** The first connection is what everybody expects, and not said. */
function showState(/** @type {HTMLElement} */ light, /** @type {'connected' | 'offline'} */ state) {
  if (light.dataset.state === state) return
  const [word = '', sentence = ''] = STATE_WORDS[state]
  light.textContent = word
  light.title = sentence
  light.setAttribute('aria-label', sentence)
  light.dataset.state = state
  light.hidden = false
}

/** Reads the page again, one reading at a time. */
function newReader(/** @type {HTMLElement} */ screen) {
  const { liveAddress = '', liveKinds = '', liveOf = 'page' } = screen.dataset
  const kinds = new Set(['*', 'project', ...liveKinds.split(' ')])
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
      // The service cannot be reached: the light tells of it, and the next connection of what was missed.
    }
    setTimeout(() => {
      isReading = false
      if (isBehind) void read()
    }, READING_PAUSE_MS)
  }
  return {
    hear(/** @type {readonly string[]} */ changed) {
      if (!changed.some((kind) => kinds.has(kind))) return
      isBehind = true
      if (!isReading) void read()
    },
  }
}

/** The same page as it is now; null where it is not there any more, or not for this reader. */
async function freshPage(/** @type {string} */ address) {
  const answer = await fetch(address, { headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.querySelector('[data-live-address]') && page
}

function takeOver(/** @type {Document} */ fresh, /** @type {string} */ of) {
  /** What its reader has to ask for. @type {Map<Element, () => void>} */
  const waiting = new Map()
  let isOther = false
  for (const part of document.querySelectorAll('[data-live]')) {
    const now = fresh.querySelector(`[data-live="${part.getAttribute('data-live') ?? ''}"]`)
    isOther ||= !now
    if (!now || now.isEqualNode(served.get(part) ?? null)) continue
    if (isBusyWith(part)) waiting.set(part, () => replaceContent(part, now))
    else replaceContent(part, now)
  }
  // A page that has become another one is shown whole, where its reader asks for it.
  if (isOther) {
    showPill(`This ${of} has changed · show`, () => location.reload())
    return
  }
  let pill = waiting.size === 0 ? '' : `This ${of} has changed · show`
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
  // The pill, which had the focus, is gone: the keyboard goes on with what it has brought.
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
  if (hadFocus) focusOn(part)
}

function noteServed(/** @type {ParentNode} */ root) {
  for (const part of root.querySelectorAll('[data-live]')) served.set(part, part.cloneNode(true))
  for (const details of root.querySelectorAll('details[open]')) servedOpen.add(details)
}

/** True where the reader has the focus, has marked a text, opened something or typed. */
function isBusyWith(/** @type {Element} */ part) {
  if ([...part.querySelectorAll('form')].some((form) => sentForms.has(form))) return false
  const selection = getSelection()
  const isMarked = selection?.isCollapsed === false && part.contains(selection.anchorNode)
  const { activeElement } = document
  if (isMarked || (activeElement !== part && part.contains(activeElement))) return true
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

/** The rows of a list by what names each: its key, or the first link in it. */
function rowsOf(/** @type {Element} */ list) {
  /** @type {Map<string, Element>} */
  const rows = new Map()
  for (const row of list.querySelectorAll('[data-key], tbody tr')) {
    const key = row.getAttribute('data-key') ?? row.querySelector('a')?.getAttribute('href')
    if (key) rows.set(key, row)
  }
  return rows
}

/** Changes the rows that are shown in their places; gives what there is to say of the others. A list without rows has nobody reading it. */
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
  // What is said already is not said again.
  if (pill.textContent !== text) pill.textContent = text
  pill.onclick = press
  if (!shown) place.append(pill)
}

function removePill() {
  document.querySelector('.pill-place')?.replaceChildren()
}
