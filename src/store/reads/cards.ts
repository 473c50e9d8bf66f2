// Reads a card with everything about it in one statement, a consistent snapshot; and lists of
// cards, newest first.

import type { Card, CardNumber, CardStatus, CardUsage } from '../../issuing/card.ts'
import type { Cardholder } from '../../issuing/cardholder.ts'
import type { Account } from '../../ledger/account.ts'
import type { CardResult } from '../../issuing/card-result.ts'
import { type ListPage, type PageRequest, pageOf } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** Numbers read per card; each reissue adds one. */
const NUMBERS_MAX = 200

const detailColumns = `${prefixedColumns(TABLES.card, 'c', 'c_')},
  ${prefixedColumns(TABLES.cardNumber, 'n', 'n_')},
  ${prefixedColumns(TABLES.account, 'a', 'a_')}`

const detailJoins = `join card_number n on n.project_id = $1 and n.id = c.number_id
  join account a on a.project_id = $1 and a.id = c.account_id`

const selectCard = `select ${detailColumns},
  ${prefixedColumns(TABLES.cardUsage, 'u', 'u_')},
  ${prefixedColumns(TABLES.cardholder, 'h', 'h_')}
  from card c
  ${detailJoins}
  join card_usage u on u.project_id = $1 and u.card_id = c.id
  join cardholder h on h.project_id = $1 and h.id = c.cardholder_id`

const cardByIdStatement: Statement = {
  name: 'read_card_by_id',
  text: `${selectCard} where c.project_id = $1 and c.id = $2`,
}

const cardDetailsStatement: Statement = {
  name: 'read_card_face',
  text: `select ${detailColumns} from card c ${detailJoins} where c.project_id = $1 and c.id = $2`,
}

/** A list of cards along one index; the other conditions filter it. */
const pageStatement = (by: string, walked: string, order: string): Statement => ({
  name: `read_cards_by_${by}`,
  text: `select ${detailColumns} from card c ${detailJoins}
    where c.project_id = $1 and ${walked} and ($4 = '' or c.status = $4) and (c.cardholder_id = $5 or $5 = 0)
    order by ${order} limit $3`,
})

// A column that is constant in a list is a range, so that the planner has to use its index.
const PAGE_STATEMENTS = {
  id: pageStatement('id', 'c.id < $2', 'c.id desc'),
  status: pageStatement(
    'status',
    '(c.status, c.id) < ($4, $2) and c.status >= $4',
    'c.status desc, c.id desc',
  ),
  cardholder: pageStatement(
    'cardholder',
    '(c.cardholder_id, c.id) < ($5, $2) and c.cardholder_id >= $5',
    'c.cardholder_id desc, c.id desc',
  ),
}

/** Along the last four digits of current numbers. */
const byLastFourStatement: Statement = {
  name: 'read_cards_by_last_four',
  text: `select ${detailColumns} from card_number n
    join card c on c.project_id = $1 and c.id = n.card_id and c.number_id = n.id
    join account a on a.project_id = $1 and a.id = c.account_id
    where n.project_id = $1 and substr(n.mask, 13, 4) = $6 and n.card_id < $2
    and ($4 = '' or c.status = $4) and (c.cardholder_id = $5 or $5 = 0)
    order by n.card_id desc limit $3`,
}

const numbersStatement: Statement = {
  name: 'read_numbers_of_card',
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

/** A card without its owner and used limits, by id, or undefined: a third less to read. */
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
  /** Of the current number. */
  readonly lastFour?: string | undefined
}

/** Cards, newest first. */
export async function cardsPage(
  reads: Queryable,
  datasetId: number,
  { status, cardholderId, lastFour, after = NEWEST, limit }: CardFilter,
): Promise<ListPage<CardDetails, CardKey>> {
  const parameters = [datasetId, ...after, limit + 1, status ?? '', cardholderId ?? 0]
  const by = cardholderId !== undefined ? 'cardholder' : status !== undefined ? 'status' : 'id'
  const records =
    lastFour === undefined
      ? await reads.query(PAGE_STATEMENTS[by], parameters)
      : await reads.query(byLastFourStatement, [...parameters, lastFour])
  return pageOf(records.map(decodeDetails), limit, ({ card }) => [card.id])
}

const NEWEST: CardKey = [Number.MAX_SAFE_INTEGER]

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
