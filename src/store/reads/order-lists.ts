// Reads lists of orders: by filter and status, by time and amount, and by card.

import type { Order } from '../../payments/orders/order.ts'
import {
  ORDER_STATUS,
  type OrderStatus,
  ranOutOfTime,
  wasCancelledByPayer,
  wasWithdrawn,
} from '../../payments/orders/order-status.ts'
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
import { FILTER_CONDITIONS, type OrderFilterName } from './order-filters.ts'

/** The time or amount by which the list is sorted, and the order id. */
export type OrderKey = readonly [at: number, id: string]

export interface OrderFilter extends PageRequest<OrderKey> {
  /** `all` by default. Expiring orders are sorted by the time of their expiry. */
  readonly filter?: OrderFilterName | undefined
  readonly sort?: OrderSort | undefined
  readonly status?: OrderStatus | undefined
  /** Registration period: epoch milliseconds, `from` inclusive and `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** The merchant's order number, complete. */
  readonly number?: string | undefined
  /** Part of the number or id, case-insensitive. */
  readonly text?: string | undefined
  /** ISO 4217 numeric code. */
  readonly currency?: number | undefined
  /** Registered amount in minor units, inclusive. */
  readonly amountFrom?: number | undefined
  readonly amountUntil?: number | undefined
  /** Last four digits of the card in the last attempt. */
  readonly lastFour?: string | undefined
  /** Action code of the last attempt. */
  readonly actionCode?: number | undefined
  readonly clientId?: string | undefined
  readonly label?: string | undefined
}

export const ORDER_SORTS = ['newest', 'oldest', 'largest', 'smallest'] as const
type OrderSort = (typeof ORDER_SORTS)[number]

const columns = prefixedColumns(TABLES.order, 'o', 'o_')

/** Orders along an index: a page of them, and the matching part of a window. */
interface Walk {
  readonly by: 'created_at' | 'due_at' | 'amount'
  readonly isAscending: boolean
  /** True along the index by client, whose id is a parameter. */
  readonly isOfClient: boolean
  /** True if the index also contains other orders, so that windows of it are searched. */
  readonly isSparse: boolean
  readonly isLabelOnly: boolean
  readonly page: Statement
  readonly windowEnd: Statement
  readonly found: Statement
  readonly keyOf: (order: Order) => OrderKey
  readonly first: OrderKey
  readonly last: OrderKey
}

/** The condition of a list. A list by status has its index in another order. */
interface Scope {
  readonly name: string
  readonly condition: string
  readonly status?: OrderStatus
  /**
   * True if its index contains the label, which is the only condition; larger windows are then as
   * fast.
   */
  readonly isLabelOnly?: true
}

/** Number of entries per window in the index of labelled orders. */
const LABEL_WINDOW_ROWS = 5 * SEARCH_WINDOW_ROWS

/** Ids are hexadecimal digits, so the second bound is after all of them. */
const BEFORE_ALL: OrderKey = [-1, '']
const AFTER_ALL: OrderKey = [Number.MAX_SAFE_INTEGER, 'g']

