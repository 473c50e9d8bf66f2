// Cards and their numbers, behind interfaces A and B alike. What may be done to a card in which status is in `card-status`.

import type { DeclineCode } from '../ledger/decline.ts'
import type { CardLimits, Usage } from './limits.ts'

/** From these only a reissue leads back to `active`. */
export const FINAL_STATUSES = ['lost', 'stolen'] as const
export type FinalStatus = (typeof FINAL_STATUSES)[number]
export const CARD_STATUSES = ['active', 'blocked', ...FINAL_STATUSES] as const
/** A card that is not active declines with the code of this name: see `DECLINES`. */
export type CardStatus = (typeof CARD_STATUSES)[number]
export const isFinal = (status: CardStatus): status is FinalStatus =>
  FINAL_STATUSES.some((final) => final === status)

/** Reasons for a new number. Source: the specification's `reissueCard`. */
export const REISSUE_REASONS = ['lost', 'stolen', 'damaged', 'expired'] as const
export type ReissueReason = (typeof REISSUE_REASONS)[number]

export interface Card {
  /** 12 digits, the same in interfaces A and B. */
  readonly id: number
  readonly cardholderId: number
  readonly accountId: number
  readonly status: CardStatus
  /** The current number's row. */
  readonly numberId: number
  /** Interface A's product type, echoed as given. */
  readonly productType: string
  /** 1 on issue, one more with every reissue. */
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

/** A card number is a row of its own: entries point at the number they were made with, also after a reissue. */
export interface CardNumber {
  readonly id: number
  readonly cardId: number
  /** Keyed hash, the only way to find a number. */
  readonly hash: string
  /** The number, sealed. */
  readonly sealed: string
  /** First six, stars, last four. */
  readonly mask: string
  /** YYYYMM. */
  readonly expiry: number
  /** Why it was replaced; null while it is the card's current number. */
  readonly replaced: ReissueReason | null
  readonly createdAt: number
}

/** What a card has used of its limits, a row beside the card because every payment writes it. */
export interface CardUsage {
  readonly cardId: number
  readonly usage: Usage
}

/** The one currency that cards hold: the ISO 4217 number of EUR. */
export const CARD_CURRENCY = 978

/** Months from issue to expiry of the card product. */
export const CARD_LIFE_MONTHS = 60

/** A card serves to the end of its expiry month. */
export const isExpired = (expiry: number, currentMonth: number): boolean => currentMonth > expiry

/** Why a card can take no part in a movement by its status, or undefined. */
export function statusDecline(card: Card, number: CardNumber): DeclineCode | undefined {
  const reported = FINAL_STATUSES.find((status) => status === number.replaced)
  if (reported !== undefined) return reported
  if (number.replaced !== null) return 'replaced'
  return card.status === 'active' ? undefined : card.status
}
