// Real-time decisions: the list with the form of the decision server, and one decision with its
// request and its answers.

import {
  deleteDecisionEndpoint,
  listRealTimeDecisions,
  setDecisionEndpoint,
  showRealTimeDecision,
} from '../../../api/control/real-time/real-time-decisions.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { isSimulated, simulatedBody } from '../../../real-time/real-time-decision.ts'
import {
  badge,
  codeBlock,
  copyable,
  emptyState,
  outcome,
  table,
} from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { lastFour, maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import {
  askedAbout,
  deciderLabel,
  type ShownDecision,
  STATE_MEANINGS,
} from '../labels/real-time-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { pageLinks } from '../parts/list-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

type Decisions = AnswerOf<typeof listRealTimeDecisions>
type Endpoint = Decisions['endpoint']
type Typed = Readonly<Record<string, string>>

/** Invalid input, or a secret that is shown once. */
interface News {
  readonly typed?: Typed
  readonly mistakes?: Mistakes
  readonly secret?: string
}

const PATH = '/authorisations/decisions'
const LABELS = {
  url: 'URL',
  timeoutMs: 'Time limit',
  onTimeout: 'If it does not respond in time',
  onError: 'If it responds with an error',
}
const WORDINGS: Mistakes = { timeoutMs: 'Enter a whole number from 100 to 10,000.' }

const FALLBACKS = [
  { value: 'decline', label: 'Decline' },
  { value: 'approve', label: 'Approve' },
]

function fieldsOf(endpoint: Endpoint, typed: Typed): readonly Field[] {
  const { url = '', timeoutMs = 2000, onTimeout = 'decline', onError = 'decline' } = endpoint ?? {}
  const values: Typed = { url, timeoutMs: String(timeoutMs), onTimeout, onError, ...typed }
  const choice = (name: 'onTimeout' | 'onError'): Field => ({
    kind: 'choice',
    name,
    label: LABELS[name],
    value: values[name] ?? '',
    options: FALLBACKS,
  })
  return [
    {
      kind: 'text',
      name: 'url',
      label: LABELS.url,
      value: values['url'] ?? '',
      maxLength: 512,
      hint: 'URL that receives each request, such as http://127.0.0.1:3000/decide.',
    },
    {
      kind: 'text',
      name: 'timeoutMs',
      label: LABELS.timeoutMs,
      inputMode: 'numeric',
      value: values['timeoutMs'] ?? '',
      maxLength: 5,
      suffix: 'ms',
    },
    choice('onTimeout'),
    choice('onError'),
  ]
}

function newsOf({ query }: PageContext, { secret }: News): Html | undefined {
  if (secret !== undefined)
    return outcome(
      'approved',
      html`<strong>Your server now decides</strong>
        <p>Verify requests with this secret. Copy it now. It is not shown again.</p>
        ${copyable(secret, 'secret of the server')}`,
    )
  if (query.get('did') !== 'deleted') return undefined
  return outcome(
    'approved',
    html`<strong>Each card’s status, balance and limits now decide its payments</strong>`,
  )
}

export const decisionsPage = page(
  listRealTimeDecisions,
  {
    path: PATH,
    operation: 'realTimeDecisionsPage',
    of: 'list',
    keeps: ['after'],
    sent: ({ query }: PageContext) => {
      const cursor = query.get('after')
      return { query: { limit: '50', ...(cursor !== null && { cursor }) } }
    },
  },
  (shown: Decisions, context, news: News = {}) => {
    const { base, query } = context
    const { secret, mistakes } = news
    const older = shown.nextCursor
    return {
      title: 'Real-time decisions',
      isStill: secret !== undefined || mistakes !== undefined,
      ...(mistakes && { status: 422 as const }),
      head: html`${backLink(`${base}/authorisations`, 'Authorisations')}
        <header class="heading">
          <h1>Real-time decisions</h1>
          <p class="tools">${csvLink(`${base}${PATH}.csv`)}</p>
        </header>`,
      content: html`${newsOf(context, news)} ${mistakeSummary('server', mistakes ?? {}, LABELS)}
        <p class="lead">
          Your own server approves or declines payments with this project’s cards, at interface C
          and in simulations. It is not called if the card’s own checks already decline the payment.
          <a href="${base}/guides/real-time-decisions">Decide with your server</a>
        </p>
        <div class="columns">
          <div class="main" data-live="decisions">
            ${decisionTable(shown, context)}
            ${pageLinks(
              query.has('after') ? base + PATH : undefined,
              older === null ? undefined : `${base}${PATH}?after=${encodeURIComponent(older)}`,
            )}
          </div>
          <aside>
            <section class="acts">
              <h2>Your server</h2>
              ${serverView(shown.endpoint, context, news)}
            </section>
          </aside>
        </div>`,
    }
  },
)

function serverView(endpoint: Endpoint, context: PageContext, { typed, mistakes }: News): Html {
  const options = callOptions(context)
  const at = context.base + PATH
  const stands = html`<p class="aside">
    ${
      endpoint === null
        ? 'No server yet. Each card’s status, balance and limits decide its payments.'
        : html`Requests go to <span class="value">${endpoint.url}</span>, with a time limit of
            ${endpoint.timeoutMs} ms.`
    }
  </p>`
  if (!options.mayAct) return stands
  return html`${stands}
  ${form(
    {
      id: 'server',
      action: at,
      fields: fieldsOf(endpoint, typed ?? {}),
      button: endpoint === null ? 'Save server' : 'Replace server and secret',
      ...(mistakes && { mistakes }),
      call: callOf(setDecisionEndpoint, {
        body: { url: endpoint?.url ?? 'http://127.0.0.1:3000/decide', timeoutMs: 2000 },
      }),
    },
    options,
  )}
  ${
    endpoint !== null &&
    form(
      {
        id: 'delete',
        action: `${at}/delete`,
        button: 'Delete server',
        look: 'danger',
        call: callOf(deleteDecisionEndpoint, {}),
      },
      options,
    )
  }`
}

const decisionTable = ({ items }: Decisions, { base, now }: PageContext): Html =>
  table({
    caption: 'Real-time decisions',
    stacks: true,
    columns: [
      { header: 'Decision' },
      { header: 'Outcome' },
      { header: 'Decided by' },
      { header: 'When' },
      { header: 'Amount', align: 'end' },
    ],
    rows: items.map((decision) => {
      const { id, state, exchange, late, createdAt } = decision
      const asked = askedAbout(decision)
      return [
        html`<a href="${base}${PATH}/${id}">${asked.kind} ${id}</a>
          <p class="aside">${lastFour(asked.numberMask)} · <bdi>${asked.merchant}</bdi></p>`,
        badge(STATE_MEANINGS[state], state),
        html`${deciderLabel(decision)}
        ${
          exchange !== null &&
          !isSimulated(exchange) &&
          html`<span class="aside">in ${exchange.latencyMs} ms</span>`
        }
        ${late !== null && badge('warning', 'late answer')}`,
        ago(Date.parse(createdAt), now),
        amount(moneyOf(asked.amount, asked.currency)),
      ]
    }),
    empty: emptyState(
      'callbacks',
      'No decisions yet. Save your server, then use a card in a payment or a simulation.',
    ),
  })

export const decisionsFile = answerFile(listRealTimeDecisions, {
  path: `${PATH}.csv`,
  operation: 'realTimeDecisionsFile',
})

export const decisionPage = page(
  showRealTimeDecision,
  {
    path: `${PATH}/:decision`,
    operation: 'realTimeDecisionPage',
    of: 'decision',
    sent: ({ params }: PageContext) => ({ params: { id: params['decision'] ?? '' } }),
  },
  (decision, context) => {
    const { base } = context
    const { id, state } = decision
    const asked = askedAbout(decision)
    return {
      title: `Decision ${id}`,
      head: html`${backLink(`${base}${PATH}`, 'Real-time decisions')}
        <header class="heading" data-live="heading">
          <h1>Decision ${id} ${badge(STATE_MEANINGS[state], state)}</h1>
          <p class="sum">${amount(moneyOf(asked.amount, asked.currency))}</p>
        </header>`,
      content: html`<div class="columns">
        <section data-live="timeline">
          <h2>Timeline</h2>
          ${timelineOf(decision, context)}
        </section>
        <aside>
          <section data-live="details">
            <h2>Details</h2>
            ${details(decision, context)}
          </section>
        </aside>
      </div>`,
    }
  },
)

function timelineOf(decision: ShownDecision, { now }: PageContext): Html {
  const { question, createdAt, exchange, late, state } = decision
  const decided = state === 'approved' ? icons.check : icons.cross
  return html`<ol class="timeline">
    <li class="step-neutral">
      <span class="mark-of">${icons.dot}</span>
      <div>
        <h3>Request</h3>
        <p class="aside">${exactly(Date.parse(createdAt), now)}</p>
        ${codeBlock({ code: readable(question), label: 'request' })}
      </div>
    </li>
    <li class="step-${STATE_MEANINGS[state]}">
      <span class="mark-of">${state === 'pending' ? icons.clock : decided}</span>
      <div>
        <h3>${state === 'pending' ? 'Waiting for the answer' : `Decision: ${state}`}</h3>
        <p class="aside">${deciderLabel(decision)}</p>
        ${exchange === null ? undefined : exchangeView(exchange, 'answer')}
      </div>
    </li>
    ${
      late !== null &&
      html`<li class="step-pending">
        <span class="mark-of">${icons.warning}</span>
        <div>
          <h3>Late answer</h3>
          <p class="why">It arrived after the decision and changed nothing.</p>
          ${exchangeView(late, 'late answer')}
        </div>
      </li>`
    }
  </ol>`
}

function exchangeView(exchange: NonNullable<ShownDecision['exchange']>, label: string): Html {
  const { httpStatus, latencyMs, error, answer } = exchange
  const status = httpStatus === null ? 'No response' : `Status ${httpStatus}`
  const code = isSimulated(exchange) ? simulatedBody(exchange) : answer
  return html`<p class="aside">
      ${status}
      ${isSimulated(exchange) ? 'as requested; your server was not called' : `after ${latencyMs} ms`}
    </p>
    ${error !== null && html`<p class="why">${error}</p>`}
    ${code !== '' && codeBlock({ code, label })}`
}

const readable = (question: string): string => JSON.stringify(JSON.parse(question), null, 2)

function details(decision: ShownDecision, { base }: PageContext): HtmlValue {
  const { id, cardId, authorisationId } = decision
  const { orderId, merchant, numberMask } = askedAbout(decision)
  return descriptionList([
    ['Id', copyable(id, 'decision id')],
    ['Decided by', deciderLabel(decision)],
    ['Card', html`<a class="number" href="${base}/cards/${cardId}">${maskedCard(numberMask)}</a>`],
    ['Merchant', html`<bdi>${merchant}</bdi>`],
    [
      'Authorisation',
      authorisationId !== null &&
        html`<a href="${base}/authorisations/${authorisationId}">${authorisationId}</a>`,
    ],
    ['Order', orderId !== undefined && html`<a href="${base}/orders/${orderId}">${orderId}</a>`],
  ])
}

export const setServerAction = action(
  setDecisionEndpoint,
  { path: PATH, operation: 'setDecisionServerFromPage' },
  async (perform, context) => {
    const typed: Typed = Object.fromEntries(context.form)
    const { url = '', timeoutMs = '', onTimeout, onError } = typed
    const body = {
      url: url.trim().slice(0, 513),
      timeoutMs: Number(timeoutMs),
      onTimeout: fallbackOf(onTimeout),
      onError: fallbackOf(onError),
    }
    const saved = await resultOrMistakes(perform({ body }), Object.keys(LABELS), WORDINGS)
    return 'mistakes' in saved
      ? decisionsPage.show(context, { typed, mistakes: saved.mistakes })
      : decisionsPage.show(context, { secret: saved.result.secret })
  },
)

const fallbackOf = (value: string | undefined): 'approve' | 'decline' =>
  value === 'approve' ? 'approve' : 'decline'

export const deleteServerAction = action(
  deleteDecisionEndpoint,
  { path: `${PATH}/delete`, operation: 'deleteDecisionServerFromPage' },
  async (perform) => {
    await perform()
    return { location: `${PATH}?did=deleted` }
  },
)
