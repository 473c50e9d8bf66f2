// A caller's card data. It becomes a `PresentedCard` here, and nothing else is passed on.

import { type PresentedCard, presentCard } from '../../../payments/methods/payment-card.ts'
import type { Vault } from '../../../projects/vault.ts'
import * as types from './parameter-types.ts'
import { mandatory, optional } from './parameters.ts'
import { GatewayError } from '../errors/gateway-error.ts'

const CARDHOLDER_LENGTH = 150

export const cardNumber = mandatory(types.pan, 'Card number', {
  missing: 'card-number-empty',
  invalid: 'card-number-invalid',
})

/** A card number, unless a binding is given. */
export const panOrBinding = optional(
  types.pan,
  'Card number. To pay with a stored card, send `bindingId` instead',
  {
    missing: 'card-number-empty',
    invalid: 'card-number-invalid',
    unless: ['bindingId', 'seToken'],
  },
)

/** Encrypted card data. The sandbox publishes no key, so it is always refused. */
export const encryptedCard = optional(
  types.unreadable,
  'Encrypted card data. The sandbox cannot decrypt it and refuses it',
  {
    invalid: 'card-encrypted',
  },
)

export const cvc = optional(types.cvc, 'CVC of the card', { invalid: 'cvc-invalid' })
export const expiry = optional(types.yearMonth, 'Expiry date of the card, YYYYMM', {
  invalid: 'expiry-invalid',
  unless: ['bindingId', 'seToken'],
})
export const cardholder = optional(types.text(CARDHOLDER_LENGTH), 'Name on the card')

/** Card data as entered. */
interface CardEntry {
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: number | undefined
  readonly cvc: string | undefined
  readonly cardholderName: string | undefined
}

/** The card without its number and CVC. */
export function presentedCard(
  { pan, expiry, cvc, cardholderName = '' }: CardEntry,
  vault: Vault,
): PresentedCard {
  if (expiry === undefined) throw new GatewayError('expiry-invalid')
  return presentCard({ pan, expiry, cvc, cardholderName }, vault)
}
