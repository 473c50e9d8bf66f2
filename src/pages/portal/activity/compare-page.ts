// Two exchanges side by side: equal parts are collapsed, differences are highlighted.

import { getRequest } from '../../../api/control/requests/requests.ts'
import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import { realNow } from '../../../time.ts'
import { emptyState, table } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { exactly } from '../../../web/html/when.ts'
import { foundOrUndefined } from '../../../api/endpoint/in-process.ts'
import { backLink } from '../parts/back-link.ts'
import type { PageContext, PageRoute, View } from '../shell/screen.ts'
import { duration } from './activity-page.ts'

export const comparePage: PageRoute = {
  path: '/activity/compare',
  operation: 'compareRequests',
  show: compare,
}

async function compare({ base, query, perform }: PageContext): Promise<View> {
  const ids = [...new Set(query.getAll('id'))].slice(0, 2)
  const found = await Promise.all(
    ids.map((id) =>
      foundOrUndefined(perform(getRequest, { params: { id: id.slice(0, 64) }, query: {} })),
    ),
  )
  const [first, second] = found
  return {
    title: 'Compare requests',
    content: html`${backLink(`${base}/activity`, 'Activity')}
      <header class="heading"><h1>Compare requests</h1></header>
      ${
        first === undefined || second === undefined
          ? emptyState(
              'search',
              'Select two requests in the list to compare them.',
              html`<a class="button quiet" href="${base}/activity">Open the list</a>`,
            )
          : comparison(first, second, base)
      }`,
  }
}

function comparison(first: RequestAnswer, second: RequestAnswer, base: string): Html {
  const [left, right] = [valuesOf(first), valuesOf(second)]
  const names = [...new Set([...left.keys(), ...right.keys()])]
  const differing = names.filter((name) => left.get(name) !== right.get(name))
  const same = names.length - differing.length
  const column = (each: RequestAnswer): Html =>
    html`<a href="${base}/activity/${each.id}">${each.operation}</a>
      <span class="aside">${exactly(Date.parse(each.at), realNow())}</span>`
  return html`<p class="lead">
      ${differing.length} ${differing.length === 1 ? 'value differs' : 'values differ'}, ${same} are
      the same.
    </p>
    <div class="compared">
      <p>First: ${column(first)}</p>
      <p>Second: ${column(second)}</p>
    </div>
    ${table({
      caption: 'Differing values',
      stacks: true,
      columns: [
        { header: 'Value' },
        { header: 'First', labelled: true },
        { header: 'Second', labelled: true },
      ],
      rows: differing.map((name) => [
        html`<code>${name}</code>`,
        shown(left.get(name)),
        shown(right.get(name)),
      ]),
      empty: 'The two requests and their responses are identical.',
    })}`
}

const shown = (value: string | undefined): Html =>
  value === undefined
    ? html`<span class="aside">absent</span>`
    : html`<code class="activity-path">${value}</code>`

/** Headers that differ in every request. */
const ALWAYS_DIFFERENT: ReadonlySet<string> = new Set(['request-id', 'date', 'content-length'])

/** The values of an exchange by their position. */
function valuesOf(exchange: RequestAnswer): ReadonlyMap<string, string> {
  const { operation, method, path, status, errorCode, outcome } = exchange
  const values = new Map<string, string>([
    ['operation', operation],
    ['method', method],
    ['path', path],
    ['status', String(status)],
    ['error code', errorCode ?? 'none'],
    ['outcome', outcome],
    ['duration', duration(exchange)],
  ])
  for (const [part, { headers, body }] of [
    ['request', exchange.request],
    ['response', exchange.response],
  ] as const) {
    for (const [name, value] of Object.entries(headers))
      if (!ALWAYS_DIFFERENT.has(name)) values.set(`${part} header ${name}`, value)
    addBody(`${part} `, body, values)
  }
  return values
}

function addBody(place: string, body: string | null, values: Map<string, string>): void {
  if (body === null) return
  try {
    addJson(place, JSON.parse(body), values)
  } catch {
    for (const [name, value] of new URLSearchParams(body)) values.set(`${place}${name}`, value)
  }
}

function addJson(place: string, json: unknown, values: Map<string, string>): void {
  if (typeof json !== 'object' || json === null) {
    values.set(place, String(json))
    return
  }
  for (const [name, value] of Object.entries(json))
    addJson(`${place.endsWith(' ') ? place : `${place}.`}${name}`, value, values)
}
