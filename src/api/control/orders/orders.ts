// Orders of interface C: the list, and one order with its payment, entries and callbacks.

import { Type } from '../../../web/http/schemas/type.ts'
import { DAY_MS } from '../../../kernel/calendar.ts'
import { batchTime } from '../../../kernel/dataset.ts'
import { callbacksOf } from '../../../store/reads/callbacks.ts'
import { entriesPage } from '../../../store/reads/entries.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import {
  COUNTED_MAX,
  ORDER_FILTERS,
  orderCounts,
  type OrderFilterName,
} from '../../../store/reads/order-filters.ts'
import { ORDER_SORTS, type OrderKey, ordersPage } from '../../../store/reads/order-lists.ts'
import { orderTotals, TOTALLED_MAX } from '../../../store/reads/order-totals.ts'
import { numericCode } from '../../../ledger/currency.ts'
import { orderById } from '../../../store/reads/orders.ts'
import { realNow } from '../../../time.ts'
import { LABEL_LENGTH, labelOf } from '../../../payments/orders/label-order.ts'
import { operation } from '../api.ts'
import { callbackView } from '../callbacks/callback-view.ts'
import { entryView } from '../ledger/entry-view.ts'
import { List, listAnswer, listQuery } from '../list.ts'
import { labelOrder, listOrderLabels } from './order-labels.ts'
import {
  ORDER_ID,
  OrderAnswer,
  orderDetails,
  OrderSchema,
  orderStatusOf,
  OrderStatusSchema,
  orderSummary,
  ROWS_SHOWN,
} from './order-view.ts'
import { momentIn, Time } from '../period.ts'
import { problem, unacceptable } from '../problems.ts'
import { Currency, idParameter, orNull, SearchText } from '../schemas.ts'

const orderList = new List<OrderKey>('orders')
/**
 * A cursor only works with its own sort order: a position by time is meaningless in a list sorted
 * by amount.
 */
const SORTED_LISTS = {
  newest: orderList,
  oldest: orderList.ofPart('oldest'),
  largest: orderList.ofPart('largest'),
  smallest: orderList.ofPart('smallest'),
}
const expiringList = orderList.ofPart('expiring')

const FilterSchema = Type.Enum([...ORDER_FILTERS], {
  description:
    '`declined`: at least one attempt was declined, even if the order was paid later. `expired`, `withdrawn`: the order ended unpaid. `expiring`: an automatic change is ahead; the order that changes next comes first',
})

/** Minor units. */
const AmountBound = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,12}$', description, examples: ['1000'] })

export const listOrders = operation({
  name: 'listOrders',
  method: 'GET',
  path: '/orders',
  summary: 'List the orders',
  description:
    'Lists orders, newest first by default. All filters can be combined. A search reads a long list in parts: a page may contain fewer items than `limit`, or none. Continue with `nextCursor`.',
  query: listQuery({
    filter: Type.Optional(FilterSchema),
    status: Type.Optional(OrderStatusSchema),
    number: Type.Optional(SearchText("The merchant's order number, in full", 'order-1')),
    q: Type.Optional(SearchText('Part of the order number or of the order id', 'order')),
    createdFrom: Type.Optional(Time('Only orders registered at this time or later')),
    createdUntil: Type.Optional(Time('Only orders registered before this time')),
    expiring: Type.Optional(
      Type.Enum(['true'], {
        description: 'The same as `filter=expiring`',
      }),
    ),
    dueUntil: Type.Optional(
      Time('Only orders whose next automatic change is at this time or earlier'),
    ),
    amountFrom: Type.Optional(AmountBound('Only orders of this amount or more, minor units')),
    amountUntil: Type.Optional(AmountBound('Only orders of this amount or less, minor units')),
    currency: Type.Optional(
      Type.String({
        pattern: '^[0-9]{3}$',
        description: 'Only orders in this currency, ISO 4217 numeric code',
        examples: ['978'],
      }),
    ),
    cardLastFour: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}$',
        description:
          'Only orders whose last payment attempt used a card with these last four digits',
        examples: ['1111'],
      }),
    ),
    actionCode: Type.Optional(
      Type.String({
        pattern: '^-?[0-9]{1,9}$',
        description: 'Only orders whose last payment attempt had this action code',
        examples: ['116'],
      }),
    ),
    clientId: Type.Optional(
      SearchText('Only orders of the client with this id (`clientId`)', 'client-7', 255),
    ),
    label: Type.Optional(SearchText('Only orders with this label', 'checkout', LABEL_LENGTH)),
    sort: Type.Optional(
      Type.Enum([...ORDER_SORTS], {
        description:
          'Order of the list: by time of registration (newest first by default) or by amount. Not possible with expiring orders',
      }),
    ),
  }),
  answer: listAnswer(OrderSchema),
  reads: ['order'],
  errors: ['cursor-invalid'],
  async handle({ project, query, read }) {
    const { createdFrom, createdUntil, dueUntil, expiring, sort, limit, cursor, ...given } = query
    const filter = given.filter ?? (expiring === undefined ? 'all' : 'expiring')
    const isExpiring = filter === 'expiring'
    if (isExpiring && sort !== undefined)
      throw unacceptable('/sort', 'cannot sort expiring orders: the next change comes first')
    const until = momentIn('dueUntil', dueUntil) ?? Infinity
    const list = isExpiring ? expiringList : SORTED_LISTS[sort ?? 'newest']
    const found = await read(ordersPage, {
      ...list.request(project, {
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      }),
      filter,
      sort,
      number: given.number,
      text: given.q,
      clientId: given.clientId,
      status: given.status && orderStatusOf(given.status),
      from: momentIn('createdFrom', createdFrom),
      until: momentIn('createdUntil', createdUntil),
      currency: numberOf(given.currency),
      amountFrom: numberOf(given.amountFrom),
      amountUntil: numberOf(given.amountUntil),
      lastFour: given.cardLastFour,
      actionCode: numberOf(given.actionCode),
      label: given.label && labelOf(given.label),
    })
    // The list is sorted by `dueAt`, so no later order can match.
    const items = found.items.filter(({ dueAt }) => !isExpiring || (dueAt ?? 0) <= until)
    const next = items.length < found.items.length ? null : found.next
    return list.answer(project, { items, next }, orderSummary)
  },
})

