// The inbox of a project's callbacks, filtered by state.

import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { countCallbacks, listCallbacks } from '../../../api/control/callbacks/callbacks.ts'
import type { CallbackFilterName } from '../../../api/control/callbacks/callback-view.ts'
import { badge, outcome } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { ago } from '../../../web/html/when.ts'
import { callbackBadge } from '../labels/callback-labels.ts'
import { orderName } from '../labels/order-labels.ts'
import { textField } from '../parts/list-fields.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import { callOptions } from '../shell/call-options.ts'
import type { FileColumn } from '../shell/list-file.ts'
import { countText } from '../shell/list-counts.ts'
import { type ListFilter, listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'

type ShownCallback = AnswerOf<typeof listCallbacks>['items'][number]

interface CallbackFilter extends ListFilter<{ readonly state?: CallbackFilterName }> {
  readonly name: 'all' | CallbackFilterName
}

const filter = (
  state: CallbackFilterName,
  label: string,
  empty: string,
  note?: string,
): CallbackFilter => ({
  name: state,
  label,
  empty,
  query: { state },
  ...(note !== undefined && { note }),
})

const NOTES = {
  waiting: 'All callbacks that will be sent or retried.',
  untried: 'Will be sent. No attempt has failed.',
  failing: 'Retrying and Failed together.',
  retrying: 'The last attempt failed, and a retry follows.',
  failed: 'All attempts failed. No retry follows unless you resend the callback.',
}

// prettier-ignore
const FILTERS: readonly CallbackFilter[] = [
  { name: 'all', label: 'All' },
  { ...filter('failing', 'Failing',      'No failing callbacks. Every callback has been delivered or is on its way.', NOTES.failing), isHidden: true },
  filter('retrying',  'Retrying',        'No callbacks are being retried.', NOTES.retrying),
  filter('failed',    'Failed',          'No failed callbacks. Callbacks appear here after their last retry, 75 hours after the first attempt.', NOTES.failed),
  filter('untried',   'Not yet sent',    'No callbacks are waiting for their first attempt.', NOTES.untried),
  { ...filter('waiting', 'Waiting',      'No waiting callbacks.', NOTES.waiting), isHidden: true },
  filter('delivered', 'Delivered',       'No delivered callbacks yet. Your server confirms a callback with HTTP 200.'),
  filter('captured',  'No callback URL', 'No callbacks without a URL.'),
]

// prettier-ignore
const FILE_COLUMNS: readonly FileColumn<ShownCallback>[] = [
  { header: 'callback_id',     value: ({ id }) => id },
  { header: 'created_at',      value: ({ createdAt }) => createdAt },
  { header: 'operation',       value: ({ operation }) => operation },
  { header: 'status',          value: ({ status }) => status },
  { header: 'state',           value: ({ state }) => state },
  { header: 'order_id',        value: ({ orderId }) => orderId },
  { header: 'order_number',    value: ({ orderNumber }) => orderNumber },
  { header: 'url',             value: ({ url }) => url },
  { header: 'attempts',        value: ({ attempts }) => attempts.length },
  { header: 'last_attempt_at', value: ({ attempts }) => attempts.at(-1)?.at ?? null },
  { header: 'last_response',   value: ({ attempts }) => attempts.at(-1)?.httpStatus ?? attempts.at(-1)?.error ?? null },
  { header: 'next_attempt_at', value: ({ nextAttemptAt }) => nextAttemptAt },
  { header: 'test',            value: ({ test }) => String(test) },
]

const isWithoutUrl = ({ dataset: { settings } }: PageContext): boolean =>
  settings.callbackUrl === null

/** The form that contains the rows' checkboxes. */
const CHOSEN_FORM = 'resend-chosen'

/** The button was pressed without a selected callback. */
type CallbacksNews = 'none-chosen'

export const callbacksPage = listPage<
  QueryOf<typeof listCallbacks>,
  unknown,
  ShownCallback,
  CallbacksNews,
  CallbackFilter
>(listCallbacks, {
  path: '/callbacks',
  operation: 'callbacksPage',
  title: 'Callbacks',
  filters: FILTERS,
  fields: [
    textField<QueryOf<typeof listCallbacks>>(
      { name: 'order', label: 'Order number', hint: 'Exact', maxLength: 64 },
      'orderNumber',
    ),
  ],
  file: { operation: 'callbacksFile', columns: FILE_COLUMNS },
  above: heading,
  async counts(context) {
    const { most, ...counts } = await context.perform(countCallbacks)
    return Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, countText(count, count === most)]),
    )
  },
  isRefused: () => true,
  columns: [
    { header: 'Operation' },
    { header: 'State' },
    { header: 'Order' },
    { header: 'Attempts', labelled: true },
    { header: 'When' },
  ],
  row: (callback, context) => [
    html`${checkbox(callback, context)}
      <a class="callback-name" href="${context.base}/callbacks/${callback.id}"
        >${callback.operation}</a
      >
      ${resultBadge(callback)}`,
    callbackBadge(callback, context.now),
    callback.orderId !== null &&
      html`<a href="${context.base}/orders/${callback.orderId}"
        >${orderName({ id: callback.orderId, number: callback.orderNumber })}</a
      >`,
    callback.attempts.length,
    ago(Date.parse(callback.createdAt), context.now),
  ],
  drawing: 'callbacks',
  empty: 'Callbacks appear here when orders are paid, captured, refunded or closed.',
  offersSampleData: true,
  below: (context, { name }) =>
    callOptions(context).mayAct &&
    !(name === 'captured' && isWithoutUrl(context)) &&
    html`<div class="more choice">
      <form id="${CHOSEN_FORM}" method="post" action="${context.base}/callbacks/resend">
        <button class="button quiet" type="submit">Resend selected</button>
      </form>
      ${
        (name === 'failed' || name === 'failing' || name === 'retrying') &&
        resendAllLink(context.base, name === 'failed' ? name : 'failing')
      }
    </div>`,
})

const resendAllLink = (base: string, which: 'failed' | 'failing') =>
  html`<a class="button quiet" href="${base}/callbacks/resend?filter=${which}"
    >Resend all ${which} callbacks</a
  >`

const checkbox = ({ id, operation, orderNumber }: ShownCallback, context: PageContext) =>
  callOptions(context).mayAct &&
  html`<input
    type="checkbox"
    name="id"
    value="${id}"
    form="${CHOSEN_FORM}"
    aria-label="Select ${operation} of ${orderNumber ?? `callback ${id}`}"
  />`

/** Of a failed operation. Names such as declinedByTimeout already say that nothing was paid. */
const resultBadge = ({ test, status, operation }: ShownCallback) =>
  test
    ? badge('neutral', 'test')
    : status === 0 && !operation.startsWith('declined') && badge('declined', 'status 0')

function heading(context: PageContext, news: CallbacksNews | undefined) {
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
        <a class="button quiet" href="${address}/receivers">Receivers</a>
        <a class="button quiet" href="${address}/webhooks">Webhooks</a>
        <a class="button quiet" href="${address}/settings">Settings</a>
      </p>
    </header>
    ${news === 'none-chosen' && outcome('declined', 'Select the callbacks to resend.')}
    ${resent !== undefined && outcome('pending', `Sending ${resent} again`)}
    <p class="lead">
      ${
        callbackUrl === null
          ? html`No callback URL yet. Callbacks are recorded, but only sent if the order names its
            own URL.
            ${callOptions(context).mayAct && html`<a href="${address}/settings">Set a callback URL</a>`}`
          : html`Sent to <span class="value">${callbackUrl}</span> unless an order names another
              URL.`
      }
    </p>`
}
