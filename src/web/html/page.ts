/**
 * The document around every page: one style sheet, no inline script or style, nothing from other
 * hosts.
 */
import type { Asset } from './asset.ts'
import { display, type Theme } from './display.ts'
import { attributes, html, type Html } from './html.ts'
import { favicon } from './mark.ts'
import { stylesheet } from './stylesheet.ts'

interface PageOptions {
  readonly title: string
  /** Language of the text (BCP 47). */
  readonly lang: string
  readonly body: Html
  /** By default the visitor's choice. */
  readonly theme?: Theme
  /** Scripts are deferred: the page is visible and usable before they run. */
  readonly scripts?: readonly Asset[]
  readonly styles?: readonly Pick<Asset, 'path'>[]
}

/** The whole document, to be sent as `text/html; charset=utf-8`. */
export function renderPage(page: PageOptions): string {
  const styles = [stylesheet, ...(page.styles ?? [])]
  const density = attributes({ 'data-density': display().density === 'compact' && 'compact' })
  return html`<!doctype html>
    <html lang="${page.lang}" data-theme="${page.theme ?? display().theme}" ${density}>
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
