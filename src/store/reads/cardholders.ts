// Reads cardholders: one by its id, or lists of them.

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
  isLookup: true,
  text: `select ${columns} from cardholder where project_id = $1 and id = $2`,
}
/** Cardholders are listed by their ids, which increase. */
export const CARDHOLDER_SORTS = ['newest', 'oldest'] as const
type CardholderSort = (typeof CARDHOLDER_SORTS)[number]

function statementsOf(sort: CardholderSort) {
  const [before, until, order] = sort === 'newest' ? ['<', '>=', 'desc'] : ['>', '<=', 'asc']
  const statement = (name: string, text: string): Statement => ({ name: `${name}_${sort}`, text })
  return {
    page: statement(
      'read_cardholders',
      `select ${columns} from cardholder where project_id = $1 and id ${before} $2
        order by id ${order} limit $3`,
    ),
    windowEnd: statement(
      'read_cardholders_window_end',
      `select id from cardholder where project_id = $1 and id ${before} $2
        order by id ${order} limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
    ),
    // The name is searched as written: first name, space, last name. Only an email contains an at
    // sign.
    found: statement(
      'read_found_cardholders',
      `select ${columns} from cardholder h where project_id = $1 and id ${before} $2 and id ${until} $3
        and (lower(first_name || ' ' || last_name) like lower($4) escape '!'
          or phone_number like $4 escape '!' or lower(customer_number) like lower($4) escape '!'
          or ($4 like '%@%' and lower(profile) like lower($4) escape '!'))
        and ($6 = '' or ($6 = 'with') = exists
          (select 1 from card c where c.project_id = $1 and c.cardholder_id = h.id))
        order by id ${order} limit $5`,
    ),
  }
}

const STATEMENTS = { newest: statementsOf('newest'), oldest: statementsOf('oldest') }

export async function cardholderById(
  reads: Queryable,
  datasetId: number,
  id: number,
): Promise<Cardholder | undefined> {
  const [record] = await reads.query(cardholderByIdStatement, [datasetId, id])
  return record && cardholderOf(record)
}

type CardholderKey = readonly [id: number]

interface CardholderFilter extends PageRequest<CardholderKey> {
  /** Part of the name, phone number, email or customer number, case-insensitive. */
  readonly text?: string | undefined
  /** Only cardholders with a card, or only those without. */
  readonly card?: 'with' | 'without' | undefined
  /** Newest first by default. */
  readonly sort?: CardholderSort | undefined
}

/** Cardholders by id. */
export async function cardholdersPage(
  reads: Queryable,
  datasetId: number,
  { text, card, sort = 'newest', after = FIRST[sort], limit }: CardholderFilter,
): Promise<ListPage<Cardholder, CardholderKey>> {
  const statements = STATEMENTS[sort]
  if (text === undefined && card === undefined) {
    const records = await reads.query(statements.page, [datasetId, ...after, limit + 1])
    return pageOf(records.map(cardholderOf), limit, keyOf)
  }
  const last = sort === 'newest' ? FIRST.oldest : FIRST.newest
  const search: Search<Cardholder, CardholderKey> = {
    windowEnd: async (from) => {
      const [end] = await reads.query(statements.windowEnd, [datasetId, ...from])
      return end && [Number(end['id'])]
    },
    found: async (from, [end] = last, wanted) => {
      const parameters = [datasetId, ...from, end, containing(text ?? ''), wanted, card ?? '']
      return (await reads.query(statements.found, parameters)).map(cardholderOf)
    },
    keyOf,
  }
  return searchPage(search, after, limit)
}

/** The position before the first cardholder. */
const FIRST: Readonly<Record<CardholderSort, CardholderKey>> = {
  newest: [Number.MAX_SAFE_INTEGER],
  oldest: [0],
}

const keyOf = ({ id }: Cardholder): CardholderKey => [id]

const cardholderOf = (record: SqlRecord): Cardholder =>
  decode(TABLES.cardholder, record) as Cardholder
