// Postings: the sandbox's own accounts, a posting between two accounts, and its journal entry.

import {
  type Account,
  canPost,
  post,
  systemAccount,
  systemAccountId,
  type SystemKind,
} from './account.ts'
import type { Amount } from './money.ts'
import {
  type JournalEntry,
  type EntryDetails,
  type EntryKind,
  recordCount,
} from './journal-entry.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import { Fault } from '../kernel/fault.ts'
import type { Draft } from '../kernel/draft.ts'

/** One of the sandbox's own accounts, by its key. */
export const systemAccountKey = (kind: SystemKind, currency: number): RowKey =>
  rowKey('account', 'id', systemAccountId(kind, currency))

/** One of the sandbox's own accounts, created by its first posting. */
export const systemAccountIn = (draft: Draft, kind: SystemKind, currency: number): Account =>
  draft.get('account', 'id', systemAccountId(kind, currency)) ?? systemAccount(kind, currency)

/**
 * Moves money between two accounts. A command that can decline calls `canPost` first; any other
 * gets a fault.
 */
export function postBetween(draft: Draft, debit: Account, credit: Account, amount: Amount): void {
  if (!canPost(debit, credit, amount))
    throw new Fault(
      'account-full',
      'The balance would exceed the largest amount that an account can hold.',
      'amount',
    )
  for (const account of post(debit, credit, amount)) draft.put('account', account)
}

/** A card of an entry, with the number that was used. */
interface CardSide {
  readonly card: { readonly id: number }
  readonly number: { readonly id: number }
}

/** The fields of an entry that its command provides. */
export interface NewEntry {
  readonly kind: EntryKind
  readonly amount?: number
  readonly currency?: number
  readonly approved?: boolean
  readonly debit?: Account
  readonly credit?: Account
  readonly source?: CardSide
  readonly destination?: CardSide
  readonly details?: EntryDetails
  readonly orderId?: string
}

/** Stores an entry with the next id, record numbers and trace number. */
export function writeEntry(draft: Draft, entry: NewEntry): JournalEntry {
  const approved = entry.approved ?? true
  return draft.put('journalEntry', {
    id: draft.take('nextId'),
    kind: entry.kind,
    at: draft.now,
    utrnno: draft.take('nextUtrnno', recordCount(entry.kind, approved)),
    stan: draft.take('nextStan'),
    amount: entry.amount ?? 0,
    currency: entry.currency ?? 0,
    debitAccountId: entry.debit?.id ?? null,
    creditAccountId: entry.credit?.id ?? null,
    sourceNumberId: entry.source?.number.id ?? null,
    sourceCardId: entry.source?.card.id ?? null,
    destinationNumberId: entry.destination?.number.id ?? null,
    destinationCardId: entry.destination?.card.id ?? null,
    approved,
    details: entry.details ?? {},
    orderId: entry.orderId ?? null,
  })
}
