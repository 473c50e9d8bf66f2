// The audit log of a project: an entry for each change that a member made on its pages, and for
// changes of the project itself through the control API. An entry that cannot be written does not
// undo the change.

import { randomBytes } from 'node:crypto'
import { base32 } from '../projects/project.ts'
import { containing } from '../store/keyset.ts'
import * as sql from '../store/member-statements.ts'
import type { SqlRecord, Transaction } from '../store/store.ts'
import { realNow } from '../time.ts'
import type { Accounts } from './accounts.ts'
import type { User } from './user.ts'

/** Maximum number of entries per project; a new one replaces the oldest. */
const AUDIT_ENTRIES_MAX = 10_000

/** The author of a change: a person, or a program that uses the project's API key. */
export interface Actor {
  /** Null for a program. */
  readonly id: string | null
  readonly name: string
}

/** The operator of the service. */
export const ADMIN_ACTOR: Actor = { id: null, name: 'Admin token' }

export const API_KEY_ACTOR: Actor = { id: null, name: 'API key' }

export const actorOf = ({ id, email }: User): Actor => ({ id, name: email })

interface AuditEntry {
  readonly id: string
  /** Real time, epoch milliseconds. */
  readonly at: number
  readonly actor: string
  /** The operation, as named in metrics and in the reference. */
  readonly action: string
  readonly details: Readonly<Record<string, string>>
}

type AuditedAction = Pick<AuditEntry, 'action' | 'details'>

const ID_TIME_DIGITS = 14
const ID_RANDOM_BYTES = 5
/** Greater than every id. */
export const AFTER_ALL_AUDIT_ENTRIES = '~'

/** Smaller than every id of this time or later. */
const firstIdAt = (at: number): string => String(Math.max(0, at)).padStart(ID_TIME_DIGITS, '0')

/** Later entries have greater ids. */
export const newAuditId = (at: number): string =>
  firstIdAt(at) + base32(randomBytes(ID_RANDOM_BYTES))

/** Adds an entry in the transaction of the change. */
export async function writeAuditEntry(
  transaction: Transaction,
  projectNumber: number,
  actor: Actor,
  { action, details }: AuditedAction,
): Promise<void> {
  const now = realNow()
  await transaction.run(sql.trimAuditEntries, [projectNumber, AUDIT_ENTRIES_MAX - 1])
  const row = [projectNumber, newAuditId(now), now, actor.id, actor.name, action]
  await transaction.run(sql.insertAuditEntry, [...row, JSON.stringify(details)])
}

/** Adds an entry for a change that has already been committed. */
export const noteAction = (
  { transact }: Accounts,
  projectNumber: number,
  actor: Actor,
  action: AuditedAction,
): Promise<void> =>
  transact((transaction) => writeAuditEntry(transaction, projectNumber, actor, action))

interface AuditRequest {
  /** The last id of the previous page. */
  readonly before?: string | undefined
  readonly limit: number
  /** Part of the author, the action or a detail, case-insensitive. */
  readonly text?: string | undefined
  /** Real time, epoch milliseconds; `until` is exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** Entries newest first. */
export async function auditEntries(
  { reads }: Accounts,
  projectNumber: number,
  { before = AFTER_ALL_AUDIT_ENTRIES, limit, text = '', from = 0, until }: AuditRequest,
): Promise<readonly AuditEntry[]> {
  const end = until === undefined ? before : minimum(before, firstIdAt(until))
  // The page shows `showKeys` as "Show keys".
  const patterns = [containing(text), containing(text.replaceAll(' ', ''))]
  const bounds = [end, firstIdAt(from)]
  const records = await reads.query(sql.listAuditEntries, [
    projectNumber,
    ...bounds,
    ...patterns,
    limit,
  ])
  return records.map(auditEntryOf)
}

const minimum = (one: string, other: string): string => (one < other ? one : other)

const auditEntryOf = (record: SqlRecord): AuditEntry => ({
  id: String(record['id']),
  at: Number(record['at']),
  actor: String(record['actor']),
  action: String(record['action']),
  details: JSON.parse(String(record['details'])) as Record<string, string>,
})
