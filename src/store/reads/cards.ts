// Reads a card with all its data in one statement, as a consistent snapshot, and lists of cards.

import {
  type Card,
  CARD_STATUSES,
  type CardNumber,
  type CardStatus,
  type CardUsage,
} from '../../issuing/card.ts'
import type { Cardholder } from '../../issuing/cardholder.ts'
import type { Account } from '../../ledger/account.ts'
import type { CardResult } from '../../issuing/card-result.ts'
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

/** Number of card numbers read per card; each reissue adds one. */
const NUMBERS_MAX = 200

const detailColumns = `${prefixedColumns(TABLES.card, 'c', 'c_')},
  ${prefixedColumns(TABLES.cardNumber, 'n', 'n_')},
  ${prefixedColumns(TABLES.account, 'a', 'a_')}`

// Every card has a number and an account, but a left join reads the card first. If PostgreSQL's
// statistics are older than the rows, it may start any other join at all accounts of the project.
const detailJoins = `left join card_number n on n.project_id = $1 and n.id = c.number_id
  left join account a on a.project_id = $1 and a.id = c.account_id`

const selectCard = `select ${detailColumns},
  ${prefixedColumns(TABLES.cardUsage, 'u', 'u_')},
  ${prefixedColumns(TABLES.cardholder, 'h', 'h_')}
  from card c
  ${detailJoins}
  left join card_usage u on u.project_id = $1 and u.card_id = c.id
  left join cardholder h on h.project_id = $1 and h.id = c.cardholder_id`

const cardByIdStatement: Statement = {
  name: 'read_card_by_id',
  isLookup: true,
  text: `${selectCard} where c.project_id = $1 and c.id = $2`,
}

const cardDetailsStatement: Statement = {
  name: 'read_card_face',
  isLookup: true,
  keyType: 'bigint',
  text: `select ${detailColumns} from card c ${detailJoins} where c.project_id = $1 and c.id = $2`,
}

/** Cards are listed by their ids, which increase. */
export const CARD_SORTS = ['newest', 'oldest'] as const
type CardSort = (typeof CARD_SORTS)[number]

const DIRECTIONS = {
  newest: { before: '<', until: '>=', order: 'desc' },
  oldest: { before: '>', until: '<=', order: 'asc' },
} as const

const cardsOfSort = <T>(create: (sort: CardSort) => T): Readonly<Record<CardSort, T>> => ({
  newest: create('newest'),
  oldest: create('oldest'),
})

/** A list of cards along one index; the other conditions filter it. */
function pageStatement(by: string, prefix: string, along: string, sort: CardSort): Statement {
  const { before, until, order } = DIRECTIONS[sort]
  const walked =
    prefix === ''
      ? `c.id ${before} $2`
      : `(${prefix}, c.id) ${before} (${along}, $2) and ${prefix} ${until} ${along}`
  return {
    name: `read_cards_by_${by}_${sort}`,
    text: `select ${detailColumns} from (select c.* from card c
        where c.project_id = $1 and ${walked} and ($4 = '' or c.status = $4) and (c.cardholder_id = $5 or $5 = 0)
        order by ${prefix === '' ? '' : `${prefix} ${order}, `}c.id ${order} limit $3) c
      ${detailJoins} order by c.id ${order}`,
  }
}

// A column that is constant in a list is a range, so that the planner has to use its index.
const PAGE_STATEMENTS = {
  id: cardsOfSort((sort) => pageStatement('id', '', '', sort)),
  status: cardsOfSort((sort) => pageStatement('status', 'c.status', '$4', sort)),
  cardholder: cardsOfSort((sort) => pageStatement('cardholder', 'c.cardholder_id', '$5', sort)),
}

