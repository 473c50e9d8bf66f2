// The journal: each event is stored once. Interface A's transaction records, B's transfers and
// top-ups and the ledger's postings are views of these rows. A row that moved money is its own
// posting: one debit account, one credit account, one amount.

import type { Decline } from './decline.ts'

/** Kinds of entries, with the processor's names. */
export const ENTRY_KINDS = [
  'topup',
  'transfer',
  'limit-change',
  'block',
  'status-change',
  'purchase',
  'completion',
  'reversal',
  'refund',
  'refund-reversal',
  'cash-withdrawal',
  'cash-reversal',
  'credit',
  'credit-reversal',
  'balance-inquiry',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Fields that only some entries have. */
export interface EntryDetails {
  readonly decline?: Decline
  /** The gateway's action code, if the issuer of an external card declined. */
  readonly actionCode?: number
  /** The expiry that was sent with the source card, YYYYMM. */
  readonly sourceExpiry?: number
  readonly senderName?: string
  readonly senderAddress?: string
  /** 12 characters, ISO 8583 point-of-service data code. */
  readonly posDataCode?: string
  readonly mcc?: number
  readonly merchantName?: string
  readonly merchantId?: string
  readonly terminalId?: string
  /** ISO 3166-1 alpha-2, and the place; absent for the sandbox's own merchant. */
  readonly merchantCountry?: string
  readonly merchantCity?: string
  /** The merchant's amount in a currency other than the account's, minor units. */
  readonly merchantAmount?: number
  readonly merchantCurrency?: number
  /** The authorisation of which the entry is a leg. */
  readonly authorisationId?: number
  /** The real-time decision on which a payment at C waited. */
  readonly decisionId?: number
  /** For a hold: placed, not yet posted. */
  readonly pending?: boolean
  /**
   * A completion or reversal has the authorisation id of its purchase, which is the purchase's
   * record number.
   */
  readonly originalUtrnno?: number
  /** The status of a card after a change. */
  readonly cardStatus?: string
}

export interface JournalEntry {
  readonly id: number
  readonly kind: EntryKind
  readonly at: number
  /** The first of its consecutive record numbers; interface A's records count up from it. */
  readonly utrnno: number
  /** ISO 8583 DE11, 1 to 999999. */
  readonly stan: number
  /** The requested amount, minor units; 0 on entries without money. */
  readonly amount: number
  /** ISO 4217 numeric code; 0 on entries without money. */
  readonly currency: number
  /** The posting's accounts; null where no money moved. */
  readonly debitAccountId: number | null
  readonly creditAccountId: number | null
  readonly sourceNumberId: number | null
  readonly sourceCardId: number | null
  readonly destinationNumberId: number | null
  readonly destinationCardId: number | null
  readonly approved: boolean
  readonly details: EntryDetails
  /** The gateway order of the entry; null if there is none. */
  readonly orderId: string | null
}

/** Number of transaction records, and therefore of record numbers, of an entry. */
export function recordCount(kind: EntryKind, approved: boolean): number {
  return kind === 'transfer' && approved ? 3 : 1
}

/** ISO 8583 DE37: the first record number in 12 digits. */
export const rrnOf = (entry: Pick<JournalEntry, 'utrnno'>): string =>
  String(entry.utrnno).padStart(12, '0')

/** ISO 8583 DE38: the last six digits of the last record number. */
export const authorizationIdOf = (
  entry: Pick<JournalEntry, 'utrnno' | 'kind' | 'approved' | 'details'>,
): string =>
  String(entry.details.originalUtrnno ?? entry.utrnno + recordCount(entry.kind, entry.approved) - 1)
    .padStart(6, '0')
    .slice(-6)

/** Number of record numbers after which an authorisation id repeats. */
export const RECORDS_PER_CODE = 1_000_000
