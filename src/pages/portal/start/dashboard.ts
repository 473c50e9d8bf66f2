// The start page of a project with traffic: what happened last, how attempts end, and what wants somebody's attention.

import type { Order } from '../../../payments/orders/order.ts'
import type { FailingCallback } from '../../../store/reads/overview.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import { CALLBACK_LABELS } from '../labels/callback-labels.ts'
import { nextByItself } from '../labels/due-labels.ts'
import { liveList } from '../parts/list-view.ts'
import type { View, PageContext } from '../shell/screen.ts'
import type { ProjectEvent } from './events.ts'
import { outcomeChart, type OutcomeCounts } from './outcome-chart.ts'

export interface Dashboard {
  /** The newest first. */
  readonly events: readonly ProjectEvent[]
  readonly counts: OutcomeCounts
  readonly failing: readonly FailingCallback[]
  readonly endingHolds: readonly Order[]
}

export function dashboardView(context: PageContext, dashboard: Dashboard): View {
  const { base } = context
  const { events, counts, failing, endingHolds } = dashboard
  return {
    title: 'Start',
    call: { api: 'control', method: 'GET', path: '/orders' },
    live: {
      of: 'page',
      address: base,
      kinds: ['order', 'journalEntry', 'callback'],
    },
    content: html`<header class="heading">
        <h1>Start</h1>
        ${
          callOptions(context).mayAct &&
          html`<p class="tools">
            <a class="button quiet" href="${base}?lesson">First calls</a>
            <a class="button" href="${base}/try">Try a payment</a>
          </p>`
        }
      </header>
      <div class="columns">
        <div class="main">
          <section data-live="outcomes">
            <h2>Approvals and declines</h2>
            ${outcomeChart(counts)}
          </section>
          <section>
            <h2>What happened last</h2>
            ${liveList(eventList(events, context))}
          </section>
        </div>
        <aside data-live="attention">
          <section>
            <h2>Callbacks that fail</h2>
            ${failingList(failing, context)}
          </section>
          <section>
            <h2>Holds that end within a day</h2>
            ${holdList(endingHolds, context)}
          </section>
        </aside>
      </div>`,
  }
}

const eventList = (events: readonly ProjectEvent[], { base, now }: PageContext): Html =>
  html`<ol class="events">
    ${events.map(
      ({ key, at, meaning, title, of, spokenBefore, path, money, note }) =>
        html`<li data-key="${key}">
          <span>${badge(meaning, title)}</span>
          <a href="${base}${path}"
            >${spokenBefore !== undefined && html`<span class="unseen">${spokenBefore} </span>`}<bdi
              >${of}</bdi
            ></a
          >
          <span class="sum"
            >${
              money === undefined
                ? html`<span class="aside">${note}</span>`
                : amount(moneyOf(money.minor, money.currency))
            }</span
          >
          <span class="aside">${ago(at, now)}</span>
        </li>`,
    )}
  </ol>`

const failingList = (failing: readonly FailingCallback[], { base, now }: PageContext): HtmlValue =>
  failing.length === 0
    ? html`<p class="aside calm">None of the newest.</p>`
    : html`<ul class="named">
        ${failing.map(({ id, operation, state, orderNumber, createdAt }) => {
          const [meaning, word] = CALLBACK_LABELS[state]
          return html`<li>
            <a href="${base}/callbacks/${id}">${operation}</a> ${badge(meaning, word)}
            <span class="aside"><bdi>${orderNumber}</bdi> ${ago(createdAt, now)}</span>
          </li>`
        })}
        <li><a href="${base}/callbacks?filter=failed">All that failed</a></li>
      </ul>`

const holdList = (holds: readonly Order[], { base, now }: PageContext): HtmlValue =>
  holds.length === 0
    ? html`<p class="aside calm">None.</p>`
    : html`<ul class="named">
        ${holds.map((order) => {
          const next = nextByItself(order)
          return html`<li>
            <a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>
            ${amount(moneyOf(order.amount, order.currency))}
            ${next && html`<span class="aside">${next.what} ${ago(next.at, now)}</span>`}
          </li>`
        })}
        <li><a href="${base}/orders?filter=expiring">All that end soon</a></li>
      </ul>`
