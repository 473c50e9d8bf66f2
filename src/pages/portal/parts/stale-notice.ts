// The notice after a form was sent from an outdated page: the refused action, and the changes
// since.

import { outcome, table } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'

/** A value when the page was opened, and its current value. */
export interface Change {
  readonly what: string
  readonly then: HtmlValue
  readonly now: HtmlValue
}

interface StalePage {
  /** Noun for the content, such as `card`. */
  readonly of: string
  /** The refused action. */
  readonly undone: string
  readonly changes: readonly Change[]
}

export const staleNotice = ({ of, undone, changes }: StalePage): Html =>
  outcome(
    'warning',
    html`<strong>The ${of} has changed since you opened this page.</strong> “${undone}” was not
      performed. This page shows the current state.
      ${
        changes.length > 0 &&
        table({
          caption: 'Changes since then',
          columns: [{ header: 'What' }, { header: 'Then' }, { header: 'Now' }],
          rows: changes.map(({ what, then, now }) => [what, then, now]),
        })
      }`,
  )
