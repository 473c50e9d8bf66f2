// Paths and URLs that break after a slash or before a port, and long names that break after an
// underscore, rather than within a word.

import { html, type Html } from './html.ts'

/** Not within "https://", and not after it. */
const SLASH = /(?<=[^/\s]\/)(?!\/)|(?=:\d+(?:\/|$))/
const UNDERSCORE = /(?<=[^_]_)(?!_)/

export const breakable = (text: string): readonly Html[] =>
  text
    .split(text.includes('/') ? SLASH : UNDERSCORE)
    .map((part, index) => html`${index > 0 && html`<wbr />`}${part}`)
