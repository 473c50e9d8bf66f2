// The try page: the form that registers an order, and its timeline while the payer pays.

import { VERSION_PARAM } from '../../../../payments/orders/order.ts'
import { badge, outcome } from '../../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../../web/html/html.ts'
import { amount } from '../../../../web/html/money.ts'
import { moneyOf, parseAmount } from '../../parts/amounts.ts'
import { callOptions } from '../../shell/call-options.ts'
import { form, type Mistakes, mistakeSummary } from '../../parts/form-view.ts'
import { newsView, type OrderNews, triedNotice } from '../order-news.ts'
import { orderForms, upcoming } from '../order-page.ts'
import { type ShownOrder, timeline } from '../timeline.ts'
import { timelineView } from '../timeline-view.ts'
import { statusLabel } from '../../labels/order-labels.ts'
import type { Content } from '../../shell/page.ts'
import type { PageContext } from '../../shell/screen.ts'
import type { TryCard } from './try-cards.ts'
import {
  registerCall,
  TRY_LABELS,
  tryCurrency,
  tryFields,
  type TypedTry,
  USUAL_AMOUNT,
} from './try-form.ts'

export interface MistakenTry {
  readonly typed: TypedTry
  readonly mistakes: Mistakes
}

/** The payment that the page shows. */
type Try = {
  /** The order number, whether or not the order is registered yet. */
  readonly number: string
} & (
  | {
      readonly cards: readonly TryCard[]
      readonly order?: never
      readonly mistaken?: MistakenTry
      /** True if the URL names the order, which is not registered. */
      readonly isMissing?: boolean
    }
  | {
      readonly order: ShownOrder
      readonly news?: OrderNews
      /** True if the order was just paid without the payment page. */
      readonly isPaidAtOnce: boolean
    }
)

export function tryView(attempt: Try, context: PageContext): Content {
  const { number, order } = attempt
  const mistaken = 'mistaken' in attempt ? attempt.mistaken : undefined
  return {
    title: 'Try a payment',
    ...(mistaken && { status: 422 as const }),
    content: html`<header class="heading">
        <h1>Try a payment</h1>
        ${
          order &&
          html`<p class="tools">
            <a class="button quiet" href="${context.base}/try">Try another payment</a>
          </p>`
        }
      </header>
      ${mistaken && mistakeSummary('try', mistaken.mistakes, TRY_LABELS)}
      ${
        'isMissing' in attempt &&
        attempt.isMissing === true &&
        outcome(
          'neutral',
          html`No order <bdi>${number}</bdi> in this project yet. This form registers it.`,
        )
      }
      ${order && newsView(attempt.news, order, context)}
      ${order && attempt.isPaidAtOnce && paidNotice(order, context)}
      <noscript>
        <p class="lead">
          Reload this page to see what happened: <a href="${context.base}/try/${number}">Reload</a>
        </p>
      </noscript>
      <div class="columns try">
        <div data-live="ask">${order ? next(order, context) : ask(attempt, context)}</div>
        <section data-live="timeline">${order ? happened(order, context) : willHappen}</section>
      </div>`,
  }
}

/** The initial values of the form. */
const usual = (context: PageContext) => ({
  amount: parseAmount(USUAL_AMOUNT, tryCurrency(context)) ?? 20,
  currency: tryCurrency(context),
  twoStage: false,
  features: [],
  version: 'set' as const,
})

const returnUrlOf = (number: string, { origin, base }: PageContext): string =>
  `${origin}${base}/try/${number}`

function ask(
  { number, cards, mistaken }: Extract<Try, { cards: unknown }>,
  context: PageContext,
): Html {
  const returnUrl = returnUrlOf(number, context)
  const options = {
    id: 'try',
    action: `${context.base}/try/${number}`,
    fields: tryFields(cards, tryCurrency(context), mistaken?.typed ?? {}),
    button: 'Pay',
    buttons: html`<button class="button" type="submit" name="way" value="page" formtarget="_blank">
        Open the payment page
      </button>
      <button class="button quiet" type="submit" name="way" value="page">Open in this tab</button>
      <button class="button quiet" type="submit" name="way" value="once">
        Pay without the page
      </button>`,
    call: registerCall(usual(context), { orderNumber: number, returnUrl }),
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
  const { number, twoStage, currency, features, amount: minor, params } = order
  const version = params[VERSION_PARAM]
  const call = registerCall(
    {
      amount: minor,
      currency: Number(currency),
      twoStage,
      features,
      version: version === '1' || version === '2' ? version : 'set',
    },
    { orderNumber: number, returnUrl: returnUrlOf(number, context) },
  )
  return triedNotice(order, call, context)
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
    <li>The merchant’s server registers an order and receives the URL of its payment page.</li>
    <li>The payer opens this page, with the selected card filled in.</li>
    <li>The issuer approves or declines, after 3-D Secure if the card requires it.</li>
    <li>The payment is posted to the ledger, and the merchant gets a callback.</li>
  </ol>
  <p class="aside">Each step appears here while the payer pays in the other tab.</p>`
