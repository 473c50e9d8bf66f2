// The saved filters of the list of orders, and the page of it that an address asks for.

import { DAY_MS } from '../../../kernel/calendar.ts'
import type { Order } from '../../../payments/orders/order.ts'
import { ORDER_STATUS, type OrderStatus } from '../../../payments/orders/order-status.ts'
import { ordersPage } from '../../../store/reads/order-lists.ts'
import { type OrderTotal, orderTotals } from '../../../store/reads/order-totals.ts'
import type { PageContext } from '../shell/screen.ts'

interface OrderFilter {
  readonly name: string
  readonly label: string
  readonly status?: OrderStatus
  /** Sorted by what happens to them next, for those to which it happens soon. */
  readonly isExpiring?: true
  /** What will stand here. */
  readonly empty: string
}

// prettier-ignore
export const ORDER_FILTERS: readonly [OrderFilter, ...OrderFilter[]] = [
  { name: 'all',      label: 'All',      empty: 'Orders appear here as soon as a merchant registers one.' },
  { name: 'held',     label: 'Held',     status: ORDER_STATUS.held, empty: 'Nothing is held. Orders of two stages wait here for their capture.' },
  { name: 'paid',     label: 'Paid',     status: ORDER_STATUS.deposited, empty: 'Nothing is paid yet.' },
  { name: 'declined', label: 'Declined', status: ORDER_STATUS.declined, empty: 'Nothing was declined.' },
  { name: 'expiring', label: 'Expiring', isExpiring: true, empty: 'Nothing ends by itself within a day of the project’s clock.' },
  { name: 'refunded', label: 'Refunded', status: ORDER_STATUS.refunded, empty: 'Nothing was refunded.' },
]

export const orderFilterOf = (query: URLSearchParams): OrderFilter =>
  ORDER_FILTERS.find(({ name }) => name === query.get('filter')) ?? ORDER_FILTERS[0]

/** Where a page begins: behind an order, by the time that the list is sorted by, epoch milliseconds, and its id. */
export type OrderPlace = readonly [at: number, id: string]

/** `1700000000000_0190...` of an address. */
export function placeOf(text: string | null): OrderPlace | undefined {
  const [, at, id] = /^(\d{1,15})_([\da-f-]{1,36})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? undefined : [Number(at), id]
}

export const placeText = (place: OrderPlace): string => place.join('_')

/** Orders of a filter behind a place, and where the next page begins. */
export async function ordersBehind(
  { read, now }: Pick<PageContext, 'read' | 'now'>,
  { status, isExpiring }: OrderFilter,
  { after, limit }: { readonly after: OrderPlace | undefined; readonly limit: number },
): Promise<{ readonly items: readonly Order[]; readonly next: OrderPlace | null }> {
  const page = await read(ordersPage, { status, expiring: isExpiring, after, limit })
  if (isExpiring !== true) return page
  const soon = page.items.filter(({ dueAt }) => dueAt !== null && dueAt <= now + DAY_MS)
  return { items: soon, next: soon.length < page.items.length ? null : page.next }
}

/** What the orders of a filter come to, by currency. */
export const totalsOf = (
  { read, now }: Pick<PageContext, 'read' | 'now'>,
  { status, isExpiring }: OrderFilter,
): Promise<readonly OrderTotal[]> =>
  read(orderTotals, isExpiring === true ? { endingUntil: now + DAY_MS } : { status })
