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

type Page = AnswerOf<typeof listOrders>
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

/** Reads the first page before the file begins, so that a wrong filter still gets an error page. */
export async function ordersFile(context: PageContext): Promise<Download> {
  const query = { ...orderQuery(orderFilterOf(context), context), limit: String(PAGE_SIZE) }
  const pageAfter = (cursor: string | null): Promise<Page> =>
    context.perform(listOrders, { query: { ...query, ...(cursor !== null && { cursor }) } })
  return {
    fileName: 'orders.csv',
    contentType: 'text/csv; charset=utf-8',
    parts: lines(await pageAfter(null), pageAfter),
  }
}

async function* lines(
  first: Page,
  pageAfter: (cursor: string) => Promise<Page>,
): AsyncGenerator<string, void, undefined> {
  yield csvRow(COLUMNS.map(([header]) => header))
  let page = first
  for (let sent = PAGE_SIZE; ; sent += PAGE_SIZE) {
    yield page.items
      .map((order) => csvRow(COLUMNS.map(([, value]) => String(value(order)))))
      .join('')
    if (page.nextCursor === null || sent >= ORDERS_MAX) return
    page = await pageAfter(page.nextCursor)
  }
}
