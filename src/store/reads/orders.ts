// Reads orders: one by its id or number with the project's time, and lists of them.

import type { Order } from '../../payments/orders/order.ts'
import { ORDER_STATUS } from '../../payments/orders/order-status.ts'
import { batchTime } from '../../kernel/dataset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** An order, and the project's time at the read. The reader checks whether the order is due. */
export interface OrderRead {
  readonly order: Order
  /** Epoch milliseconds. */
  readonly now: number
  /** True while the project's clock is frozen. */
  readonly frozen: boolean
  /** The project's settings as JSON; readers parse it if they need it. */
  readonly settings: string
  /** True unless the project had another dataset by then. */
  readonly isCurrent: boolean
}

const columns = prefixedColumns(TABLES.order, 'o', 'o_')

const selectOrder = (match: string): string =>
  `select ${columns}, dataset.offset_ms, dataset.frozen_at, dataset.last_at, dataset.settings,
  dataset.retired from gateway_order o
  join dataset on dataset.project_id = $1 where o.project_id = $1 and ${match}`

const lookupBy = (column: 'id' | 'number'): Statement => ({
  name: `read_order_by_${column}`,
  isLookup: true,
  keyType: 'text',
  text: selectOrder(`o.${column} = $2`),
})
const byIdStatement = lookupBy('id')
const byNumberStatement = lookupBy('number')

/** An order by its id, or undefined. */
export const orderById = (
  reads: Queryable,
  datasetId: number,
  id: string,
  realNow: number,
): Promise<OrderRead | undefined> => readOne(reads, byIdStatement, [datasetId, id], realNow)

/** An order by the merchant's own number, or undefined. */
export const orderByNumber = (
  reads: Queryable,
  datasetId: number,
  number: string,
  realNow: number,
): Promise<OrderRead | undefined> => readOne(reads, byNumberStatement, [datasetId, number], realNow)

async function readOne(
  reads: Queryable,
  statement: Statement,
  parameters: readonly (string | number)[],
  realNow: number,
): Promise<OrderRead | undefined> {
  const [record] = await reads.query(statement, parameters)
  if (record === undefined) return undefined
  const frozenAt = record['frozen_at'] as number | null
  const clock = {
    offsetMs: record['offset_ms'] as number,
    frozenAt,
    lastAt: record['last_at'] as number,
  }
  return {
    order: decodeOrder(record),
    now: batchTime(clock, realNow),
    frozen: frozenAt !== null,
    settings: record['settings'] as string,
    isCurrent: record['retired'] === 0,
  }
}

const decodeOrder = (record: SqlRecord): Order => decode(TABLES.order, record, 'o_') as Order

interface OrderPeriod {
  /** Epoch milliseconds, `from` inclusive and `until` exclusive. */
  readonly from: number
  readonly until: number
  /** Requested statuses; an empty list means all. */
  readonly statuses: readonly number[]
  readonly limit: number
  readonly offset: number
}

const ALL_STATUSES = Object.values(ORDER_STATUS)

const filtered = `from gateway_order o where o.project_id = $1 and o.created_at >= $2 and o.created_at < $3
  and $4 like '%' || o.status || '%'`

const lastOrdersStatement: Statement = {
  name: 'read_last_orders',
  text: `select ${columns} ${filtered} order by o.created_at desc, o.id desc limit $5 offset $6`,
}
const countOrdersStatement: Statement = {
  name: 'count_last_orders',
  text: `select count(*) as n ${filtered}`,
}

/** Orders registered in a period, newest first, and their total number. */
export async function lastOrders(
  reads: Queryable,
  datasetId: number,
  { from, until, statuses, limit, offset }: OrderPeriod,
): Promise<{ readonly orders: readonly Order[]; readonly total: number }> {
  const wanted = (statuses.length === 0 ? ALL_STATUSES : statuses).join('')
  const parameters = [datasetId, from, until, wanted]
  const [records, [count]] = await Promise.all([
    reads.query(lastOrdersStatement, [...parameters, limit, offset]),
    reads.query(countOrdersStatement, parameters),
  ])
  return { orders: records.map(decodeOrder), total: Number(count?.['n'] ?? 0) }
}
