/*
 * What the payment page can do better where script runs: group digits, name the brand, check the input before it is sent,
 * count down, fill in a test card, send once, and again when no answer comes. The page works without.
 *
 * The expiry is not compared with today here: the project's clock may stand at any date, and only the service knows it.
 */
'use strict'

/** @typedef {{ name: string, pattern: string, groups: number[] }} Brand */
/** @typedef {'pan' | 'expiry' | 'cvc'} FieldName */

/** @type {readonly FieldName[]} */
const FIELDS = ['pan', 'expiry', 'cvc']
const COUNTDOWN_BELOW_SECONDS = 300
/** A payment without an answer may then be sent again. The service pays an order once, however often it is asked. */
const TRY_AGAIN_AFTER_MS = 15_000

/** True from the moment the form was sent, so that a second press sends nothing. */
let sent = false

const digitsOf = (/** @type {string} */ text) => text.replace(/\D/g, '')

/** What is wrong with a field's text, by the name of its message; null where nothing is. */
const checks = {
  pan(/** @type {string} */ text) {
    const digits = digitsOf(text)
    if (!digits) return 'panMissing'
    return digits.length < 13 || !luhn(digits) ? 'panWrong' : null
  },
  expiry(/** @type {string} */ text) {
    if (!text.trim()) return 'expiryMissing'
    return /^(0[1-9]|1[0-2])\/\d\d$/.test(text) ? null : 'expiryWrong'
  },
  cvc(/** @type {string} */ text) {
    if (!text) return 'cvcMissing'
    return /^\d{3,4}$/.test(text) ? null : 'cvcWrong'
  },
}

const paymentForm = document.querySelector('form.payment')
if (paymentForm instanceof HTMLFormElement) {
  formatWhileTyping(paymentForm)
  checkWhileTyping(paymentForm)
  checkAndSendOnce(paymentForm)
  fillWithTestCards(paymentForm)
  countDown()
}

/** A bound order asks for the CVC alone: then the other fields are not there. */
function field(/** @type {HTMLFormElement} */ form, /** @type {FieldName} */ name) {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}

/** Shows what is wrong with a field, or, given null, its hint. */
function show(
  /** @type {HTMLFormElement} */ form,
  /** @type {FieldName} */ name,
  /** @type {string | null} */ error,
) {
  const messages = /** @type {Record<string, string>} */ (JSON.parse(form.dataset.messages ?? '{}'))
  const message = document.getElementById(`${name}-message`)
  if (message) message.textContent = (error === null ? message.dataset.hint : messages[error]) ?? ''
  field(form, name)?.setAttribute('aria-invalid', String(error !== null))
}

function formatWhileTyping(/** @type {HTMLFormElement} */ form) {
  const [pan, expiry, cvc] = [field(form, 'pan'), field(form, 'expiry'), field(form, 'cvc')]
  pan?.addEventListener('input', () => formatPan(form))
  expiry?.addEventListener('input', (event) =>
    formatExpiry(expiry, event instanceof InputEvent && event.inputType.startsWith('delete')),
  )
  cvc?.addEventListener('input', () => rewrite(cvc, digitsOf(cvc.value).slice(0, 4)))
  formatPan(form)
}

/** Groups the digits as they stand on such a card, and names its brand. */
function formatPan(/** @type {HTMLFormElement} */ form) {
  const pan = field(form, 'pan')
  if (pan === null) return
  const digits = digitsOf(pan.value).slice(0, 19)
  const brands = /** @type {Brand[]} */ (JSON.parse(form.dataset.brands ?? '[]'))
  const brand = brands.find(({ pattern }) => new RegExp(pattern).test(digits))
  rewrite(pan, grouped(digits, brand?.groups ?? [4, 4, 4, 4, 3]))
  const mark = form.querySelector('.pan-brand')
  if (mark) mark.textContent = brand?.name ?? ''
}

/** MM/YY; a year of four digits is shortened, and one that comes first goes behind the month: `1/34`, `12 / 2034`, `2034-12`. */
function formatExpiry(/** @type {HTMLInputElement} */ expiry, /** @type {boolean} */ isDeleting) {
  const text = expiry.value.replace(/^\s*(20\d\d)\s*(?:[/.\-–]\s*)?(\d\d?)\s*$/, '$2/$1')
  let digits = digitsOf(text)
  if (/^[2-9]|^1\s*[/.\-–]/.test(text.trim())) digits = `0${digits}`
  if (digits.length > 4 && digits.slice(2, 4) === '20')
    digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  const hasSlash = digits.length > 2 || (digits.length === 2 && !isDeleting)
  rewrite(expiry, hasSlash ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits)
}

