// Reads lists of journal entries, newest first: all, by card, by order, by account. Time never runs
// backwards in a dataset, so entries sorted by id are sorted by time.

import type { EntryKind, JournalEntry } from '../../ledger/journal-entry.ts'
import {
  type ListPage,
  type PageRequest,
  pageOf,
  type Search,
  SEARCH_WINDOW_ROWS,
  searchPage,
} from '../keyset.ts'
import { nextTurn } from '../../time.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** A card number at the time of an entry. */
export interface NumberUsed {
  readonly mask: string
  /** YYYYMM. */
  readonly expiry: number
}

/** An entry with the numbers of its cards and of its order. */
export interface EntryRow {
  readonly entry: JournalEntry
  readonly source: NumberUsed | null
  readonly destination: NumberUsed | null
  /** Null without an order, and if the order was deleted. */
  readonly orderNumber: string | null
}

type EntryKey = readonly [at: number, id: number]

export interface EntryFilter extends PageRequest<EntryKey> {
  /** Undefined means every kind. */
  readonly kinds?: readonly EntryKind[] | undefined
  readonly orderId?: string | undefined
  readonly cardId?: number | undefined
  /** Only entries that moved money from or to this account. */
  readonly accountId?: number | undefined
}

const columns = prefixedColumns(TABLES.journalEntry, 'e', 'e_')

/** Filters of every list; one of the conditions also selects the index. */
const wanted = `e.project_id = $1 and (e.at, e.id) < ($2, $3) and ($5 = '' or $5 like '% ' || e.kind || ' %')
  and (e.order_id = $6 or $6 = '') and (e.source_card_id = $7 or e.destination_card_id = $7 or $7 = 0)
  and (e.debit_account_id = $8 or e.credit_account_id = $8 or $8 = 0)`

const selectEntries = (name: string, entries: string): Statement => ({
  name,
  text: `select t.*, s.mask as s_mask, s.expiry as s_expiry, d.mask as d_mask, d.expiry as d_expiry,
      o.number as order_number,
      (select posted from account where project_id = $1 and id = $8) as posted
    from (${entries}) t
    left join card_number s on s.project_id = $1 and s.id = t.e_source_number_id
    left join card_number d on d.project_id = $1 and d.id = t.e_destination_number_id
    left join gateway_order o on o.project_id = $1 and o.id = t.e_order_id
    order by t.e_at desc, t.e_id desc limit $4`,
})

/** Entries backwards along an index: a page of them, and the matching part of a window. */
interface EntryWalk {
  readonly page: Statement
  readonly windowEnd: Statement
  readonly found: Statement
}

