// The reference in the product's own look: its colours laid over the style of the browsable pages.

import { COLOURS } from '../html/styles/tokens.ts'
import { favicon } from '../html/mark.ts'

/** Scripts and styles come from the package, nothing from another host; requests go to this service alone. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const SAND = COLOURS.sand[1]
const INK = COLOURS.text[1]

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 24" width="220" height="40"><g transform="translate(0 2) scale(1.25)" fill="${SAND}"><path d="M3 2.5h10a2 2 0 0 1 2 2v1.2c-2.3 1.9-4.7 1.9-7 0s-4.7-1.9-7 0V4.5a2 2 0 0 1 2-2z"/><path d="M15 8.2v3.3a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V8.2c2.3-1.9 4.7-1.9 7 0s4.7 1.9 7 0z"/></g><text x="28" y="17" font-family="ui-sans-serif, -apple-system, Segoe UI, Roboto, Liberation Sans, sans-serif" font-size="15" font-weight="600" fill="${INK}">sandcard</text></svg>`

export const logo = { type: 'image/svg+xml', content: LOGO }

const colours = (scheme: 0 | 1): string =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(';')

const CSS = `
:root { ${colours(0)} }
html.dark-mode { ${colours(1)} }
html.dark-mode body { background: var(--background); }
body { background: var(--background); }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .info p, .swagger-ui .btn, .swagger-ui select, .swagger-ui label {
  font-family: ui-sans-serif, -apple-system, 'Segoe UI', Inter, Roboto, 'Liberation Sans', sans-serif;
}
.swagger-ui .topbar { background: #1b1a17; padding: 8px 0; }
.swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .info { margin: 32px 0 24px; }
.swagger-ui .info .title { color: var(--text); font-size: 22px; letter-spacing: -0.015em; }
.swagger-ui .info .title small { background: var(--muted); }
.swagger-ui .info .title small.version-stamp { background: var(--action); }
.swagger-ui a.nostyle, .swagger-ui .opblock-tag { color: var(--text); }
.swagger-ui .opblock-tag { border-bottom-color: var(--line); font-size: 16px; }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; border-bottom: 1px solid var(--line); padding: 8px 0 16px; }
.swagger-ui .opblock { box-shadow: none; border-radius: 8px; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 6px; min-width: 64px; font-size: 12px; text-shadow: none; }
.swagger-ui .opblock.opblock-post { background: var(--surface); border-color: var(--line); }
.swagger-ui .opblock.opblock-get { background: var(--surface); border-color: var(--line); }
.swagger-ui .opblock.opblock-patch { background: var(--surface); border-color: var(--line); }
.swagger-ui .opblock .opblock-summary { border-color: var(--line) !important; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: var(--action); }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--pending); }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: var(--warning); }
.swagger-ui .btn.authorize, .swagger-ui .btn.execute { border-color: var(--action); }
.swagger-ui .btn.authorize { color: var(--action); }
.swagger-ui .btn.authorize svg { fill: var(--action); }
.swagger-ui .btn.execute { background: var(--action); }
.swagger-ui .filter .operation-filter-input { border: 1px solid var(--line-strong); border-radius: 8px; }
.swagger-ui section.models { border-color: var(--line); border-radius: 8px; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui .opblock .opblock-summary-path { padding-top: 4px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { padding: 0; flex-basis: 100%; }
}
`

export const theme = {
  title: 'API reference – sandcard',
  css: [{ filename: 'sandcard.css', content: CSS }],
  favicon: [
    {
      filename: 'sandcard.svg',
      rel: 'icon',
      type: favicon.contentType,
      sizes: 'any',
      content: favicon.body,
    },
  ],
}
