// The query of GET /transfers, and the cursor of the next page.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import { DAY_MS } from '../../kernel/calendar.ts'
import type { Vault } from '../../projects/vault.ts'
import type { TransferFilter } from '../../store/reads/journal.ts'
import { readCursor, writeCursor } from '../../web/http/cursor.ts'
import { invalidParameter } from './problems.ts'
import { oneOf } from './schemas.ts'

const filterDate = (description: string) =>
  Type.String({
    format: 'date',
    description: `${description}, YYYY-MM-DD, UTC, inclusive`,
    examples: ['2026-01-31'],
  })

export const TransferQuery = Type.Object({
  cardNumberFltr: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Number of the source or destination card',
    examples: ['4000000000100026'],
  }),
  periodStartFltr: Type.Optional(filterDate('First day of the period')),
  periodEndFltr: Type.Optional(filterDate('Last day of the period')),
  statusFltr: Type.Optional(
    oneOf(['approved', 'declined'], { description: 'Only transfers with this status' }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,2}|1000)$',
      description: 'Transfers per page, 1 to 1000 (default 1000)',
      examples: ['100'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: '`nextCursor` of the previous page, which continues the list',
    }),
  ),
})
type TransferQuery = Static<typeof TransferQuery>

/** The maximum page size, which is also the default. */
const LIST_MAX = 1000

/** The filter in a query; dates are UTC days, both inclusive. */
export function transferFilter(vault: Vault, query: TransferQuery): TransferFilter {
  const from = dayOf(query.periodStartFltr) ?? Number.MIN_SAFE_INTEGER
  const end = dayOf(query.periodEndFltr)
  if (end !== undefined && from > end)
    throw invalidParameter('periodEndFltr', 'must not be before periodStartFltr')
  return {
    numberHash: vault.numberHash(query.cardNumberFltr),
    from,
    until: end === undefined ? Number.MAX_SAFE_INTEGER : end + DAY_MS,
    approved: query.statusFltr === undefined ? undefined : query.statusFltr === 'approved',
    before: query.cursor === undefined ? Number.MAX_SAFE_INTEGER : openCursor(vault, query.cursor),
    limit: query.limit === undefined ? LIST_MAX : Number(query.limit),
  }
}

/** The schema has checked that it is a date. */
const dayOf = (date: string | undefined): number | undefined =>
  date === undefined ? undefined : Date.parse(date)

/** The last transfer of a page. */
export const cursorAfter = (vault: Vault, id: number): string =>
  writeCursor(vault, 'transfers', [id])

function openCursor(vault: Vault, cursor: string): number {
  const [id] = readCursor<[number]>(vault, 'transfers', cursor) ?? []
  if (id === undefined) throw invalidParameter('cursor', 'must be the nextCursor of a response')
  return id
}
