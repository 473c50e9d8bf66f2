// Totals of an orders list by currency, over its newest rows only. Exact totals of 100,000 orders
// would read all of them for each page view, or need an index that every payment writes.

import type { OrderStatus } from '../../payments/orders/order-status.ts'
import type { Queryable, Statement } from '../store.ts'
import { FILTER_CONDITIONS, ORDER_FILTERS, type OrderFilterName } from './order-filters.ts'

/** Number of orders that are totalled, from the start of the list. */
export const TOTALLED_MAX = 1000

interface OrderTotal {
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly orders: number
  /** Minor units: approved by issuers, captured and not refunded, and refunded. */
  readonly approved: number
  readonly captured: number
  readonly refunded: number
}

interface TotalledOrders {
  readonly filter?: OrderFilterName | undefined
  readonly status?: OrderStatus | undefined
  /** Only orders that end by this time, in epoch milliseconds. */
  readonly endingUntil?: number | undefined
}

const totalled = (name: string, rows: string): Statement => ({
  name: `read_order_totals_${name}`,
  text: `select currency, count(*) as orders, sum(approved_amount) as approved,
      sum(deposited_amount) as captured, sum(refunded_amount) as refunded
    from (select o.currency, o.approved_amount, o.deposited_amount, o.refunded_amount from gateway_order o
      where o.project_id = $1 and ${rows} limit ${TOTALLED_MAX}) listed
    group by currency order by currency`,
})

const newest = 'order by o.created_at desc, o.id desc'

const STATEMENTS = {
  status: totalled('by_status', `o.status = $2 and o.created_at >= 0 ${newest}`),
  due: totalled('due', 'o.due_at is not null and o.due_at <= $2 order by o.due_at, o.id'),
}

const FILTER_STATEMENTS = Object.fromEntries(
  ORDER_FILTERS.map((name) => [
    name,
    totalled(`of_${name}`, `${FILTER_CONDITIONS[name]} and o.created_at >= 0 ${newest}`),
  ]),
) as Readonly<Record<OrderFilterName, Statement>>

/** Totals by currency; empty for an empty list. */
export async function orderTotals(
  reads: Queryable,
  datasetId: number,
  { filter = 'all', status, endingUntil }: TotalledOrders,
): Promise<readonly OrderTotal[]> {
  // The index of due orders only contains their end, and all of them would be sorted by creation.
  const until = endingUntil ?? (filter === 'expiring' ? Number.MAX_SAFE_INTEGER : undefined)
  const records =
    until !== undefined
      ? await reads.query(STATEMENTS.due, [datasetId, until])
      : status !== undefined
        ? await reads.query(STATEMENTS.status, [datasetId, status])
        : await reads.query(FILTER_STATEMENTS[filter], [datasetId])
  return records.map(({ currency, orders, approved, captured, refunded }) => ({
    currency: Number(currency),
    orders: Number(orders),
    approved: Number(approved),
    captured: Number(captured),
    refunded: Number(refunded),
  }))
}