function walkAlong(
  scope: Scope,
  { by, isAscending, isOfClient }: Pick<Walk, 'by' | 'isAscending' | 'isOfClient'>,
): Walk {
  const [beyond, upTo, direction] = isAscending ? ['>', '<=', ''] : ['<', '>=', 'desc']
  const hasIndex = by === 'created_at' && !isOfClient
  // The status is only part of the range, so that the planner has to use its index.
  const status = hasIndex ? scope.status : undefined
  const lead = status === undefined ? ['', ''] : ['o.status, ', `${status}, `]
  const isAll = scope.name === 'all' || status !== undefined
  // A bound such as `>= 0` would replace the end of the window in the index range.
  const along = hasIndex && !isAll ? scope.condition : `o.${by} is not null`
  const indexed = isOfClient ? 'o.client_id = $6' : along
  const range = `gateway_order o where o.project_id = $1 and ${indexed}
    and (${lead[0]}o.${by}, o.id) ${beyond} (${lead[1]}$2, $3)
    and (${lead[0]}o.${by}, o.id) ${upTo} (${lead[1]}$4, $5)`
  const sorted = `order by ${lead[0]?.replace(',', ` ${direction},`)}o.${by} ${direction}, o.id ${direction}`
  const isWhole = scope.name === 'all' || hasIndex || by === 'due_at'
  const next = isOfClient ? 7 : 6
  const select = `select ${columns} from ${range} ${isWhole ? '' : `and ${unindexed(scope.condition)}`}`
  const period = `o.created_at + 0 >= $${next + 1} and o.created_at + 0 < $${next + 2}`
  const name = `${scope.name}_by_${by}${isAscending ? '_up' : ''}${isOfClient ? '_of_client' : ''}`
  const windowRows = scope.isLabelOnly === true ? LABEL_WINDOW_ROWS : SEARCH_WINDOW_ROWS
  // A left join reads the index first, and then the few orders that it found. PostgreSQL may
  // reverse any other join.
  const ofLabel = `select ${columns} from (select o.id from ${range}
      and replace(o.labels, $${next + 1}, '') <> o.labels ${sorted} limit $${next}) f
    left join gateway_order o on o.project_id = $1 and o.id = f.id ${sorted}`
  return {
    by,
    isAscending,
    isOfClient,
    isSparse: !isWhole,
    isLabelOnly: scope.isLabelOnly === true,
    // A list by time uses its period as bounds; a list by another column is searched for the
    // period. A planner that expects few rows in the period would sort the list instead of reading
    // its index.
    page: { name: `read_orders_${name}`, text: `${select} ${sorted} limit $${next}` },
    windowEnd: {
      name: `read_orders_end_${name}`,
      text: `select o.${by} as at, o.id from ${range} ${sorted} limit 1 offset ${windowRows - 1}`,
    },
    found: {
      name: `read_orders_found_${name}`,
      text:
        scope.isLabelOnly === true
          ? ofLabel
          : `${select} and ${period} and ${searched(next + 3)} ${sorted} limit $${next}`,
    },
    keyOf: ({ createdAt, dueAt, amount, id }) => [
      { created_at: createdAt, due_at: dueAt ?? 0, amount }[by],
      id,
    ],
    first: isAscending ? BEFORE_ALL : AFTER_ALL,
    last: isAscending ? AFTER_ALL : BEFORE_ALL,
  }
}

/** The condition as expressions, so that the planner stays on the list's index. */
const unindexed = (condition: string): string =>
  condition.replaceAll(/o\.(action_code|failed_attempts|status) (?=[=>i])/g, 'o.$1 + 0 ')

/**
 * Conditions that filter a window, with parameters from a given number on. The amount is compared
 * as an expression, because its index would read the whole project.
 */
function searched(first: number): string {
  const [text, currency, currencyTo, amount, amountTo, card, code, codeTo, client, status, label] =
    Array.from({ length: 11 }, (_, index) => `$${first + index}`)
  return `(${text} = '' or lower(o.number) like lower(${text}) escape '!' or o.id like lower(${text}) escape '!')
    and o.currency between ${currency} and ${currencyTo} and o.amount + 0 between ${amount} and ${amountTo}
    and (${card} = '' or o.progress like ${card}) and o.action_code between ${code} and ${codeTo}
    and (${client} = '' or o.client_id = ${client}) and (${status} = -1 or o.status = ${status})
    and (${label} = '' or replace(o.labels, ${label}, '') <> o.labels)`
}