function grouped(/** @type {string} */ digits, /** @type {readonly number[]} */ sizes) {
  const parts = []
  let rest = digits
  for (const size of sizes) {
    if (!rest) break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/** Formatting moves the caret to the end; it is put back behind the same digit. */
function rewrite(/** @type {HTMLInputElement} */ input, /** @type {string} */ text) {
  if (input.value === text) return
  const caretBefore = input.selectionStart ?? input.value.length
  const isAtEnd = caretBefore === input.value.length
  const digitsBefore = digitsOf(input.value.slice(0, caretBefore)).length
  input.value = text
  if (isAtEnd || document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret++)
    if (/\d/.test(text.charAt(caret))) seen++
  input.setSelectionRange(caret, caret)
}

function luhn(/** @type {string} */ digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    let digit = Number(digits[digits.length - 1 - index])
    if (index % 2) digit = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += digit
  }
  return sum % 10 === 0
}

/** A field is judged when it is left, and an error goes as soon as it is mended. */
function checkWhileTyping(/** @type {HTMLFormElement} */ form) {
  for (const name of FIELDS) {
    const input = field(form, name)
    input?.addEventListener('blur', () => {
      if (input.value) show(form, name, checks[name](input.value))
    })
    input?.addEventListener('input', () => {
      if (input.getAttribute('aria-invalid') === 'true' && !checks[name](input.value))
        show(form, name, null)
    })
  }
}

function checkAndSendOnce(/** @type {HTMLFormElement} */ form) {
  const button = form.querySelector('.pay')
  const buttonText = form.querySelector('.pay-text')
  const payText = buttonText?.textContent ?? ''
  const takesLong = form.querySelector('.takes-long')
  let patience = 0
  const show = (/** @type {boolean} */ isSent, /** @type {string | undefined} */ text) => {
    sent = isSent
    clearTimeout(patience)
    if (isSent) button?.setAttribute('aria-disabled', 'true')
    else button?.removeAttribute('aria-disabled')
    if (buttonText) buttonText.textContent = text ?? payText
    if (takesLong) takesLong.textContent = ''
  }
  const offerAgain = () => {
    show(false, form.dataset.tryAgain)
    if (takesLong instanceof HTMLElement) takesLong.textContent = takesLong.dataset.text ?? ''
  }
  form.addEventListener('submit', (event) => {
    // Another language is no payment: what was entered goes along as it is.
    if (event.submitter?.classList.contains('language')) return
    const wrong = sent ? [] : wrongFields(form)
    if (sent || wrong.length > 0) event.preventDefault()
    if (wrong.length > 0) document.title = form.dataset.refusedTitle ?? document.title
    wrong[0]?.focus()
    if (event.defaultPrevented) return
    show(true, form.dataset.paying)
    patience = setTimeout(offerAgain, TRY_AGAIN_AFTER_MS)
  })
  // Coming back with the browser's button shows this very page again: it must be able to send again.
  window.addEventListener('pageshow', () => {
    show(false, payText)
  })
}

/** The fields that are shown and wrong, each with its error beside it now. */
function wrongFields(/** @type {HTMLFormElement} */ form) {
  /** @type {HTMLInputElement[]} */
  const wrong = []
  for (const name of FIELDS) {
    const input = field(form, name)
    // The fields of another card are hidden while a stored card is chosen.
    if (!input?.offsetParent) continue
    const error = checks[name](input.value)
    show(form, name, error)
    if (error !== null) wrong.push(input)
  }
  return wrong
}

function fillWithTestCards(/** @type {HTMLFormElement} */ form) {
  document.documentElement.setAttribute('data-fill-ready', '')
  for (const button of document.querySelectorAll('button.fill')) {
    if (!(button instanceof HTMLElement)) continue
    button.addEventListener('click', () => fillWith(form, button.dataset))
    // Whoever comes from the page of test cards has chosen one there.
    if (location.hash === `#card-${button.dataset.card ?? ''}`) fillWith(form, button.dataset)
  }
}

function fillWith(/** @type {HTMLFormElement} */ form, /** @type {DOMStringMap} */ card) {
  const otherCard = form.querySelector('input[type="radio"][name="bindingId"][value=""]')
  if (otherCard instanceof HTMLInputElement) otherCard.checked = true
  for (const name of FIELDS) {
    const input = field(form, name)
    if (input) input.value = card[name] ?? ''
    show(form, name, null)
  }
  formatPan(form)
  const pay = form.querySelector('.pay')
  if (pay instanceof HTMLElement) pay.focus()
}

/** Shown in the last minutes; when the time is over the page is asked for again, unless a payment is on its way. */
function countDown() {
  const time = document.querySelector('.time-left')
  if (!(time instanceof HTMLElement)) return
  const clock = time.querySelector('.number')
  const secondsAtStart = Number(time.dataset.secondsLeft)
  const end = performance.now() + secondsAtStart * 1000
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
    time.hidden = seconds >= COUNTDOWN_BELOW_SECONDS
    if (clock)
      clock.textContent = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
    if (seconds > 0) setTimeout(tick, 250)
    else if (secondsAtStart > 0 && !sent) location.reload()
  }
  tick()
}
