// Reads transfers for B and transaction records for A, from the same rows. Time never runs
// backwards in a dataset, so ids are in chronological order.

import type { JournalEntry } from '../../ledger/journal-entry.ts'
import { type ListPage, searchPage } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'
import { cardWindowEnd } from './entries.ts'

/** A card number at the time of an entry. */
interface EntryNumber {
  readonly id: number
  /** The full number, encrypted. */
  readonly sealed: string
  /** YYYYMM. */
  readonly expiry: number
}

/** A transfer with the numbers of both sides. */
export interface TransferRow {
  readonly entry: JournalEntry
  readonly source: EntryNumber
  readonly destination: EntryNumber
}

export interface TransferFilter {
  /** Keyed hash of the source or destination number. */
  readonly numberHash: string
  /** Epoch milliseconds; `from` is inclusive and `until` exclusive. */
  readonly from: number
  readonly until: number
  readonly approved: boolean | undefined
  /** Only entries with a smaller id, after the previous page. */
  readonly before: number
  readonly limit: number
}

const columns = prefixedColumns(TABLES.journalEntry, 'e', 'e_')

const numberStatement: Statement = {
  name: 'read_number_by_hash',
  text: 'select id, card_id from card_number where project_id = $1 and hash = $2',
}
const timeStatement: Statement = {
  name: 'read_time_of_entry',
  text: 'select at from journal_entry where project_id = $1 and id = $2',
}

/** One half of the list, backwards along the card's index. */
const transferHalf = (own: 'source' | 'destination'): string => `select * from (
    select ${columns} from journal_entry e
    where e.project_id = $1 and e.${own}_card_id = $2 and e.${own}_number_id = $3 and e.kind = 'transfer'
      and (e.at, e.id) < ($4, $5) and (e.at, e.id) >= ($6, $7) and e.id < $8 and (e.approved = $9 or $9 = -1)
      ${own === 'destination' ? 'and e.source_number_id <> e.destination_number_id' : ''}
    order by e.at desc, e.id desc limit $10
  ) ${own}_half`

const transfersStatement: Statement = {
  name: 'read_transfers',
  text: `select t.*, s.sealed as s_sealed, s.expiry as s_expiry, d.sealed as d_sealed, d.expiry as d_expiry
  from (${transferHalf('source')} union all ${transferHalf('destination')}) t
  join card_number s on s.project_id = $1 and s.id = t.e_source_number_id
  join card_number d on d.project_id = $1 and d.id = t.e_destination_number_id
  order by t.e_at desc, t.e_id desc limit $10`,
}

type EntryKey = readonly [at: number, id: number]

/**
 * Transfers of a card number, newest first. Transfers have no index, so the card's entries are
 * searched in windows until the page is full: clients treat a partial page as the last one.
 */
export async function transfersOf(
  reads: Queryable,
  datasetId: number,
  filter: TransferFilter,
): Promise<ListPage<TransferRow>> {
  const { numberHash, from, until, before, limit } = filter
  const [number] = await reads.query(numberStatement, [datasetId, numberHash])
  if (number === undefined) return { items: [], next: null }
  const cardId = Number(number['card_id'])
  const approved = filter.approved === undefined ? -1 : Number(filter.approved)
  const [last] = await reads.query(timeStatement, [datasetId, before])
  const first: EntryKey =
    last === undefined || Number(last['at']) >= until ? [until, 0] : [Number(last['at']), before]
  return searchPage<TransferRow, EntryKey>(
    {
      async windowEnd(after) {
        const [end] = await reads.query(cardWindowEnd, [datasetId, ...after, cardId])
        return end === undefined || Number(end['at']) < from
          ? undefined
          : [Number(end['at']), Number(end['id'])]
      },
      async found(after, end = [from, 0], most) {
        const bounds = [...after, ...end, before, approved, most]
        const parameters = [datasetId, cardId, Number(number['id']), ...bounds]
        return (await reads.query(transfersStatement, parameters)).map(transferRow)
      },
      keyOf: ({ entry }) => [entry.at, entry.id],
    },
    first,
    limit,
    Infinity,
  )
}

function transferRow(record: SqlRecord): TransferRow {
  const entry = decode(TABLES.journalEntry, record, 'e_') as JournalEntry
  return {
    entry,
    source: numberOf(record, 's_', entry.sourceNumberId),
    destination: numberOf(record, 'd_', entry.destinationNumberId),
  }
}

const numberOf = (record: SqlRecord, prefix: string, id: number | null): EntryNumber => ({
  id: id ?? 0,
  sealed: String(record[`${prefix}sealed`]),
  expiry: Number(record[`${prefix}expiry`]),
})

/** Number of entries per page of `pagesOfEntries`, which takes a few milliseconds. */
const ENTRIES_PAGE_MAX = 250

/** One half of a page, along the card's index. */
const cardHalf = (own: 'source' | 'destination'): string => `select * from (
  select ${columns} from journal_entry e
  where e.project_id = $1 and e.${own}_card_id = $2 and (e.at, e.id) > ($3, $4) and e.at < $5
  ${own === 'destination' ? 'and (e.source_card_id is null or e.source_card_id <> e.destination_card_id)' : ''}
  order by e.at, e.id limit $6) ${own}_half`

const entriesStatement: Statement = {
  name: 'read_entries_of_card',
  text: `${cardHalf('source')} union all ${cardHalf('destination')} order by e_at, e_id limit $6`,
}

interface EntriesFilter {
  /** The last entry of the previous page: epoch milliseconds and id. */
  readonly after: Pick<JournalEntry, 'at' | 'id'>
  /** Epoch milliseconds, exclusive. */
  readonly until: number
}

/** The next entries of a card, oldest first, up to `ENTRIES_PAGE_MAX`. */
export async function entriesOfCard(
  reads: Queryable,
  datasetId: number,
  cardId: number,
  { after, until }: EntriesFilter,
): Promise<readonly JournalEntry[]> {
  const parameters = [datasetId, cardId, after.at, after.id, until, ENTRIES_PAGE_MAX]
  const records = await reads.query(entriesStatement, parameters)
  return records.map((record) => decode(TABLES.journalEntry, record, 'e_') as JournalEntry)
}

/**
 * All entries of a card in a period, oldest first, page by page; `until` is exclusive. Entries
 * never change and new ones are added at the end, so the pages are consistent.
 */
export async function* pagesOfEntries(
  period: { readonly from: number; readonly until: number },
  readPage: (filter: EntriesFilter) => Promise<readonly JournalEntry[]>,
): AsyncGenerator<readonly JournalEntry[], void, undefined> {
  const { from, until } = period
  let after: EntriesFilter['after'] = { at: from, id: 0 }
  for (;;) {
    const page = await readPage({ after, until })
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < ENTRIES_PAGE_MAX) return
    after = last
  }
}
