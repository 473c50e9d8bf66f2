// Searches a project's orders: parts of their search text, and the start of their id.

import type { Order } from '../../payments/orders/order.ts'
import { containing, type Search, searchPage } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'
import { trigramBits } from '../trigrams.ts'

const columns = prefixedColumns(TABLES.order, 'o', 'o_')

/**
 * Number of stored rows per window. An order has one to seven rows, so a window reads up to 20,000
 * entries of the index, which takes a few milliseconds.
 */
export const ROWS_PER_WINDOW = 60_000
/** A search reads all orders, in larger windows if the project has more rows. */
const WINDOWS_MAX = 50

/**
 * Windows end at times, because comparing the id of each row too would take a third of the search.
 */
type TimeKey = readonly [at: number]

const NEWEST: TimeKey = [Number.MAX_SAFE_INTEGER]
const OLDEST: TimeKey = [0]

const periodStatement: Statement = {
  name: 'read_order_search_period',
  text: `select stored_rows as stored,
    (select created_at from gateway_order where project_id = $1 and created_at >= 0
      order by created_at limit 1) as oldest,
    (select created_at from gateway_order where project_id = $1 and created_at >= 0
      order by created_at desc limit 1) as newest
    from dataset where project_id = $1`,
}
const foundStatement = (name: string, pattern: string): Statement => ({
  name,
  // Without `case`, PostgreSQL would compare the texts first.
  // A left join reads the index first, and then the few orders that it found. PostgreSQL may
  // reverse any other join and repeat the search for each order.
  text: `select ${columns} from (select id from gateway_order where project_id = $1
      and created_at < $2 and created_at >= $3
      and case when search_trigrams & $5 = $5 then search like ${pattern} else false end
      order by created_at desc, id desc limit $6) f
    left join gateway_order o on o.project_id = $1 and o.id = f.id
    order by o.created_at desc, o.id desc`,
})
/** PostgreSQL would evaluate `escape` for each row, which takes longer than the comparison. */
const FOUND = {
  plain: foundStatement('read_order_search', '$4'),
  escaped: foundStatement('read_order_search_escaped', `$4 escape '!'`),
}
/** Characters with a special meaning in a pattern. */
const SPECIAL = /[!%_\\]/
const byIdStartStatement: Statement = {
  name: 'read_orders_by_id_start',
  text: `select ${columns} from gateway_order o
    where o.project_id = $1 and o.id >= $2 and o.id < $3 order by o.id desc limit $4`,
}
const byAmountStatement: Statement = {
  name: 'read_orders_by_amount',
  text: `select ${columns} from gateway_order o
    where o.project_id = $1 and (o.amount, o.id) >= ($2, '')
      and (o.amount, o.id) < ($2, 'g') order by o.amount desc, o.id desc limit $3`,
}

/** The newest orders whose number, client, card or payer contains the text, case-insensitive. */
export async function ordersContaining(
  reads: Queryable,
  datasetId: number,
  text: string,
  limit: number,
): Promise<readonly Order[]> {
  const statement = SPECIAL.test(text) ? FOUND.escaped : FOUND.plain
  // The search text is in lower case.
  const lower = text.toLowerCase()
  const pattern = containing(lower)
  const trigrams = trigramBits(lower)
  const ends = await windowEnds(reads, datasetId)
  const search: Search<Order, TimeKey> = {
    windowEnd: ([at]) => Promise.resolve(ends.find(([end]) => end < at)),
    found: async (after, end = OLDEST, most) => {
      const parameters = [datasetId, ...after, ...end, pattern, trigrams, most]
      return (await reads.query(statement, parameters)).map(orderOf)
    },
    keyOf: ({ createdAt }) => [createdAt],
  }
  return (await searchPage(search, NEWEST, limit, Infinity)).items
}

/**
 * Divides the time between the oldest and the newest order into equal parts, newest first. Counting
 * the orders, to get windows of equal size, would take half as long as searching them.
 */
async function windowEnds(reads: Queryable, datasetId: number): Promise<readonly TimeKey[]> {
  const [record] = await reads.query(periodStatement, [datasetId])
  if (record?.['oldest'] === null || record === undefined) return []
  const [oldest, newest] = [Number(record['oldest']), Number(record['newest'])]
  const windows = Math.min(Math.ceil(Number(record['stored']) / ROWS_PER_WINDOW), WINDOWS_MAX)
  return Array.from({ length: Math.max(0, windows - 1) }, (_, index) => [
    newest - Math.floor(((newest - oldest) * (index + 1)) / windows),
  ])
}

/** The newest orders whose id starts with the text: hexadecimal digits and hyphens. */
export const ordersWithIdStart = async (
  reads: Queryable,
  datasetId: number,
  start: string,
  limit: number,
): Promise<readonly Order[]> =>
  (await reads.query(byIdStartStatement, [datasetId, start, `${start}g`, limit])).map(orderOf)

/** The newest orders with an amount in minor units. */
export const ordersOfAmount = async (
  reads: Queryable,
  datasetId: number,
  amount: number,
  limit: number,
): Promise<readonly Order[]> =>
  (await reads.query(byAmountStatement, [datasetId, amount, limit])).map(orderOf)

const orderOf = (record: SqlRecord): Order => decode(TABLES.order, record, 'o_') as Order
