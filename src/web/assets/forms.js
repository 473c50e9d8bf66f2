/*
 * Forms of the portal: a pressed button shows its progress, and a second press does nothing;
 * success notices are shown once; input that was sent without a session returns after sign-in.
 */
'use strict'

/** After this time, a button can be pressed again, because the request was probably stopped. */
const BUSY_MS = 20_000
/** How long lost input is kept. */
const LOST_INPUT_MS = 30 * 60_000
/** Verbs of buttons; other labels are kept while the form is sent. */
const VERBS =
  /^(?:add|block|cancel|capture|change|create|delete|fill|freeze|import|invite|issue|join|jump|leave|log|pay|refund|register|reissue|remove|resend|reset|reverse|rotate|save|send|set|show|sign|top|transfer|try|unblock|unfreeze|verify|withdraw)(?= |$)(?: (?:up|out|in)(?= |$))?/i
/** Verbs that double their last consonant, as in "Setting". */
const DOUBLED = /^(?:log|reset|set|top|transfer)$/i

/** Restores a form that is being sent. @type {Map<HTMLFormElement, () => void>} */
const busyForms = new Map()

dropNotice(new URL(location.href))
restoreInput(sessionStorage.getItem('sandcard-lost-input'))
// On the window, after the scripts that send a form without leaving the page.
window.addEventListener('submit', sendOnce)
// The page returns from the back/forward cache in its previous state.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const release of [...busyForms.values()]) release()
})

function sendOnce(/** @type {SubmitEvent} */ event) {
  const { target: form, submitter } = event
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
  if (submitter?.getAttribute('formtarget') === '_blank') return
  if (busyForms.has(form)) return event.preventDefault()
  const button = submitter ?? form.querySelector('button:not([type=button])')
  if (button instanceof HTMLElement) busyForms.set(form, showBusy(form, button))
}

/** Marks the button, whose value is still sent. Returns a function that restores it. */
function showBusy(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement} */ button) {
  const shown = [...button.childNodes]
  const label = (button.textContent ?? '').trim()
  const release = () => {
    clearTimeout(timer)
    busyForms.delete(form)
    button.replaceChildren(...shown)
    button.removeAttribute('aria-disabled')
  }
  const timer = setTimeout(release, BUSY_MS)
  button.setAttribute('aria-disabled', 'true')
  if (label !== '') button.replaceChildren(button.dataset.busy ?? busyLabel(label))
  return release
}

/** "Refund 5.00 EUR" as "Refunding…". */
function busyLabel(/** @type {string} */ label) {
  const [phrase = ''] = VERBS.exec(label) ?? []
  const [verb = '', particle] = phrase.split(' ')
  if (verb === '') return `${label}…`
  const stem = DOUBLED.test(verb) ? verb + verb.slice(-1) : verb.replace(/e$/, '')
  return `${stem}ing${particle ? ` ${particle}` : ''}…`
}

/** The parameter `did` and those after it select the notice; those before it select the content. */
function dropNotice(/** @type {URL} */ shown) {
  const names = [...shown.searchParams.keys()]
  if (!names.includes('did')) return
  for (const name of names.slice(names.indexOf('did'))) shown.searchParams.delete(name)
  history.replaceState(history.state, '', shown)
}

/** Fills in the form that was sent, if the page has it. */
function restoreInput(/** @type {string | null} */ stored) {
  if (stored === null) return
  /** @type {{ action: string, fields: [string, string][], at: number }} */
  const { action, fields, at } = JSON.parse(stored)
  const typed = new Map(fields)
  const isLate = Date.now() - at > LOST_INPUT_MS
  const form = [...document.forms].find(
    (each) => each.getAttribute('action') === action && hiddenOf(each).every(isSent(typed)),
  )
  if (!form && !isLate) return
  sessionStorage.removeItem('sandcard-lost-input')
  if (!form || isLate) return
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = fields.some(
        ([name, value]) => name === control.name && value === control.value,
      )
    else if (
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement ||
      (control instanceof HTMLInputElement &&
        !['hidden', 'password', 'file'].includes(control.type))
    )
      control.value = typed.get(control.name) ?? control.value
  }
  openAround(form)
  const notice = document.createElement('p')
  notice.className = 'notice pending'
  notice.role = 'status'
  notice.textContent = 'Your input was restored but has not been sent. Check it and send it again.'
  form.prepend(notice)
  form.scrollIntoView({ block: 'center' })
}

function hiddenOf(/** @type {HTMLFormElement} */ form) {
  return [...form.querySelectorAll('input')].filter(({ type }) => type === 'hidden')
}

/** Compares a hidden value that identifies a record; `seen` is the version of the form. */
function isSent(/** @type {ReadonlyMap<string, string>} */ typed) {
  return (/** @type {HTMLInputElement} */ { name, value }) =>
    name === 'seen' || typed.get(name) === value
}

function openAround(/** @type {HTMLFormElement} */ form) {
  let part = form.closest('details')
  while (part) {
    part.open = true
    part = part.parentElement?.closest('details') ?? null
  }
  const dialog = form.closest('[popover]')
  if (dialog instanceof HTMLElement) dialog.showPopover()
}
