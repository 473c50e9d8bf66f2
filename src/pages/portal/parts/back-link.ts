// The link above the heading of a page to the list that contains it.

import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'

export const backLink = (href: string, label: string): Html =>
  html`<p class="trail"><a href="${href}">${icons.back}${label}</a></p>`
