// Reads authorisations of issued cards, newest first: the stored ones, and the payments of orders,
// which are derived. Both are numbered by their first journal entry, so that two backward scans by
// id can be merged.

import type { Authorisation, AuthorisationStatus } from '../../authorisations/authorisation.ts'
import { authorisationOfOrder, STATUS_OF_ORDER } from '../../authorisations/order-authorisation.ts'
import type { JournalEntry } from '../../ledger/journal-entry.ts'
import type { Order } from '../../payments/orders/order.ts'
import { DUE_COUNTED_MAX } from '../../projects/settings.ts'
import {
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

/** An authorisation with the additional data that lists show. */
export interface AuthorisationRow {
  readonly authorisation: Authorisation
  /** The order that it paid; null if it was simulated. */
  readonly orderId: string | null
  /** The card number that was used. */
  readonly numberMask: string
}

export type AuthorisationKey = readonly [id: number]

interface AuthorisationFilter extends PageRequest<AuthorisationKey> {
  readonly cardId?: number | undefined
  readonly status?: AuthorisationStatus | undefined
  readonly kind?: Authorisation['kind'] | undefined
  readonly mcc?: number | undefined
  /** ISO 4217 numeric code of the merchant's currency. */
  readonly currency?: number | undefined
  /** Epoch milliseconds; `until` is exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly source?: 'simulation' | 'order' | undefined
}

const storedColumns = `${prefixedColumns(TABLES.authorisation, 'a', 'a_')}, n.mask`
const orderColumns = `${prefixedColumns(TABLES.journalEntry, 'e', 'e_')},
  ${prefixedColumns(TABLES.order, 'o', 'o_')}, n.mask`

/** The payments of orders by issued cards, in the exact words of their index. */
export const paidOrders = `e.project_id = $1 and e.kind = 'purchase' and e.order_id is not null
  and e.source_card_id is not null`

/** $2 and $3 are the ends of the window, $4 the limit; empty texts and 0 mean any. */
const storedFilters = `a.project_id = $1 and a.id < $2 and a.id >= $3
  and (a.card_id = $5 or $5 = 0) and ($6 = '' or a.status = $6) and ($7 = '' or a.kind = $7)
  and ($8 = 0 or a.mcc = $8) and ($9 = 0 or a.currency = $9)
  and a.created_at >= $10 and a.created_at < $11`

const storedJoin = `join card_number n on n.project_id = $1 and n.id = a.number_id`

const foundStatement: Statement = {
  name: 'read_found_authorisations',
  text: `select ${storedColumns} from card_authorisation a ${storedJoin}
    where ${storedFilters} order by a.id desc limit $4`,
}
/** The range makes the planner use the card's index. */
const foundOfCardStatement: Statement = {
  name: 'read_found_authorisations_of_card',
  text: `select ${storedColumns} from card_authorisation a ${storedJoin}
    where a.card_id between $5 and $5 and ${storedFilters}
    order by a.card_id desc, a.id desc limit $4`,
}
const windowEndStatement: Statement = {
  name: 'read_authorisations_window_end',
  text: `select id from card_authorisation where project_id = $1 and id < $2
    order by id desc limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
}

export const statusOfOrder = `case when e.approved = 0 then 'declined' when e.amount = 0 then 'cleared'
  ${Object.entries(STATUS_OF_ORDER)
    .map(([order, status]) => `when o.status = ${order} then '${status}'`)
    .join(' ')} else 'cleared' end`
const kindOfOrder = `case when o.request like '%"VERIFY"%' then 'verification'
  when o.two_stage = 1 then 'preauthorisation' else 'purchase' end`

export const orderOfEntry = `join gateway_order o on o.project_id = $1 and o.id = e.order_id`
const orderJoins = `${orderOfEntry}
  join card_number n on n.project_id = $1 and n.id = e.source_number_id`

/** SQLite binds numbers as floating point, whose text has decimals. */
const mccInDetails = `'%"mcc":' || cast(cast($8 as integer) as text) || ',%'`

/**
 * SQLite would prefer the primary key, and read every entry of a project with few such payments,
 * which takes over a second after ten million transfers.
 */
export const alongPaidOrders = (name: string, textOf: (entries: string) => string): Statement => ({
  name,
  text: textOf('journal_entry e'),
  onSqlite: textOf('journal_entry e indexed by journal_entry_paid_order'),
})

const ordersStatement = alongPaidOrders(
  'read_authorisations_of_orders',
  (entries) => `select ${orderColumns} from ${entries} ${orderJoins}
    where ${paidOrders} and e.id < $2 and e.id >= $3
    and (e.source_card_id = $5 or $5 = 0) and ($6 = '' or $6 = ${statusOfOrder})
    and ($7 = '' or $7 = ${kindOfOrder}) and ($8 = 0 or e.details like ${mccInDetails})
    and ($9 = 0 or e.currency = $9) and e.at >= $10 and e.at < $11
    order by e.id desc limit $4`,
)
const ordersWindowEndStatement = alongPaidOrders(
  'read_authorisations_window_end_of_orders',
  (entries) => `select e.id from ${entries} where ${paidOrders} and e.id < $2
    order by e.id desc limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
)

const byIdStatement: Statement = {
  name: 'read_authorisation',
  text: `select ${storedColumns} from card_authorisation a ${storedJoin}
    where a.project_id = $1 and a.id = $2`,
}
const orderByEntryStatement: Statement = {
  name: 'read_authorisation_of_order',
  text: `select ${orderColumns} from journal_entry e ${orderJoins}
    where ${paidOrders} and e.id = $2`,
}
/** Maximum number of entries per order: its attempts, a capture and its refunds. */
const ORDER_ENTRIES_MAX = 200
const followUpsStatement: Statement = {
  name: 'read_entries_after_payment',
  text: `select ${prefixedColumns(TABLES.journalEntry, 'f', 'f_')} from journal_entry e
    join journal_entry f on f.project_id = $1 and f.order_id = e.order_id and f.id > e.id
    where ${paidOrders} and e.id = $2 order by f.id limit ${ORDER_ENTRIES_MAX}`,
}

/** Authorisations, newest first. A page of a search may contain fewer than requested. */
export async function authorisationsPage(
  reads: Queryable,
  datasetId: number,
  filter: AuthorisationFilter,
): Promise<ListPage<AuthorisationRow, AuthorisationKey>> {
  const { source, limit, after = NEWEST } = filter
  const walk = (found: Statement, end: Statement, rowOf: (record: SqlRecord) => AuthorisationRow) =>
    searchPage(searchAlong(reads, datasetId, filter, { found, end, rowOf }), after, limit)
  const stored = filter.cardId === undefined ? foundStatement : foundOfCardStatement
  const [simulated, paid] = await Promise.all([
    source === 'order' ? NONE : walk(stored, windowEndStatement, storedRow),
    source === 'simulation' ? NONE : walk(ordersStatement, ordersWindowEndStatement, orderRow),
  ])
  return merged(simulated, paid, limit)
}

const NEWEST: AuthorisationKey = [Number.MAX_SAFE_INTEGER]
const NONE: ListPage<AuthorisationRow, AuthorisationKey> = { items: [], next: null }

function searchAlong(
  reads: Queryable,
  datasetId: number,
  filter: AuthorisationFilter,
  {
    found,
    end,
    rowOf,
  }: { found: Statement; end: Statement; rowOf: (record: SqlRecord) => AuthorisationRow },
): Search<AuthorisationRow, AuthorisationKey> {
  const { cardId = 0, status = '', kind = '', mcc = 0, currency = 0 } = filter
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = filter
  return {
    windowEnd: async ([id]) => {
      const [last] = await reads.query(end, [datasetId, id])
      return last && [Number(last['id'])]
    },
    found: async ([id], [last] = [0], most) => {
      const wanted = [cardId, status, kind, mcc, currency, from, until]
      return (await reads.query(found, [datasetId, id, last, most, ...wanted])).map((record) =>
        rowOf(record),
      )
    },
    keyOf,
  }
}

const keyOf = ({ authorisation }: AuthorisationRow): AuthorisationKey => [authorisation.id]

/** Merges both pages. Rows after the end of a page that continues are unknown. */
function merged(
  one: ListPage<AuthorisationRow, AuthorisationKey>,
  other: ListPage<AuthorisationRow, AuthorisationKey>,
  limit: number,
): ListPage<AuthorisationRow, AuthorisationKey> {
  const known = Math.max(one.next?.[0] ?? 0, other.next?.[0] ?? 0)
  const rows = [...one.items, ...other.items]
    .filter(({ authorisation }) => authorisation.id >= known)
    .sort((first, second) => second.authorisation.id - first.authorisation.id)
  if (rows.length > limit) return pageOf(rows, limit, keyOf)
  return { items: rows, next: known === 0 ? null : [known] }
}

/** An authorisation with all its legs, or undefined. */
export async function authorisationById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<AuthorisationRow | undefined> {
  const [[stored], [paid], followUps] = await Promise.all([
    reads.query(byIdStatement, [datasetId, id]),
    reads.query(orderByEntryStatement, [datasetId, id]),
    reads.query(followUpsStatement, [datasetId, id]),
  ])
  if (stored !== undefined) return storedRow(stored)
  return (
    paid &&
    orderRow(
      paid,
      followUps.map((record) => decode(TABLES.journalEntry, record, 'f_') as JournalEntry),
    )
  )
}

const dueTimesStatement: Statement = {
  name: 'read_due_authorisations',
  text: `select due_at from card_authorisation where project_id = $1 and due_at >= 0 and due_at <= $2
    order by due_at, id limit ${DUE_COUNTED_MAX + 1}`,
}

/** The expiry times of holds up to a time; at most one more than are counted. */
export async function dueAuthorisationTimes(
  reads: Queryable,
  datasetId: number,
  until: number,
): Promise<readonly number[]> {
  const records = await reads.query(dueTimesStatement, [datasetId, until])
  return records.map((record) => Number(record['due_at']))
}

const storedRow = (record: SqlRecord): AuthorisationRow => ({
  authorisation: decode(TABLES.authorisation, record, 'a_') as Authorisation,
  orderId: null,
  numberMask: record['mask'] as string,
})

function orderRow(record: SqlRecord, followUps: readonly JournalEntry[] = []): AuthorisationRow {
  const entry = decode(TABLES.journalEntry, record, 'e_') as JournalEntry
  const order = decode(TABLES.order, record, 'o_') as Order
  return {
    authorisation: authorisationOfOrder({ entry, order }, followUps),
    orderId: order.id,
    numberMask: record['mask'] as string,
  }
}
