// Authorisations of issued cards at merchants outside the sandbox, and their legs: the amounts that
// the merchant requested and that the card held and paid, with every change.

import type { Decline } from '../ledger/decline.ts'
import type { Rate } from './currency-conversion.ts'

export const AUTHORISATION_KINDS = [
  'purchase',
  'preauthorisation',
  'cash',
  'verification',
  'balanceInquiry',
  'credit',
  'refund',
  'forcePost',
] as const
type AuthorisationKind = (typeof AUTHORISATION_KINDS)[number]

/** Kinds that a merchant requests; the others are postings without a decision. */
export const ASKED_KINDS = [
  'purchase',
  'preauthorisation',
  'cash',
  'verification',
  'balanceInquiry',
  'credit',
] as const satisfies readonly AuthorisationKind[]
export type AskedKind = (typeof ASKED_KINDS)[number]

export const AUTHORISATION_STATUSES = [
  'declined',
  'pending',
  'partlyCleared',
  'cleared',
  'reversed',
  'expired',
] as const
export type AuthorisationStatus = (typeof AUTHORISATION_STATUSES)[number]

export const ENTRY_MODES = [
  'chip',
  'contactless',
  'swipe',
  'keyed',
  'ecommerce',
  'moto',
  'recurring',
  'credentialOnFile',
] as const
export type EntryMode = (typeof ENTRY_MODES)[number]

/** Where the card was used. */
export interface Merchant {
  readonly merchantName: string
  readonly merchantId: string
  /** ISO 18245 merchant category code. */
  readonly mcc: number
  /** ISO 3166-1 alpha-2. */
  readonly merchantCountry: string
  readonly merchantCity: string
  readonly terminalId: string
}

export const LEG_KINDS = [
  'authorisation',
  'increment',
  'advice',
  'clearing',
  'reversal',
  'expiry',
  'refund',
  'refundReversal',
] as const
export type LegKind = (typeof LEG_KINDS)[number]

/** One step of an authorisation: a journal entry with the same id. */
export interface Leg {
  readonly id: number
  readonly kind: LegKind
  readonly at: number
  /** Amount in the merchant's currency, in minor units. */
  readonly merchantAmount: number
  /** The change for the card in minor units of its account; 0 if it was declined. */
  readonly amount: number
  /** The hold of the authorisation after the leg, in minor units of the account. */
  readonly held: number
  /** The conversion at the rate of this day; absent in the card's currency. */
  readonly rate?: Rate
  readonly markupBp?: number
  readonly decline?: Decline
  /** The real-time decision on which the leg waited. */
  readonly decisionId?: number
  /** The part that the card could not cover. The issuer paid it from the suspense account. */
  readonly suspense?: number
  /** The journal entry of that part. */
  readonly suspenseEntryId?: number
  /** True for the last clearing, which released the rest of the hold. */
  readonly isFinal?: true
  /** On a refund, the leg that reversed it. */
  readonly reversedBy?: number
}

/** Maximum number of legs of an authorisation, so that its row stays small. */
export const LEGS_MAX = 100

/** Sums of the legs in the merchant's currency, in minor units. */
export interface MerchantAmounts {
  readonly amount: number
  readonly held: number
  readonly cleared: number
  readonly refunded: number
}

export interface Authorisation {
  /** The id of its first journal entry. */
  readonly id: number
  readonly cardId: number
  /** The card number that was used. */
  readonly numberId: number
  readonly accountId: number
  readonly kind: AuthorisationKind
  readonly status: AuthorisationStatus
  /** ISO 4217 numeric code of the merchant's currency. */
  readonly currency: number
  readonly mcc: number
  /**
   * Total authorised amount in the account's currency, in minor units; for a decline, the requested
   * amount.
   */
  readonly amount: number
  readonly held: number
  /** Posted from or to the card. */
  readonly cleared: number
  /** Paid by the issuer, because the card's balance was too low. */
  readonly suspense: number
  readonly refunded: number
  readonly createdAt: number
  /** When the hold expires; null without a hold. */
  readonly dueAt: number | null
  readonly details: AuthorisationDetails
  readonly legs: readonly Leg[]
}

interface AuthorisationDetails {
  readonly merchant: Merchant
  readonly entryMode: EntryMode
  readonly merchantAmounts: MerchantAmounts
  /** The requested amount in the merchant's currency, if less was approved. */
  readonly askedAmount?: number
  /** The record number of the first entry; its follow-ups have the same authorisation id. */
  readonly utrnno: number
  readonly suspenseRepaid?: number
}

/** The transitions of an authorisation after its first leg. */
export type AuthorisationMove =
  'increment' | 'advise' | 'clear' | 'reverse' | 'expire' | 'refund' | 'reverse-posted'

/** The statuses that allow a transition; the amounts determine the status after it. */
const MOVES = {
  increment: ['pending', 'partlyCleared'],
  advise: ['pending', 'partlyCleared'],
  clear: ['pending', 'partlyCleared'],
  reverse: ['pending', 'partlyCleared'],
  expire: ['pending', 'partlyCleared'],
  refund: ['partlyCleared', 'cleared'],
  'reverse-posted': ['cleared'],
} as const satisfies Record<AuthorisationMove, readonly AuthorisationStatus[]>

/** Kinds that are posted immediately and can be reversed in full. */
const POSTED_AT_ONCE: readonly AuthorisationKind[] = ['cash', 'credit']

/** Kinds whose posted amount a merchant can refund. */
const REFUNDABLE: readonly AuthorisationKind[] = ['purchase', 'preauthorisation', 'forcePost']

type Moved = Pick<Authorisation, 'status' | 'kind' | 'refunded'>

/** Whether a transition is possible now. */
export function allows({ status, kind, refunded }: Moved, move: AuthorisationMove): boolean {
  const statuses: readonly AuthorisationStatus[] = MOVES[move]
  if (!statuses.includes(status)) return false
  if (move === 'refund') return REFUNDABLE.includes(kind)
  if (move === 'reverse-posted') return POSTED_AT_ONCE.includes(kind) && refunded === 0
  return true
}

/** The status of an approved authorisation with these held and posted amounts. */
export function statusOf(
  held: number,
  posted: number,
  ended: 'reversed' | 'expired',
): AuthorisationStatus {
  if (held > 0) return posted > 0 ? 'partlyCleared' : 'pending'
  return posted > 0 ? 'cleared' : ended
}
