// The saved filters of the orders list.

import type { listOrders } from '../../../api/control/orders/orders.ts'
import type { QueryOf } from '../../../api/endpoint/operation.ts'
import { DAY_MS } from '../../../kernel/calendar.ts'
import { LABEL_LENGTH } from '../../../payments/orders/label-order.ts'
import {
  actionCodeField,
  amountFields,
  clientField,
  currencyField,
  lastFourField,
  type ListField,
  periodFields,
  textField,
} from '../parts/list-fields.ts'
import type { ListFilter, ListSort } from '../shell/list-page.ts'
import type { PageContext } from '../shell/screen.ts'
import { UnknownQuery } from '../shell/unknown-query.ts'

type OrderQuery = QueryOf<typeof listOrders>

interface OrderFilter extends ListFilter<OrderQuery> {
  readonly empty: string
}

// prettier-ignore
export const ORDER_FILTERS: readonly [OrderFilter, ...OrderFilter[]] = [
  { name: 'all',       label: 'All',                                             empty: 'Orders appear here as soon as a merchant registers one.' },
  { name: 'paid',      label: 'Paid',      query: { filter: 'paid' },      empty: 'No paid orders.' },
  { name: 'held',      label: 'Held',      query: { filter: 'held' },      empty: 'No held orders. Two-stage payments appear here until you capture or reverse them.' },
  { name: 'declined',  label: 'Declined',  query: { filter: 'declined' },  note: 'Orders with a declined attempt, even if they were paid, withdrawn or expired later.', empty: 'No order has a declined attempt.' },
  { name: 'expired',   label: 'Expired',   query: { filter: 'expired' },   empty: 'No expired orders.' },
  { name: 'withdrawn', label: 'Withdrawn', query: { filter: 'withdrawn' }, empty: 'No withdrawn orders. Merchants and payers can withdraw unpaid orders.' },
  { name: 'refunded',  label: 'Refunded',  query: { filter: 'refunded' },  empty: 'No refunded orders.' },
  { name: 'expiring',  label: 'Expiring',  query: { filter: 'expiring' }, isSorted: true,  empty: 'No orders or holds expire in the next 24 hours.' },
]

export const ORDER_FIELDS: readonly ListField<OrderQuery>[] = [
  ...periodFields<OrderQuery>('createdFrom', 'createdUntil'),
  ...amountFields<OrderQuery>('amountFrom', 'amountUntil'),
  currencyField('currency'),
  lastFourField('cardLastFour'),
  actionCodeField('actionCode'),
  clientField('clientId'),
  textField({ name: 'label', label: 'Label', maxLength: LABEL_LENGTH }, 'label'),
]

// prettier-ignore
export const ORDER_SORTS: readonly ListSort<OrderQuery>[] = [
  { header: 'Registered', down: { name: 'newest',  query: {} },                  up: { name: 'oldest',   query: { sort: 'oldest' } } },
  { header: 'Amount',     down: { name: 'largest', query: { sort: 'largest' } }, up: { name: 'smallest', query: { sort: 'smallest' } } },
]

export function orderFilterOf({ query }: Pick<PageContext, 'query'>): OrderFilter {
  const name = query.get('filter')
  const filter = name === null ? ORDER_FILTERS[0] : ORDER_FILTERS.find((each) => each.name === name)
  if (filter === undefined) throw new UnknownQuery('filter', name ?? '')
  return filter
}

/**
 * The query of a filter. Expiring orders are those that expire in the next 24 hours on the
 * project's clock.
 */
export const orderQuery = (
  { query = {} }: OrderFilter,
  { now }: Pick<PageContext, 'now'>,
): OrderQuery => ({
  ...query,
  ...(query.filter === 'expiring' && { dueUntil: new Date(now + DAY_MS).toISOString() }),
})
