// A binding: a card that a client of a merchant paid with and that may pay again.

import type { Recurrence } from '../orders/order.ts'
import { cardKeyOf, type PaymentCard } from './payment-card.ts'

export interface Binding {
  /** UUID in version 7 form, the project's number at its end. */
  readonly id: string
  readonly clientId: string
  /**
   * Identifies client and card, so that a second payment by the same card creates no second
   * binding.
   */
  readonly owner: string
  readonly card: PaymentCard
  readonly active: boolean
  /** The recurrence that the order allowed; null without bounds. */
  readonly recurrence: Recurrence | null
  /** The order that created it. */
  readonly orderId: string
  readonly createdAt: number
  /** Time of the last charge without the cardholder; null before the first. */
  readonly lastChargeAt: number | null
}

/** The lookup key of a client's binding of a card. */
export const bindingOwner = (clientId: string, card: Pick<PaymentCard, 'hash' | 'mask'>): string =>
  `${cardKeyOf(card)} ${clientId}`
