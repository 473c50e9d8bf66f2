// The inbox of a project's callbacks, filtered by state.

import { type AnswerOf } from '../../../api/endpoint/operation.ts'
import { listCallbacks } from '../../../api/control/callbacks.ts'
import type { CallbackWireState } from '../../../api/control/callback-view.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { ago } from '../../../web/html/when.ts'
import { callbackBadge } from '../labels/callback-labels.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { callOptions } from '../shell/call-options.ts'
import { listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'

type CallbackFilterName = CallbackWireState | 'failing'
export type ShownCallback = AnswerOf<typeof listCallbacks>['items'][number]

const filter = <S extends CallbackFilterName>(state: S, label: string, empty: string) => ({
  ...{ name: state, label, empty },
  query: { state },
})

// prettier-ignore
const FILTERS = [
  { name: 'all', label: 'All' },
  filter('failing',   'Failing',         'No callback is failing: every callback that was sent has been delivered or is on its way.'),
  filter('failed',    'Failed',          'No callback has failed. Callbacks appear here after their last retry, 75 hours after the first attempt.'),
  filter('waiting',   'Waiting',         'No callback is waiting to be sent.'),
  filter('delivered', 'Delivered',       'No callback has been delivered yet. Your server confirms one with HTTP 200.'),
  filter('captured',  'No callback URL', 'Every callback had a URL to be sent to.'),
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
    callbackBadge(callback, now),
    callback.orderId !== null &&
      html`<a href="${base}/orders/${callback.orderId}"><bdi>${callback.orderNumber}</bdi></a>`,
    callback.attempts.length,
    ago(Date.parse(callback.createdAt), now),
  ],
  empty: 'Callbacks appear here when orders are paid, captured, refunded or closed.',
  below: (context, { name }) =>
    (name === 'failed' || name === 'failing') &&
    callOptions(context).mayAct &&
    html`<p class="more">
      <a
        class="button quiet"
        href="${context.base}/callbacks/resend${name === 'failed' ? '' : '?filter=failing'}"
        >Resend all ${name} callbacks</a
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
