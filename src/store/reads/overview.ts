// Reads the overview of a project: orders by time and result, failing callbacks, holds that end
// next, and the first steps that are done. Each read is limited to a number of rows along an index.

import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import type { Order } from '../../payments/orders/order.ts'
import type { Queryable, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'
import { FILTER_CONDITIONS } from './order-filters.ts'

/** The newest failing callbacks, which are counted by time. */
const FAILING_COUNTED_MAX = 500
/** The newest entries of cards, which are searched for a payment. */
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

/** Numbers by the index of their bucket; buckets without any are absent. */
type Counts = ReadonlyMap<number, number>

export interface OrderSeries {
  /** The time of the oldest counted order, if the period has more orders than are counted. */
  readonly countedFrom: number | undefined
  readonly registered: Counts
  readonly approved: Counts
  readonly declined: Counts
  readonly held: Counts
}

const byBucket = (time: string): string => `cast((${time} - $2) / $3 as integer)`

const ordersByBucket = (name: string, condition: string): Statement => ({
  name: `count_${name}_orders_by_time`,
  text: `select ${byBucket('o.created_at')} as bucket, count(*) as n from gateway_order o
    where o.project_id = $1 and ${condition} and o.created_at >= $5 and o.created_at < $4
    group by 1`,
})

const registeredStatement = ordersByBucket('registered', 'o.created_at >= $2')
const approvedStatement = ordersByBucket('approved', `o.status in (${APPROVED})`)
const heldStatement = ordersByBucket('held', FILTER_CONDITIONS.held)
const declinedStatement = ordersByBucket('declined', FILTER_CONDITIONS.declined)

const oldestCountedStatement: Statement = {
  name: 'read_oldest_counted_order',
  text: `select o.created_at as at from gateway_order o
    where o.project_id = $1 and o.created_at >= $2 and o.created_at < $3
    order by o.created_at desc, o.id desc limit 1 offset $4`,
}

/**
 * The newest orders of a period by the time of their registration, at most `most`. Declined: at
 * least one attempt was declined.
 */
export async function orderSeries(
  reads: Queryable,
  datasetId: number,
  { from, until, widthMs }: Buckets,
  most: number,
): Promise<OrderSeries> {
  const [oldest] = await reads.query(oldestCountedStatement, [datasetId, from, until, most])
  // The order at this time is not counted, nor are others of the same millisecond.
  const countedFrom = oldest === undefined ? undefined : Number(oldest['at']) + 1
  const parameters = [datasetId, from, widthMs, until, countedFrom ?? from]
  const counts = async (statement: Statement) => countsOf(await reads.query(statement, parameters))
  const [registered, approved, declined, heldOrders] = await Promise.all([
    counts(registeredStatement),
    counts(approvedStatement),
    counts(declinedStatement),
    counts(heldStatement),
  ])
  return { countedFrom, registered, approved, declined, held: heldOrders }
}

const countsOf = (records: readonly Readonly<Record<string, unknown>>[]): Counts =>
  new Map(records.map(({ bucket, n }) => [Number(bucket), Number(n)]))

/** The condition and the order are those of the partial index of failing callbacks. */
const failingStatement: Statement = {
  name: 'count_failing_callbacks_by_time',
  text: `select ${byBucket('newest.created_at')} as bucket, count(*) as n from (
      select created_at from callback where project_id = $1 and -id < 0
      and (state = 'failed' or (state = 'waiting' and failures > 0))
      order by -id limit ${FAILING_COUNTED_MAX}) newest
    where newest.created_at >= $2 and newest.created_at < $4 group by 1`,
}

/** Failing callbacks by the time of their event. */
export async function failingSeries(
  reads: Queryable,
  datasetId: number,
  { from, until, widthMs }: Buckets,
): Promise<Counts> {
  return countsOf(await reads.query(failingStatement, [datasetId, from, widthMs, until]))
}

const orderColumns = prefixedColumns(TABLES.order, 'o', 'o_')
const holdsStatement: Statement = {
  name: 'read_oldest_holds',
  text: `select ${orderColumns} from gateway_order o
    where o.project_id = $1 and o.status = ${held} and o.created_at >= 0
    order by o.created_at, o.id limit $2`,
}

/** Held orders, oldest first: the next ones to end. */
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
    exists('delivered', `select 1 from callback where project_id = $1 and state = 'delivered'`),
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
export interface FirstSteps {
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
