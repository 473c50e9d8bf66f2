// The cards of a project sorted by their available balance. No index follows the balance: each
// transfer would have to write it. A page compares the balances of all cards instead, in windows.
// The row limit of the project bounds them.

import { nextTurn } from '../../time.ts'
import { containing, type ListPage, pageOf } from '../keyset.ts'
import type { Queryable, Statement } from '../store.ts'
import { type CardDetails, cardDetailsById, type CardFilter } from './cards.ts'

/** Sorts that compare balances. */
export const BALANCE_SORTS = ['highest', 'lowest'] as const
export type BalanceSort = (typeof BALANCE_SORTS)[number]

/** Cards per window: a few milliseconds. */
export const BALANCE_WINDOW_ROWS = 2000

/** Minor units that are available, and the id of the card. */
export type BalanceKey = readonly [available: number, id: number]

const FIRST: Readonly<Record<BalanceSort, BalanceKey>> = {
  highest: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  lowest: [-1, 0],
}

const windowEndStatement: Statement = {
  name: 'read_card_balances_window_end',
  text: `select id from card where project_id = $1 and id < $2
    order by id desc limit 1 offset ${BALANCE_WINDOW_ROWS - 1}`,
}

function statementOf(sort: BalanceSort): Statement {
  const [before, order] = sort === 'highest' ? ['<', 'desc'] : ['>', 'asc']
  const available = 'a.posted - a.held'
  return {
    name: `read_card_balances_${sort}`,
    // A cross join reads the cards of the window first.
    text: `select c.id, ${available} as available from card c cross join account a
      where c.project_id = $1 and c.id < $2 and c.id >= $3
      and a.project_id = $1 and a.id = c.account_id
      and (${available}, c.id) ${before} ($4, $5)
      and ($7 = '' or c.status = $7) and (c.cardholder_id = $8 or $8 = 0)
      and ($9 = '' or exists (select 1 from card_number n
        where n.project_id = $1 and n.id = c.number_id and substr(n.mask, 13, 4) = $9))
      and ($10 = '%%' or lower(c.embossed_name) like lower($10) escape '!')
      and ($11 = '' or c.product_type = $11)
      and ${available} >= $12 and ${available} <= $13
      order by ${available} ${order}, c.id ${order} limit $6`,
  }
}
const STATEMENTS = { highest: statementOf('highest'), lowest: statementOf('lowest') }

export interface BalanceFilter extends Omit<CardFilter, 'sort' | 'after'> {
  readonly sort: BalanceSort
  readonly after?: BalanceKey | undefined
}

/** A page of cards by available balance; cards of the same balance by id. */
export async function cardsByBalance(
  reads: Queryable,
  datasetId: number,
  filter: BalanceFilter,
): Promise<ListPage<CardDetails, BalanceKey>> {
  const { sort, limit, after = FIRST[sort] } = filter
  const { status = '', cardholderId = 0, lastFour = '', text = '', productType = '' } = filter
  const { availableFrom = 0, availableUntil = Number.MAX_SAFE_INTEGER } = filter
  const conditions = [
    ...[status, cardholderId, lastFour, containing(text), productType],
    ...[availableFrom, availableUntil],
  ]
  const direction = sort === 'highest' ? -1 : 1
  const inOrder = ([one, oneId]: BalanceKey, [other, otherId]: BalanceKey): number =>
    direction * (one === other ? oneId - otherId : one - other)
  let first: readonly BalanceKey[] = []
  let until: number | undefined = Number.MAX_SAFE_INTEGER
  while (until !== undefined) {
    const [end] = await reads.query(windowEndStatement, [datasetId, until])
    const from: number = end === undefined ? 0 : Number(end['id'])
    const records = await reads.query(STATEMENTS[sort], [
      ...[datasetId, until, from, ...after, limit + 1],
      ...conditions,
    ])
    const keys = records.map((record): BalanceKey => [
      Number(record['available']),
      Number(record['id']),
    ])
    first = [...first, ...keys].sort(inOrder).slice(0, limit + 1)
    until = end === undefined ? undefined : from
    // SQLite reads in this process: other requests get their turn in between.
    await nextTurn()
  }
  const page = pageOf(first, limit, (key) => key)
  const cards = await Promise.all(page.items.map(([, id]) => cardDetailsById(reads, datasetId, id)))
  return { items: cards.filter((card) => card !== undefined), next: page.next }
}