/** The parameters of these conditions; empty texts and -1 set no condition. */
function searchedParameters(filter: OrderFilter): readonly (string | number)[] {
  const { text, currency, amountFrom, amountUntil, lastFour, actionCode, clientId, status, label } =
    filter
  return [
    text === undefined ? '' : containing(text),
    ...[currency ?? 0, currency ?? 999],
    ...[amountFrom ?? 0, amountUntil ?? Number.MAX_SAFE_INTEGER],
    // The card that pays at 3-D Secure, or the card of the last attempt.
    lastFour === undefined ? '' : `%"mask":"______**${lastFour}"%`,
    ...[actionCode ?? ACTION_CODE_MIN, actionCode ?? ACTION_CODE_MAX],
    clientId ?? '',
    status ?? -1,
    labelInList(label),
  ]
}

/** A label as it appears in the JSON list; it contains no quotation marks. */
const labelInList = (label: string | undefined): string =>
  label === undefined ? '' : JSON.stringify(label)

const ACTION_CODE_MIN = -(2 ** 31)
const ACTION_CODE_MAX = 2 ** 31 - 1

const byNumberStatement: Statement = {
  name: 'read_orders_by_number',
  text: `select ${columns} from gateway_order o where o.project_id = $1 and o.number = $2`,
}

/**
 * An order's position in a card's list is its first entry on the card. Any number of transfers may
 * be in between, so entries are searched in windows.
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

/** Orders, newest first by default; for expiring orders, the earliest first. */
export async function ordersPage(
  reads: Queryable,
  datasetId: number,
  filter: OrderFilter,
): Promise<ListPage<Order, OrderKey>> {
  const { number, limit, clientId } = filter
  if (number !== undefined) {
    const records = await reads.query(byNumberStatement, [datasetId, number])
    return { items: records.map(orderOf).filter((order) => fits(order, filter)), next: null }
  }
  const walk = walkOf(filter)
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = filter
  const [first, last] = boundsOf(walk, filter)
  const ofClient = walk.isOfClient && clientId !== undefined ? [clientId] : []
  const conditions = walk.isLabelOnly
    ? [labelInList(filter.label)]
    : [from, until, ...searchedParameters(filter)]
  const read = async (statement: Statement, after: OrderKey, end: OrderKey, most: number) => {
    const more = statement === walk.found ? conditions : []
    const parameters = [datasetId, ...after, ...end, ...ofClient, most, ...more]
    return (await reads.query(statement, parameters)).map(orderOf)
  }
  if (!isSearched(walk, filter))
    return pageOf(await read(walk.page, first, last, limit + 1), limit, walk.keyOf)
  const search: Search<Order, OrderKey> = {
    windowEnd: async (after) => {
      const parameters = [datasetId, ...after, ...last, ...ofClient]
      const [end] = await reads.query(walk.windowEnd, parameters)
      return end && [Number(end['at']), String(end['id'])]
    },
    found: (after, end = last, most) => read(walk.found, after, end, most),
    keyOf: walk.keyOf,
  }
  return searchPage(search, first, limit)
}

const isSearched = (walk: Walk, filter: OrderFilter): boolean =>
  walk.isSparse ||
  walk.isLabelOnly ||
  (walk.by !== 'created_at' && (filter.from ?? filter.until) !== undefined) ||
  (filter.clientId !== undefined && !walk.isOfClient) ||
  (filter.status !== undefined && scopeOf(filter).status !== filter.status) ||
  filter.label !== undefined ||
  CONDITIONS.some((member) => filter[member] !== undefined)

/** Filters that are in no index of a list. */
const CONDITIONS = [
  ...(['text', 'currency', 'amountFrom', 'amountUntil', 'lastFour', 'actionCode'] as const),
]

const FILTER_STATUS: Readonly<Partial<Record<OrderFilterName, OrderStatus>>> = {
  paid: ORDER_STATUS.deposited,
  held: ORDER_STATUS.held,
  refunded: ORDER_STATUS.refunded,
}

/** The partial index of labelled orders. */
const LABELLED: Scope = { name: 'labelled', condition: `o.labels <> '[]'` }
const OF_LABEL: Scope = { ...LABELLED, name: 'of_label', isLabelOnly: true }

