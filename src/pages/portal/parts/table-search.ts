// The search over the tables of a page: it leaves the rows that hold what is typed.

import { asset } from '../../../web/html/asset.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'

export const tableSearchScript = asset('table-search', 'js')

/** Kept invisible until the script that serves it is there. */
export const tableSearch = (label: string, placeholder: string): Html =>
  html`<form class="search" role="search">
    <label for="search">${label}</label>
    <input id="search" type="search" autocomplete="off" placeholder="${placeholder}" />
    <output for="search"></output>
  </form>`
