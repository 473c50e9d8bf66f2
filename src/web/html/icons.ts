/** Our own line icons on a 16 px grid, in the colour of the text next to them. */
import { html, type Html } from './html.ts'

function icon(path: Html): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    ${path}
  </svg>`
}

export const icons = {
  start: icon(html`<path d="M2.5 8L8 2.8 13.5 8M4 6.8v6.4h8V6.8" />`),
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
  activity: icon(html`<path d="M1.8 8.5h3l2-5 2.6 9 2-4h2.8" />`),
  search: icon(html`<path d="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.4 10.4l3.4 3.4" />`),
  bell: icon(
    html`<path
      d="M3 11.5c1.2-1 1.5-2.2 1.5-4.2a3.5 3.5 0 0 1 7 0c0 2 .3 3.2 1.5 4.2zM6.8 13.6h2.4"
    />`,
  ),
  inbox: icon(
    html`<path d="M2 9.2l2-6h8l2 6v4H2zM2 9.2h3.4c.3 1.4 1.3 2 2.6 2s2.3-.6 2.6-2H14" />`,
  ),
  order: icon(html`<path d="M3.5 2h9v12l-2.2-1.4L8 14l-2.3-1.4L3.5 14zM6 5.4h4M6 8.2h4" />`),
  rule: icon(
    html`<path d="M2.5 4.5h5M11 4.5h2.5M2.5 11.5H5M8.5 11.5h5M9.2 2.8v3.4M6.8 9.8v3.4" />`,
  ),
  snapshot: icon(html`<path d="M2 5h3l1.2-2h3.6L11 5h3v8H2z" /><circle cx="8" cy="8.8" r="2.3" />`),
  fault: icon(html`<path d="M9 1.8L3.2 9H8l-1 5.2L12.8 7H8z" />`),
  list: icon(html`<path d="M6 4h7.5M6 8h7.5M6 12h7.5M2.6 4v.1M2.6 8v.1M2.6 12v.1" />`),
  book: icon(
    html`<path
      d="M8 4C6.4 2.9 4.4 2.7 2 3v9.4c2.4-.3 4.4 0 6 1 1.6-1 3.6-1.3 6-1V3c-2.4-.3-4.4-.1-6 1zm0 0v9.4"
    />`,
  ),
  code: icon(html`<path d="M5 4.5L1.8 8 5 11.5M11 4.5L14.2 8 11 11.5M9.2 3L6.8 13" />`),
  key: icon(html`<path d="M9 7.4a3.2 3.2 0 1 0-1.6 1.6l.8.8h1.6v1.6h1.6V13H14v-2.4z" />`),
  person: icon(
    html`<path
      d="M10.6 5.2a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0zM3 13.5c.4-2.6 2.4-4 5-4s4.6 1.4 5 4"
    />`,
  ),
  gear: icon(
    html`<path
      d="M10.2 8a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0zM8 1.8v2M8 12.2v2M14.2 8h-2M3.8 8h-2M12.4 3.6L11 5M5 11l-1.4 1.4M12.4 12.4L11 11M5 5L3.6 3.6"
    />`,
  ),
  shop: icon(
    html`<path
      d="M2.5 6.5l1-4h9l1 4a1.8 1.8 0 0 1-3.7 0 1.8 1.8 0 0 1-3.6 0 1.8 1.8 0 0 1-3.7 0zM3.5 8.6v4.9h9V8.6"
    />`,
  ),
  more: icon(html`<path class="dots" d="M3.5 8v.1M8 8v.1M12.5 8v.1" />`),
  down: icon(html`<path d="M4.5 6.5L8 10l3.5-3.5" />`),
  card: icon(html`<path d="M1.8 3.8h12.4v8.4H1.8zM1.8 6.8h12.4M4 10h2.5" />`),
  testCard: icon(html`<path d="M1.8 3.8h12.4v8.4H1.8zM1.8 6.8h12.4M8.8 9.6l1.2 1.2 2.2-2.2" />`),
  terminal: icon(
    html`<path
      d="M4 1.8h8v12.4H4zM6.2 4.2h3.6v2.3H6.2zM6.3 9.2v.1M8 9.2v.1M9.7 9.2v.1M6.3 11.7v.1M8 11.7v.1M9.7 11.7v.1"
    />`,
  ),
} as const
