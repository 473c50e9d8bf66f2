/* Search in the tables of a page: hides other rows and shows the number of matches. */
'use strict'

const searchForm = document.querySelector('form.search')
if (searchForm instanceof HTMLFormElement) findWhileTyping(searchForm)

function findWhileTyping(/** @type {HTMLFormElement} */ form) {
  const input = form.querySelector('input')
  const output = form.querySelector('output')
  const sections = [...document.querySelectorAll('section')].map(searchable)
  if (input === null || output === null) return
  document.documentElement.setAttribute('data-search-ready', '')
  const find = () => {
    const words = normalised(input.value).split(' ').filter(Boolean)
    let count = 0
    for (const { element, title, rows } of sections) {
      for (const { row, text } of rows)
        row.hidden = !words.every((word) => text.includes(word) || title.includes(word))
      const shown = rows.filter(({ row }) => !row.hidden).length
      element.hidden = shown === 0
      if (words.length > 0 && shown > 0) open(element)
      count += shown
    }
    output.textContent = words.length === 0 ? '' : count === 0 ? 'No results' : `${count} found`
  }
  input.addEventListener('input', find)
  form.addEventListener('submit', (event) => event.preventDefault())
  // Browsers restore the field when the user returns to the page.
  window.addEventListener('pageshow', find)
}

/** Opens the panels of a section, so that matches are visible. */
function open(/** @type {HTMLElement} */ section) {
  for (const panel of section.querySelectorAll('details')) panel.open = true
}

/** A section with its rows and their searchable text. */
function searchable(/** @type {HTMLElement} */ element) {
  const rows = [...element.querySelectorAll('tbody tr')].filter((row) => row instanceof HTMLElement)
  return {
    element,
    title: normalised(element.querySelector('h2')?.textContent ?? ''),
    rows: rows.map((row) => ({ row, text: normalised(row.textContent ?? '') })),
  }
}

/** Lower case, single spaces; digits match with and without spaces between groups. */
function normalised(/** @type {string} */ text) {
  return text
    .toLowerCase()
    .replace(/(?<=\d)\s+(?=\d{4})/g, '')
    .replace(/\s+/g, ' ')
}
