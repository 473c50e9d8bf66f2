/* Closes the menus of the portal after a link is followed, on a click outside, and on Escape. */
'use strict'

// prose-ignore: `drawer` is a class name.
for (const menu of document.querySelectorAll('details.drawer, details.menu')) {
  if (menu instanceof HTMLDetailsElement) closeWhenDone(menu)
}

function closeWhenDone(/** @type {HTMLDetailsElement} */ menu) {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (!menu.contains(target) || target.closest('a')) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
