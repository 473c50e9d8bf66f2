// The rows of issuing, and what each is found by.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Card, CardNumber, CardUsage } from './card.ts'
import type { Cardholder } from './cardholder.ts'

/** The nonce of a PIN block, which is used once. */
export interface PinNonce {
  readonly nonce: string
  readonly usedAt: number
}

/** The id that a caller gave a movement, which is used once. */
export interface ExternalId {
  /** Keyed hash: the id itself may hold anything. */
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
