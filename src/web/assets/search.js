/*
 * The command palette: slash, or Control or Command with K. It shows the results of the search page
 * while the user types, and the latest targets before.
 */
'use strict'

/** Milliseconds without a key press before a search. */
const PAUSE_MS = 120
const RECENT_MAX = 8

const lookup = document.querySelector('form.lookup')
if (lookup instanceof HTMLFormElement) setUp(lookup)

function setUp(/** @type {HTMLFormElement} */ form) {
  const field = form.querySelector('input')
  if (field === null) return
  field.placeholder = 'Search or jump to  /'
  const open = (/** @type {Event} */ event) => {
    event.preventDefault()
    openPalette(form)
  }
  field.addEventListener('pointerdown', open)
  document.addEventListener('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key === 'k'
    if (isCommand || (event.key === '/' && !isTyping(event))) open(event)
  })
}

function isTyping(/** @type {KeyboardEvent} */ { target, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null
}

function openPalette(/** @type {HTMLFormElement} */ lookupForm) {
  document.querySelector('dialog.palette')?.remove()
  const dialog = document.createElement('dialog')
  dialog.className = 'palette'
  dialog.ariaLabel = 'Search or jump to'
  const form = document.createElement('form')
  form.action = lookupForm.action
  const field = document.createElement('input')
  Object.assign(field, {
    ...{ name: 'q', maxLength: 100, autocomplete: 'off', role: 'combobox' },
    value: lookupForm.querySelector('input')?.value ?? '',
    placeholder: 'Order, card, name, page, operation or action',
    ...{ ariaLabel: dialog.ariaLabel, ariaExpanded: 'true', ariaAutoComplete: 'list' },
  })
  field.setAttribute('aria-controls', 'palette-results')
  form.append(field)
  const results = document.createElement('div')
  results.id = 'palette-results'
  results.className = 'results'
  results.role = 'listbox'
  results.ariaLabel = 'Results'
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.role = 'status'
  dialog.append(form, results, status)
  document.body.append(dialog)

  const palette = new Palette(form, field, results, status)
  field.addEventListener('input', () => palette.typed())
  field.addEventListener('keydown', (event) => palette.pressed(event))
  results.addEventListener('click', ({ target }) => {
    if (target instanceof Element) palette.remember(target.closest('a'))
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  dialog.showModal()
  field.select()
  void palette.show()
}

class Palette {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause
  /** @type {AbortController | undefined} */
  #request
  #chosen = -1

  constructor(
    /** @type {HTMLFormElement} */ form,
    /** @type {HTMLInputElement} */ field,
    /** @type {HTMLElement} */ results,
    /** @type {HTMLElement} */ status,
  ) {
    this.form = form
    this.field = field
    this.results = results
    this.status = status
    this.key = `recent ${new URL(form.action).pathname}`
  }

  typed() {
    // Until the results match the text, Enter opens the search page.
    this.#request?.abort()
    this.#choose(-1)
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => void this.show(), PAUSE_MS)
  }

  async show() {
    this.#request?.abort()
    const request = (this.#request = new AbortController())
    const q = this.field.value.trim()
    const query = new URLSearchParams({ q, palette: '' })
    try {
      const answer = await fetch(`${this.form.action}?${query}`, { signal: request.signal })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const found = page.getElementById('results')
      // After a lost session, the response is the sign-in page.
      if (found === null) return this.form.submit()
      this.results.replaceChildren(...(q === '' ? this.#recent() : []), ...found.childNodes)
    } catch (error) {
      if (request.signal.aborted) return
      this.results.replaceChildren('No response. Check your connection and type again.')
      console.error(error)
    }
    for (const each of this.results.querySelectorAll('ul, li, form')) each.role = 'none'
    for (const [index, option] of this.#options().entries()) {
      option.id = `palette-${index}`
      option.role = 'option'
      option.tabIndex = -1
    }
    this.status.textContent = `${this.#options().length} results`
    this.#choose(q === '' ? -1 : 0)
  }

  pressed(/** @type {KeyboardEvent} */ event) {
    const options = this.#options()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      this.#choose((this.#chosen + step + options.length) % options.length)
    }
    const chosen = options[this.#chosen]
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      chosen.click()
    }
  }

  /** Lists the target of a link first when the palette opens again. */
  remember(/** @type {Element | null} */ link) {
    if (!(link instanceof HTMLAnchorElement)) return
    const label = link.textContent.replace(/\s+/g, ' ').trim()
    const others = this.#stored().filter(({ href }) => href !== link.pathname)
    const recent = [{ href: link.pathname, label }, ...others].slice(0, RECENT_MAX)
    try {
      localStorage.setItem(this.key, JSON.stringify(recent))
    } catch {
      // Storage may be blocked.
    }
  }

  #options() {
    return /** @type {HTMLElement[]} */ ([...this.results.querySelectorAll('li a, li button')])
  }

  #choose(/** @type {number} */ index) {
    const options = this.#options()
    this.#chosen = index < options.length ? index : -1
    for (const [each, option] of options.entries())
      option.ariaSelected = String(each === this.#chosen)
    const chosen = options[this.#chosen]
    chosen?.scrollIntoView({ block: 'nearest' })
    if (chosen === undefined) this.field.removeAttribute('aria-activedescendant')
    else this.field.setAttribute('aria-activedescendant', chosen.id)
  }

  /** @returns {{ href: string, label: string }[]} */
  #stored() {
    try {
      /** @type {unknown} */
      const stored = JSON.parse(localStorage.getItem(this.key) ?? '[]')
      return Array.isArray(stored) ? /** @type {{ href: string, label: string }[]} */ (stored) : []
    } catch {
      // Storage may be blocked, or its text may come from another version.
      return []
    }
  }

  #recent() {
    const list = document.createElement('ul')
    for (const { href, label } of this.#stored()) {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = href
      link.append(textOf('kind', 'Recent'), textOf('label', label))
      item.append(link)
      list.append(item)
    }
    return list.childElementCount === 0 ? [] : [list]
  }
}

function textOf(/** @type {string} */ className, /** @type {string} */ text) {
  const span = document.createElement('span')
  span.className = className
  span.textContent = text
  return span
}
