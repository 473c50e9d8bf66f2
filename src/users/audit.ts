// What was done in a project and by whom: a line for every change that a member made on its pages, and for what changes the project itself through
// the control API. Written behind the change: a line that cannot be written never undoes it, and is told to the log.

import { randomBytes } from 'node:crypto'
import { base32 } from '../projects/project.ts'
import type { SqlRecord } from '../store/store.ts'
import type { SqlValue } from '../store/table.ts'

/** Who did something: a person, or a program that has the project's key. */
export interface Actor {
  /** Null for a program. */
  readonly id: string | null
  readonly name: string
}

/** Whoever runs the service. */
export const ADMIN_ACTOR: Actor = { id: null, name: 'Admin token' }

export const API_KEY_ACTOR: Actor = { id: null, name: 'API key' }

export interface AuditEntry {
  readonly id: string
  /** Real time, epoch milliseconds. */
  readonly at: number
  readonly actor: string
  /** The operation, as in metrics and in the reference. */
  readonly action: string
  /** What it was done to, by name. */
  readonly details: Readonly<Record<string, string>>
}

const ID_TIME_DIGITS = 14
const ID_RANDOM_BYTES = 5
/** Above every id. */
export const AFTER_ALL_AUDIT_ENTRIES = '~'

/** Ids of later entries are greater. */
const newAuditId = (at: number): string =>
  `${String(at).padStart(ID_TIME_DIGITS, '0')}${base32(randomBytes(ID_RANDOM_BYTES))}`

/** The row of a new entry. */
export function auditRow(
  projectNumber: number,
  at: number,
  actor: Actor,
  { action, details = {} }: Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'details'>>,
): SqlValue[] {
  return [projectNumber, newAuditId(at), at, actor.id, actor.name, action, JSON.stringify(details)]
}

export const auditEntryOf = (record: SqlRecord): AuditEntry => ({
  id: String(record['id']),
  at: Number(record['at']),
  actor: String(record['actor']),
  action: String(record['action']),
  details: JSON.parse(String(record['details'])) as Record<string, string>,
})
