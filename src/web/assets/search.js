/* Keyboard shortcuts of the search: slash, and Control or Command with K. */
'use strict'

const lookup = document.querySelector('.lookup input')

if (lookup instanceof HTMLInputElement) {
  lookup.placeholder = 'Search  /'
  document.addEventListener('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key === 'k'
    if (!isCommand && !(event.key === '/' && !isTyping(event))) return
    event.preventDefault()
    lookup.select()
    lookup.focus()
  })
}

function isTyping(/** @type {KeyboardEvent} */ { target, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof Element && target.closest('input, textarea, select') !== null
}
