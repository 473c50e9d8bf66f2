// The orders of a project at interface C: listed, and each with its payment, its entries in the journal and its callbacks.

import Type from 'typebox'
import { callbacksOf } from '../../store/reads/callbacks.ts'
import { entriesPage } from '../../store/reads/entries.ts'
import { ordersPage } from '../../store/reads/order-lists.ts'
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
import { idParameter, momentOf, SearchText } from './schemas.ts'

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
    'Newest first. A search looks through a part of a long list at a time: an answer may then hold fewer items than asked for, or none, and `nextCursor` goes on.',
  query: listQuery({
    status: Type.Optional(OrderStatusSchema),
    number: Type.Optional(SearchText("The merchant's own number, all of it", 'order-1')),
    q: Type.Optional(SearchText('Part of the number or of the id', 'order')),
    createdFrom: Type.Optional(Time('Registered then or later: a date-time with its zone')),
    createdUntil: Type.Optional(Time('Registered before: a date-time with its zone')),
    expiring: Type.Optional(
      Type.Enum(['true'], {
        description: 'Only orders that time will end, capture or give back; the next of them first',
      }),
    ),
  }),
  answer: listAnswer(OrderSchema),
  errors: ['cursor-invalid'],
  async handle({ project, query, read }) {
    const { status, number, q, createdFrom, createdUntil, expiring, ...page } = query
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
    return list.answer(project, found, orderSummary)
  },
})

export const showOrder = operation({
  name: 'showOrder',
  method: 'GET',
  path: '/orders/:id',
  summary: 'Read an order with its entries and callbacks',
  description:
    'What the merchant asked for, how far the payment has come, what it left in the journal and what the merchant was told.',
  params: idParameter('0196b0a0-0000-7000-8000-000000000001'),
  answer: OrderAnswer,
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

export const orderOperations = [listOrders, showOrder]

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
