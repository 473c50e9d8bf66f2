/* Sends the form of an operation without reloading; shows the response and updated code samples. */
'use strict'

const sendForm = document.querySelector('form[data-send]')

if (sendForm instanceof HTMLFormElement) {
  sendForm.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendInPlace(sendForm)
  })
}

async function sendInPlace(/** @type {HTMLFormElement} */ form) {
  const button = form.querySelector('button')
  button?.setAttribute('aria-disabled', 'true')
  try {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string') body.set(name, value)
    const answer = await fetch(form.action, { method: 'POST', body })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const isThere = ['exchange', 'samples'].map((id) => takeOver(page, id)).every(Boolean)
    if (!isThere) form.submit()
    refreshValues(page)
    document.getElementById('exchange')?.focus()
  } catch {
    // Offline: submits the form, so that the browser shows its error page.
    form.submit()
  } finally {
    button?.removeAttribute('aria-disabled')
  }
}

/** Replaces the content of the element with the content from the returned page. */
function takeOver(/** @type {Document} */ page, /** @type {string} */ id) {
  const place = document.getElementById(id)
  const fresh = page.getElementById(id)
  if (place === null || fresh === null) return false
  place.replaceChildren(...fresh.childNodes)
  return true
}

/** Copies the values that must differ in the next call, such as an order number. */
function refreshValues(/** @type {Document} */ page) {
  for (const fresh of page.querySelectorAll('[data-fresh]')) {
    const field = document.getElementById(fresh.id)
    const isField = (/** @type {Element | null} */ each) =>
      each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement
    if (isField(field) && isField(fresh)) field.value = fresh.value
  }
}
