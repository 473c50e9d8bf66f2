// One exchange: request, response, changes, explanation, and a form to send it again.

import { getDecision } from '../../../api/control/decisions/decisions.ts'
import { curlOf } from '../../../api/control/requests/curl.ts'
import { getRequest } from '../../../api/control/requests/requests.ts'
import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import { foundOrUndefined } from '../../../api/endpoint/in-process.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { realNow } from '../../../time.ts'
import { badge, codeBlock, copyable, copyButton } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { exactly } from '../../../web/html/when.ts'
import { isReceived } from '../../../activity/exchange-api.ts'
import { kindNamed } from '../../../activity/named-kind.ts'
import { failureText } from '../labels/failure-labels.ts'
import { API_LABELS, callOf, outcomeBadge } from '../labels/request-labels.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { mistakeSummary } from '../parts/form-view.ts'
import { callerOf } from '../reference/credentials.ts'
import { pageOf } from '../reference/ids.ts'
import { highlightedJson, indentedJson } from '../reference/json-view.ts'
import { page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { duration } from './activity-page.ts'
import { changesView } from './changes-view.ts'
import { isSendable, sendAgainForm, type SentAgain } from './send-again.ts'

type Decision = AnswerOf<typeof getDecision>
type Message = RequestAnswer['request']

export const requestPage = page(
  getRequest,
  {
    path: '/activity/:request',
    operation: 'requestPage',
    of: 'request',
    beside: [getDecision],
    sent: ({ params }) => ({ params: { id: params['request'] ?? '' } }),
  },
  async (exchange, context, typed?: SentAgain) => ({
    title: exchange.operation,
    ...(typed !== undefined && { status: 422 as const }),
    head: html`${backLink(`${context.base}/activity`, 'Activity')}
      <header class="heading">
        <h1>${exchange.operation} ${outcomeBadge(exchange)}</h1>
      </header>`,
    content: html`<p class="lead">${callOf(exchange, exchange.path)}</p>
      ${
        typed &&
        mistakeSummary('again', typed.mistakes, { path: `${exchange.method} to`, body: 'Body' })
      }
      <div class="columns">
        <div class="main">
          ${messages(exchange, context)} ${changesView(exchange, context.base)}
          ${isReceived(exchange.api) && command(exchange, context)}
          ${isSendable(exchange) && sendAgainForm(exchange, context, typed)}
        </div>
        <aside>
          ${details(exchange)} ${touched(exchange, context)}
          ${why(await decisionOf(exchange, context))}
        </aside>
      </div>`,
  }),
)

/** Due work has no request. */
const messages = (exchange: RequestAnswer, context: PageContext): Html | false =>
  exchange.api !== 'due-work' &&
  html`${messageView('Request', exchange.request, exchange, context)}
  ${messageView('Response', exchange.response, exchange, context)}`

function details(exchange: RequestAnswer): Html {
  const { id, at, api, status, errorCode, injectedFault } = exchange
  return html`<section>
    <h2>Details</h2>
    ${descriptionList([
      ['Request id', copyable(id, 'request id')],
      ['Kind', API_LABELS[api]],
      ['HTTP status', api !== 'due-work' && (status ?? 'no response')],
      ['Error code', errorCode !== null && failureText(errorCode)],
      ['Duration', duration(exchange)],
      ['When (real time)', exactly(Date.parse(at), realNow())],
      ['Injected fault', injectedFault !== null && badge('warning', injectedFault)],
    ])}
  </section>`
}

/** The records of an exchange, as links if they have a page. */
function touched({ ids }: RequestAnswer, { base }: PageContext): Html | false {
  if (ids.length === 0) return false
  return html`<section>
    <h2>Records</h2>
    <ul class="touched">
      ${ids.map(({ kind, id }) => {
        const place = pageOf(kind, id)
        return html`<li>
          <span class="aside">${kind}</span>
          ${place === undefined ? html`<code>${id}</code>` : html`<a href="${base}${place}">${id}</a>`}
          <a class="aside" href="${base}/activity?id=${encodeURIComponent(id)}">all requests</a>
        </li>`
      })}
    </ul>
  </section>`
}

/** The reason for a decision; nothing for requests without a decision. */
function why(decision: Decision | undefined): Html | false {
  if (decision === undefined) return false
  return html`<section>
    <h2>Why</h2>
    <p>${decision.reason}</p>
    ${decision.wouldChange !== '' && html`<p class="aside">${decision.wouldChange}</p>`}
    ${descriptionList([
      ['Decision', decision.code],
      ['Project time', exactly(Date.parse(decision.at), realNow())],
    ])}
  </section>`
}

/** Calls of A, B and C make decisions, and so do simulations. */
const decisionOf = async (
  { id, api }: RequestAnswer,
  { perform }: PageContext,
): Promise<Decision | undefined> =>
  isReceived(api) ? foundOrUndefined(perform(getDecision, { params: { id } })) : undefined

const command = (exchange: RequestAnswer, context: PageContext): Html => {
  const text = curlOf(exchange, context.origin, callerOf(context))
  return html`<section>
    <h2>cURL</h2>
    <p class="aside">
      ${
        context.service.config.mode === 'local'
          ? 'The command contains the credentials of this project.'
          : 'Replace the placeholders with the credentials of this project.'
      }
    </p>
    ${codeBlock({ code: text.trimEnd(), label: 'command' })}
  </section>`
}

function messageView(
  title: string,
  { headers, body, isCut }: Message,
  exchange: RequestAnswer,
  { base }: PageContext,
): Html {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const label = title.toLowerCase()
  return html`<section>
    <h2>${title}</h2>
    ${body === null ? html`<p class="aside">${absence(title, exchange)}</p>` : bodyView(body, label, exchange, base)}
    ${isCut && html`<p class="aside">Only the first part of the body is stored.</p>`}
    ${
      lines.length > 0 &&
      html`<details>
        <summary>Headers</summary>
        ${codeBlock({ code: lines.join('\n'), label: `${label} headers` })}
      </details>`
    }
  </section>`
}

const absence = (title: string, { api, status }: RequestAnswer): string => {
  if (title === 'Response' && status === null) return 'The receiver did not respond.'
  return title === 'Response' && api === 'page' ? 'The HTML of a page is not stored.' : 'No body.'
}

function bodyView(body: string, label: string, { path }: RequestAnswer, base: string): Html {
  const json = indentedJson(body)
  const text = json ?? body.split('&').map(decoded).join('\n')
  return html`<figure class="code">
    <div>
      <pre role="group" tabindex="0" aria-label="${label} body"><code>${
        json === undefined
          ? text
          : highlightedJson(json, (member, within, id) => {
              const kind = kindNamed(member, { within, path })
              const place = kind && pageOf(kind, id)
              return place === undefined ? undefined : `${base}${place}`
            })
      }</code></pre>
      ${copyButton(text, `${label} body`)}
    </div>
  </figure>`
}

/** A form field as it was typed; other text stays unchanged. */
function decoded(pair: string): string {
  try {
    return decodeURIComponent(pair.replaceAll('+', ' '))
  } catch {
    return pair
  }
}
