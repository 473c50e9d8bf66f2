// Search in the tables of a page: hides rows that do not contain the entered words.

import { asset } from '../../../web/html/asset.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'

export const tableSearchScript = asset('table-search', 'js')

/**
 * Hidden until its script has loaded. With the search text in the URL (`q`), it also works without
 * JavaScript.
 */
export const tableSearch = (label: string, placeholder: string, q?: string): Html =>
  html`<form
    class="search"
    role="search"
    aria-label="Search this page"
    ${attributes({ 'data-sends': q !== undefined && 'true' })}
  >
    <label for="search">${label}</label>
    <input
      id="search"
      type="search"
      autocomplete="off"
      placeholder="${placeholder}"
      maxlength="100"
      ${attributes({ name: q !== undefined && 'q', value: q })}
    />
    <output for="search"></output>
  </form>`
