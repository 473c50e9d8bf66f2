// Reading a card with everything around it, in one statement: what is committed, seen at one instant.

import type { Card, CardNumber, CardUsage } from '../../domain/card.ts'
import type { Cardholder } from '../../domain/cardholder.ts'
import type { Account } from '../../domain/ledger.ts'
import type { CardAnswer } from '../../operations/cards.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

const faceColumns = `${prefixedColumns(TABLES.card, 'c', 'c_')},
  ${prefixedColumns(TABLES.cardNumber, 'n', 'n_')},
  ${prefixedColumns(TABLES.account, 'a', 'a_')}`

const faceJoins = `join card_number n on n.project_id = $1 and n.id = c.number_id
  join account a on a.project_id = $1 and a.id = c.account_id`

const selectCard = `select ${faceColumns},
  ${prefixedColumns(TABLES.cardUsage, 'u', 'u_')},
  ${prefixedColumns(TABLES.cardholder, 'h', 'h_')}
  from card c
  ${faceJoins}
  join card_usage u on u.project_id = $1 and u.card_id = c.id
  join cardholder h on h.project_id = $1 and h.id = c.cardholder_id`

const cardByIdStatement: Statement = {
  name: 'read_card_by_id',
  text: `${selectCard} where c.project_id = $1 and c.id = $2`,
}

const cardFaceStatement: Statement = {
  name: 'read_card_face',
  text: `select ${faceColumns} from card c ${faceJoins} where c.project_id = $1 and c.id = $2`,
}

/** A card by its id, or undefined. */
export async function cardById(
  reads: Queryable,
  spaceId: number,
  cardId: number,
): Promise<CardAnswer | undefined> {
  const [record] = await reads.query(cardByIdStatement, [spaceId, cardId])
  return record === undefined ? undefined : decodeCard(record)
}

/** What a card shows of itself: no owner, no use of its limits. */
export type CardFace = Pick<CardAnswer, 'card' | 'number' | 'account'>

/** A card's face by its id, or undefined: a third of the columns is not read. */
export async function cardFaceById(
  reads: Queryable,
  spaceId: number,
  cardId: number,
): Promise<CardFace | undefined> {
  const [record] = await reads.query(cardFaceStatement, [spaceId, cardId])
  return record === undefined ? undefined : decodeFace(record)
}

const decodeFace = (record: SqlRecord): CardFace => ({
  card: decode(TABLES.card, record, 'c_') as Card,
  number: decode(TABLES.cardNumber, record, 'n_') as CardNumber,
  account: decode(TABLES.account, record, 'a_') as Account,
})

const decodeCard = (record: SqlRecord): CardAnswer => ({
  ...decodeFace(record),
  usage: decode(TABLES.cardUsage, record, 'u_') as CardUsage,
  cardholder: decode(TABLES.cardholder, record, 'h_') as Cardholder,
  operation: null,
})
