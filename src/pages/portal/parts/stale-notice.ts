// The notice on a page that was out of date when a form was sent: what was not done, and what has changed.

import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'

/** One thing as it was when the page was opened, and as it is now. */
export interface Change {
  readonly what: string
  readonly then: HtmlValue
  readonly now: HtmlValue
}

interface StalePage {
  /** What the page shows, in a word. */
  readonly of: string
  /** What was asked for, and not done. */
  readonly undone: string
  readonly changes: readonly Change[]
}

export const staleNotice = ({ of, undone, changes }: StalePage): Html =>
  html`<div class="notice warning" role="alert">
    ${icons.warning}
    <div>
      <strong>The ${of} has changed since this page was opened.</strong>
      ${undone} was not done. This page shows the current state.
      ${
        changes.length > 0 &&
        table({
          caption: 'What has changed',
          columns: [{ header: 'What' }, { header: 'Then' }, { header: 'Now' }],
          rows: changes.map(({ what, then, now }) => [what, then, now]),
        })
      }
    </div>
  </div>`
