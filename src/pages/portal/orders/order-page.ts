// An order: its state, its actions and its timeline.

import { isLoopback } from '../../../setting-values.ts'
import { showCard } from '../../../api/control/cards/cards.ts'
import { listOrders, showOrder } from '../../../api/control/orders/orders.ts'
import type { RequestAnswer } from '../../../api/control/requests/request-view.ts'
import { listRequests } from '../../../api/control/requests/requests.ts'
import { foundOrUndefined } from '../../../api/endpoint/in-process.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { isPayable, ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import { badge, chipLink, copyable } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { qrCode } from '../../../web/html/qr-code.ts'
import { ago, exactly } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { merchantLogin } from '../../../web/redirects/merchant.ts'
import { dueLabel } from '../labels/due-labels.ts'
import { hasOwnNumber, orderName, orderTitle, statusLabel } from '../labels/order-labels.ts'
import { actionCodeLink } from '../parts/action-code-link.ts'
import { moneyOf, typedAmount } from '../parts/amounts.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { form } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { type Content, page } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import {
  ACTS,
  legalActs,
  type OrderAct,
  suggestedAmounts,
  type TypedFields,
} from './order-actions.ts'
import { isNotesRefused, type NotesRefused, notesSummary, notesView } from './order-notes.ts'
import { doneNews, newsView, type OrderNews, seenState } from './order-news.ts'
import { withRequests } from './step-requests.ts'
import { type ShownOrder, timeline } from './timeline.ts'
import { timelineView } from './timeline-view.ts'

export const orderOf = ({ params }: Pick<PageContext, 'params'>) => ({
  params: { id: (params['order'] ?? '').toLowerCase() },
})

export const orderPage = page(
  showOrder,
  {
    path: '/orders/:order',
    operation: 'orderPage',
    of: 'order',
    sent: orderOf,
    keeps: ['capture', 'refund'],
  },
  orderView,
)

async function orderView(
  order: ShownOrder,
  context: PageContext,
  done?: OrderNews | NotesRefused,
): Promise<Content> {
  const refused = done && isNotesRefused(done) ? done : undefined
  const news = done && isNotesRefused(done) ? undefined : (done ?? doneNews(context.query, order))
  const [holderId, related, requests] = await Promise.all([
    holderOf(order, context),
    sameClient(order, context),
    requestsOf(order, context),
  ])
  return {
    title: orderTitle(order),
    ...((refused ?? news?.kind === 'mistakes') && { status: 422 as const }),
    ...(news?.kind === 'stale' && { status: 409 as const }),
    head: html`${backLink(`${context.base}/orders`, 'Orders')}
      <header class="heading" data-live="heading">
        <h1>${orderName(order)} ${badge(...statusLabel(order))}</h1>
        <p class="sum">${amount(moneyOf(order.amount, order.currency))}</p>
      </header>`,
    content: html`${newsView(news, order, context)} ${notesSummary(refused)}
      <div class="columns">
        <section data-live="timeline">
          <h2>Timeline</h2>
          ${timelineView(withRequests(timeline(order), order.id, requests), order, context)}
          ${upcoming(order, context)}
        </section>
        <aside data-live="next">
          ${orderForms(order, context, { news })} ${notesView(order, context, refused)}
          ${relatedOrders(order, related, context)}
        </aside>
        ${details(order, holderId, context)}
      </div>`,
  }
}

/** The call of an action, with the initial values of its form. */
function callNow(act: OrderAct, order: ShownOrder, { now }: PageContext): ApiCall {
  const amounts = { capture: order.approvedAmount, refund: order.depositedAmount }
  const whole = act === 'capture' || act === 'refund' ? amounts[act] : 0
  return ACTS[act].call(order, { amount: whole, card: undefined }, now)
}

/** The amount that a chip has put into the URL. */
const suggested = (act: OrderAct, { query }: PageContext): TypedFields => {
  const amount = query.get(act)?.slice(0, 20)
  return amount === undefined ? {} : { amount }
}

