// The timeline of a project: every exchange, newest first, with filters.

import { countRequests } from '../../../api/control/counts.ts'
import { listRequests } from '../../../api/control/requests/requests.ts'
import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import type { QueryOf } from '../../../api/endpoint/operation.ts'
import { realNow } from '../../../time.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { ago } from '../../../web/html/when.ts'
import { failureCause } from '../labels/failure-labels.ts'
import { API_LABELS, callOf, outcomeBadge } from '../labels/request-labels.ts'
import { choiceField, periodFields, textField } from '../parts/list-fields.ts'
import type { FileColumn } from '../shell/list-file.ts'
import { countsOf } from '../shell/list-counts.ts'
import { type ListFilter, listPage } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'

type Query = QueryOf<typeof listRequests>

/** The maximum length of an order number. */
const NUMBER_LENGTH = 36

/** The form that contains the rows' checkboxes. */
const COMPARED_FORM = 'compare'

// prettier-ignore
const FILTERS: readonly ListFilter<Query>[] = [
  { name: 'all',      label: 'All' },
  { name: 'declined', label: 'Declined',  query: { outcome: 'declined' }, empty: 'No declined payments, transfers or top-ups.' },
  { name: 'refused',  label: 'Refused',   query: { outcome: 'refused' },  empty: 'No refused requests.' },
  { name: 'errors',   label: 'Errors',    query: { outcome: 'error' },    empty: 'No errors from the service or your callback URL.' },
  { name: 'callbacks', label: 'Callbacks', query: { api: 'callback' },    empty: 'No callbacks sent yet.' },
]

const STATUS = [/^[1-5](\d\d|xx)$/, 'Enter a status such as 404, or a class such as 4xx.'] as const

const FIELDS = [
  textField<Query>({ name: 'q', label: 'Text', hint: 'Part of a path, code or body value' }, 'q'),
  choiceField<Query>(
    {
      name: 'api',
      label: 'Kind',
      options: Object.entries(API_LABELS).map(([value, label]) => ({ value, label })),
    },
    'api',
  ),
  textField<Query>(
    { name: 'operation', label: 'Operation', hint: 'Such as createTransfer', maxLength: 64 },
    'operation',
  ),
  textField<Query>({ name: 'status', label: 'HTTP status', maxLength: 3 }, 'status', STATUS),
  textField<Query>({ name: 'code', label: 'Error code' }, 'errorCode'),
  textField<Query>(
    { name: 'id', label: 'Id', hint: 'Of an order, card, entry or request', maxLength: 64 },
    'id',
  ),
  ...periodFields<Query>('from', 'until'),
]

// prettier-ignore
const FILE_COLUMNS: readonly FileColumn<RequestAnswer>[] = [
  { header: 'request_id',  value: ({ id }) => id },
  { header: 'at',          value: ({ at }) => at },
  { header: 'api',         value: ({ api }) => api },
  { header: 'operation',   value: ({ operation }) => operation },
  { header: 'method',      value: ({ method }) => method },
  { header: 'path',        value: ({ path }) => path },
  { header: 'status',      value: ({ status }) => status },
  { header: 'error_code',  value: ({ errorCode }) => errorCode },
  { header: 'outcome',     value: ({ outcome }) => outcome },
  { header: 'duration_ms', value: ({ durationMs }) => durationMs },
  { header: 'ids',         value: ({ ids }) => ids.map(({ kind, id }) => `${kind} ${id}`).join(' ') },
]

export const activityPage = listPage<Query, unknown, RequestAnswer>(listRequests, {
  path: '/activity',
  operation: 'activityPage',
  title: 'Activity',
  filters: FILTERS,
  fields: FIELDS,
  counts: countsOf(countRequests, { error: 'errors', callback: 'callbacks' }),
  file: { operation: 'activityFile', columns: FILE_COLUMNS },
  above: () =>
    html`<header class="heading"><h1>Activity</h1></header>
      <p class="lead">
        All requests from your code, from payers and from the reference, and all callbacks, with
        their responses. Actions on other pages of the portal are not listed. Card numbers and
        secrets are masked before they are stored.
      </p>`,
  columns: [
    { header: 'Operation' },
    { header: 'Outcome' },
    { header: 'Request' },
    { header: 'Duration', align: 'end' },
    { header: 'When' },
  ],
  row: (exchange, context) => [
    html`${checkbox(exchange)}
      <a class="activity-name" href="${context.base}/activity/${exchange.id}"
        >${exchange.operation}</a
      >
      <span class="aside activity-api"
        >${API_LABELS[exchange.api]}${orderNumberOf(exchange)}</span
      >`,
    html`${outcomeBadge(exchange)} ${codeOf(exchange)}`,
    callOf(exchange, pathOf(exchange)),
    duration(exchange),
    ago(Date.parse(exchange.at), realNow()),
  ],
  drawing: 'search',
  empty: 'Requests appear here as soon as your code calls the sandbox.',
  below: ({ base }: PageContext) =>
    html`<form
      class="more choice"
      id="${COMPARED_FORM}"
      method="get"
      action="${base}/activity/compare"
    >
      <button class="button quiet" type="submit">Compare two selected</button>
    </form>`,
})

const checkbox = ({ id, operation, at }: RequestAnswer): Html =>
  html`<input
    type="checkbox"
    name="id"
    value="${id}"
    form="${COMPARED_FORM}"
    aria-label="Select ${operation} of ${at}"
  />`

/** The order number that a callback reports, or that a request of C names. */
function orderNumberOf({ path, request: { body } }: RequestAnswer): Html | false {
  const sent = [path.slice(path.indexOf('?') + 1), body ?? '']
  const [number] = sent.flatMap((text) => new URLSearchParams(text).get('orderNumber') ?? [])
  return number !== undefined && html` · <bdi>${number.slice(0, NUMBER_LENGTH)}</bdi>`
}

/** The path without its query, which the page of the exchange shows. */
const pathOf = ({ path }: RequestAnswer): string => path.split('?', 1)[0] ?? path

/** The error code, or the HTTP status of a success. */
const codeOf = ({ api, errorCode, status }: RequestAnswer): Html | false => {
  const code = errorCode === null ? (status ?? 'no response') : failureCause(errorCode)
  return (api !== 'due-work' || errorCode !== null) && html`<span class="aside">${code}</span>`
}

/** With one decimal below ten milliseconds, and in seconds from one second on. */
export const duration = ({ durationMs }: Pick<RequestAnswer, 'durationMs'>): string =>
  durationMs < 1000
    ? `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)}\u00A0ms`
    : `${(durationMs / 1000).toFixed(1)}\u00A0s`
