// Why a payment was declined, with its amounts, and what would change the result.

import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { showEntry } from '../../../api/control/ledger/entries.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'

type DeclineReason = NonNullable<AnswerOf<typeof showEntry>['declineReason']>

/** The reason, the remedy and interface C's code. */
export const declineView = ({ reason, remedy, actionCode }: DeclineReason, base: string): Html =>
  html`${reason} ${remedy}
    <span class="aside">Action code ${actionCodeLink(base, actionCode)}</span>`
