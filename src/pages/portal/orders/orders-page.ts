// The list of a project's orders.

import { listOrderLabels } from '../../../api/control/orders/order-labels.ts'
import {
  countOrders,
  getOrderTotals,
  listOrders,
  showOrder,
} from '../../../api/control/orders/orders.ts'
import { paymentSystemOf } from '../../../payments/methods/payment-card.ts'
import { badge } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { cardBrand } from '../../../web/html/card-brand.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { amount } from '../../../web/html/money.ts'
import { ago } from '../../../web/html/when.ts'
import { type ListedOrder, orderName, orderTitle, statusLabel } from '../labels/order-labels.ts'
import { moneyOf } from '../parts/amounts.ts'
import { callOptions } from '../shell/call-options.ts'
import { countText } from '../shell/list-counts.ts'
import { detailLink } from '../shell/list-detail.ts'
import { listPage } from '../shell/list-page.ts'
import { ORDER_COLUMNS } from './order-columns.ts'
import {
  ORDER_FIELDS,
  ORDER_FILTERS,
  ORDER_SORTS,
  orderFilterOf,
  orderQuery,
} from './order-filters.ts'
import { labelFilters, labelLinks } from './order-notes.ts'
import { orderPreview } from './order-page.ts'
import { totalsView } from './order-totals-view.ts'

/** An order with a declined attempt may have been paid, have expired or been cancelled since. */
const declinedAttempts = ({ failedAttempts }: ListedOrder): Html =>
  html`<span class="aside"
    >${failedAttempts} ${failedAttempts === 1 ? 'attempt' : 'attempts'} declined</span
  >`

export const ordersPage = listPage(listOrders, {
  path: '/orders',
  operation: 'ordersPage',
  title: 'Orders',
  filters: ORDER_FILTERS,
  query: (context) => orderQuery(orderFilterOf(context), context),
  fields: ORDER_FIELDS,
  sorts: ORDER_SORTS,
  file: { operation: 'ordersFile', columns: ORDER_COLUMNS },
  above: (context) =>
    html`<header class="heading">
      <h1>Orders</h1>
      <p class="tools">
        ${
          callOptions(context).mayAct &&
          html`<a class="button" href="${context.base}/try">Try a payment</a>`
        }
      </p>
    </header>`,
  async counts(context) {
    const { items } = await context.perform(countOrders)
    return Object.fromEntries(
      items.map(({ filter, orders, hasMore }) => [filter, countText(orders, hasMore)]),
    )
  },
  async beside(context, filter) {
    const [{ items }, labels] = await Promise.all([
      context.perform(getOrderTotals, { query: orderQuery(filter, context) }),
      filter.name === 'all' ? context.perform(listOrderLabels) : { items: [] },
    ])
    return html`<div data-live="totals">
      ${totalsView(items, filter.label)} ${labelFilters(labels, context)}
    </div>`
  },
  columns: ({ name }) => [
    { header: 'Order' },
    { header: 'Status' },
    { header: 'Card' },
    { header: name === 'expiring' ? 'Changes' : 'Registered' },
    { header: 'Amount', align: 'end' },
  ],
  detail: { shows: [showOrder], show: orderPreview },
  row: (order, context, { name }) => {
    const { base, now } = context
    return [
      [
        html`<a class="name" href="${base}/orders/${order.id}">${orderName(order)}</a>`,
        detailLink(order.id, orderTitle(order), context),
        order.labels.length > 0 && labelLinks(order.labels, context),
      ],
      html`${badge(...statusLabel(order))} ${name === 'declined' && declinedAttempts(order)}`,
      order.numberMask !== null &&
        html`<span class="card-mask"
          >${cardBrand(paymentSystemOf(order.numberMask) ?? 'Card')}
          <span class="number">${lastFour(order.numberMask)}</span></span
        >`,
      ago(Date.parse((name === 'expiring' ? order.dueAt : null) ?? order.createdAt), now),
      amount(moneyOf(order.amount, order.currency)),
    ]
  },
  drawing: 'orders',
  empty: ORDER_FILTERS[0].empty,
  offersSampleData: true,
})
