/* Success notices are shown once: a reload or a shared link does not repeat them. */
'use strict'

dropNotice(new URL(location.href))

/** The parameter `did` and those after it select the notice; those before it select the content. */
function dropNotice(/** @type {URL} */ shown) {
  const names = [...shown.searchParams.keys()]
  if (!names.includes('did')) return
  for (const name of names.slice(names.indexOf('did'))) shown.searchParams.delete(name)
  history.replaceState(history.state, '', shown)
}
