/*
 * The callback settings: selects all or none of a group, filters the parameters by name, and
 * updates the preview. Without it, the *Preview* button updates the preview.
 */
'use strict'

/** Pause after the last change, in milliseconds. */
const CHANGE_PAUSE_MS = 200

const settingsForm = document.querySelector('#callback-settings')
if (settingsForm instanceof HTMLFormElement) {
  addGroupButtons(settingsForm)
  addFilter(settingsForm)
  previewChanges(settingsForm)
}

/** The checkboxes of a group. */
const boxesIn = (/** @type {Element} */ group) =>
  [...group.querySelectorAll('input[type=checkbox]')].filter(
    (box) => box instanceof HTMLInputElement,
  )

function addGroupButtons(/** @type {HTMLFormElement} */ form) {
  for (const group of form.querySelectorAll('fieldset.checks')) {
    const legend = group.querySelector('legend')
    const name = legend?.textContent?.trim() ?? ''
    const buttons = document.createElement('span')
    buttons.className = 'group-buttons'
    for (const isChecked of [true, false]) {
      const label = isChecked ? 'All' : 'None'
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button-link'
      button.textContent = label
      button.ariaLabel = `${label}: ${name}`
      button.addEventListener('click', () => {
        for (const box of boxesIn(group)) if (!box.closest('label')?.hidden) box.checked = isChecked
        form.dispatchEvent(new Event('change'))
      })
      buttons.append(button)
    }
    legend?.after(buttons)
  }
}

function addFilter(/** @type {HTMLFormElement} */ form) {
  const groups = [...form.querySelectorAll('fieldset[id*="callbackParameters"]')]
  const field = document.createElement('div')
  const label = document.createElement('label')
  const input = document.createElement('input')
  field.className = 'field'
  label.textContent = 'Find a parameter'
  label.htmlFor = input.id = 'parameter-filter'
  input.autocomplete = 'off'
  const hint = groups[0]?.querySelector('.message')
  field.append(label, input, ...(hint ? [hint] : []))
  groups[0]?.before(field)
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLowerCase()
    for (const group of groups)
      for (const box of boxesIn(group)) {
        const label = box.closest('label')
        if (label) label.hidden = !box.value.toLowerCase().includes(wanted)
      }
  })
  // Enter would save the form.
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault()
  })
}

function previewChanges(/** @type {HTMLFormElement} */ form) {
  const button = form.querySelector('button[formaction]')
  const place = document.querySelector('#callback-preview')
  if (!(button instanceof HTMLButtonElement) || place === null) return
  button.hidden = true
  let timer = 0
  const show = async () => {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string') body.append(name, value)
    const response = await fetch(button.formAction, { method: 'POST', body }).catch(() => null)
    if (!response?.ok) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.querySelector('#callback-preview')
    if (fresh) place.replaceChildren(...fresh.childNodes)
  }
  form.addEventListener('change', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void show(), CHANGE_PAUSE_MS)
  })
}
