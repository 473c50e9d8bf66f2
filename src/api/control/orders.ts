// Orders of interface C: the list, and one order with its payment, entries and callbacks.

import Type from 'typebox'
import { callbacksOf } from '../../store/reads/callbacks.ts'
import { entriesPage } from '../../store/reads/entries.ts'
import { ordersPage } from '../../store/reads/order-lists.ts'
import { orderTotals, TOTALLED_MAX } from '../../store/reads/order-totals.ts'
import { numericCode } from '../../ledger/currency.ts'
import { orderById } from '../../store/reads/orders.ts'
import { realNow } from '../../time.ts'
import { operation } from './api.ts'
import { callbackView } from './callback-view.ts'
import { entryView } from './entry-view.ts'
import { List, listAnswer, listQuery } from './list.ts'
import {
  OrderAnswer,
  orderDetails,
  OrderSchema,
  orderStatusOf,
  OrderStatusSchema,
  orderSummary,
  ROWS_SHOWN,
} from './order-view.ts'
import { problem, unacceptable } from './problems.ts'
import { Currency, idParameter, momentOf, SearchText } from './schemas.ts'

const Time = (description: string) =>
  Type.String({ maxLength: 64, description, examples: ['2026-01-01T00:00:00Z'] })

const orderList = new List<readonly [at: number, id: string]>('orders')
const expiringList = orderList.ofPart('expiring')

export const listOrders = operation({
  name: 'listOrders',
  method: 'GET',
  path: '/orders',
  summary: 'List the orders',
  description:
    'Newest first. A search reads a long list in parts: a page may hold fewer items than `limit`, or none. Continue with `nextCursor`.',
  query: listQuery({
    status: Type.Optional(OrderStatusSchema),
    number: Type.Optional(SearchText("The merchant's own number, all of it", 'order-1')),
    q: Type.Optional(SearchText('Part of the number or of the id', 'order')),
    createdFrom: Type.Optional(
      Time('Registered at this time or later: a date-time with a time zone'),
    ),
    createdUntil: Type.Optional(Time('Registered before: a date-time with a time zone')),
    expiring: Type.Optional(
      Type.Enum(['true'], {
        description: 'Only orders with an automatic change ahead, the next one first',
      }),
    ),
    dueUntil: Type.Optional(Time('With `expiring`: changing at this time or earlier')),
  }),
  answer: listAnswer(OrderSchema),
  reads: ['order'],
  errors: ['cursor-invalid'],
  async handle({ project, query, read }) {
    const { status, number, q, createdFrom, createdUntil, expiring, dueUntil, ...page } = query
    const until = timeOf('dueUntil', dueUntil) ?? Infinity
    const list = expiring === undefined ? orderList : expiringList
    const found = await read(ordersPage, {
      ...list.request(project, page),
      number,
      text: q,
      status: status && orderStatusOf(status),
      expiring: expiring !== undefined,
      from: timeOf('createdFrom', createdFrom),
      until: timeOf('createdUntil', createdUntil),
    })
    // The list is sorted by `dueAt`, so that nothing follows an order that is too late.
    const items = found.items.filter(({ dueAt }) => expiring === undefined || (dueAt ?? 0) <= until)
    const next = items.length < found.items.length ? null : found.next
    return list.answer(project, { items, next }, orderSummary)
  },
})

export const showOrder = operation({
  name: 'showOrder',
  method: 'GET',
  path: '/orders/:id',
  summary: 'Read an order with its entries and callbacks',
  description: 'The registration, the state of the payment, its journal entries and its callbacks.',
  params: idParameter('0196b0a0-0000-7000-8000-000000000001'),
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
    if (found === undefined) throw problem('order-not-found', 'There is no such order.')
    return {
      ...orderDetails(found.order),
      entries: entries.items.map(entryView),
      callbacks: callbacks.map(callbackView),
    }
  },
})

const TotalSchema = Type.Object({
  currency: Currency,
  orders: Type.Integer(),
  approved: Type.Integer({ description: 'Minor units' }),
  captured: Type.Integer({ description: 'Less what was refunded' }),
  refunded: Type.Integer(),
})

export const getOrderTotals = operation({
  name: 'getOrderTotals',
  method: 'GET',
  path: '/orders/totals',
  summary: 'Sum up the orders by currency',
  description: `Sums of the newest ${TOTALLED_MAX} orders; with \`dueUntil\`, of the next ${TOTALLED_MAX} orders to change.`,
  query: Type.Object(
    {
      status: Type.Optional(OrderStatusSchema),
      dueUntil: Type.Optional(Time('Only orders with an automatic change at this time or earlier')),
    },
    { additionalProperties: false },
  ),
  answer: Type.Object({ items: Type.Array(TotalSchema) }),
  reads: ['order'],
  async handle({ query: { status, dueUntil }, read }) {
    const totals = await read(orderTotals, {
      status: status && orderStatusOf(status),
      endingUntil: timeOf('dueUntil', dueUntil),
    })
    return {
      items: totals.map(({ currency, ...sums }) => ({ currency: numericCode(currency), ...sums })),
    }
  },
})

export const orderOperations = [getOrderTotals, listOrders, showOrder]

const ORDER_ID = /^[0-9a-f-]{36}$/

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = momentOf(text)
  if (at === undefined)
    throw unacceptable(
      `/${name}`,
      'must be a date-time with its zone, such as 2027-01-01T00:00:00Z',
    )
  return at
}
