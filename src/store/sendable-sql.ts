// Finds callbacks or webhook events to send. The conditions of sending become SQL.

import { type Conditions, SENDABLE } from '../callbacks/sendable.ts'
import type { Queryable, Statement } from './store.ts'

export interface Sendable {
  readonly id: number
  readonly origin: string
}

export interface SendableFilter {
  /** The project's time and real time. */
  readonly now: number
  readonly realNow: number
  /** Origins that have reached their limit of concurrent requests. */
  readonly full: readonly string[]
  readonly limit: number
}

/** Parameter 2 is the project's time, 3 real time. */
const PARAMETERS: Readonly<Record<string, string>> = { now: '$2', realNow: '$3' }

const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const valueOf = (value: string | number): string =>
  PARAMETERS[value] ?? (typeof value === 'number' ? String(value) : `'${value}'`)

/** The conditions for the row with this alias. */
const sqlOf = (alias: string, conditions: Conditions): string =>
  conditions
    .map((line) => {
      const tests = line.map(([member, is, value]) => {
        const column = `${alias}.${columnOf(member)}`
        return is === 'null' ? `${column} is null` : `${column} ${is} ${valueOf(value)}`
      })
      return `(${tests.join(' or ')})`
    })
    .join(' and ')

// The partial index on due times requires `is not null`. Origins contain no space, so ` origin ` is
// searched for in a space-separated list on both databases.
export const sendableStatement = (table: 'callback' | 'webhook_event'): Statement => ({
  name: `read_sendable_${table}s`,
  text: `select c.id, c.origin from ${table} c
    left join ${table} p on p.project_id = $1 and p.id = c.previous_id
    where c.project_id = $1 and c.due_at is not null and ${sqlOf('c', SENDABLE.own)}
      and (p.id is null or ${sqlOf('p', SENDABLE.previous)})
      and replace($4, ' ' || coalesce(c.origin, '') || ' ', '') = $4
    order by c.due_at, c.id limit $5`,
})

/**
 * Items to send now, longest overdue first: due, not blocked by an earlier one, and not claimed.
 */
export async function sendable(
  reads: Queryable,
  statement: Statement,
  datasetId: number,
  { now, realNow, full, limit }: SendableFilter,
): Promise<readonly Sendable[]> {
  const excluded = full.map((origin) => ` ${origin} `).join('')
  const records = await reads.query(statement, [datasetId, now, realNow, excluded, limit])
  return records.map(({ id, origin }) => ({ id: Number(id), origin: String(origin ?? '') }))
}
