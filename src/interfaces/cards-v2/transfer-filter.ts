// The query of GET /transfers, and the cursor that leads from one answer to the next.

import { DAY_MS, parseDate } from '../../domain/calendar.ts'
import { equalInConstantTime, type Vault } from '../../domain/vault.ts'
import type { TransferFilter } from '../../store/reads/operations.ts'
import type { TransferQuery } from './movement-schemas.ts'
import { invalidParameter } from './problems.ts'

/** Most transfers in one answer, and how many where nothing is asked. */
const MOST = 1000

/** What the query asks for; dates are UTC days, both included. */
export function transferFilter(vault: Vault, query: TransferQuery): TransferFilter {
  const from = dayOf('periodStartFltr', query.periodStartFltr) ?? Number.MIN_SAFE_INTEGER
  const end = dayOf('periodEndFltr', query.periodEndFltr)
  if (end !== undefined && from > end)
    throw invalidParameter('periodEndFltr', 'lies before periodStartFltr')
  return {
    numberHash: vault.numberHash(query.cardNumberFltr),
    from,
    until: end === undefined ? Number.MAX_SAFE_INTEGER : end + DAY_MS,
    approved: query.statusFltr === undefined ? undefined : query.statusFltr === 'approved',
    before: query.cursor === undefined ? Number.MAX_SAFE_INTEGER : openCursor(vault, query.cursor),
    limit: query.limit === undefined ? MOST : Number(query.limit),
  }
}

function dayOf(name: 'periodStartFltr' | 'periodEndFltr', text?: string): number | undefined {
  if (text === undefined) return undefined
  const day = parseDate(text)
  if (day === undefined) throw invalidParameter(name, 'is not a date (YYYY-MM-DD)')
  return day
}

/** Names the last transfer of an answer; the mark keeps anyone from making cursors of their own. */
export const cursorAfter = (vault: Vault, id: number): string =>
  Buffer.from(`${id}.${mark(vault, id)}`).toString('base64url')

function openCursor(vault: Vault, cursor: string): number {
  const [digits = '', given = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  const id = Number(digits)
  if (/^\d{1,15}$/.test(digits) && equalInConstantTime(given, mark(vault, id))) return id
  throw invalidParameter('cursor', 'is not one of ours')
}

const mark = (vault: Vault, id: number): string => vault.scopeHash(`transfers cursor ${id}`)
