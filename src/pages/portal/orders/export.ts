// The list of orders as a file, read page by page while it is sent.

import { listOrders } from '../../../api/control/orders.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { decimalAmount } from '../../../ledger/currency.ts'
import { ORDER_STATUS } from '../../../payments/orders/order-status.ts'
import { type ListedOrder, statusLabel } from '../labels/order-labels.ts'
import { knownCurrency } from '../parts/amounts.ts'
import { csvRow } from '../parts/csv.ts'
import type { Download, PageContext } from '../shell/screen.ts'
import { orderFilterOf, orderQuery } from './order-filters.ts'

/** As many as one answer holds. */
const PAGE_SIZE = 200
/** Orders in one file. */
const ORDERS_MAX = 100_000

const money = (minor: number, { currency }: ListedOrder) =>
  decimalAmount(minor, knownCurrency(currency))

type Column = readonly [header: string, value: (order: ListedOrder) => string | number]

// prettier-ignore
const COLUMNS: readonly Column[] = [
  ['order_id',         ({ id }) => id],
  ['order_number',     ({ number }) => number],
  ['registered_at',    ({ createdAt }) => createdAt],
  ['status',           (order) => statusLabel(order)[1]],
  ['order_status',     ({ status }) => ORDER_STATUS[status]],
  ['action_code',      ({ actionCode }) => actionCode],
  ['currency',         ({ currency }) => knownCurrency(currency).alpha],
  ['amount',           (order) => money(order.amount, order)],
  ['approved_amount',  (order) => money(order.approvedAmount, order)],
  ['deposited_amount', (order) => money(order.depositedAmount, order)],
  ['refunded_amount',  (order) => money(order.refundedAmount, order)],
  ['card',             ({ numberMask }) => numberMask ?? ''],
  ['rrn',              ({ rrn }) => rrn ?? ''],
  ['client_id',        ({ clientId }) => clientId ?? ''],
]

export const ordersFile = (context: PageContext): Promise<Download> =>
  Promise.resolve({
    fileName: 'orders.csv',
    contentType: 'text/csv; charset=utf-8',
    parts: lines(context),
  })

async function* lines(context: PageContext): AsyncGenerator<string, void, undefined> {
  yield csvRow(COLUMNS.map(([header]) => header))
  const query = { ...orderQuery(orderFilterOf(context), context), limit: String(PAGE_SIZE) }
  let cursor: string | null = null
  for (let sent = 0; sent < ORDERS_MAX; sent += PAGE_SIZE) {
    const page: AnswerOf<typeof listOrders> = await context.perform(listOrders, {
      query: { ...query, ...(cursor !== null && { cursor }) },
    })
    yield page.items
      .map((order) => csvRow(COLUMNS.map(([, value]) => String(value(order)))))
      .join('')
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
