// Counts the rows for each filter of a list. Without an index, it counts among the newest rows, so
// that a count reads a limited part of a table of any size.

import { AUTHORISATION_STATUSES } from '../../authorisations/authorisation.ts'
import type { Queryable, Statement } from '../store.ts'
import { alongPaidOrders, orderOfEntry, paidOrders, statusOfOrder } from './authorisations.ts'

/** Maximum number of rows of a list that are counted. */
export const COUNTED_ROWS_MAX = 1000

/** The number of rows that each filter of a list shows. */
export type RowCounts = Readonly<
  Record<string, { readonly count: number; readonly hasMore: boolean }>
>

/** A column for all rows and for each filter, named like the filter. */
const columnsOf = (filters: Readonly<Record<string, string>>): string =>
  [
    'count(*) as counted',
    'count(*) as "all"',
    ...Object.entries(filters).map(
      ([name, where]) => `sum(case when ${where} then 1 else 0 end) as "${name}"`,
    ),
  ].join(', ')

const LIMIT = `limit ${COUNTED_ROWS_MAX + 1}`

const requestsStatement: Statement = {
  name: 'count_request_log',
  text: `select ${columnsOf({
    declined: "outcome = 'declined'",
    refused: "outcome = 'refused'",
    error: "outcome = 'error'",
    callback: "api = 'callback'",
  })} from (select outcome, api from request_log
    where project_id = $1 and seq > 0 and kind <> 'clock' order by seq desc ${LIMIT}) newest`,
}

const statusColumns = columnsOf(
  Object.fromEntries(AUTHORISATION_STATUSES.map((status) => [status, `status = '${status}'`])),
)
const authorisationsStatement: Statement = {
  name: 'count_authorisations',
  text: `select ${statusColumns} from (select status from card_authorisation
    where project_id = $1 and id > 0 order by id desc ${LIMIT}) newest`,
}
const authorisationsOfOrdersStatement = alongPaidOrders(
  'count_authorisations_of_orders',
  (entries) => `select ${statusColumns} from (select ${statusOfOrder} as status
    from ${entries} ${orderOfEntry} where ${paidOrders} and e.id > 0
    order by e.id desc ${LIMIT}) newest`,
)

const hasCard = `exists (select 1 from card c where c.project_id = $1 and c.cardholder_id = h.id)`
const cardholdersStatement: Statement = {
  name: 'count_cardholders',
  text: `select ${columnsOf({ with: 'has_card', without: 'not has_card' })} from (select ${hasCard} as has_card
    from cardholder h where project_id = $1 and id > 0 order by id desc ${LIMIT}) newest`,
}

const accountsWhere = (name: string, where: string): string =>
  `(select count(*) from (select 1 from account where project_id = $1 and ${where}
    order by id ${LIMIT}) of_${name}) as "${name}"`
/** The sandbox's own accounts have negative ids. */
const accountsStatement: Statement = {
  name: 'count_accounts',
  text: `select ${accountsWhere('all', 'id <> 0')}, ${accountsWhere('customer', 'id > 0')},
    ${accountsWhere('own', 'id < 0')}`,
}

/** The sums of the statements; if one reads only a part of its list, every count may be larger. */
const countBy =
  (...statements: readonly Statement[]) =>
  async (reads: Queryable, datasetId: number): Promise<RowCounts> => {
    const found = await Promise.all(
      statements.map(async (statement) => (await reads.query(statement, [datasetId]))[0] ?? {}),
    )
    const isPart = found.some(({ counted }) => Number(counted) > COUNTED_ROWS_MAX)
    return Object.fromEntries(
      Object.keys(found[0] ?? {}).map((name) => {
        const sum = found.reduce((total, record) => total + Number(record[name]), 0)
        const hasMore = isPart || sum > COUNTED_ROWS_MAX
        return [name, { count: Math.min(sum, COUNTED_ROWS_MAX), hasMore }]
      }),
    )
  }

export const requestCounts = countBy(requestsStatement)
export const authorisationCounts = countBy(authorisationsStatement, authorisationsOfOrdersStatement)
export const cardholderCounts = countBy(cardholdersStatement)
export const accountCounts = countBy(accountsStatement)
