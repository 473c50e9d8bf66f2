/* Copy buttons, shown only if the browser gives access to the clipboard. */
'use strict'

if (navigator.clipboard) {
  document.documentElement.setAttribute('data-copy-ready', '')
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copy]') : null
    if (button instanceof HTMLElement) void copyFrom(button)
  })
}

/** Copies the value. If the browser does not allow it, selects the value for manual copying. */
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
