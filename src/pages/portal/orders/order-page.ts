// One order: how it stands, what can be done with it, and what happened to it.

import { isPayable } from '../../../payments/orders/order-status.ts'
import { merchantOrderNumber, type Order } from '../../../payments/orders/order.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { badge, copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { merchantLogin } from '../../../web/orders/merchant.ts'
import { callOptions } from '../shell/call-options.ts'
import { moneyOf } from '../parts/amounts.ts'
import { nextByItself } from '../labels/due-labels.ts'
import { descriptionList } from '../parts/description-list.ts'
import { form } from '../parts/form-view.ts'
import type { View, PageContext } from '../shell/screen.ts'
import { ACTS, legalActs, type OrderAct } from './order-actions.ts'
import { newsView, type OrderNews, seenState } from './order-news.ts'
import { statusWord } from '../labels/order-labels.ts'
import { type OrderHistory, timeline } from './timeline.ts'
import { timelineView } from './timeline-view.ts'

export function orderView(history: OrderHistory, context: PageContext, news?: OrderNews): View {
  const { order } = history
  const { meaning, word } = statusWord(order)
  return {
    title: `Order ${order.number}`,
    ...(news?.kind === 'mistakes' && { status: 422 as const }),
    ...(news?.kind === 'stale' && { status: 409 as const }),
    call: {
      api: 'C',
      operation: 'getOrderStatusExtended',
      form: { orderId: order.id, language: 'en' },
    },
    // What was typed wrong stands in the page alone.
    ...(news?.kind !== 'mistakes' && {
      live: {
        of: 'order',
        address: `${context.base}/orders/${order.id}`,
        kinds: ['order', 'journalEntry', 'callback'],
      },
    }),
    content: html`<p class="trail"><a href="${context.base}/orders">${icons.back}Orders</a></p>
      <header class="heading" data-live="heading">
        <h1>
          <bdi>${merchantOrderNumber(order) ?? 'Order without a number'}</bdi>
          ${badge(meaning, word)}
        </h1>
        <p class="sum">${amount(moneyOf(order.amount, order.currency))}</p>
      </header>
      ${newsView(news, order, context)}
      <div class="columns">
        <section data-live="timeline">
          <h2>What happened</h2>
          ${timelineView(timeline(history), order, context)} ${upcoming(order, context)}
        </section>
        <aside data-live="next">
          ${orderForms(order, context, { news })} ${facts(order, context)}
        </aside>
      </div>`,
  }
}

/** The call of an action as its form stands before anybody typed anything. */
function callNow(act: OrderAct, order: Order): ApiCall {
  const amounts = { capture: order.approvedAmount, refund: order.depositedAmount }
  const whole = act === 'capture' || act === 'refund' ? amounts[act] : 0
  return ACTS[act].call(order, { amount: whole, card: undefined })
}

/** What may be done with the order now; `back` names the page that its forms lead back to, where that is another one. */
export function orderForms(
  order: Order,
  context: PageContext,
  { news, back }: { readonly news?: OrderNews | undefined; readonly back?: 'try' } = {},
): HtmlValue {
  if (!callOptions(context).mayAct) return undefined
  const legal = legalActs(order, context)
  if (legal.length === 0)
    return html`<section class="acts">
      <h2>Next</h2>
      <p class="aside">Nothing more can be done with this order.</p>
    </section>`
  return html`<section class="acts">
    <h2>Next</h2>
    ${isPayable(order.status) && paymentPage(order, context)}
    ${legal.map((act, index) => {
      const { title, explanation, button, look, fields } = ACTS[act]
      const mistaken = news?.kind === 'mistakes' && news.act === act ? news : undefined
      const options = {
        id: act,
        action: `${context.base}/orders/${order.id}/${act}`,
        title,
        explanation,
        button,
        look: index > 0 && look === 'main' ? ('quiet' as const) : look,
        hidden: { seen: seenState(order), ...(back && { back }) },
        call: callNow(act, order),
        ...(fields && { fields: fields(order, mistaken?.typed ?? {}) }),
        ...(mistaken && { mistakes: mistaken.mistakes }),
      }
      return form(options, callOptions(context))
    })}
  </section>`
}

const paymentPage = (order: Order, { project }: PageContext): Html =>
  html`<p>
    <a
      class="button"
      href="/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${order.id}"
      >Open the payment page</a
    >
  </p>`

export function upcoming(order: Order, { now, base }: PageContext): HtmlValue {
  const next = nextByItself(order)
  return (
    next &&
    html`<p class="upcoming">
      ${icons.clock}${next.what} ${ago(next.at, now)} by itself.
      <a href="${base}/clock">Move the clock</a>
    </p>`
  )
}

function facts(order: Order, { now, base }: PageContext): Html {
  const { payment, challenge } = order.progress
  const { request, currency } = order
  const money = (minor: number) => amount(moneyOf(minor, currency))
  const card = payment?.card ?? challenge?.payment.card
  const bindingId = payment?.bindingId ?? challenge?.payment.bindingId ?? request.bindingId
  const params = Object.entries(request.params)
  return html`<section>
    <h2>Facts</h2>
    ${descriptionList([
      ['Id', copyable(order.id, 'order id')],
      ['Number', copyable(order.number, 'order number')],
      ['Registered', exactly(order.createdAt, now)],
      ['Held or paid', order.approvedAmount > 0 && money(order.approvedAmount)],
      ['Captured', order.depositedAmount > 0 && money(order.depositedAmount)],
      ['Refunded', order.refundedAmount > 0 && money(order.refundedAmount)],
      ['Card', card && html`<span class="number">${maskedCard(card.mask)}</span>`],
      ['Cardholder name', card?.cardholderName && html`<bdi>${card.cardholderName}</bdi>`],
      ['IP address', payment?.ip ?? challenge?.payment.ip ?? request.ip],
      ['RRN', payment?.rrn && copyable(payment.rrn, 'RRN')],
      ['Approval code', payment?.approvalCode && copyable(payment.approvalCode, 'approval code')],
      ['ECI', payment?.eci],
      ['Action code', actionCodeLink(base, order.actionCode)],
      ['Binding', bindingId && copyable(bindingId, 'binding id')],
      ['Client', order.clientId && html`<bdi>${order.clientId}</bdi>`],
      ['Email', request.email && html`<bdi>${request.email}</bdi>`],
      ['Phone', request.phone && html`<span class="number">${request.phone}</span>`],
      ['Postal address', request.postAddress && html`<bdi>${request.postAddress}</bdi>`],
      ['Description', request.description && html`<bdi>${request.description}</bdi>`],
      ['Leads back to', html`<span class="value">${request.returnUrl}</span>`],
    ])}
    ${
      params.length > 0 &&
      html`<h2>Parameters</h2>
        ${descriptionList(params.map(([name, value]) => [html`<bdi>${name}</bdi>`, html`<bdi>${value}</bdi>`]))}`
    }
  </section>`
}
