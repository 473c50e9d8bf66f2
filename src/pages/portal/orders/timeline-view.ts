// The timeline of an order: each step with its meaning, its posting and its callbacks.

import { copyable, MEANING_ICONS } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callbackBadge } from '../labels/callback-labels.ts'
import type { PageContext } from '../shell/screen.ts'
import { declineView } from '../labels/decline-labels.ts'
import type { PostingView, ShownOrder, Step } from './timeline.ts'

export const timelineView = (
  steps: readonly Step[],
  order: ShownOrder,
  context: PageContext,
): Html =>
  html`<ol class="timeline">
    ${steps.map((step) => stepView(step, order, context))}
  </ol>`

const stepView = (step: Step, order: ShownOrder, context: PageContext): Html =>
  html`<li class="step-${step.meaning}">
    <span class="mark-of">${MEANING_ICONS[step.meaning]}</span>
    <div>
      <h3>
        ${step.title}
        ${step.amount !== undefined && step.amount > 0 && amount(moneyOf(step.amount, order.currency))}
      </h3>
      ${
        (step.at ?? step.rrn) !== undefined &&
        html`<p class="aside">
          ${step.at !== undefined && exactly(step.at, context.now)}
          ${step.rrn !== undefined && html`<span>RRN ${copyable(step.rrn, 'RRN')}</span>`}
        </p>`
      }
      ${step.text !== undefined && html`<p>${step.text}</p>`} ${why(step, order, context)}
      ${
        ((step.entryId ?? step.request) !== undefined || step.callbacks.length > 0) &&
        html`<ul class="hanging">
          ${requestLine(step, context)} ${ledgerLine(step, order, context)}
          ${step.callbacks.map((callback) => callbackLine(callback, context))}
        </ul>`
      }
    </div>
  </li>`

/** Why it was declined, with a link to a remedy. */
function why(step: Step, { payment }: ShownOrder, { base }: PageContext): HtmlValue {
  if (step.meaning !== 'declined' || step.kind !== 'attempt') return undefined
  const reason = step.declined && declineView(step.declined, base)
  if (step.cardId !== undefined)
    return html`<p class="why">
      ${reason} <a href="${base}/cards/${step.cardId}">See the card</a>
    </p>`
  if (payment === null || step.at !== Date.parse(payment.at))
    return reason && html`<p class="why">${reason}</p>`
  const [text, path, link] = CAUSES[payment.cardKind]
  return html`<p class="why">${text} <a href="${base}${path}">${link}</a> ${reason}</p>`
}

// prettier-ignore
const CAUSES: Readonly<Record<NonNullable<ShownOrder['payment']>['cardKind'], readonly [text: string, path: string, link: string]>> = {
  issued:  ['', '/cards', 'See the cards'],
  test:    ['This test card is always declined with this code.', '/test-cards', 'See all test cards'],
  rule:    ['An outcome rule of this project declined the payment.', '/rules', 'See the rules'],
  unknown: ['This card was not issued here and is not a test card.', '/test-cards', 'See the test cards'],
}

const requestLine = ({ request }: Step, { base }: PageContext): HtmlValue =>
  request !== undefined &&
  html`<li>
    <span class="kind">Request</span>
    <a href="${base}/activity/${request.id}">${request.operation}</a>
  </li>`

const ledgerLine = (
  { entryId, posting }: Step,
  { currency }: ShownOrder,
  { base }: PageContext,
): HtmlValue =>
  entryId !== undefined &&
  html`<li>
    <span class="kind">Ledger</span>
    <a href="${base}/ledger/entries/${entryId}">Entry ${entryId}</a>
    ${posting === undefined ? 'nothing posted' : postingView(posting, currency)}
  </li>`

const postingView = ({ kind, amount: minor, from, to }: PostingView, currency: string): Html =>
  html`${amount(moneyOf(minor, currency))}
  ${kind === 'held' ? html`held on ${from}` : html`from ${from} to ${to}`}`

const callbackLine = (callback: Step['callbacks'][number], { base, now }: PageContext): Html =>
  html`<li>
    <span class="kind">Callback</span>
    <a href="${base}/callbacks/${callback.id}">${callback.operation}</a>
    ${callbackBadge(callback, now)}
  </li>`
