// Reads a project's overview: orders by time and result, failing callbacks, holds that expire next,
// and the completed first steps. Each read is limited to a number of rows along an index.

import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'
import { FAILING, INBOX_STATE } from './callbacks.ts'
import { FILTER_CONDITIONS } from './order-filters.ts'

/** Number of the newest card entries in which a payment is searched for. */
const ENTRIES_SEARCHED_MAX = 1000

const { held, deposited, reversed, refunded } = ORDER_STATUS
/** The status of an order whose payment was approved. */
const APPROVED = [held, deposited, reversed, refunded].join(', ')

/** Parts of a period. */
export interface Buckets {
  /** Epoch milliseconds, `from` inclusive and `until` exclusive. */
  readonly from: number
  readonly until: number
  readonly widthMs: number
}

export interface OrderSeries {
  /** The time of the oldest counted order, if the period has more orders than are counted. */
  readonly countedFrom: number | undefined
  readonly registered: number
  /** Counts per bucket. */
  readonly approved: readonly number[]
  readonly declined: readonly number[]
  readonly held: readonly number[]
}

/** An upper bound: no range has this many buckets. */
const BUCKETS_MAX = 32
const NUMBERS = Array.from({ length: BUCKETS_MAX }, (_, index) => `(${index})`).join(', ')

/**
 * One row per bucket. Counting them individually reads the same part of an index as grouping its
 * rows, without sorting them.
 */
const perBucket = (name: string, counts: Readonly<Record<string, string>>): Statement => ({
  name,
  text: `select ${Object.entries(counts)
    .map(([alias, from]) => `(select count(*) from ${from}) as ${alias}`)
    .join(', ')}
    from (select cast(column1 as bigint) as n from (values ${NUMBERS}) number) bucket
    where $2 + n * $3 < $4 order by n`,
})

/**
 * The time is in the bucket, and not before the oldest counted one. With two lower bounds, SQLite
 * would read each bucket from the start of the first one.
 */
const inBucket = (time: string): string =>
  `${time} >= case when $5 > $2 + n * $3 then $5 else $2 + n * $3 end and ${time} < $2 + (n + 1) * $3`

const ordersInBucket = (condition: string): string =>
  `gateway_order o where o.project_id = $1 and ${condition} and ${inBucket('o.created_at')}`

const ordersStatement = perBucket('count_orders_by_time', {
  approved: ordersInBucket(`o.status in (${APPROVED})`),
  declined: ordersInBucket(FILTER_CONDITIONS.declined),
  held: ordersInBucket(FILTER_CONDITIONS.held),
})

const registeredStatement: Statement = {
  name: 'count_registered_orders',
  text: `select count(*) as n from gateway_order o
    where o.project_id = $1 and o.created_at >= $2 and o.created_at < $3`,
}

const oldestCountedStatement: Statement = {
  name: 'read_oldest_counted_order',
  text: `select o.created_at as at from gateway_order o
    where o.project_id = $1 and o.created_at >= $2 and o.created_at < $3
    order by o.created_at desc, o.id desc limit 1 offset $4`,
}

/**
 * A period's newest orders by registration time, at most `most`. Declined means that at least one
 * attempt was declined.
 */
export async function orderSeries(
  reads: Queryable,
  datasetId: number,
  { from, until, widthMs }: Buckets,
  most: number,
): Promise<OrderSeries> {
  const [oldest] = await reads.query(oldestCountedStatement, [datasetId, from, until, most])
  // Orders at this time are not counted, including others in the same millisecond.
  const countedFrom = oldest === undefined ? undefined : Number(oldest['at']) + 1
  const counted = countedFrom ?? from
  const [records, [all]] = await Promise.all([
    reads.query(ordersStatement, [datasetId, from, widthMs, until, counted]),
    reads.query(registeredStatement, [datasetId, counted, until]),
  ])
  const series = (name: string) => records.map((record) => Number(record[name]))
  return {
    countedFrom,
    registered: Number(all?.['n'] ?? 0),
    approved: series('approved'),
    declined: series('declined'),
    held: series('held'),
  }
}

const openHoldsStatement: Statement = {
  name: 'count_open_holds',
  text: `select count(*) as n from (select 1 from gateway_order o where o.project_id = $1
    and ${FILTER_CONDITIONS.held} and o.created_at >= 0 order by o.created_at limit $2) counted`,
}

/** The number of held orders, up to `most`. */
export async function openHolds(
  reads: Queryable,
  datasetId: number,
  most: number,
): Promise<number> {
  const [record] = await reads.query(openHoldsStatement, [datasetId, most])
  return Number(record?.['n'] ?? 0)
}

/** The condition and the order must match the partial index of failing callbacks. */
const failingTimesStatement: Statement = {
  name: 'read_times_of_failing_callbacks',
  text: `select created_at from callback where project_id = $1 and -id < 0
    and ${FAILING} order by -id limit $2`,
}

/** The times of the newest failing callbacks, up to `most`. */
export async function failingTimes(
  reads: Queryable,
  datasetId: number,
  most: number,
): Promise<readonly number[]> {
  const records = await reads.query(failingTimesStatement, [datasetId, most])
  return records.map((record) => Number(record['created_at']))
}

const orderColumns = prefixedColumns(TABLES.order, 'o', 'o_')
const holdsStatement: Statement = {
  name: 'read_oldest_holds',
  text: `select ${orderColumns} from gateway_order o
    where o.project_id = $1 and o.status = ${held} and o.created_at >= 0
    order by o.created_at, o.id limit $2`,
}

/** Held orders, oldest first, which are the next to end. */
export async function oldestHolds(
  reads: Queryable,
  datasetId: number,
  limit: number,
): Promise<readonly Order[]> {
  const records = await reads.query(holdsStatement, [datasetId, limit])
  return records.map((record) => decode(TABLES.order, record, 'o_') as Order)
}

const exists = (name: string, select: string): string =>
  `case when exists (${select}) then 1 else 0 end as ${name}`

const firstStepsStatement: Statement = {
  name: 'read_first_steps',
  text: `select ${[
    exists(
      'paid',
      `select 1 from gateway_order where project_id = $1 and status in (${APPROVED}) and created_at >= 0`,
    ),
    exists(
      'delivered',
      `select 1 from callback where project_id = $1 and ${INBOX_STATE} = 'delivered'`,
    ),
    exists('issued', 'select 1 from card where project_id = $1 and id >= 0'),
    exists(
      'spent',
      `select 1 from (select kind, approved from journal_entry
        where project_id = $1 and source_card_id >= 0
        order by source_card_id desc, at desc, id desc limit ${ENTRIES_SEARCHED_MAX}) newest
      where kind = 'purchase' and approved = 1`,
    ),
  ].join(', ')}`,
}

/** Each is true once it has happened. */
interface FirstSteps {
  /** A payment was approved. */
  readonly paid: boolean
  /** A callback was delivered. */
  readonly delivered: boolean
  /** A card was issued. */
  readonly issued: boolean
  /** An issued card paid an order. */
  readonly spent: boolean
}

export async function firstSteps(reads: Queryable, datasetId: number): Promise<FirstSteps> {
  const [record] = await reads.query(firstStepsStatement, [datasetId])
  const is = (name: keyof FirstSteps) => Number(record?.[name]) === 1
  return { paid: is('paid'), delivered: is('delivered'), issued: is('issued'), spent: is('spent') }
}
