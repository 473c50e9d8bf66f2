// What an order and the way it is paid demand of 3-D Secure.

import type { AuthenticationDemands } from '../../three-d-secure/authentication.ts'
import type { EnteredWay, Order } from '../orders/order.ts'

/** What the merchant says of 3-D Secure with the payment itself. */
interface PaymentDemands {
  /** It wants no 3-D Secure. */
  readonly withoutChallenge?: boolean
  /** A telephone order has no 3-D Secure. */
  readonly way?: EnteredWay
}

export function demandsOf(
  { request: { features } }: Order,
  { withoutChallenge, way }: PaymentDemands,
  isRecurring: boolean,
): AuthenticationDemands {
  return {
    forceTds: features.includes('FORCE_TDS'),
    forceFullTds: features.includes('FORCE_FULL_TDS'),
    forceSsl:
      isRecurring ||
      features.includes('FORCE_SSL') ||
      withoutChallenge === true ||
      way === 'CARD_MOTO',
  }
}
