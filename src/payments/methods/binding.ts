// A binding: a card that a client of a merchant has paid with and that may pay again.

import type { Recurrence } from '../orders/order.ts'
import { cardKeyOf, type PaymentCard } from './payment-card.ts'

export interface Binding {
  /** UUID in version 7 form, the project's number at its end. */
  readonly id: string
  readonly clientId: string
  /** Client and card in one: a second payment with the same card makes no second binding. */
  readonly owner: string
  readonly card: PaymentCard
  readonly active: boolean
  /** What the order that made it allowed; null where it set no bounds. */
  readonly recurrence: Recurrence | null
  /** The order that made it. */
  readonly orderId: string
  readonly createdAt: number
  /** When it was last charged without its holder; null before. */
  readonly lastChargeAt: number | null
}

/** The text that a client's binding of a card is found by. */
export const bindingOwner = (clientId: string, card: Pick<PaymentCard, 'hash' | 'mask'>): string =>
  `${cardKeyOf(card)} ${clientId}`
