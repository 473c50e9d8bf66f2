/* List filters, saved under a name in this browser: a link for each, and a form to add one. */
'use strict'

const FILTERS_MAX = 20

for (const box of document.querySelectorAll('[data-saved-filters]'))
  if (box instanceof HTMLDetailsElement) showSaved(box)

function showSaved(/** @type {HTMLDetailsElement} */ box) {
  const { savedFilters: address = '', query = '' } = box.dataset
  const key = `sandcard.filters:${address}`
  const list = box.querySelector('ul')
  const form = box.querySelector('form')
  const input = form?.querySelector('input')
  if (!list || !form || !input) return

  /** @returns {[name: string, query: string][]} */
  const read = () => {
    try {
      const stored = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.map(([name, text]) => [String(name), String(text)]) : []
    } catch {
      // Storage may be blocked, or its text may come from another version.
      return []
    }
  }
  const write = (/** @type {[string, string][]} */ filters) => {
    try {
      localStorage.setItem(key, JSON.stringify(filters.slice(-FILTERS_MAX)))
    } catch {
      // The filter is still in the URL.
    }
    show()
  }
  const show = () => {
    list.replaceChildren(
      ...read().map(([name, text]) => {
        const item = document.createElement('li')
        const link = document.createElement('a')
        // Only the query is stored, so that the link cannot lead anywhere else.
        link.href = address + (text.startsWith('?') ? text : '')
        link.textContent = name
        const remove = document.createElement('button')
        remove.type = 'button'
        remove.textContent = 'Delete'
        remove.ariaLabel = `Delete filter ${name}`
        remove.addEventListener('click', () => write(read().filter((each) => each[0] !== name)))
        item.append(link, remove)
        return item
      }),
    )
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const name = input.value.trim()
    if (name === '') return
    write([...read().filter((each) => each[0] !== name), [name, query]])
    form.reset()
  })
  show()
  box.hidden = false
}