/** Uses the last four digits of current numbers. */
const byLastFourStatements = cardsOfSort((sort): Statement => {
  const { before, order } = DIRECTIONS[sort]
  return {
    name: `read_cards_by_last_four_${sort}`,
    text: `select ${detailColumns} from card_number n
      join card c on c.project_id = $1 and c.id = n.card_id and c.number_id = n.id
      join account a on a.project_id = $1 and a.id = c.account_id
      where n.project_id = $1 and substr(n.mask, 13, 4) = $6 and n.card_id ${before} $2
      and ($4 = '' or c.status = $4) and (c.cardholder_id = $5 or $5 = 0)
      order by n.card_id ${order} limit $3`,
  }
})

const windowEndStatements = cardsOfSort((sort): Statement => {
  const { before, order } = DIRECTIONS[sort]
  return {
    name: `read_cards_window_end_${sort}`,
    text: `select id from card where project_id = $1 and id ${before} $2
      order by id ${order} limit 1 offset ${SEARCH_WINDOW_ROWS - 1}`,
  }
})

/** Conditions without an index. */
const foundStatements = cardsOfSort((sort): Statement => {
  const { before, until, order } = DIRECTIONS[sort]
  return {
    name: `read_found_cards_${sort}`,
    text: `select ${detailColumns} from card c ${detailJoins}
      where c.project_id = $1 and c.id ${before} $2 and c.id ${until} $3
      and ($5 = '' or c.status = $5) and (c.cardholder_id = $6 or $6 = 0)
      and ($7 = '' or substr(n.mask, 13, 4) = $7)
      and lower(c.embossed_name) like lower($8) escape '!'
      and ($9 = '' or c.product_type = $9)
      and a.posted - a.held >= $10 and a.posted - a.held <= $11
      order by c.id ${order} limit $4`,
  }
})

const numbersStatement: Statement = {
  name: 'read_numbers_of_card',
  isLookup: true,
  text: `select ${TABLES.cardNumber.columns.join(', ')} from card_number
    where project_id = $1 and card_id between $2 and $2 order by card_id desc, id desc limit ${NUMBERS_MAX}`,
}

/** A card by its id, or undefined. */
export async function cardById(
  reads: Queryable,
  datasetId: number,
  cardId: number,
): Promise<CardResult | undefined> {
  const [record] = await reads.query(cardByIdStatement, [datasetId, cardId])
  return record === undefined ? undefined : decodeCard(record)
}

/** A card without its owner and used limits. */
export type CardDetails = Pick<CardResult, 'card' | 'number' | 'account'>

/** A card without its owner and used limits, by id, or undefined, which reads a third less. */
export async function cardDetailsById(
  reads: Queryable,
  datasetId: number,
  cardId: number,
): Promise<CardDetails | undefined> {
  const [record] = await reads.query(cardDetailsStatement, [datasetId, cardId])
  return record === undefined ? undefined : decodeDetails(record)
}

type CardKey = readonly [id: number]

export interface CardFilter extends PageRequest<CardKey> {
  readonly status?: CardStatus | undefined
  readonly cardholderId?: number | undefined
  /** Expiry of the current number. */
  readonly lastFour?: string | undefined
  /** Part of the embossed name, case-insensitive. */
  readonly text?: string | undefined
  /** An exact match. */
  readonly productType?: string | undefined
  /** Bounds of the available balance, minor units. */
  readonly availableFrom?: number | undefined
  readonly availableUntil?: number | undefined
  /** Newest first by default. */
  readonly sort?: CardSort | undefined
}

/** Cards by id. Filters without an index search the list in windows. */
export async function cardsPage(
  reads: Queryable,
  datasetId: number,
  filter: CardFilter,
): Promise<ListPage<CardDetails, CardKey>> {
  const { status, cardholderId, lastFour, text, productType, limit, sort = 'newest' } = filter
  const { availableFrom, availableUntil, after = FIRST[sort] } = filter
  if ((text ?? productType ?? availableFrom ?? availableUntil) !== undefined)
    return searchCards(reads, datasetId, { ...filter, sort, after })
  const parameters = [datasetId, ...after, limit + 1, status ?? '', cardholderId ?? 0]
  const by = cardholderId !== undefined ? 'cardholder' : status !== undefined ? 'status' : 'id'
  const records =
    lastFour === undefined
      ? await reads.query(PAGE_STATEMENTS[by][sort], parameters)
      : await reads.query(byLastFourStatements[sort], [...parameters, lastFour])
  return pageOf(records.map(decodeDetails), limit, keyOf)
}

