// The list of orders as a file: read page by page while it is sent, so that a long one costs no memory, and bounded.

import { decimalAmount } from '../../../ledger/currency.ts'
import { currencyOfOrder, type Order } from '../../../payments/orders/order.ts'
import { csvRow } from '../parts/csv.ts'
import type { Download, PageContext } from '../shell/screen.ts'
import { orderFilterOf, type OrderPlace, ordersBehind } from './order-filters.ts'
import { statusWord } from '../labels/order-labels.ts'

const PAGE_SIZE = 500
/** Orders in one file. */
const ORDERS_MAX = 100_000

type Column = readonly [header: string, value: (order: Order) => string | number]

// prettier-ignore
const COLUMNS: readonly Column[] = [
  ['order_id',         ({ id }) => id],
  ['order_number',     ({ number }) => number],
  ['registered_at',    ({ createdAt }) => new Date(createdAt).toISOString()],
  ['status',           (order) => statusWord(order).word],
  ['order_status',     ({ status }) => status],
  ['action_code',      ({ actionCode }) => actionCode],
  ['currency',         (order) => currencyOfOrder(order).alpha],
  ['amount',           (order) => decimalAmount(order.amount, currencyOfOrder(order))],
  ['approved_amount',  (order) => decimalAmount(order.approvedAmount, currencyOfOrder(order))],
  ['deposited_amount', (order) => decimalAmount(order.depositedAmount, currencyOfOrder(order))],
  ['refunded_amount',  (order) => decimalAmount(order.refundedAmount, currencyOfOrder(order))],
  ['card',             ({ progress }) => progress.payment?.card.mask ?? ''],
  ['rrn',              ({ progress }) => progress.payment?.rrn ?? ''],
  ['client_id',        ({ clientId }) => clientId ?? ''],
]

export function ordersFile(context: PageContext): Promise<Download> {
  return Promise.resolve({
    fileName: 'orders.csv',
    contentType: 'text/csv; charset=utf-8',
    parts: lines(context),
  })
}

async function* lines(context: PageContext): AsyncGenerator<string, void, undefined> {
  yield csvRow(COLUMNS.map(([header]) => header))
  const filter = orderFilterOf(context.query)
  let after: OrderPlace | undefined
  for (let sent = 0; sent < ORDERS_MAX; sent += PAGE_SIZE) {
    const { items, next } = await ordersBehind(context, filter, { after, limit: PAGE_SIZE })
    yield items.map((order) => csvRow(COLUMNS.map(([, value]) => String(value(order))))).join('')
    if (next === null) return
    after = next
  }
}
