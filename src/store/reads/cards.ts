// Reading a card with everything around it, in one statement: what is committed, seen at one instant.

import type { Card, CardNumber, CardUsage } from '../../domain/card.ts'
import type { Cardholder } from '../../domain/cardholder.ts'
import type { Account } from '../../domain/ledger.ts'
import type { CardAnswer } from '../../operations/cards.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

const selectCard = `select ${prefixedColumns(TABLES.card, 'c', 'c_')},
  ${prefixedColumns(TABLES.cardNumber, 'n', 'n_')},
  ${prefixedColumns(TABLES.account, 'a', 'a_')},
  ${prefixedColumns(TABLES.cardUsage, 'u', 'u_')},
  ${prefixedColumns(TABLES.cardholder, 'h', 'h_')}
  from card c
  join card_number n on n.project_id = $1 and n.id = c.number_id
  join account a on a.project_id = $1 and a.id = c.account_id
  join card_usage u on u.project_id = $1 and u.card_id = c.id
  join cardholder h on h.project_id = $1 and h.id = c.cardholder_id`

const cardByIdStatement: Statement = {
  name: 'read_card_by_id',
  text: `${selectCard} where c.project_id = $1 and c.id = $2`,
}

const cardByNumberStatement: Statement = {
  name: 'read_card_by_number',
  text: `${selectCard} join card_number given on given.project_id = $1 and given.hash = $2
  where c.project_id = $1 and c.id = given.card_id`,
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

/** A card by the keyed hash of any of its numbers, replaced ones included, or undefined. */
export async function cardByNumber(
  reads: Queryable,
  spaceId: number,
  hash: string,
): Promise<CardAnswer | undefined> {
  const [record] = await reads.query(cardByNumberStatement, [spaceId, hash])
  return record === undefined ? undefined : decodeCard(record)
}

const decodeCard = (record: SqlRecord): CardAnswer => ({
  card: decode(TABLES.card, record, 'c_') as Card,
  number: decode(TABLES.cardNumber, record, 'n_') as CardNumber,
  account: decode(TABLES.account, record, 'a_') as Account,
  usage: decode(TABLES.cardUsage, record, 'u_') as CardUsage,
  cardholder: decode(TABLES.cardholder, record, 'h_') as Cardholder,
  operation: null,
})
