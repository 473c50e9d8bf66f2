// Checks whether the project issued a number, including replaced ones.

import { SEARCH_WINDOW_ROWS } from '../keyset.ts'
import type { Queryable, Statement } from '../store.ts'

const statement: Statement = {
  name: 'read_is_issued',
  isLookup: true,
  text: 'select 1 as found from card_number where project_id = $1 and hash = $2',
}

/** True for the keyed hash of a number that the project issued. */
export async function isIssued(
  reads: Queryable,
  datasetId: number,
  hash: string,
): Promise<boolean> {
  return (await reads.query(statement, [datasetId, hash])).length > 0
}

/** Uses the last four digits, or the newest numbers if fewer digits are given. */
const byDigitsStatement = {
  lastFour: {
    name: 'read_issued_by_last_four',
    text: `select card_id, mask from card_number
      where project_id = $1 and substr(mask, 13, 4) = $2 order by card_id desc limit 1`,
  },
  fewer: {
    name: 'read_issued_by_digits',
    text: `select card_id, mask from (select card_id, mask from card_number
      where project_id = $1 order by id desc limit ${SEARCH_WINDOW_ROWS}) newest
      where mask like '%' || $2 limit 1`,
  },
} as const satisfies Record<string, Statement>

/** A card by the last digits of its number, at most four; an empty text finds any card. */
export async function issuedByLastDigits(
  reads: Queryable,
  datasetId: number,
  digits: string,
): Promise<{ readonly id: string; readonly lastFour: string } | undefined> {
  const statement = byDigitsStatement[digits.length === 4 ? 'lastFour' : 'fewer']
  const [record] = await reads.query(statement, [datasetId, digits])
  return record && { id: String(record['card_id']), lastFour: String(record['mask']).slice(-4) }
}

/** Number of card numbers that a prefix check reads, because no index contains the first digits. */
const PREFIX_ROWS = 20 * SEARCH_WINDOW_ROWS
const prefixStatement: Statement = {
  name: 'read_issued_by_prefix',
  text: `select count(*) as seen, sum(case when mask like $2 || '%' then 1 else 0 end) as found
    from (select mask from card_number where project_id = $1 and id > 0
      order by id limit ${PREFIX_ROWS}) oldest`,
}

/**
 * True if one of the project's card numbers starts with these digits, for example in an imported
 * snapshot, or if there are too many numbers to check.
 */
export async function mayHavePrefix(
  reads: Queryable,
  datasetId: number,
  digits: string,
): Promise<boolean> {
  const [record] = await reads.query(prefixStatement, [datasetId, digits])
  return Number(record?.['found']) > 0 || Number(record?.['seen']) === PREFIX_ROWS
}