/** Links that fill in the amount of a form. */
function amountChips(
  act: OrderAct,
  order: ShownOrder,
  { base, query }: PageContext,
  back: 'try' | undefined,
): HtmlValue {
  const path = back === 'try' ? `${base}/try/${order.number}` : `${base}/orders/${order.id}`
  const chips = suggestedAmounts(act, order).map(([label, minor]) => {
    const typed = typedAmount(minor, order.currency)
    const text = `${label} ${typed}`
    return chipLink(text, `${path}?${act}=${typed}#${act}`, query.get(act) === typed)
  })
  return (
    chips.length > 0 &&
    html`<p class="chips" role="group" aria-label="Suggested amounts">${chips}</p>`
  )
}

/**
 * The actions on an order in its current state; `back` names the page to which its forms return.
 */
export function orderForms(
  order: ShownOrder,
  context: PageContext,
  { news, back }: { readonly news?: OrderNews | undefined; readonly back?: 'try' } = {},
): HtmlValue {
  if (!callOptions(context).mayAct) return undefined
  const legal = legalActs(order, context)
  if (legal.length === 0)
    return html`<section class="acts">
      <h2>Actions</h2>
      <p class="aside">This order has no further actions.</p>
    </section>`
  return html`<section class="acts">
    <h2>Actions</h2>
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
        ...(fields && { fields: fields(order, mistaken?.typed ?? suggested(act, context)) }),
        after: amountChips(act, order, context, back),
        ...(mistaken && { mistakes: mistaken.mistakes }),
      }
      return form(options, callOptions(context))
    })}
  </section>`
}

function paymentPage(order: ShownOrder, { project, origin }: PageContext): Html {
  const path = `/payment/merchants/${merchantLogin(project)}/payment_en.html?mdOrder=${order.id}`
  return html`<p><a class="button" href="${path}">Open the payment page</a></p>
    ${
      // A phone cannot reach this machine's loopback interface.
      !isLoopback(new URL(origin).hostname) &&
      html`<details class="fold">
        <summary>Open it on a phone</summary>
        ${qrCode(origin + path, 'QR code of the payment page')}
      </details>`
    }`
}

export function upcoming(order: ShownOrder, { now, base }: PageContext): HtmlValue {
  const next = dueLabel(order)
  return (
    next &&
    html`<p class="upcoming">
      ${icons.clock}<span>${next.what} automatically ${ago(next.at, now)}</span>
      <a href="${base}/clock">Advance the clock</a>
    </p>`
  )
}

/** The cardholder of the issued card that paid. */
async function holderOf(
  { payment }: ShownOrder,
  { perform }: PageContext,
): Promise<string | undefined> {
  const id = payment?.cardId ?? undefined
  return id === undefined ? undefined : (await perform(showCard, { params: { id } })).cardholderId
}