export const showOrder = operation({
  name: 'showOrder',
  method: 'GET',
  path: '/orders/:id',
  summary: 'Read an order with its entries and callbacks',
  description:
    'Returns the registration, the state of the payment, its journal entries and its callbacks.',
  params: idParameter('order', '0196b0a0-0000-7000-8000-000000000001'),
  answer: OrderAnswer,
  reads: ['order', 'journalEntry', 'callback'],
  errors: ['order-not-found'],
  async handle({ params: { id }, read }) {
    const orderId = ORDER_ID.test(id) ? id : ''
    const [found, entries, callbacks] = await Promise.all([
      read(orderById, orderId, realNow()),
      read(entriesPage, { orderId, limit: ROWS_SHOWN }),
      read(callbacksOf, { orderId, before: Number.MAX_SAFE_INTEGER, limit: ROWS_SHOWN }),
    ])
    if (found === undefined) throw problem('order-not-found', 'This project has no such order.')
    return {
      ...orderDetails(found.order),
      entries: entries.items.map(entryView),
      callbacks: callbacks.map(callbackView),
    }
  },
})

export const COMMENT_LENGTH = 1000

export const commentOrder = operation({
  name: 'commentOrder',
  method: 'PUT',
  path: '/orders/:id/comment',
  summary: 'Comment on an order',
  description:
    "Replaces the order's comment; an empty text deletes it. The order, its payment and its callbacks do not change, and interface C does not return it.",
  params: idParameter('order', '0196b0a0-0000-7000-8000-000000000001'),
  body: Type.Object(
    { text: Type.String({ maxLength: COMMENT_LENGTH }) },
    { additionalProperties: false },
  ),
  examples: [{ text: 'Retried by hand after the timeout.' }],
  answer: Type.Object({
    id: Type.String(),
    comment: orNull(Type.String(), 'The comment; null if there is none'),
  }),
  errors: ['order-not-found'],
  async handle({ params: { id }, body: { text }, command, read }) {
    const orderId = ORDER_ID.test(id) ? id : ''
    if ((await read(orderById, orderId, realNow())) === undefined)
      throw problem('order-not-found', 'This project has no such order.')
    const order = await command('commentOrder', { order: { id: orderId }, text: text.trim() })
    return { id: order.id, comment: order.progress.comment ?? null }
  },
})

const TotalSchema = Type.Object({
  currency: Currency,
  orders: Type.Integer(),
  approved: Type.Integer({ description: 'Sum of the authorised amounts, minor units' }),
  captured: Type.Integer({ description: 'Sum of the captured amounts minus refunds, minor units' }),
  refunded: Type.Integer(),
})

export const getOrderTotals = operation({
  name: 'getOrderTotals',
  method: 'GET',
  path: '/orders/totals',
  summary: 'Total the orders by currency',
  description: `Returns the sums of the newest ${TOTALLED_MAX.toLocaleString('en')} orders. With \`dueUntil\`, returns those of the ${TOTALLED_MAX.toLocaleString('en')} orders that change next.`,
  query: Type.Object(
    {
      filter: Type.Optional(FilterSchema),
      status: Type.Optional(OrderStatusSchema),
      dueUntil: Type.Optional(Time('Only orders with an automatic change at this time or earlier')),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ items: Type.Array(TotalSchema) }),
  reads: ['order'],
  async handle({ query: { filter, status, dueUntil }, read }) {
    const totals = await read(orderTotals, {
      filter,
      status: status && orderStatusOf(status),
      endingUntil: momentIn('dueUntil', dueUntil),
    })
    return {
      items: totals.map(({ currency, ...sums }) => ({ currency: numericCode(currency), ...sums })),
    }
  },
})

const CountSchema = Type.Object({
  filter: FilterSchema,
  orders: Type.Integer({
    description: `Number of orders, up to ${COUNTED_MAX.toLocaleString('en')}`,
  }),
  hasMore: Type.Boolean({
    description: `True if there are more than ${COUNTED_MAX.toLocaleString('en')}`,
  }),
})

export const countOrders = operation({
  name: 'countOrders',
  method: 'GET',
  path: '/orders/counts',
  summary: 'Count the orders by filter',
  description: `Counts up to ${COUNTED_MAX.toLocaleString('en')} orders of each filter. Expiring orders expire in the next 24 hours on the project's clock, or until \`dueUntil\`.`,
  query: Type.Object(
    {
      dueUntil: Type.Optional(
        Time('Only orders whose next automatic change is at this time or earlier'),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ items: Type.Array(CountSchema) }),
  reads: ['order'],
  async handle({ query: { dueUntil }, read }) {
    const until =
      momentIn('dueUntil', dueUntil) ?? batchTime(await read(datasetById), realNow()) + DAY_MS
    const counts = await read(orderCounts, until)
    return {
      items: ORDER_FILTERS.map((filter: OrderFilterName) => ({
        filter,
        orders: Math.min(counts[filter], COUNTED_MAX),
        hasMore: counts[filter] > COUNTED_MAX,
      })),
    }
  },
})

export const orderOperations = [
  getOrderTotals,
  countOrders,
  listOrderLabels,
  listOrders,
  showOrder,
  commentOrder,
  labelOrder,
]

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)
