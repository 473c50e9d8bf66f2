/* Closes the menus of the portal after a link is followed, on a click outside, and on Escape. */
'use strict'

for (const drawer of document.querySelectorAll('details.drawer, details.menu')) {
  if (drawer instanceof HTMLDetailsElement) closeWhenDone(drawer)
}

function closeWhenDone(/** @type {HTMLDetailsElement} */ drawer) {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (!drawer.contains(target) || target.closest('a')) drawer.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !drawer.open) return
    drawer.open = false
    drawer.querySelector('summary')?.focus()
  })
}
