/** The frame of every page: one style sheet, no inline script or style, nothing from another host. */
import type { Asset } from './asset.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { favicon } from './mark.ts'
import { stylesheet } from './stylesheet.ts'

export interface PageOptions {
  readonly title: string
  /** BCP 47 language of the text. */
  readonly lang: string
  readonly body: Html
  /** Without it the page follows the reader's system. */
  readonly theme?: 'light' | 'dark'
  /** Scripts are deferred: the page is painted and usable before they run. */
  readonly scripts?: readonly Asset[]
  readonly styles?: readonly Asset[]
}

/** The whole document, ready to send as `text/html; charset=utf-8`. */
export function renderPage(page: PageOptions): string {
  const styles = [stylesheet, ...(page.styles ?? [])]
  return html`<!doctype html>
    <html lang="${page.lang}" data-theme="${page.theme ?? 'system'}">
      <head>
        <meta charset="utf-8" />
        <title>${page.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href="${favicon.path}" />
        ${styles.map((style) => html`<link rel="stylesheet" href="${style.path}" />`)}
        ${(page.scripts ?? []).map((script) => html`<script defer src="${script.path}"></script>`)}
      </head>
      <body>
        ${page.body}
      </body>
    </html> `.toString()
}
