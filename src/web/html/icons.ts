/** Our own line icons on a 16 px grid, in the colour of the text beside them. */
import { html } from './html.ts'
import type { Html } from './html.ts'

function icon(path: Html): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    ${path}
  </svg>`
}

export const icons = {
  check: icon(html`<path d="M3 8.5l3.2 3.2L13 4.8" />`),
  cross: icon(html`<path d="M4 4l8 8M12 4l-8 8" />`),
  clock: icon(html`<path d="M8 4.5V8l2.4 1.6M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z" />`),
  warning: icon(html`<path d="M8 2.5L14.2 13.5H1.8zM8 6.6v3M8 11.6v.1" />`),
  dot: icon(html`<path d="M8 7.9v.2" />`),
  copy: icon(html`<path d="M6 6h7.2v7.2H6zM10 3.4V2.8H2.8V10h.6" />`),
  lock: icon(html`<path d="M3.5 7.2h9v6.3h-9zM5.3 7.2V5a2.7 2.7 0 0 1 5.4 0v2.2" />`),
  menu: icon(html`<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />`),
  arrow: icon(html`<path d="M9.5 4l4 4-4 4M13 8H2.5" />`),
  back: icon(html`<path d="M6.5 4l-4 4 4 4M3 8h10.5" />`),
  bank: icon(
    html`<path d="M2 6.2L8 2.5l6 3.7zM3.8 6.4v5M6.6 6.4v5M9.4 6.4v5M12.2 6.4v5M2 13.2h12" />`,
  ),
  card: icon(html`<path d="M1.8 3.8h12.4v8.4H1.8zM1.8 6.8h12.4M4 10h2.5" />`),
} as const
