/** What makes the copy buttons work. Plain script for browsers, served from its own address. */
import { asset } from './asset.ts'

export const copyScript = asset(
  'copy',
  'js',
  `'use strict'
if (navigator.clipboard) {
  document.documentElement.setAttribute('data-copy-ready', '')
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]')
    if (!button) return
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.setAttribute('data-copied', '')
      setTimeout(() => button.removeAttribute('data-copied'), 1400)
    } catch {
      const value = button.parentElement.querySelector('code')
      getSelection().selectAllChildren(value)
    }
  })
}
`,
)
