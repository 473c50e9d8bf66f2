// The dashboard: figures for a range, recent activity, failing callbacks and expiring holds.

import { menu, panel } from '../../../web/html/components.ts'
import { html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callbackBadge } from '../labels/callback-labels.ts'
import { dueLabel } from '../labels/due-labels.ts'
import { orderName } from '../labels/order-labels.ts'
import { liveList } from '../parts/list-view.ts'
import { callOptions } from '../shell/call-options.ts'
import type { Content } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { activityList } from './activity.ts'
import { checklist, firstStepsForm, hasHiddenSteps } from './checklist.ts'
import { figures, type Overview, paymentBars, rangeTabs } from './overview-figures.ts'

export const dashboardView = (
  overview: Overview,
  { notice, ...context }: PageContext & { readonly notice: HtmlValue },
): Content => {
  const steps = checklist(overview.firstSteps, context, { mayHide: true })
  return {
    title: 'Start',
    content: html`<header class="heading">
        <h1>Start</h1>
        ${callOptions(context).mayAct && tools(overview, context, steps !== undefined)}
      </header>
      ${notice} ${steps} ${rangeTabs(context.base, overview.range)}
      ${figures(overview, context.base)} ${paymentBars(overview, context.base)}
      <div class="columns">
        <div class="main">
          ${panel({
            title: 'Recent orders and cards',
            content: html`${liveList(activityList(overview.activity, context))}
              <p class="more">
                <a href="${context.base}/orders">All orders</a>
                <a href="${context.base}/cards">All cards</a>
              </p>`,
          })}
        </div>
        <aside data-live="attention">
          ${panel({
            title: 'Failing callbacks',
            content: failingList(overview.failingCallbacks, context),
          })}
          ${panel({
            title: 'Held orders that expire within 24 hours',
            content: holdList(overview.expiringHolds, context),
          })}
        </aside>
      </div>`,
  }
}

/** The next of the first steps is the main action while the page shows them. */
const tools = ({ firstSteps }: Overview, context: PageContext, hasSteps: boolean): HtmlValue => {
  const { base } = context
  return html`<div class="tools">
    <a class="${hasSteps ? 'button quiet' : 'button'}" href="${base}/try">Try a payment</a>
    ${menu({
      label: icons.more,
      name: 'More',
      align: 'end',
      items: [
        html`<a href="${base}?lesson">First calls</a>`,
        html`<form method="post" action="${base}/seed">
          <button type="submit">Fill with sample data</button>
        </form>`,
        hasHiddenSteps(firstSteps) && firstStepsForm(context, 'shown', 'Show first steps'),
      ],
    })}
  </div>`
}

const failingList = (
  failing: Overview['failingCallbacks'],
  { base, now }: PageContext,
): HtmlValue =>
  failing.length === 0
    ? html`<p class="aside calm">None</p>`
    : html`<ul class="named">
        ${failing.map((callback) => {
          const { id, operation, orderId, orderNumber, createdAt } = callback
          return html`<li>
            <a href="${base}/callbacks/${id}">${operation}</a> ${callbackBadge(callback, now)}
            <span class="aside">
              ${orderId !== null && [orderName({ id: orderId, number: orderNumber }), ' · ']}
              ${ago(Date.parse(createdAt), now)}
            </span>
          </li>`
        })}
        <li><a href="${base}/callbacks?filter=failing">All failing callbacks</a></li>
      </ul>`

const holdList = (holds: Overview['expiringHolds'], { base, now }: PageContext): HtmlValue =>
  holds.length === 0
    ? html`<p class="aside calm">None</p>`
    : html`<ul class="named">
        ${holds.map((order) => {
          const next = dueLabel(order)
          return html`<li>
            <a href="${base}/orders/${order.id}">${orderName(order)}</a>
            ${amount(moneyOf(order.amount, order.currency))}
            ${next && html`<span class="aside">${next.what} ${ago(next.at, now)}</span>`}
          </li>`
        })}
        <li><a href="${base}/orders?filter=expiring">All expiring orders</a></li>
      </ul>`
