// A list of names and values; absent and empty values are omitted.

import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'

export type Description = readonly [label: HtmlValue, value: HtmlValue]

export const descriptionList = (facts: readonly Description[]): Html =>
  html`<dl class="pairs">
    ${facts
      .filter(
        ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
      )
      .map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
