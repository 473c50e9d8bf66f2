// Reads cardholders: one by its id, or all, newest first.

import type { Cardholder } from '../../issuing/cardholder.ts'
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
import { decode } from '../table.ts'
import { TABLES } from '../tables.ts'

const columns = TABLES.cardholder.columns.join(', ')

const cardholderByIdStatement: Statement = {
  name: 'read_cardholder_by_id',
  text: `select ${columns} from cardholder where project_id = $1 and id = $2`,
}
const pageStatement: Statement = {
  name: 'read_cardholders',
  text: `select ${columns} from cardholder where project_id = $1 and id < $2 order by id desc limit $3`,
}
const windowEndStatement: Statement = {
  name: 'read_cardholders_window_end',
  text: `select id from cardholder where project_id = $1 and id < $2
    order by id desc limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
}
/** The name is searched as written: first name, space, last name. Only an email contains an at. */
const foundStatement: Statement = {
  name: 'read_found_cardholders',
  text: `select ${columns} from cardholder where project_id = $1 and id < $2 and id >= $3
    and (lower(first_name || ' ' || last_name) like lower($4) escape '!'
      or phone_number like $4 escape '!' or lower(customer_number) like lower($4) escape '!'
      or ($4 like '%@%' and lower(profile) like lower($4) escape '!'))
    order by id desc limit $5`,
}

export async function cardholderById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Cardholder | undefined> {
  const [record] = await reads.query(cardholderByIdStatement, [datasetId, id])
  return record && cardholderOf(record)
}

type CardholderKey = readonly [id: number]

export interface CardholderFilter extends PageRequest<CardholderKey> {
  /** Part of the name, phone number, email or customer number, case-insensitive. */
  readonly text?: string | undefined
}

/** Cardholders, newest first. */
export async function cardholdersPage(
  reads: Queryable,
  datasetId: number,
  { text, after = NEWEST, limit }: CardholderFilter,
): Promise<ListPage<Cardholder, CardholderKey>> {
  if (text === undefined) {
    const records = await reads.query(pageStatement, [datasetId, ...after, limit + 1])
    return pageOf(records.map(cardholderOf), limit, keyOf)
  }
  const search: Search<Cardholder, CardholderKey> = {
    windowEnd: async (from) => {
      const [end] = await reads.query(windowEndStatement, [datasetId, ...from])
      return end && [Number(end['id'])]
    },
    found: async (from, [end] = OLDEST, wanted) => {
      const parameters = [datasetId, ...from, end, containing(text), wanted]
      return (await reads.query(foundStatement, parameters)).map(cardholderOf)
    },
    keyOf,
  }
  return searchPage(search, after, limit)
}

const NEWEST: CardholderKey = [Number.MAX_SAFE_INTEGER]
const OLDEST: CardholderKey = [0]

const keyOf = ({ id }: Cardholder): CardholderKey => [id]

const cardholderOf = (record: SqlRecord): Cardholder =>
  decode(TABLES.cardholder, record) as Cardholder
