/* Keeps the input of a form that was sent without a session; `forms.js` restores it. */
'use strict'

keepInput(document.getElementById('lost-input'))

function keepInput(/** @type {HTMLElement | null} */ form) {
  if (!(form instanceof HTMLFormElement)) return
  const fields = [...new FormData(form)]
  const kept = { action: form.dataset.action, fields, at: Date.now() }
  sessionStorage.setItem('sandcard-lost-input', JSON.stringify(kept))
}
