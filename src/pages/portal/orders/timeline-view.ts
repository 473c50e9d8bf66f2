// The steps of an order, drawn: each with its meaning, and hanging on it what it moved and whom it told.

import type { Callback } from '../../../callbacks/callback.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { badge, copyable, type Meaning } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { amount } from '../../../web/html/money.ts'
import { exactly } from '../../../web/html/when.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { moneyOf } from '../parts/amounts.ts'
import { CALLBACK_LABELS } from '../labels/callback-labels.ts'
import type { PageContext } from '../shell/screen.ts'
import { declineView } from '../labels/decline-labels.ts'
import type { PostingView, Step } from './timeline.ts'

const MARKS: Readonly<Record<Meaning, Html>> = {
  approved: icons.check,
  declined: icons.cross,
  pending: icons.clock,
  warning: icons.warning,
  neutral: icons.dot,
}

export const timelineView = (steps: readonly Step[], order: Order, context: PageContext): Html =>
  html`<ol class="timeline">
    ${steps.map((step) => stepView(step, order, context))}
  </ol>`

const stepView = (step: Step, order: Order, context: PageContext): Html =>
  html`<li class="step-${step.meaning}">
    <span class="mark-of">${MARKS[step.meaning]}</span>
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
        (step.posting !== undefined || step.callbacks.length > 0) &&
        html`<ul class="hanging">
          ${step.posting && posting(step.posting, order)}
          ${step.callbacks.map((callback) => callbackLine(callback, context))}
        </ul>`
      }
    </div>
  </li>`

/** Why it was declined, with a way to what would change it. */
function why(step: Step, order: Order, { base }: PageContext): HtmlValue {
  if (step.meaning !== 'declined' || step.kind !== 'attempt') return undefined
  if (step.decline !== undefined)
    return html`<p class="why">
      ${declineView(step.decline, { amount: step.amount ?? order.amount, currency: order.currency }, base)}
      ${step.cardId !== undefined && html`<a href="${base}/cards/${step.cardId}">See the card</a>`}
    </p>`
  const { payment } = order.progress
  const code =
    step.actionCode !== undefined &&
    html`<span class="aside">Action code ${actionCodeLink(base, step.actionCode)}</span>`
  if (payment === null || step.at !== payment.at) return code && html`<p class="why">${code}</p>`
  if (payment.card.kind === 'test')
    return html`<p class="why">
      This test card is there to end so.
      <a href="${base}/test-cards">See what the others do</a> ${code}
    </p>`
  if (payment.card.kind === 'rule')
    return html`<p class="why">
      A rule of the project decided. <a href="${base}/rules">See the rules</a> ${code}
    </p>`
  return html`<p class="why">
    The card is neither issued here nor a test card.
    <a href="${base}/test-cards">See the test cards</a> ${code}
  </p>`
}

const posting = ({ kind, amount: minor, from, to }: PostingView, { currency }: Order): Html =>
  html`<li>
    <span class="kind">Ledger</span>
    ${amount(moneyOf(minor, currency))}
    ${kind === 'held' ? html`held on ${from}` : html`from ${from} to ${to}`}
  </li>`

function callbackLine(callback: Callback, { base }: PageContext): Html {
  const [meaning, word] = CALLBACK_LABELS[callback.state]
  return html`<li>
    <span class="kind">Callback</span>
    <a href="${base}/callbacks/${callback.id}">${callback.operation}</a>
    ${badge(meaning, word)}
  </li>`
}