function details(
  order: ShownOrder,
  holderId: string | undefined,
  { now, base }: PageContext,
): Html {
  const { payment, challenge, currency } = order
  const money = (minor: number) => amount(moneyOf(minor, currency))
  const card = payment ?? challenge
  const bindingId = payment?.bindingId ?? order.bindingId
  const params = Object.entries(order.params)
  return html`<section class="below" data-live="details">
    <h2>Details</h2>
    ${descriptionList([
      ['Id', copyable(order.id, 'order id')],
      [
        'Number',
        html`${copyable(order.number, 'order number')}
        ${!hasOwnNumber(order) && html`<span class="aside">generated from the id</span>`}`,
      ],
      ['Requests', html`<a href="${base}/activity?id=${order.id}">Requests of this order</a>`],
      ['Registered', exactly(Date.parse(order.createdAt), now)],
      ['Authorised', order.approvedAmount > 0 && money(order.approvedAmount)],
      [capturedLabel(order), order.depositedAmount > 0 && money(order.depositedAmount)],
      ['Refunded', order.refundedAmount > 0 && money(order.refundedAmount)],
      ['Card', card && cardLink(order, card.numberMask, base)],
      [
        'Cardholder name',
        card?.cardholderName &&
          (holderId === undefined
            ? html`<bdi>${card.cardholderName}</bdi>`
            : html`<a href="${base}/cardholders/${holderId}"
                ><bdi>${card.cardholderName}</bdi></a
              >`),
      ],
      [
        'Ledger entry',
        payment?.entryId &&
          html`<a href="${base}/ledger/entries/${payment.entryId}">${payment.entryId}</a>`,
      ],
      ['IP address', payment?.ip ?? order.ip],
      ['RRN', payment?.rrn && copyable(payment.rrn, 'RRN')],
      ['Approval code', payment?.approvalCode && copyable(payment.approvalCode, 'approval code')],
      ['ECI', payment?.eci],
      ['Action code', actionCodeLink(base, order.actionCode)],
      ['Binding', bindingId && copyable(bindingId, 'binding id')],
      [
        'Client',
        order.clientId &&
          html`<a href="${listOf({ client: order.clientId }, base)}"
            ><bdi>${order.clientId}</bdi></a
          >`,
      ],
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

/** `depositedAmount` is the amount that the merchant keeps. */
const capturedLabel = ({ refundedAmount }: Pick<ShownOrder, 'refundedAmount'>): string =>
  refundedAmount > 0 ? 'Captured minus refunds' : 'Captured'

/** The orders list with a filter. */
const listOf = (filter: Readonly<Record<string, string>>, base: string): string =>
  `${base}/orders?${new URLSearchParams(filter).toString()}`

/** The page of an issued card, or the test cards. */
function cardLink({ payment }: ShownOrder, mask: string, base: string): Html {
  const number = html`<span class="number">${maskedCard(mask)}</span>`
  if (payment === null) return number
  if (payment.cardId !== null) return html`<a href="${base}/cards/${payment.cardId}">${number}</a>`
  return payment.cardKind === 'test' ? html`<a href="${base}/test-cards">${number}</a>` : number
}

/** Number of an order's newest requests in which its steps are searched for. */
const REQUESTS_MAX = 50

async function requestsOf(
  { id }: ShownOrder,
  { perform }: PageContext,
): Promise<readonly RequestAnswer[]> {
  return (await perform(listRequests, { query: { id, limit: String(REQUESTS_MAX) } })).items
}

const RELATED_MAX = 5

type ListedOrders = AnswerOf<typeof listOrders>['items']

/** The newest other orders of the same client. */
async function sameClient(
  { id, clientId }: ShownOrder,
  { perform }: PageContext,
): Promise<ListedOrders> {
  if (clientId === null) return []
  const query = { clientId, limit: String(RELATED_MAX + 1) }
  const { items } = await perform(listOrders, { query })
  return items.filter((order) => order.id !== id).slice(0, RELATED_MAX)
}

function relatedOrders(
  order: ShownOrder,
  items: ListedOrders,
  { base, now }: PageContext,
): HtmlValue {
  const mask = order.payment?.numberMask.slice(-4)
  if (items.length === 0 && mask === undefined) return undefined
  return html`<section class="related">
    <h2>Related orders</h2>
    ${
      items.length > 0 &&
      html`<ul>
        ${items.map(
          (each) =>
            html`<li>
              <a href="${base}/orders/${each.id}">${orderName(each)}</a>
              ${badge(...statusLabel(each))} ${ago(Date.parse(each.createdAt), now)}
              ${amount(moneyOf(each.amount, each.currency))}
            </li>`,
        )}
      </ul>`
    }
    <p class="aside">
      ${
        order.clientId !== null &&
        html`<a href="${listOf({ client: order.clientId }, base)}">All orders of this client</a> `
      }
      ${mask !== undefined && html`<a href="${listOf({ card: mask }, base)}">Orders with •••• ${mask}</a>`}
    </p>
  </section>`
}

/** An order next to the orders list; nothing for an unknown order. */
export async function orderPreview(id: string, context: PageContext): Promise<HtmlValue> {
  const order = await foundOrUndefined(
    context.perform(showOrder, { params: { id: id.toLowerCase() } }),
  )
  return (
    order &&
    html`<header>
        <h2>${orderName(order)} ${badge(...statusLabel(order))}</h2>
        <p class="sum">${amount(moneyOf(order.amount, order.currency))}</p>
      </header>
      ${timelineView(timeline(order), order, context)} ${upcoming(order, context)}
      <p class="press">
        <a class="button quiet" href="${context.base}/orders/${order.id}">Open the order</a>
      </p>`
  )
}
