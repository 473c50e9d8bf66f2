// Reads lists of orders: newest first, by status, by the time they end; and those of a card.

import type { Order } from '../../payments/orders/order.ts'
import type { OrderStatus } from '../../payments/orders/order-status.ts'
import {
  containing,
  type ListPage,
  type PageRequest,
  pageOf,
  type Search,
  SEARCH_WINDOW_ROWS,
  searchPage,
} from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** The time that the list is sorted by, epoch milliseconds, and the order's id. */
type OrderKey = readonly [at: number, id: string]

export interface OrderFilter extends PageRequest<OrderKey> {
  readonly status?: OrderStatus | undefined
  /** Registration period: epoch milliseconds, `from` inclusive and `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** The merchant's order number, complete. */
  readonly number?: string | undefined
  /** Part of the number or id, case-insensitive. */
  readonly text?: string | undefined
  /** Only orders that will expire or be captured, the next one first. */
  readonly expiring?: boolean | undefined
}

const columns = prefixedColumns(TABLES.order, 'o', 'o_')

/** Orders along an index: a page of them, and the part of a window that contains a text. */
interface Walk {
  readonly page: Statement
  readonly windowEnd: Statement
  readonly found: Statement
  readonly keyOf: (order: Order) => OrderKey
  readonly first: OrderKey
  readonly last: OrderKey
}

