/* Enters the code from the tester's strip into the field. The page works without it. */
'use strict'

const codeField = document.getElementById('code')
const fillCode = document.querySelector('.fill-code')
if (codeField instanceof HTMLInputElement && fillCode instanceof HTMLElement) {
  document.documentElement.setAttribute('data-fill-ready', '')
  fillCode.addEventListener('click', () => {
    codeField.value = fillCode.dataset.code ?? ''
    const confirmButton = document.querySelector('.challenge .button')
    if (confirmButton instanceof HTMLElement) confirmButton.focus()
  })
}
