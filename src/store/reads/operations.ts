// Reading what happened: B's list of transfers and A's transaction records, both off the same rows. Time never runs backwards in a
// space, so the order of ids is the order of time.

import type { Operation } from '../../domain/operation.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import { decode, prefixedColumns } from '../table.ts'
import { TABLES } from '../tables.ts'

/** A card number as an operation was made with it. */
export interface OperationNumber {
  readonly id: number
  /** The full number, sealed. */
  readonly sealed: string
  /** YYYYMM. */
  readonly expiry: number
}

/** A transfer with the numbers of both sides. */
export interface TransferRow {
  readonly operation: Operation
  readonly source: OperationNumber
  readonly destination: OperationNumber
}

export interface TransferFilter {
  /** Keyed hash of the number that is source or destination. */
  readonly numberHash: string
  /** Epoch milliseconds, `from` included and `until` not. */
  readonly from: number
  readonly until: number
  readonly approved: boolean | undefined
  /** Only operations with a smaller id: where the last page ended. */
  readonly before: number
  readonly limit: number
}

const columns = prefixedColumns(TABLES.operation, 'o', 'o_')

/** One half of the list, walked backwards along the card's index. */
const transferHalf = (own: 'source' | 'destination'): string => `select * from (
    select ${columns} from card_number f
    join operation o on o.project_id = $1 and o.${own}_card_id = f.card_id
      and o.${own}_number_id = f.id
    where f.project_id = $1 and f.hash = $2 and o.kind = 'transfer'
      and o.at >= $3 and o.at < $4 and o.id < $5 and (o.approved = $6 or $6 = -1)
      ${own === 'destination' ? 'and o.source_number_id <> o.destination_number_id' : ''}
    order by o.at desc, o.id desc limit $7
  ) ${own}_half`

const transfersStatement: Statement = {
  name: 'read_transfers',
  text: `select t.*, s.sealed as s_sealed, s.expiry as s_expiry, d.sealed as d_sealed, d.expiry as d_expiry
  from (${transferHalf('source')} union all ${transferHalf('destination')}) t
  join card_number s on s.project_id = $1 and s.id = t.o_source_number_id
  join card_number d on d.project_id = $1 and d.id = t.o_destination_number_id
  order by t.o_id desc limit $7`,
}

/** Transfers made with a card number, newest first. */
export async function transfersOf(
  reads: Queryable,
  spaceId: number,
  filter: TransferFilter,
): Promise<readonly TransferRow[]> {
  const { numberHash, from, until, before, limit } = filter
  const approved = filter.approved === undefined ? -1 : Number(filter.approved)
  const parameters = [spaceId, numberHash, from, until, before, approved, limit]
  const records = await reads.query(transfersStatement, parameters)
  return records.map((record) => {
    const operation = decode(TABLES.operation, record, 'o_') as Operation
    return {
      operation,
      source: numberOf(record, 's_', operation.sourceNumberId),
      destination: numberOf(record, 'd_', operation.destinationNumberId),
    }
  })
}

const numberOf = (record: SqlRecord, prefix: string, id: number | null): OperationNumber => ({
  id: id ?? 0,
  sealed: String(record[`${prefix}sealed`]),
  expiry: Number(record[`${prefix}expiry`]),
})

const cardHalf = (own: 'source' | 'destination'): string => `
  select ${columns} from operation o
  where o.project_id = $1 and o.${own}_card_id = $2 and o.at >= $3 and o.at < $4
  ${own === 'destination' ? 'and (o.source_card_id is null or o.source_card_id <> o.destination_card_id)' : ''}`

const operationsStatement: Statement = {
  name: 'read_operations_of_card',
  text: `${cardHalf('source')} union all ${cardHalf('destination')} order by o_id`,
}

/** Everything that happened to a card in a period, oldest first; `until` is not included. */
export async function operationsOfCard(
  reads: Queryable,
  spaceId: number,
  cardId: number,
  period: { readonly from: number; readonly until: number },
): Promise<readonly Operation[]> {
  const records = await reads.query(operationsStatement, [
    spaceId,
    cardId,
    period.from,
    period.until,
  ])
  return records.map((record) => decode(TABLES.operation, record, 'o_') as Operation)
}