function walkAlong(name: string, time: 'created_at' | 'due_at', byStatus: boolean): Walk {
  const isAscending = time === 'due_at'
  const [beyond, upTo, direction] = isAscending ? ['>', '<=', ''] : ['<', '>=', 'desc']
  // The status is part of the range, so that the planner has to use its index.
  const [key, after, end] = byStatus
    ? [`(o.status, o.${time}, o.id)`, '($4, $2, $3)', '($4, $5, $6)']
    : [`(o.${time}, o.id)`, '($2, $3)', '($5, $6)']
  const from = `gateway_order o where o.project_id = $1 and o.${time} is not null
    and ${key} ${beyond} ${after} and ${key} ${upTo} ${end}
    and (o.status = $4 or $4 = -1)`
  const sorted = `order by ${byStatus ? 'o.status desc,' : ''} o.${time} ${direction}, o.id ${direction}`
  // If the list is sorted by registration time, its keys contain the period.
  const period = 'o.created_at + 0 >= $8 and o.created_at + 0 < $9'
  const hasText = `(lower(o.number) like lower($10) escape '!' or o.id like lower($10) escape '!')`
  return {
    page: {
      name: `read_orders_${name}`,
      text: `select ${columns} from ${from} and ${period} ${sorted} limit $7`,
    },
    windowEnd: {
      name: `read_orders_window_end_${name}`,
      text: `select o.${time} as at, o.id from ${from} ${sorted} limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
    },
    found: {
      name: `read_found_orders_${name}`,
      text: `select ${columns} from ${from} and ${period} and ${hasText} ${sorted} limit $7`,
    },
    keyOf: ({ createdAt, dueAt, id }) => [isAscending ? (dueAt ?? 0) : createdAt, id],
    first: isAscending ? OLDEST : NEWEST,
    last: isAscending ? NEWEST : OLDEST,
  }
}

/** Ids are hexadecimal digits, so this one is after all. */
const NEWEST: OrderKey = [Number.MAX_SAFE_INTEGER, 'g']
const OLDEST: OrderKey = [0, '']

const WALK_STATEMENTS = {
  created: walkAlong('created', 'created_at', false),
  status: walkAlong('by_status', 'created_at', true),
  due: walkAlong('due', 'due_at', false),
}

const byNumberStatement: Statement = {
  name: 'read_orders_by_number',
  text: `select ${columns} from gateway_order o where o.project_id = $1 and o.number = $2`,
}

/**
 * The position of an order in a card's list is its first entry on the card. Any number of
 * transfers may be in between, so entries are searched in windows.
 */
const ofCardStatement: Statement = {
  name: 'read_orders_of_card',
  text: `select ${columns}, e.at, e.id as entry_id from journal_entry e
    join gateway_order o on o.project_id = $1 and o.id = e.order_id
    where e.project_id = $1 and e.source_card_id = $2 and (e.at, e.id) < ($3, $4) and (e.at, e.id) >= ($6, $7)
      and e.order_id is not null
      and not exists (select 1 from journal_entry f where f.project_id = $1 and f.order_id >= e.order_id
        and (f.order_id, f.id) < (e.order_id, e.id) and f.source_card_id = $2)
    order by e.at desc, e.id desc limit $5`,
}
const ofCardWindowEnd: Statement = {
  name: 'read_orders_window_end_of_card',
  text: `select at, id from journal_entry
    where project_id = $1 and source_card_id = $2 and (at, id) < ($3, $4)
    order by at desc, id desc limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
}

/** Orders, newest first; for those about to end, the next one first. */
export async function ordersPage(
  reads: Queryable,
  datasetId: number,
  filter: OrderFilter,
): Promise<ListPage<Order, OrderKey>> {
  const { status = -1, number, text, limit } = filter
  if (number !== undefined) {
    const records = await reads.query(byNumberStatement, [datasetId, number])
    return { items: records.map(orderOf).filter((order) => fits(order, filter)), next: null }
  }
  const walk = walkOf(filter)
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = filter
  const [first, last] = boundsOf(walk, filter)
  const read = async (statement: Statement, after: OrderKey, end: OrderKey, most: number) => {
    const more = text === undefined ? [] : [containing(text)]
    const parameters = [datasetId, ...after, status, ...end, most, from, until, ...more]
    return (await reads.query(statement, parameters)).map(orderOf)
  }
  if (text === undefined)
    return pageOf(await read(walk.page, first, last, limit + 1), limit, walk.keyOf)
  const search: Search<Order, OrderKey> = {
    windowEnd: async (after) => {
      const [end] = await reads.query(walk.windowEnd, [datasetId, ...after, status, ...last])
      return end && [Number(end['at']), String(end['id'])]
    },
    found: (after, end = last, most) => read(walk.found, after, end, most),
    keyOf: walk.keyOf,
  }
  return searchPage(search, first, limit)
}

const walkOf = ({ expiring, status }: OrderFilter): Walk =>
  expiring === true
    ? WALK_STATEMENTS.due
    : status === undefined
      ? WALK_STATEMENTS.created
      : WALK_STATEMENTS.status

/** Start and end of the list: those of the period, if it is sorted by registration time. */
function boundsOf(walk: Walk, filter: OrderFilter): [first: OrderKey, last: OrderKey] {
  const { after = walk.first, from, until, expiring } = filter
  if (expiring === true) return [after, walk.last]
  const first: OrderKey = until !== undefined && until <= after[0] ? [until, ''] : after
  return [first, from === undefined ? walk.last : [from, '']]
}

/** An order found by its number is checked against the other filters here. */
function fits({ id, number, createdAt, dueAt, status }: Order, filter: OrderFilter): boolean {
  const { text = '', from = 0, until = Number.MAX_SAFE_INTEGER } = filter
  return (
    (filter.status === undefined || status === filter.status) &&
    (filter.expiring !== true || dueAt !== null) &&
    createdAt >= from &&
    createdAt < until &&
    [number, id].some((each) => each.toLowerCase().includes(text.toLowerCase()))
  )
}

/** When the card was first used for the order, epoch milliseconds, and the entry of that use. */
type CardOrderKey = readonly [at: number, entryId: number]

export interface CardOrder {
  readonly order: Order
  readonly key: CardOrderKey
}

/** Orders that a card of the project paid or tried to pay, newest first. */
export async function ordersOfCard(
  reads: Queryable,
  datasetId: number,
  cardId: number,
  { after = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], limit }: PageRequest<CardOrderKey>,
): Promise<ListPage<CardOrder, CardOrderKey>> {
  const search: Search<CardOrder, CardOrderKey> = {
    windowEnd: async (from) => {
      const [end] = await reads.query(ofCardWindowEnd, [datasetId, cardId, ...from])
      return end && [Number(end['at']), Number(end['id'])]
    },
    found: async (from, end = [0, 0], most) =>
      (await reads.query(ofCardStatement, [datasetId, cardId, ...from, most, ...end])).map(
        cardOrderOf,
      ),
    keyOf: ({ key }) => key,
  }
  return searchPage(search, after, limit)
}

const cardOrderOf = (record: SqlRecord): CardOrder => ({
  order: orderOf(record),
  key: [Number(record['at']), Number(record['entry_id'])],
})

const orderOf = (record: SqlRecord): Order => decode(TABLES.order, record, 'o_') as Order
