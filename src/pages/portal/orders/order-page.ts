// One order: its state, its actions and its timeline.

import { showOrder } from '../../../api/control/orders.ts'
import { isPayable, ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import { badge, copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { merchantLogin } from '../../../web/redirects/merchant.ts'
import { dueLabel } from '../labels/due-labels.ts'
import { statusLabel } from '../labels/order-labels.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { moneyOf } from '../parts/amounts.ts'
import { descriptionList } from '../parts/description-list.ts'
import { form } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { type Content, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { ACTS, legalActs, type OrderAct } from './order-actions.ts'
import { doneNews, newsView, type OrderNews, seenState } from './order-news.ts'
import { type ShownOrder, timeline } from './timeline.ts'
import { timelineView } from './timeline-view.ts'

export const orderOf = ({ params }: Pick<PageContext, 'params'>) => ({
  params: { id: (params['order'] ?? '').toLowerCase() },
})

export const orderPage = page(
  showOrder,
  { path: '/orders/:order', operation: 'orderPage', of: 'order', sent: orderOf },
  orderView,
)

function orderView(order: ShownOrder, context: PageContext, done?: OrderNews): Content {
  const news = done ?? doneNews(context.query, order)
  return {
    title: `Order ${order.number}`,
    ...(news?.kind === 'mistakes' && { status: 422 as const }),
    ...(news?.kind === 'stale' && { status: 409 as const }),
    content: html`<p class="trail"><a href="${context.base}/orders">${icons.back}Orders</a></p>
      <header class="heading" data-live="heading">
        <h1>
          <bdi
            >${order.number === order.id.replaceAll('-', '') ? 'Order without a number' : order.number}</bdi
          >
          ${badge(...statusLabel(order))}
        </h1>
        <p class="sum">${amount(moneyOf(order.amount, order.currency))}</p>
      </header>
      ${newsView(news, order, context)}
      <div class="columns">
        <section data-live="timeline">
          <h2>Timeline</h2>
          ${timelineView(timeline(order), order, context)} ${upcoming(order, context)}
        </section>
        <aside data-live="next">
          ${orderForms(order, context, { news })} ${details(order, context)}
        </aside>
      </div>`,
  }
}

/** The call of an action with the values its form starts with. */
function callNow(act: OrderAct, order: ShownOrder, { now }: PageContext): ApiCall {
  const amounts = { capture: order.approvedAmount, refund: order.depositedAmount }
  const whole = act === 'capture' || act === 'refund' ? amounts[act] : 0
  return ACTS[act].call(order, { amount: whole, card: undefined }, now)
}

/** The actions on an order as it is now; `back` names the page that its forms return to. */
export function orderForms(
  order: ShownOrder,
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
    ${isPayable(ORDER_STATUS[order.status]) && paymentPage(order, context)}
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
        call: callNow(act, order, context),
        ...(fields && { fields: fields(order, mistaken?.typed ?? {}) }),
        ...(mistaken && { mistakes: mistaken.mistakes }),
      }
      return form(options, callOptions(context))
    })}
  </section>`
}

const paymentPage = (order: ShownOrder, { project }: PageContext): Html =>
  html`<p>
    <a
      class="button"
      href="/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${order.id}"
      >Open the payment page</a
    >
  </p>`

export function upcoming(order: ShownOrder, { now, base }: PageContext): HtmlValue {
  const next = dueLabel(order)
  return (
    next &&
    html`<p class="upcoming">
      ${icons.clock}${next.what} automatically ${ago(next.at, now)}
      <a href="${base}/clock">Move the clock</a>
    </p>`
  )
}

function details(order: ShownOrder, { now, base }: PageContext): Html {
  const { payment, challenge, currency } = order
  const money = (minor: number) => amount(moneyOf(minor, currency))
  const card = payment ?? challenge
  const bindingId = payment?.bindingId ?? order.bindingId
  const params = Object.entries(order.params)
  return html`<section>
    <h2>Details</h2>
    ${descriptionList([
      ['Id', copyable(order.id, 'order id')],
      ['Number', copyable(order.number, 'order number')],
      ['Registered', exactly(Date.parse(order.createdAt), now)],
      ['Authorised', order.approvedAmount > 0 && money(order.approvedAmount)],
      ['Captured', order.depositedAmount > 0 && money(order.depositedAmount)],
      ['Refunded', order.refundedAmount > 0 && money(order.refundedAmount)],
      ['Card', card && html`<span class="number">${maskedCard(card.numberMask)}</span>`],
      ['Cardholder name', card?.cardholderName && html`<bdi>${card.cardholderName}</bdi>`],
      ['IP address', payment?.ip ?? order.ip],
      ['RRN', payment?.rrn && copyable(payment.rrn, 'RRN')],
      ['Approval code', payment?.approvalCode && copyable(payment.approvalCode, 'approval code')],
      ['ECI', payment?.eci],
      ['Action code', actionCodeLink(base, order.actionCode)],
      ['Binding', bindingId && copyable(bindingId, 'binding id')],
      ['Client', order.clientId && html`<bdi>${order.clientId}</bdi>`],
      ['Email', order.email && html`<bdi>${order.email}</bdi>`],
      ['Phone', order.phone && html`<span class="number">${order.phone}</span>`],
      ['Postal address', order.postalAddress && html`<bdi>${order.postalAddress}</bdi>`],
      ['Description', order.description && html`<bdi>${order.description}</bdi>`],
      ['Return URL', html`<span class="value">${order.returnUrl}</span>`],
    ])}
    ${
      params.length > 0 &&
      html`<h2>Parameters</h2>
        ${descriptionList(params.map(([name, value]) => [html`<bdi>${name}</bdi>`, html`<bdi>${value}</bdi>`]))}`
    }
  </section>`
}
