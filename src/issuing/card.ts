// Cards and their numbers, shared by interfaces A and B. `card-status.ts` has their state table.

import type { DeclineCode } from '../ledger/decline.ts'
import type { CardLimits, Usage } from './limits.ts'

/** Only a reissue returns a card to `active`. */
export const FINAL_STATUSES = ['lost', 'stolen'] as const
export type FinalStatus = (typeof FINAL_STATUSES)[number]
export const CARD_STATUSES = ['active', 'blocked', ...FINAL_STATUSES] as const
/** A card that is not active declines with the code of this name; see `DECLINES`. */
export type CardStatus = (typeof CARD_STATUSES)[number]
export const isFinal = (status: CardStatus): status is FinalStatus =>
  FINAL_STATUSES.some((final) => final === status)

/** Reasons for a reissue, from the specification's `reissueCard`. */
export const REISSUE_REASONS = ['lost', 'stolen', 'damaged', 'expired'] as const
export type ReissueReason = (typeof REISSUE_REASONS)[number]

export interface Card {
  /** 12 digits, the same in interfaces A and B. */
  readonly id: number
  readonly cardholderId: number
  readonly accountId: number
  readonly status: CardStatus
  /** The id of the current number. */
  readonly numberId: number
  /** Interface A's product type, returned as sent. */
  readonly productType: string
  /** 1 when issued; each reissue adds one. */
  readonly plasticNumber: number
  readonly embossedName: string
  readonly limits: CardLimits
  /** Salted hash of the PIN; null until one is set. */
  readonly pinHash: string | null
  readonly pinDenials: number
  readonly createdAt: number
  /** When the status last became `blocked`; null on a card that never was. */
  readonly blockedAt: number | null
}

/** A separate row, because entries refer to the number that was used, even after a reissue. */
export interface CardNumber {
  readonly id: number
  readonly cardId: number
  /** Keyed hash, the only way to find a number. */
  readonly hash: string
  /** The encrypted number. */
  readonly sealed: string
  /** First six digits, stars, last four digits. */
  readonly mask: string
  /** YYYYMM. */
  readonly expiry: number
  /** Why it was replaced; null for the current number. */
  readonly replaced: ReissueReason | null
  readonly createdAt: number
}

/** The usage of a card's limits. It is a separate row, because every payment writes it. */
export interface CardUsage {
  readonly cardId: number
  readonly usage: Usage
}

/** The currency of every card: EUR (ISO 4217). */
export const CARD_CURRENCY = 978

/** Months from issue to expiry for the card product. */
export const CARD_LIFE_MONTHS = 60

/** A card is valid until the end of its expiry month. */
export const isExpired = (expiry: number, currentMonth: number): boolean => currentMonth > expiry

/** The decline caused by a card's status or number, or undefined. */
export function statusDecline(card: Card, number: CardNumber): DeclineCode | undefined {
  const reported = FINAL_STATUSES.find((status) => status === number.replaced)
  if (reported !== undefined) return reported
  if (number.replaced !== null) return 'replaced'
  return card.status === 'active' ? undefined : card.status
}
