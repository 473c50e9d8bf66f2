// The saved filters of the list of orders.

import type { listOrders } from '../../../api/control/orders.ts'
import type { QueryOf } from '../../../api/endpoint/operation.ts'
import { DAY_MS } from '../../../kernel/calendar.ts'
import type { ListFilter } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'
import { UnknownQuery } from '../shell/unknown-query.ts'

export type OrderQuery = QueryOf<typeof listOrders>

export interface OrderFilter extends ListFilter<OrderQuery> {
  readonly empty: string
}

// prettier-ignore
export const ORDER_FILTERS: readonly [OrderFilter, ...OrderFilter[]] = [
  { name: 'all',      label: 'All',      empty: 'Orders appear here as soon as a merchant registers one.' },
  { name: 'held',     label: 'Held',     query: { status: 'held' },      empty: 'No holds. Two-stage orders wait here for their capture.' },
  { name: 'paid',     label: 'Paid',     query: { status: 'deposited' }, empty: 'No paid orders.' },
  { name: 'declined', label: 'Declined', query: { status: 'declined' },  empty: 'No declined orders.' },
  { name: 'expiring', label: 'Expiring', query: { expiring: 'true' },    empty: 'No order changes automatically in the next 24 hours.' },
  { name: 'refunded', label: 'Refunded', query: { status: 'refunded' },  empty: 'No refunded orders.' },
]

export function orderFilterOf({ query }: Pick<PageContext, 'query'>): OrderFilter {
  const name = query.get('filter')
  const filter = name === null ? ORDER_FILTERS[0] : ORDER_FILTERS.find((each) => each.name === name)
  if (filter === undefined) throw new UnknownQuery('filter', name ?? '')
  return filter
}

/** The query of a filter. Expiring orders are those of the next 24 hours of the project's clock. */
export const orderQuery = (
  { query = {} }: OrderFilter,
  { now }: Pick<PageContext, 'now'>,
): OrderQuery => ({
  ...query,
  ...(query.expiring !== undefined && { dueUntil: new Date(now + DAY_MS).toISOString() }),
})
