// Search in the tables of a page: hides rows without the entered words.

import { asset } from '../../../web/html/asset.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'

export const tableSearchScript = asset('table-search', 'js')

/** Hidden until its script has loaded. */
export const tableSearch = (label: string, placeholder: string): Html =>
  html`<form class="search" role="search" aria-label="Search this page">
    <label for="search">${label}</label>
    <input id="search" type="search" autocomplete="off" placeholder="${placeholder}" />
    <output for="search"></output>
  </form>`
