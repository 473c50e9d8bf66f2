// The details of a row next to its list, which wide screens show.

import { attributes, html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { PageContext } from './screen.ts'

/** A link in a row that shows its details next to the list on wide screens. */
export function detailLink(id: string, label: string, { path, query }: PageContext): Html {
  const shown = new URLSearchParams(query)
  shown.delete('did')
  shown.set('selected', id)
  const isCurrent = query.get('selected') === id
  return html`<a
    class="detail-link"
    href="${path}?${shown.toString()}"
    aria-label="Preview ${label}"
    ${attributes({ 'aria-current': isCurrent && 'true' })}
    >${icons.arrow}</a
  >`
}

export function besideDetail(rows: Html, detail: HtmlValue, close: string): Html {
  if (detail === undefined) return rows
  return html`<div class="with-detail">
    ${rows}
    <aside class="panel detail" aria-label="Preview" data-live="detail">
      <p class="detail-close"><a href="${close}">Close preview</a></p>
      ${detail}
    </aside>
  </div>`
}
