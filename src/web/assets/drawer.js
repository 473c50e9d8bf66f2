/*
 * Closes the portal's menus after a link is followed, on a click outside, when the focus leaves,
 * and on Escape. While the phone menu covers the page, the rest of it is inert.
 */
'use strict'

// prose-ignore: `drawer` is a class name.
for (const menu of document.querySelectorAll('details.drawer, details.menu')) {
  if (menu instanceof HTMLDetailsElement) closeWhenDone(menu)
}

function closeWhenDone(/** @type {HTMLDetailsElement} */ menu) {
  const summary = menu.querySelector('summary')
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (!menu.contains(target) || target.closest('a, [popovertarget]')) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    summary?.focus()
  })
  if (menu.classList.contains('drawer')) menu.addEventListener('toggle', () => coverPage(menu))
  else
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false
    })
}

/** Nothing behind the open menu can be focused. */
function coverPage(/** @type {HTMLDetailsElement} */ drawer) {
  const behind = [
    ...document.querySelectorAll('.skip, .banner, main'),
    ...(drawer.parentElement?.children ?? []),
  ]
  for (const part of behind) if (part !== drawer) part.toggleAttribute('inert', drawer.open)
}