async function searchCards(
  reads: Queryable,
  datasetId: number,
  filter: CardFilter & { readonly sort: CardSort; readonly after: CardKey },
): Promise<ListPage<CardDetails, CardKey>> {
  const { status = '', cardholderId = 0, lastFour = '', text = '', productType = '' } = filter
  const { sort, after, limit } = filter
  const { availableFrom = 0, availableUntil = Number.MAX_SAFE_INTEGER } = filter
  const last: CardKey = sort === 'newest' ? FIRST.oldest : FIRST.newest
  const search: Search<CardDetails, CardKey> = {
    windowEnd: async (from) => {
      const [end] = await reads.query(windowEndStatements[sort], [datasetId, ...from])
      return end && [Number(end['id'])]
    },
    found: async (from, [end] = last, wanted) => {
      const records = await reads.query(foundStatements[sort], [
        datasetId,
        ...from,
        end,
        wanted,
        status,
        cardholderId,
        lastFour,
        containing(text),
        productType,
        availableFrom,
        availableUntil,
      ])
      return records.map(decodeDetails)
    },
    keyOf,
  }
  return searchPage(search, after, limit)
}

const keyOf = ({ card }: CardDetails): CardKey => [card.id]

/** The position before the first card. */
const FIRST: Readonly<Record<CardSort, CardKey>> = {
  newest: [Number.MAX_SAFE_INTEGER],
  oldest: [0],
}

/** Cards are counted up to this number, so that a count reads a limited part of its index. */
export const CARDS_COUNTED_MAX = 10_000

const countOf = (name: string, where: string): string =>
  `(select count(*) from (select 1 from card where project_id = $1 and ${where}
    limit ${CARDS_COUNTED_MAX + 1}) of_${name}) as count_${name}`

const countsStatement: Statement = {
  name: 'count_cards',
  text: `select ${[
    countOf('all', 'id > 0 order by id'),
    ...CARD_STATUSES.map((status) =>
      countOf(status, `status between '${status}' and '${status}' order by status, id`),
    ),
  ].join(', ')}`,
}

/** The number of cards by status, and of all; `CARDS_COUNTED_MAX + 1` means more. */
export async function cardCounts(
  reads: Queryable,
  datasetId: number,
): Promise<Readonly<Record<'all' | CardStatus, number>>> {
  const [record = {}] = await reads.query(countsStatement, [datasetId])
  const counts = (['all', ...CARD_STATUSES] as const).map(
    (name) => [name, Number(record[`count_${name}`])] as const,
  )
  return Object.fromEntries(counts) as Record<'all' | CardStatus, number>
}

/** The newest cards. */
export const newestCards = async (
  reads: Queryable,
  datasetId: number,
  limit: number,
): Promise<readonly CardDetails[]> => (await cardsPage(reads, datasetId, { limit })).items

/** The numbers of a card, newest first: the current one and replaced ones. */
export async function numbersOfCard(
  reads: Queryable,
  datasetId: number,
  cardId: number,
): Promise<readonly CardNumber[]> {
  const records = await reads.query(numbersStatement, [datasetId, cardId])
  return records.map((record) => decode(TABLES.cardNumber, record) as CardNumber)
}

const decodeDetails = (record: SqlRecord): CardDetails => ({
  card: decode(TABLES.card, record, 'c_') as Card,
  number: decode(TABLES.cardNumber, record, 'n_') as CardNumber,
  account: decode(TABLES.account, record, 'a_') as Account,
})

const decodeCard = (record: SqlRecord): CardResult => ({
  ...decodeDetails(record),
  usage: decode(TABLES.cardUsage, record, 'u_') as CardUsage,
  cardholder: decode(TABLES.cardholder, record, 'h_') as Cardholder,
  entry: null,
})
