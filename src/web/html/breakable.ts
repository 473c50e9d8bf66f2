// Paths and URLs that break after a slash rather than within a word.

import { html, type Html } from './html.ts'

export const breakable = (path: string): readonly Html[] =>
  path.split(/(?<=\/)(?!\/)/).map((part, index) => html`${index > 0 && html`<wbr />`}${part}`)