function scopeOf({ filter = 'all', status, label, sort, clientId, ...others }: OrderFilter): Scope {
  const isByTime = sort === undefined || sort === 'newest' || sort === 'oldest'
  if (filter === 'all' && label !== undefined && isByTime && (status ?? clientId) === undefined)
    return CONDITIONS.every((member) => others[member] === undefined) ? OF_LABEL : LABELLED
  if (filter === 'all' && status !== undefined)
    return { name: `status_${status}`, condition: `o.status = ${status}`, status }
  const ofFilter = FILTER_STATUS[filter]
  const condition = FILTER_CONDITIONS[filter]
  return { name: filter, condition, ...(ofFilter !== undefined && { status: ofFilter }) }
}

/** Named after the list, so that each statement is prepared once. */
const walks = new Map<string, Walk>()

function walkOf(filter: OrderFilter): Walk {
  const { sort = 'newest', clientId } = filter
  const scope = scopeOf(filter)
  const isExpiring = scope.name === 'expiring'
  const isByAmount = sort === 'largest' || sort === 'smallest'
  const order = {
    by: isExpiring
      ? ('due_at' as const)
      : isByAmount
        ? ('amount' as const)
        : ('created_at' as const),
    isAscending: isExpiring || sort === 'oldest' || sort === 'smallest',
    isOfClient: !isExpiring && !isByAmount && clientId !== undefined,
  }
  const name = [scope.name, ...Object.values(order)].join()
  const walk = walks.get(name) ?? walkAlong(scope, order)
  walks.set(name, walk)
  return walk
}

/** Start and end of the list, which are the period's if it is sorted by registration time. */
function boundsOf(
  walk: Walk,
  { after = walk.first, from, until }: OrderFilter,
): [OrderKey, OrderKey] {
  if (walk.by !== 'created_at') return [after, walk.last]
  const oldest: OrderKey | undefined = from === undefined ? undefined : [from, '']
  const newest: OrderKey | undefined = until === undefined ? undefined : [until, '']
  return walk.isAscending
    ? [oldest !== undefined && oldest[0] > after[0] ? oldest : after, newest ?? walk.last]
    : [newest !== undefined && newest[0] <= after[0] ? newest : after, oldest ?? walk.last]
}

/** An order found by its number is checked against the other filters here. */
function fits(order: Order, filter: OrderFilter): boolean {
  const { id, number, createdAt, amount } = order
  const { text = '', from = 0, until = Number.MAX_SAFE_INTEGER, lastFour } = filter
  const { amountFrom = 0, amountUntil = Number.MAX_SAFE_INTEGER } = filter
  const equals = (['status', 'currency', 'actionCode', 'clientId'] as const).every(
    (member) => filter[member] === undefined || order[member] === filter[member],
  )
  return (
    equals &&
    FITS_FILTER[filter.filter ?? 'all'](order) &&
    createdAt >= from &&
    createdAt < until &&
    amount >= amountFrom &&
    amount <= amountUntil &&
    (filter.label === undefined || order.labels.includes(filter.label)) &&
    (lastFour === undefined || cardsOf(order).some((mask) => mask.endsWith(lastFour))) &&
    [number, id].some((each) => each.toLowerCase().includes(text.toLowerCase()))
  )
}

const cardsOf = ({ progress: { payment, challenge } }: Order): readonly string[] =>
  [payment, challenge?.payment].flatMap((each) => (each ? [each.card.mask] : []))

// prettier-ignore
const FITS_FILTER: Readonly<Record<OrderFilterName, (order: Order) => boolean>> = {
  all:       () => true,
  paid:      ({ status }) => status === FILTER_STATUS.paid,
  held:      ({ status }) => status === FILTER_STATUS.held,
  declined:  ({ failedAttempts }) => failedAttempts > 0,
  expired:   ranOutOfTime,
  withdrawn: (order) => wasWithdrawn(order) || wasCancelledByPayer(order),
  refunded:  ({ status }) => status === FILTER_STATUS.refunded,
  expiring:  ({ dueAt }) => dueAt !== null,
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
