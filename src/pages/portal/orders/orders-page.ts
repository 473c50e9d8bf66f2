// The list of a project's orders.

import type { Order } from '../../../payments/orders/order.ts'
import { badge, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { paymentSystemOf } from '../../../payments/methods/payment-card.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import { filterLinks, liveAddress, liveList, pageLinks } from '../parts/list-view.ts'
import type { View, PageContext } from '../shell/screen.ts'
import {
  ORDER_FILTERS,
  orderFilterOf,
  ordersBehind,
  placeOf,
  placeText,
  totalsOf,
} from './order-filters.ts'
import { totalsView } from './order-totals-view.ts'
import { statusWord } from '../labels/order-labels.ts'
import { strayList } from '../parts/stray-list.ts'

const PAGE_SIZE = 50
const LIST: ApiCall = { api: 'control', method: 'GET', path: '/orders' }

export async function ordersPage(context: PageContext): Promise<View> {
  const { base, query, now } = context
  const stray = strayList(
    context,
    { title: 'Orders', address: `${base}/orders`, call: LIST },
    {
      filter: (value) => ORDER_FILTERS.some(({ name }) => name === value),
      after: (value) => placeOf(value) !== undefined,
    },
  )
  if (stray !== undefined) return stray
  const filter = orderFilterOf(query)
  const after = placeOf(query.get('after'))
  const [{ items, next }, totals] = await Promise.all([
    ordersBehind(context, filter, { after, limit: PAGE_SIZE }),
    totalsOf(context, filter),
  ])
  const address = `${base}/orders`
  const filtered = `${address}?filter=${filter.name}`
  return {
    title: 'Orders',
    call: LIST,
    live: { of: 'list', address: liveAddress(address, query), kinds: ['order'] },
    content: html`<header class="heading">
        <h1>Orders</h1>
        <p class="tools">
          <a class="button quiet" href="${base}/orders.csv?filter=${filter.name}" download
            >Export CSV</a
          >
          ${callOptions(context).mayAct && html`<a class="button" href="${base}/try">Try a payment</a>`}
        </p>
      </header>
      ${filterLinks(address, ORDER_FILTERS, filter.name)}
      <div data-live="totals">${totalsView(totals, filter.label)}</div>
      ${liveList(
        table({
          caption: `Orders: ${filter.label}`,
          stacks: true,
          columns: [
            { header: 'Order' },
            { header: 'Status' },
            { header: 'Card' },
            { header: filter.isExpiring === true ? 'Ends' : 'Registered' },
            { header: 'Amount', align: 'end' },
          ],
          rows: items.map((order) => line(order, base, now, filter.isExpiring === true)),
          empty: empty(filter.empty),
        }),
        pageLinks(
          after === undefined ? undefined : filtered,
          next === null ? undefined : `${filtered}&after=${placeText(next)}`,
        ),
      )}`,
  }
}

const empty = (text: string): Html => html`<p>${text}</p>`

function line(order: Order, base: string, now: number, isExpiring: boolean) {
  const { meaning, word } = statusWord(order)
  const { payment } = order.progress
  const at = isExpiring && order.dueAt !== null ? order.dueAt : order.createdAt
  return [
    html`<a class="name" href="${base}/orders/${order.id}"><bdi>${order.number}</bdi></a>`,
    badge(meaning, word),
    payment &&
      html`<span class="card-mask"
        >${paymentSystemOf(payment.card.mask)}
        <span class="number">${lastFour(payment.card.mask)}</span></span
      >`,
    ago(at, now),
    amount(moneyOf(order.amount, order.currency)),
  ]
}
