'use strict'

// A keypad under the terminal's PIN field. It types into the field, which works without it.

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Clear', '0']

const pin = document.getElementById('terminal-pin')
if (pin instanceof HTMLInputElement) {
  const keypad = document.createElement('div')
  keypad.className = 'keypad'
  keypad.setAttribute('role', 'group')
  keypad.setAttribute('aria-label', 'PIN pad')
  for (const key of KEYS) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = key
    button.addEventListener('click', () => {
      pin.value = key === 'Clear' ? '' : (pin.value + key).slice(0, pin.maxLength)
    })
    keypad.append(button)
  }
  pin.closest('.field')?.append(keypad)
}
