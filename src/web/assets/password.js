// Adds a button to each password field that shows what was typed.
'use strict'

for (const input of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'show-password'
  const show = (/** @type {boolean} */ isShown) => {
    input.setAttribute('type', isShown ? 'text' : 'password')
    button.textContent = isShown ? 'Hide' : 'Show'
    button.setAttribute('aria-label', isShown ? 'Hide password' : 'Show password')
  }
  show(false)
  button.addEventListener('click', () => {
    show(input.getAttribute('type') === 'password')
  })
  // Browsers only offer to save a password if its field hides it.
  input.closest('form')?.addEventListener('submit', () => {
    show(false)
  })
  input.after(button)
}
