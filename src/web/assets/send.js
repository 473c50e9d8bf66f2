/* Sends the form of an operation without leaving its page: the answer and the samples are taken from the page that the service answers. */
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
    document.getElementById('exchange')?.focus()
  } catch {
    // Without a connection the browser says it better than we could.
    form.submit()
  } finally {
    button?.removeAttribute('aria-disabled')
  }
}

/** Puts what the element of this id holds in the answered page in its place here. */
function takeOver(/** @type {Document} */ page, /** @type {string} */ id) {
  const place = document.getElementById(id)
  const fresh = page.getElementById(id)
  if (place === null || fresh === null) return false
  place.replaceChildren(...fresh.childNodes)
  return true
}