/** Entries along several indexes; each variant identifies the row by its parameter. */
function walkedAlong(
  name: string,
  parameter: '$7' | '$8',
  ways: (row: string) => readonly string[],
): EntryWalk {
  const parts = (columnsOf: string, row: string, where: string, limit: string): string =>
    ways(row)
      .map(
        (way, part) => `select * from (select ${columnsOf} from journal_entry e
          where ${way} and ${where} order by e.at desc, e.id desc limit ${limit}) part_${part}`,
      )
      .join(' union all ')
  const window = 'e.project_id = $1 and (e.at, e.id) < ($2, $3)'
  return {
    page: selectEntries(`read_entries_by_${name}`, parts(columns, parameter, wanted, '$4')),
    windowEnd: {
      name: `read_entries_window_end_by_${name}`,
      text: `select at, id from (${parts('e.at, e.id', '$4', window, String(SEARCH_WINDOW_ROWS))}) seen
        order by at desc, id desc limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
    },
    found: selectEntries(
      `read_found_entries_by_${name}`,
      parts(columns, parameter, `${wanted} and (e.at, e.id) >= ($9, $10)`, '$4'),
    ),
  }
}

/** The order is a range, so that the planner has to use its index. */
const byOrder = selectEntries(
  'read_entries_by_order',
  `select * from (select ${columns} from journal_entry e
    where (e.order_id, e.id) <= ($6, $3) and e.order_id >= $6 and ${wanted}
    order by e.order_id desc, e.id desc limit $4) of_order`,
)
const byCard = walkedAlong('card', '$7', (card) => [
  `e.source_card_id = ${card}`,
  `e.destination_card_id = ${card} and (e.source_card_id is null or e.source_card_id <> ${card})`,
])
/** The sandbox's own accounts have negative ids, and only these are indexed. */
const byOwnAccount = walkedAlong('own_account', '$8', (account) => [
  `e.debit_account_id = ${account} and e.debit_account_id < 0`,
  `e.credit_account_id = ${account} and e.credit_account_id < 0`,
])
/** The end of a window of a card's entries. */
export const cardWindowEnd = byCard.windowEnd
/** A customer account is debited and credited through its cards. */
const cardsOfAccount: Statement = {
  name: 'read_cards_of_account',
  text: 'select id from card where project_id = $1 and account_id = $2 order by id',
}
/** Number of cards whose entries are read simultaneously. */
const CARDS_AT_ONCE = 8
/** Number of cards whose newest entries are compared in one statement: about 20 milliseconds. */
const CARDS_PER_WINDOW = 2000
const newestAs = (column: string): string => `(select e.id from journal_entry e
    where e.${column} = c.id and ${wanted} order by e.at desc, e.id desc limit 1)`
/** The cards of an account with the newest entries, each with its newest one. */
const newestOfCards: Statement = {
  name: 'read_newest_entries_of_cards',
  text: `select card_id, case when coalesce(spent, 0) > coalesce(received, 0) then spent else received end as newest
    from (select c.id as card_id, ${newestAs('source_card_id')} as spent,
        ${newestAs('destination_card_id')} as received
      from card c where c.project_id = $1 and c.account_id = $8 and c.id between $9 and $10) each_card
    where spent is not null or received is not null order by newest desc limit $4`,
}

/** By id, from a key down to an id. */
const byId = selectEntries(
  'read_entries_by_id',
  `select ${columns} from journal_entry e where e.id < $3 and e.id >= $9 and ${wanted} order by e.id desc limit $4`,
)
const windowEndStatement: Statement = {
  name: 'read_entries_window_end',
  text: `select at, id from journal_entry where project_id = $1 and id < $2
    order by id desc limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
}

/** Entries of the journal, newest first. */
export async function entriesPage(
  reads: Queryable,
  datasetId: number,
  filter: EntryFilter,
): Promise<ListPage<EntryRow, EntryKey>> {
  const { kinds, orderId, cardId, accountId, after = NEWEST, limit } = filter
  if ([orderId, cardId, accountId].some((narrow) => narrow !== undefined)) {
    const walk = kinds === undefined ? undefined : walkInWindows(filter)
    if (walk !== undefined) return searchAlong(reads, datasetId, filter, walk)
    const records = await found(reads, datasetId, filter)
    return pageOf(records.map(entryRow), limit, keyOf)
  }
  const read = async (from: EntryKey, end: number, most: number) =>
    (await reads.query(byId, [...parametersOf(datasetId, filter, from, most), end])).map(entryRow)
  if (kinds === undefined) return pageOf(await read(after, 0, limit + 1), limit, keyOf)
  const search: Search<EntryRow, EntryKey> = {
    windowEnd: async ([, id]) => {
      const [end] = await reads.query(windowEndStatement, [datasetId, id])
      return end && [Number(end['at']), Number(end['id'])]
    },
    found: (from, end, most) => read(from, end?.[1] ?? 0, most),
    keyOf,
  }
  return searchPage(search, after, limit)
}

/** The kind has no index: all payments of a card would be read to find one transfer. */
function walkInWindows({ orderId, cardId, accountId = 0 }: EntryFilter): EntryWalk | undefined {
  if (orderId !== undefined) return undefined
  if (cardId !== undefined) return byCard
  return accountId < 0 ? byOwnAccount : undefined
}

function searchAlong(
  reads: Queryable,
  datasetId: number,
  filter: EntryFilter,
  walk: EntryWalk,
): Promise<ListPage<EntryRow, EntryKey>> {
  const { cardId, accountId = 0, after = NEWEST, limit } = filter
  const search: Search<EntryRow, EntryKey> = {
    windowEnd: async (from) => {
      const [end] = await reads.query(walk.windowEnd, [datasetId, ...from, cardId ?? accountId])
      return end && [Number(end['at']), Number(end['id'])]
    },
    found: async (from, end = OLDEST, most) =>
      (await reads.query(walk.found, [...parametersOf(datasetId, filter, from, most), ...end])).map(
        entryRow,
      ),
    keyOf,
  }
  return searchPage(search, after, limit)
}

/** A movement on an account statement. */
export interface StatementRow extends EntryRow {
  /** Signed, minor units, credit positive. */
  readonly amount: number
  /** Posted balance after the movement. */
  readonly balance: number
}

/** `balance` is the balance before the page's last movement, where the next page starts. */
export type StatementKey = readonly [at: number, id: number, balance: number]

/** The movements of an account, newest first, each with the balance after it. */
export async function statementPage(
  reads: Queryable,
  datasetId: number,
  accountId: number,
  { after, limit }: PageRequest<StatementKey>,
): Promise<ListPage<StatementRow, StatementKey>> {
  const [at, id, known] = after ?? [...NEWEST, undefined]
  const records = await found(reads, datasetId, { accountId, after: [at, id], limit })
  let balance = known ?? Number(records[0]?.['posted'] ?? 0)
  const rows = records.map((record) => {
    const row = entryRow(record)
    const { amount, creditAccountId } = row.entry
    const signed = creditAccountId === accountId ? amount : -amount
    const shown = { ...row, amount: signed, balance }
    balance -= signed
    return shown
  })
  return pageOf(rows, limit, ({ entry, ...row }) => [entry.at, entry.id, row.balance - row.amount])
}

/** An entry by its id, or undefined. */
export async function entryById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<EntryRow | undefined> {
  const after: EntryKey = [Number.MAX_SAFE_INTEGER, id + 1]
  const parameters = parametersOf(datasetId, {}, after, 1)
  const [record] = await reads.query(byId, [...parameters, id])
  return record && entryRow(record)
}

/** Entries by order, card or account, one more than requested. */
async function found(
  reads: Queryable,
  datasetId: number,
  filter: EntryFilter,
): Promise<readonly SqlRecord[]> {
  const { orderId, cardId, accountId = 0, after = NEWEST, limit } = filter
  const read = (statement: Statement, more: Partial<EntryFilter> = {}) =>
    reads.query(statement, parametersOf(datasetId, { ...filter, ...more }, after, limit + 1))
  if (orderId !== undefined) return read(byOrder)
  if (cardId !== undefined) return read(byCard.page)
  if (accountId < 0) return read(byOwnAccount.page)
  const cards = await newestCards(reads, datasetId, filter)
  const rows = new Map<unknown, SqlRecord>()
  for (let first = 0; first < cards.length; first += CARDS_AT_ONCE) {
    const { newest = Infinity } = cards[first] ?? {}
    if ([...rows.keys()].filter((id) => Number(id) > newest).length > limit) break
    // One statement per card, because a single one for all cards would sort all their entries.
    const pages = await Promise.all(
      cards
        .slice(first, first + CARDS_AT_ONCE)
        .map(({ cardId: card }) => read(byCard.page, { cardId: card })),
    )
    for (const record of pages.flat()) rows.set(record['e_id'], record)
  }
  return [...rows.values()].sort(newestFirst).slice(0, limit + 1)
}

/**
 * The cards of an account whose entries can be on a page, newest entry first. If there are many
 * cards, only as many as the page has rows.
 */
async function newestCards(
  reads: Queryable,
  datasetId: number,
  filter: EntryFilter,
): Promise<readonly { readonly cardId: number; readonly newest?: number }[]> {
  const { accountId = 0, after = NEWEST, limit } = filter
  const records = await reads.query(cardsOfAccount, [datasetId, accountId])
  const cards = records.map(({ id }) => Number(id))
  if (cards.length <= CARDS_AT_ONCE) return cards.map((cardId) => ({ cardId }))
  const parameters = parametersOf(datasetId, filter, after, limit + 1)
  const found: { readonly cardId: number; readonly newest: number }[] = []
  for (let first = 0; first < cards.length; first += CARDS_PER_WINDOW) {
    const window = cards.slice(first, first + CARDS_PER_WINDOW)
    const ends = [window[0] ?? 0, window.at(-1) ?? 0]
    for (const record of await reads.query(newestOfCards, [...parameters, ...ends]))
      found.push({ cardId: Number(record['card_id']), newest: Number(record['newest']) })
    // SQLite reads in this process, so other requests get a turn in between.
    await nextTurn()
  }
  return found.sort((one, other) => other.newest - one.newest).slice(0, limit + 1)
}

const newestFirst = (one: SqlRecord, other: SqlRecord): number =>
  Number(other['e_at']) - Number(one['e_at']) || Number(other['e_id']) - Number(one['e_id'])

const NEWEST: EntryKey = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

const OLDEST: EntryKey = [0, 0]

/** Spaces around every kind, so that `refund-reversal` does not match `refund`. */
const parametersOf = (
  datasetId: number,
  { kinds = [], orderId = '', cardId = 0, accountId = 0 }: Partial<EntryFilter>,
  after: EntryKey,
  limit: number,
) => [
  datasetId,
  ...after,
  limit,
  kinds.length === 0 ? '' : ` ${kinds.join(' ')} `,
  orderId,
  cardId,
  accountId,
]

const keyOf = ({ entry }: EntryRow): EntryKey => [entry.at, entry.id]

const entryRow = (record: SqlRecord): EntryRow => ({
  entry: decode(TABLES.journalEntry, record, 'e_') as JournalEntry,
  source: numberUsed(record, 's_'),
  destination: numberUsed(record, 'd_'),
  orderNumber: typeof record['order_number'] === 'string' ? record['order_number'] : null,
})

function numberUsed(record: SqlRecord, prefix: string): NumberUsed | null {
  const mask = record[`${prefix}mask`]
  return typeof mask === 'string' ? { mask, expiry: Number(record[`${prefix}expiry`]) } : null
}
