// The dashboard: recent activity, approvals and declines, failing callbacks and expiring holds.

import type { getOverview } from '../../../api/control/overview.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import { callbackBadge } from '../labels/callback-labels.ts'
import { dueLabel } from '../labels/due-labels.ts'
import { liveList } from '../parts/list-view.ts'
import type { Content } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ProjectEvent } from './events.ts'
import { outcomeChart } from './outcome-chart.ts'

type Overview = AnswerOf<typeof getOverview>

export function dashboardView(
  { attempts, failingCallbacks, endingHolds }: Overview,
  events: readonly ProjectEvent[],
  { notice, ...context }: PageContext & { readonly notice: HtmlValue },
): Content {
  const { base } = context
  return {
    title: 'Start',
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
      ${notice}
      <div class="columns">
        <div class="main">
          <section data-live="outcomes">
            <h2>Approvals and declines</h2>
            ${outcomeChart(attempts)}
          </section>
          <section>
            <h2>Recent activity</h2>
            ${liveList(eventList(events, context))}
          </section>
        </div>
        <aside data-live="attention">
          <section>
            <h2>Failing callbacks</h2>
            ${failingList(failingCallbacks, context)}
          </section>
          <section>
            <h2>Holds expiring in the next 24 hours</h2>
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
            >${spokenBefore !== undefined && html`<span class="sr-only">${spokenBefore} </span>`}<bdi
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

const failingList = (
  failing: Overview['failingCallbacks'],
  { base, now }: PageContext,
): HtmlValue =>
  failing.length === 0
    ? html`<p class="aside calm">None</p>`
    : html`<ul class="named">
        ${failing.map((callback) => {
          const { id, operation, orderNumber, createdAt } = callback
          return html`<li>
            <a href="${base}/callbacks/${id}">${operation}</a> ${callbackBadge(callback, now)}
            <span class="aside"><bdi>${orderNumber}</bdi> ${ago(Date.parse(createdAt), now)}</span>
          </li>`
        })}
        <li><a href="${base}/callbacks?filter=failing">All failed callbacks</a></li>
      </ul>`

const holdList = (holds: Overview['endingHolds'], { base, now }: PageContext): HtmlValue =>
  holds.length === 0
    ? html`<p class="aside calm">None</p>`
    : html`<ul class="named">
        ${holds.map((order) => {
          const next = dueLabel(order)
          return html`<li>
            <a href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>
            ${amount(moneyOf(order.amount, order.currency))}
            ${next && html`<span class="aside">${next.what} ${ago(next.at, now)}</span>`}
          </li>`
        })}
        <li><a href="${base}/orders?filter=expiring">All expiring orders</a></li>
      </ul>`
