/**
 * What the payment page can do better where script runs: group digits, name the brand, check the
 * input before it is sent, count down, fill in a test card, and send once. The page works without.
 *
 * The expiry is not compared with today here: the project's clock may stand at any date, and only
 * the service knows it.
 */
import { asset } from '../html/asset.ts'
import { BRANDS } from './model-brand.ts'

const source = String.raw`'use strict'
const brands = ${JSON.stringify(BRANDS)}
const form = document.querySelector('form.payment')
if (form) {
  const fields = form.elements
  const messages = JSON.parse(form.dataset.messages)
  const digitsOf = (text) => text.replace(/\D/g, '')
  const button = form.querySelector('.pay')
  const buttonText = button.querySelector('.pay-text')
  const payText = buttonText.textContent

  function brandOf(digits) {
    return brands.find((brand) => new RegExp(brand.pattern).test(digits))
  }

  function group(digits, sizes) {
    const parts = []
    let rest = digits
    for (const size of sizes) {
      if (!rest) break
      parts.push(rest.slice(0, size))
      rest = rest.slice(size)
    }
    return parts.join(' ')
  }

  // Formatting moves the caret to the end; it is put back behind the same digit.
  function rewrite(input, text) {
    if (input.value === text) return
    const atEnd = input.selectionStart === input.value.length
    const before = digitsOf(input.value.slice(0, input.selectionStart)).length
    input.value = text
    if (atEnd || document.activeElement !== input) return
    let caret = 0
    for (let seen = 0; caret < text.length && seen < before; caret++) if (/\d/.test(text[caret])) seen++
    input.setSelectionRange(caret, caret)
  }

  function formatPan() {
    const digits = digitsOf(fields.pan.value).slice(0, 19)
    const brand = brandOf(digits)
    rewrite(fields.pan, group(digits, brand ? brand.groups : [4, 4, 4, 4, 3]))
    form.querySelector('.pan-brand').textContent = brand ? brand.name : ''
  }

  function formatExpiry(event) {
    let digits = digitsOf(fields.expiry.value)
    if (/^[2-9]/.test(digits)) digits = '0' + digits
    if (digits.length > 4 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
    digits = digits.slice(0, 4)
    const deleting = event && event.inputType && event.inputType.startsWith('delete')
    const slash = digits.length > 2 || (digits.length === 2 && !deleting)
    rewrite(fields.expiry, slash ? digits.slice(0, 2) + '/' + digits.slice(2) : digits)
  }

  function luhn(digits) {
    let sum = 0
    for (let i = 0; i < digits.length; i++) {
      let digit = Number(digits[digits.length - 1 - i])
      if (i % 2) digit = digit > 4 ? digit * 2 - 9 : digit * 2
      sum += digit
    }
    return sum % 10 === 0
  }

  const checks = {
    pan(text) {
      const digits = digitsOf(text)
      if (!digits) return 'panMissing'
      return digits.length < 13 || !luhn(digits) ? 'panWrong' : null
    },
    expiry(text) {
      if (!text.trim()) return 'expiryMissing'
      return /^(0[1-9]|1[0-2])\/\d\d$/.test(text) ? null : 'expiryWrong'
    },
    cvc(text) {
      if (!text) return 'cvcMissing'
      return /^\d{3,4}$/.test(text) ? null : 'cvcWrong'
    },
  }

  function show(name, error) {
    const message = document.getElementById(name + '-message')
    message.textContent = error ? messages[error] : message.dataset.hint
    fields[name].setAttribute('aria-invalid', String(Boolean(error)))
  }

  function asked(name) {
    return Boolean(fields[name]) && fields[name].offsetParent !== null
  }

  if (fields.pan) {
    fields.pan.addEventListener('input', formatPan)
    fields.expiry.addEventListener('input', formatExpiry)
    formatPan()
  }
  fields.cvc.addEventListener('input', () => rewrite(fields.cvc, digitsOf(fields.cvc.value).slice(0, 4)))

  for (const name of Object.keys(checks)) {
    const input = fields[name]
    if (!input) continue
    input.addEventListener('blur', () => input.value && show(name, checks[name](input.value)))
    input.addEventListener('input', () => {
      if (input.getAttribute('aria-invalid') === 'true' && !checks[name](input.value)) show(name, null)
    })
  }

  let sent = false
  form.addEventListener('submit', (event) => {
    if (sent) return event.preventDefault()
    const wrong = Object.keys(checks).filter((name) => {
      if (!asked(name)) return false
      const error = checks[name](fields[name].value)
      show(name, error)
      return error
    })
    if (wrong.length > 0) {
      event.preventDefault()
      fields[wrong[0]].focus()
      return
    }
    sent = true
    button.setAttribute('aria-disabled', 'true')
    buttonText.textContent = form.dataset.paying
  })

  // Coming back with the browser's button shows this very page again: it must be able to send again.
  window.addEventListener('pageshow', () => {
    sent = false
    button.removeAttribute('aria-disabled')
    buttonText.textContent = payText
  })

  document.documentElement.setAttribute('data-fill-ready', '')
  for (const fill of document.querySelectorAll('button.fill')) {
    fill.addEventListener('click', () => {
      const other = form.querySelector('input[type="radio"][name="bindingId"][value=""]')
      if (other) other.checked = true
      for (const name of ['pan', 'expiry', 'cvc']) {
        fields[name].value = fill.dataset[name]
        show(name, null)
      }
      formatPan()
      button.focus()
    })
  }

  const time = document.querySelector('.time-left')
  if (time) {
    const end = performance.now() + Number(time.dataset.secondsLeft) * 1000
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000))
      time.hidden = seconds >= 300
      time.querySelector('.number').textContent =
        Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0')
      if (seconds > 0) return setTimeout(tick, 250)
      if (Number(time.dataset.secondsLeft) > 0 && !sent) location.reload()
    }
    tick()
  }
}
`

/** Served from its own address; the page's policy allows no inline script. */
export const checkoutScript = asset('checkout', 'js', source)
