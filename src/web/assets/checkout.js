/*
 * Improves the payment page: groups digits, shows the brand, validates the input, counts down,
 * fills in test cards, and prevents duplicate submissions. The page works without it.
 *
 * It does not check whether the card has expired, because the project's clock can be at any date.
 */
'use strict'

/** @typedef {{ name: string, pattern: string, groups: number[] }} Brand */
/** @typedef {'pan' | 'expiry' | 'cvc'} FieldName */

/** @type {readonly FieldName[]} */
const FIELDS = ['pan', 'expiry', 'cvc']
const COUNTDOWN_BELOW_SECONDS = 300
/** Pause before a payment without a response can be sent again. An order can only be paid once. */
const TRY_AGAIN_AFTER_MS = 15_000

/** True after the form was sent, so that a second press is ignored. */
let sent = false

const digitsOf = (/** @type {string} */ text) => text.replace(/\D/g, '')

/** Checks of the fields: each returns the name of an error message, or null. */
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

/** With a stored card, only the CVC field may exist. */
function field(/** @type {HTMLFormElement} */ form, /** @type {FieldName} */ name) {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}

/** Shows the error of a field, or its hint if the error is null. */
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

/** Groups the digits as on cards of this brand, and shows the brand. */
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

/** Formats as MM/YY. Accepts four-digit years and year first: `1/34`, `12 / 2034`, `2034-12`. */
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

/** Restores the caret after the same digit, because formatting moves it to the end. */
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

/** Validates a field on blur, and removes its error as soon as the input is valid. */
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
    // Changing the language submits the form without validation.
    if (event.submitter?.classList.contains('language')) return
    const wrong = sent ? [] : wrongFields(form)
    if (sent || wrong.length > 0) event.preventDefault()
    if (wrong.length > 0) document.title = form.dataset.refusedTitle ?? document.title
    wrong[0]?.focus()
    if (event.defaultPrevented) return
    show(true, form.dataset.paying)
    patience = setTimeout(offerAgain, TRY_AGAIN_AFTER_MS)
  })
  // The back button may restore this page from the cache, so sending is allowed again.
  window.addEventListener('pageshow', () => {
    show(false, payText)
  })
}

/** Shows the errors of visible fields and returns the invalid ones. */
function wrongFields(/** @type {HTMLFormElement} */ form) {
  /** @type {HTMLInputElement[]} */
  const wrong = []
  for (const name of FIELDS) {
    const input = field(form, name)
    // The fields for a new card are hidden while a stored card is selected.
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
    // The test cards page names the selected card in the URL fragment.
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

/** Shown in the last minutes. At zero, the page reloads, unless a payment is in progress. */
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
