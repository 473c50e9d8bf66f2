// Reading a card with everything around it, in one statement: what is committed, seen at one instant.

import type { Card, CardNumber, CardUsage } from '../../issuing/card.ts'
import type { Cardholder } from '../../issuing/cardholder.ts'
import type { Account } from '../../ledger/account.ts'
import type { CardResult } from '../../issuing/card-result.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

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

/** Bounded by the key of a card, so that an index is walked from its end. */
const newestCardsStatement: Statement = {
  name: 'read_newest_cards',
  text: `select ${detailColumns} from card c ${detailJoins} where c.project_id = $1 and c.id < $2
    order by c.id desc limit $3`,
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

/** What a card shows of itself: no owner, no use of its limits. */
export type CardDetails = Pick<CardResult, 'card' | 'number' | 'account'>

/** A card's face by its id, or undefined: a third of the columns is not read. */
export async function cardDetailsById(
  reads: Queryable,
  datasetId: number,
  cardId: number,
): Promise<CardDetails | undefined> {
  const [record] = await reads.query(cardDetailsStatement, [datasetId, cardId])
  return record === undefined ? undefined : decodeDetails(record)
}

/** The cards that were issued last, the newest first. */
export async function newestCards(
  reads: Queryable,
  datasetId: number,
  limit: number,
): Promise<readonly CardDetails[]> {
  const parameters = [datasetId, Number.MAX_SAFE_INTEGER, limit]
  return (await reads.query(newestCardsStatement, parameters)).map(decodeDetails)
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
