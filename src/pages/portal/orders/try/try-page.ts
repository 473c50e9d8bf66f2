// The try page: the form that registers an order, and its timeline while the payer pays.

import { showOrder } from '../../../../api/control/orders.ts'
import { badge } from '../../../../web/html/components.ts'
import { html } from '../../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../../web/html/html.ts'
import { amount } from '../../../../web/html/money.ts'
import { moneyOf, parseAmount } from '../../parts/amounts.ts'
import { callOptions } from '../../shell/call-options.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../../parts/form-view.ts'
import { newsView, type OrderNews } from '../order-news.ts'
import { orderForms, upcoming } from '../order-page.ts'
import { type ShownOrder, timeline } from '../timeline.ts'
import { timelineView } from '../timeline-view.ts'
import { statusLabel } from '../../labels/order-labels.ts'
import { callOf } from '../../shell/page.ts'
import type { PageContext, View } from '../../shell/screen.ts'
import type { TryCard } from './try-cards.ts'
import { registerCall, TRY_LABELS, tryCurrency, tryFields, type TypedTry } from './try-form.ts'

/** The payment that the page shows. */
export interface Try {
  /** Id of the order, registered or not yet. */
  readonly orderId: string
  readonly cards: readonly TryCard[]
  readonly order?: ShownOrder
  readonly news?: OrderNews
  /** True if the order was just paid without the payment page. */
  readonly isPaidAtOnce?: boolean
  readonly mistaken?: { readonly typed: TypedTry; readonly mistakes: Mistakes }
}

export function tryView(attempt: Try, context: PageContext): View {
  const { orderId, order, news, mistaken } = attempt
  const address = `${context.base}/try/${orderId}`
  return {
    title: 'Try a payment',
    ...(mistaken && { status: 422 as const }),
    call:
      order === undefined
        ? registerCall(usual(context))
        : callOf(showOrder, { params: { id: orderId } }),
    live: { of: 'payment', address, kinds: ['order', 'journalEntry', 'callback'] },
    content: html`<header class="heading">
        <h1>Try a payment</h1>
        ${
          order &&
          html`<p class="tools">
            <a class="button quiet" href="${context.base}/try">Try another</a>
          </p>`
        }
      </header>
      ${mistaken && mistakeSummary('try', mistaken.mistakes, TRY_LABELS)}
      ${order && newsView(news, order, context)}
      ${order && attempt.isPaidAtOnce === true && paidNotice(order, context)}
      <noscript>
        <p class="lead">Reload to see what happened: <a href="${address}">Reload</a></p>
      </noscript>
      <div class="columns try">
        <div data-live="ask">${order ? next(order, context) : ask(attempt, context)}</div>
        <section data-live="timeline">${order ? happened(order, context) : willHappen}</section>
      </div>`,
  }
}

/** The values that the form starts with. */
const usual = (context: PageContext) => ({
  amount: parseAmount('20.00', tryCurrency(context)) ?? 20,
  currency: tryCurrency(context),
  twoStage: false,
  features: [],
})

function ask({ orderId, cards, mistaken }: Try, context: PageContext): Html {
  const options = {
    id: 'try',
    action: `${context.base}/try/${orderId}`,
    fields: tryFields(cards, tryCurrency(context), mistaken?.typed ?? {}),
    button: 'Pay',
    buttons: html`<button class="button" type="submit" name="way" value="page" formtarget="_blank">
        Open the payment page
      </button>
      <button class="button quiet" type="submit" name="way" value="page">In this tab</button>
      <button class="button quiet" type="submit" name="way" value="once">Without a page</button>`,
    call: registerCall(usual(context)),
    ...(mistaken && { mistakes: mistaken.mistakes }),
  }
  return html`<section class="acts">
    <h2>Order</h2>
    ${form(options, callOptions(context))}
  </section>`
}

const next = (order: ShownOrder, context: PageContext): HtmlValue =>
  orderForms(order, context, { back: 'try' })

const paidNotice = (order: ShownOrder, context: PageContext): Html => {
  const { twoStage, currency, features } = order
  const call = registerCall({
    amount: order.amount,
    currency: Number(currency),
    twoStage,
    features,
  })
  return doneNotice('Registered and paid without a page', call, callOptions(context))
}

function happened(order: ShownOrder, context: PageContext): Html {
  return html`<h2>Timeline</h2>
    <p class="standing">
      ${amount(moneyOf(order.amount, order.currency))} ${badge(...statusLabel(order))}
      <a href="${context.base}/orders/${order.id}">See the order</a>
    </p>
    ${timelineView(timeline(order), order, context)} ${upcoming(order, context)}`
}

const willHappen: Html = html`<h2>Timeline</h2>
  <ol class="will">
    <li>The shop’s server registers an order and gets the URL of its payment page.</li>
    <li>The payer opens that page. The card selected here is filled in.</li>
    <li>The issuer decides, after 3-D Secure if the card asks for it.</li>
    <li>The ledger is posted, and a callback is sent to the shop.</li>
  </ol>
  <p class="aside">Each step appears here while the payer pays in the other tab.</p>`
