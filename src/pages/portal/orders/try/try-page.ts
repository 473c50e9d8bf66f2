// Trying a payment: what a merchant's server would ask for, and beside it what becomes of the order while its payer pays.

import type { Order } from '../../../../payments/orders/order.ts'
import { badge } from '../../../../web/html/components.ts'
import { html } from '../../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../../web/html/html.ts'
import { amount } from '../../../../web/html/money.ts'
import { moneyOf, parseAmount } from '../../parts/amounts.ts'
import { callOptions } from '../../shell/call-options.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../../parts/form-view.ts'
import { newsView, type OrderNews } from '../order-news.ts'
import { orderForms, upcoming } from '../order-page.ts'
import { type OrderHistory, timeline } from '../timeline.ts'
import { timelineView } from '../timeline-view.ts'
import { statusWord } from '../../labels/order-labels.ts'
import type { View, PageContext } from '../../shell/screen.ts'
import type { TryCard } from './try-cards.ts'
import { registerCall, TRY_LABELS, tryCurrency, tryFields, type TypedTry } from './try-form.ts'

/** The try that a page shows. */
export interface Try {
  /** Of the order that the form registers, or that is there already. */
  readonly orderId: string
  readonly cards: readonly TryCard[]
  readonly history?: OrderHistory
  readonly news?: OrderNews
  /** True where the order was just paid without its page. */
  readonly isPaidAtOnce?: boolean
  readonly mistaken?: { readonly typed: TypedTry; readonly mistakes: Mistakes }
}

export function tryView(attempt: Try, context: PageContext): View {
  const { orderId, history, news, mistaken } = attempt
  const address = `${context.base}/try/${orderId}`
  return {
    title: 'Try a payment',
    ...(mistaken && { status: 422 as const }),
    call:
      history === undefined
        ? registerCall(usual(context))
        : {
            api: 'C',
            operation: 'getOrderStatusExtended',
            form: { orderId, language: 'en' },
          },
    live: { of: 'payment', address, kinds: ['order', 'journalEntry', 'callback'] },
    content: html`<header class="heading">
        <h1>Try a payment</h1>
        ${
          history &&
          html`<p class="tools">
            <a class="button quiet" href="${context.base}/try">Try another</a>
          </p>`
        }
      </header>
      ${mistaken && mistakeSummary('try', mistaken.mistakes, TRY_LABELS)}
      ${history && newsView(news, history.order, context)}
      ${history && attempt.isPaidAtOnce === true && paidNotice(history.order, context)}
      <noscript>
        <p class="lead">
          What happens is shown when the page is read again: <a href="${address}">Refresh</a>
        </p>
      </noscript>
      <div class="columns try">
        <div data-live="ask">${history ? next(history.order, context) : ask(attempt, context)}</div>
        <section data-live="timeline">${history ? happened(history, context) : willHappen}</section>
      </div>`,
  }
}

/** What the form stands for before anybody typed. */
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
    <h2>The shop asks for</h2>
    ${form(options, callOptions(context))}
  </section>`
}

const next = (order: Order, context: PageContext): HtmlValue =>
  orderForms(order, context, { back: 'try' })

const paidNotice = (order: Order, context: PageContext): Html => {
  const { twoStage, currency, request } = order
  const call = registerCall({
    amount: order.amount,
    currency,
    twoStage,
    features: request.features,
  })
  return doneNotice('Registered and paid without a page', call, callOptions(context))
}

function happened(history: OrderHistory, context: PageContext): Html {
  const { order } = history
  const { meaning, word } = statusWord(order)
  return html`<h2>What happens</h2>
    <p class="standing">
      ${amount(moneyOf(order.amount, order.currency))} ${badge(meaning, word)}
      <a href="${context.base}/orders/${order.id}">See the order</a>
    </p>
    ${timelineView(timeline(history), order, context)} ${upcoming(order, context)}`
}

const willHappen: Html = html`<h2>What happens</h2>
  <ol class="will">
    <li>The shop’s server registers an order, and is told the address of its payment page.</li>
    <li>The payer opens that page. The card that is chosen here is filled in.</li>
    <li>The issuer decides, after 3-D Secure where the card wants it.</li>
    <li>The ledger moves, and a callback tells the shop.</li>
  </ol>
  <p class="aside">Each step shows here as it happens, while the payer pays in the other tab.</p>`
