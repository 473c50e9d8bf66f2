// The rows of issuing, and their keys.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Card, CardNumber, CardUsage } from './card.ts'
import type { Cardholder } from './cardholder.ts'

/** A nonce of a PIN block, which can be used only once. */
export interface PinNonce {
  readonly nonce: string
  readonly usedAt: number
}

/** The caller's id of a movement, which can be used only once. */
export interface ExternalId {
  /** Keyed hash, because the id can contain anything. */
  readonly hash: string
  readonly usedAt: number
}

export const ISSUING_LOOKUPS = {
  cardholder: ['id', 'customerNumber'],
  card: ['id'],
  cardNumber: ['id', 'hash', 'currentOf'],
  cardUsage: ['cardId'],
  pinNonce: ['nonce'],
  externalId: ['hash'],
} as const

declare module '../kernel/rows.ts' {
  interface Rows {
    cardholder: Cardholder
    card: Card
    cardNumber: CardNumber
    cardUsage: CardUsage
    pinNonce: PinNonce
    externalId: ExternalId
  }
  interface Lookups extends LookupsOf<typeof ISSUING_LOOKUPS> {}
}
