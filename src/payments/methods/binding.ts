// A binding: a card with which a merchant's client paid and may pay again.

import type { Recurrence } from '../orders/order.ts'
import { cardKeyOf, type PaymentCard } from './payment-card.ts'

export interface Binding {
  /** UUID in version 7 format, with the project's number at its end. */
  readonly id: string
  readonly clientId: string
  /**
   * Identifies client and card, so that a second payment with the same card creates no second
   * binding.
   */
  readonly owner: string
  readonly card: PaymentCard
  readonly active: boolean
  /** The recurrence that the order allowed; null if it is unlimited. */
  readonly recurrence: Recurrence | null
  /** The order that created it. */
  readonly orderId: string
  readonly createdAt: number
  /** Time of the last charge without the cardholder; null before the first. */
  readonly lastChargeAt: number | null
}

/** The lookup key of a client's binding for a card. */
export const bindingOwner = (clientId: string, card: Pick<PaymentCard, 'hash' | 'mask'>): string =>
  `${cardKeyOf(card)} ${clientId}`
