// A project's cards sorted by their available balance. There is no index on the balance, because
// every transfer would have to update it. A page compares the balances of all cards instead, in
// windows. Their number is bounded by the project's row limit.

import { hash } from 'node:crypto'
import { nextTurn } from '../../time.ts'
import { containing, type ListPage, pageOf, WINDOWS_AT_ONCE } from '../keyset.ts'
import type { Queryable, SqlRecord, Statement } from '../store.ts'
import type { SqlValue } from '../table.ts'
import { type CardDetails, cardDetailsById, type CardFilter } from './cards.ts'

/** Sorts that compare balances. */
export const BALANCE_SORTS = ['highest', 'lowest'] as const
export type BalanceSort = (typeof BALANCE_SORTS)[number]

/** Number of cards per window, which takes a few milliseconds. */
export const BALANCE_WINDOW_ROWS = 5000

/** Available minor units, and the card id. */
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

/** The conditions of a list with their values. Absent ones would cost time for every card. */
function conditionsOf(
  filter: BalanceFilter,
): readonly (readonly [text: string, value: SqlValue])[] {
  const { status, cardholderId, lastFour, text, productType } = filter
  const { availableFrom, availableUntil } = filter
  const conditions: readonly (readonly [text: string, value: SqlValue | undefined])[] = [
    ['c.status = ?', status],
    ['c.cardholder_id = ?', cardholderId],
    [
      `exists (select 1 from card_number n
        where n.project_id = $1 and n.id = c.number_id and substr(n.mask, 13, 4) = ?)`,
      lastFour,
    ],
    ["lower(c.embossed_name) like lower(?) escape '!'", text && containing(text)],
    ['c.product_type = ?', productType],
    [`${AVAILABLE} >= ?`, availableFrom],
    [`${AVAILABLE} <= ?`, availableUntil],
  ]
  return conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [[condition, value] as const],
  )
}

const AVAILABLE = '(a.posted - a.held)'

function statementOf(sort: BalanceSort, conditions: readonly string[]): Statement {
  const [before, order] = sort === 'highest' ? ['<', 'desc'] : ['>', 'asc']
  const filters = conditions.map((text, index) => ` and ${text.replace('?', `$${index + 7}`)}`)
  const range = 'project_id = $1 and id < $2 and id >= $3'
  const statement = (cards: string): string => `select c.id, ${AVAILABLE} as available
    from (${cards}) c cross join account a
    where a.project_id = $1 and a.id = c.account_id
    and (${AVAILABLE}, c.id) ${before} ($4, $5)${filters.join('')}
    order by ${AVAILABLE} ${order}, c.id ${order} limit $6`
  const text = statement(`select * from card where ${range}`)
  return {
    name: `read_card_balances_${hash('sha1', text)}`,
    text,
    // Rows are read in list order, so cards with equal balances rarely displace others in the sort.
    // PostgreSQL would sort them twice.
    onSqlite: statement(
      `select * from card where ${range} order by id ${order} limit ${BALANCE_WINDOW_ROWS}`,
    ),
    isPlannedEachTime: true,
  }
}

interface BalanceFilter extends Omit<CardFilter, 'sort' | 'after'> {
  readonly sort: BalanceSort
  readonly after?: BalanceKey | undefined
}

/** A page of cards by available balance; cards with the same balance by id. */
export async function cardsByBalance(
  reads: Queryable,
  datasetId: number,
  filter: BalanceFilter,
): Promise<ListPage<CardDetails, BalanceKey>> {
  const { sort, limit, after = FIRST[sort] } = filter
  const conditions = conditionsOf(filter)
  const statement = statementOf(
    sort,
    conditions.map(([text]) => text),
  )
  const values = conditions.map(([, value]) => value)
  const direction = sort === 'highest' ? -1 : 1
  const inOrder = ([one, oneId]: BalanceKey, [other, otherId]: BalanceKey): number =>
    direction * (one === other ? oneId - otherId : one - other)
  const searches: Promise<readonly SqlRecord[]>[] = []
  try {
    let until: number | undefined = Number.MAX_SAFE_INTEGER
    while (until !== undefined) {
      const [end] = await reads.query(windowEndStatement, [datasetId, until])
      const from: number = end === undefined ? 0 : Number(end['id'])
      const range = [datasetId, until, from, ...after, limit + 1]
      const started = reads.query(statement, [...range, ...values])
      // Awaited later.
      started.catch(() => undefined)
      searches.push(started)
      until = end === undefined ? undefined : from
      // SQLite reads in this process, so other requests get a turn in between.
      await Promise.all([searches.at(-WINDOWS_AT_ONCE), nextTurn()])
    }
  } catch (error) {
    await Promise.allSettled(searches)
    throw error
  }
  const keys = (await Promise.all(searches))
    .flat()
    .map((record): BalanceKey => [Number(record['available']), Number(record['id'])])
  const page = pageOf(keys.sort(inOrder), limit, (key) => key)
  const cards = await Promise.all(page.items.map(([, id]) => cardDetailsById(reads, datasetId, id)))
  return { items: cards.filter((card) => card !== undefined), next: page.next }
}
