// Order filters, each with its condition in SQL. An index finds the orders for every filter.

import { ORDER_ACTION_CODE, ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Queryable, Statement } from '../store.ts'

export const ORDER_FILTERS = [
  'all',
  'paid',
  'held',
  'declined',
  'expired',
  'withdrawn',
  'refunded',
  'expiring',
] as const
export type OrderFilterName = (typeof ORDER_FILTERS)[number]

const { timeExpired, neverTried, lostAtIssuer, declinedByMerchant, cancelledByPayer } =
  ORDER_ACTION_CODE

/**
 * Must match the conditions of the partial indexes exactly, so that a count only reads the index.
 * The status is compared as an expression, because its own index would read all orders that ended
 * unpaid.
 */
const ended = (...codes: readonly number[]): string =>
  `o.action_code in (${codes.join(', ')}) and o.status + 0 = ${ORDER_STATUS.declined}`

// prettier-ignore
export const FILTER_CONDITIONS: Readonly<Record<OrderFilterName, string>> = {
  all:       'o.created_at >= 0',
  paid:      `o.status = ${ORDER_STATUS.deposited}`,
  held:      `o.status = ${ORDER_STATUS.held}`,
  declined:  'o.failed_attempts > 0',
  expired:   ended(timeExpired, neverTried, lostAtIssuer),
  withdrawn: ended(declinedByMerchant, cancelledByPayer),
  refunded:  `o.status = ${ORDER_STATUS.refunded}`,
  expiring:  'o.due_at is not null',
}

/** Orders are counted up to this number, so that a count reads a limited part of its index. */
export const COUNTED_MAX = 1000

const counted = (name: OrderFilterName): string => {
  const along =
    name === 'expiring'
      ? 'o.due_at <= $2 order by o.due_at'
      : 'o.created_at >= 0 order by o.created_at'
  return `(select count(*) from (select 1 from gateway_order o where o.project_id = $1
    and ${FILTER_CONDITIONS[name]} and ${along} limit ${COUNTED_MAX + 1}) of_${name}) as count_${name}`
}

const countsStatement: Statement = {
  name: 'count_orders_by_filter',
  text: `select ${ORDER_FILTERS.map(counted).join(', ')}`,
}

/**
 * The number of orders for each filter; `COUNTED_MAX + 1` means more. Expiring orders are those due
 * until a time, in epoch milliseconds.
 */
export async function orderCounts(
  reads: Queryable,
  datasetId: number,
  dueUntil: number,
): Promise<Readonly<Record<OrderFilterName, number>>> {
  const [record] = await reads.query(countsStatement, [datasetId, dueUntil])
  return Object.fromEntries(
    ORDER_FILTERS.map((name) => [name, Number(record?.[`count_${name}`] ?? 0)]),
  ) as Record<OrderFilterName, number>
}
