// The inbox of a project's callbacks, filtered by state.

import { type AnswerOf } from '../../../api/endpoint/operation.ts'
import { listCallbacks } from '../../../api/control/callbacks.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { ago } from '../../../web/html/when.ts'
import { CALLBACK_LABELS } from '../labels/callback-labels.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { callOptions } from '../shell/call-options.ts'
import { listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'

export type ShownCallback = AnswerOf<typeof listCallbacks>['items'][number]

const FILTERS = [
  { name: 'all', label: 'All' },
  ...(['failed', 'waiting', 'delivered', 'captured'] as const).map((state) => {
    const [, word] = CALLBACK_LABELS[state]
    const label = word.charAt(0).toUpperCase() + word.slice(1)
    return { name: state, label, query: { state } }
  }),
]

export const callbacksPage = listPage(listCallbacks, {
  path: '/callbacks',
  operation: 'callbacksPage',
  title: 'Callbacks',
  filters: FILTERS,
  above: heading,
  columns: [
    { header: 'Operation' },
    { header: 'State' },
    { header: 'Order' },
    { header: 'Attempts', labelled: true },
    { header: 'When' },
  ],
  row: (callback, { base, now }) => [
    html`<a href="${base}/callbacks/${callback.id}">${callback.operation}</a> ${outcome(callback)}`,
    badge(...CALLBACK_LABELS[callback.state]),
    callback.orderId !== null &&
      html`<a href="${base}/orders/${callback.orderId}"><bdi>${callback.orderNumber}</bdi></a>`,
    callback.attempts.length,
    ago(Date.parse(callback.createdAt), now),
  ],
  empty: 'Callbacks appear here when orders are paid, captured, refunded or closed.',
  below: (context, { name }) =>
    name === 'failed' &&
    callOptions(context).mayAct &&
    html`<p class="more">
      <a class="button quiet" href="${context.base}/callbacks/resend"
        >Resend all failed callbacks</a
      >
    </p>`,
})

const outcome = ({ test, status }: ShownCallback) =>
  test ? badge('neutral', 'test') : status === 0 && badge('declined', 'payment failed')

function heading(context: PageContext) {
  const address = `${context.base}/callbacks`
  const { callbackUrl } = context.dataset.settings
  const resent = wholeNumber(context.query.get('resent'))
  return html`<header class="heading">
      <h1>Callbacks</h1>
      <p class="tools">
        ${
          callOptions(context).mayAct &&
          html`<a class="button quiet" href="${address}/verifier">Verifier</a>
            <a class="button quiet" href="${address}/test">Send a test</a>`
        }
        <a class="button quiet" href="${address}/settings">Settings</a>
      </p>
    </header>
    ${
      resent !== undefined &&
      html`<div class="notice approved" role="status">
        ${icons.check}
        <div>Sending ${resent} again</div>
      </div>`
    }
    <p class="lead">
      ${
        callbackUrl === null
          ? html`No callback URL yet. Callbacks are recorded but not sent.
              <a href="${address}/settings">Set a URL</a>`
          : html`Sent to <span class="value">${callbackUrl}</span> unless an order names another
              URL.`
      }
    </p>`
}
