/* What makes the copy buttons work. They appear only where the browser lets a page copy. */
'use strict'

if (navigator.clipboard) {
  document.documentElement.setAttribute('data-copy-ready', '')
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copy]') : null
    if (button instanceof HTMLElement) void copyFrom(button)
  })
}

/** Where the browser refuses after all, the value is selected, ready to be copied by hand. */
async function copyFrom(/** @type {HTMLElement} */ button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? '')
    button.setAttribute('data-copied', '')
    setTimeout(() => button.removeAttribute('data-copied'), 1400)
  } catch {
    const value = button.parentElement?.querySelector('code')
    if (value) getSelection()?.selectAllChildren(value)
  }
}
