// The reference in the product's own look: its colours laid over the style of the browsable pages.

import { assetText } from '../../web/html/asset.ts'
import { favicon } from '../../web/html/mark.ts'

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

export const logo = { type: 'image/svg+xml', content: assetText('reference-logo.svg') }

export const theme = {
  title: 'API reference – sandcard',
  css: [
    { filename: 'sandcard.css', content: assetText('tokens.css') + assetText('reference.css') },
  ],
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
