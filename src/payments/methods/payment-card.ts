// A card as the gateway keeps it: never its number. One of the project's own is found by the keyed hash of its number; a test card by
// its mask, which is enough to tell the listed ones apart; any other card is remembered by first six and last four alone.

import type { CardNumber } from '../../issuing/card.ts'
import { brandOf, type Brand, maskPanShort, scrubPans } from '../../issuing/pan.ts'
import { testCard, testCardByMask } from './test-card.ts'
import { equalInConstantTime, type Vault } from '../../projects/vault.ts'

export interface PaymentCard {
  readonly kind: 'issued' | 'test' | 'rule' | 'unknown'
  /** `411111**1111`. */
  readonly mask: string
  /** YYYYMM, as sent. */
  readonly expiry: number
  readonly cardholderName: string
  /** Keyed hash of the number, of issued and test cards only. */
  readonly hash?: string
  /** The row of an issued card's number. */
  readonly numberId?: number
  readonly cardId?: number
}

/** A card as a payer presents it; the interface has compared the CVC with what it would be for either kind of card. */
export interface PresentedCard {
  readonly hash: string
  readonly mask: string
  readonly expiry: number
  readonly cardholderName: string
  /** True for a number of the closed list of test cards. */
  readonly isTest: boolean
  /** Whether the CVC is the one of an issued card with this number, and of the test card; null where none was sent. */
  readonly cvcIfIssued: boolean | null
  readonly cvcIfTest: boolean | null
}

/** The scheme of a masked number, whose first six digits are enough. */
export const paymentSystemOf = (mask: string): Brand | undefined => brandOf(mask.slice(0, 6))

/** The bank that issues the sandbox's cards. */
export const OWN_BANK = { name: 'Sandcard', code: 'CY', en: 'Cyprus', ru: 'Кипр' } as const

/** What rules and lists compare: the first six and the last four digits. */
export const maskDigits = (mask: string): string => mask.replaceAll('*', '')

/** What a binding of a client is found by: one per card. */
export const cardKeyOf = (card: Pick<PaymentCard, 'hash' | 'mask'>): string =>
  card.hash ?? card.mask

/** What a payer entered. */
export interface EnteredCard {
  /** 13 to 19 digits. */
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: number
  readonly cardholderName: string
  readonly cvc: string | undefined
}

/** Turns what was entered into what may travel to the engine: no number, no CVC. */
export function presentCard(
  { pan, expiry, cardholderName, cvc }: EnteredCard,
  vault: Vault,
): PresentedCard {
  const test = testCard(pan)
  return {
    hash: vault.numberHash(pan),
    mask: maskPanShort(pan),
    expiry,
    // Payers put the number into the wrong field at times, and a name is stored and shown.
    cardholderName: scrubPans(cardholderName),
    isTest: test !== undefined,
    cvcIfIssued: cvc === undefined ? null : equalInConstantTime(cvc, vault.cvc(pan, expiry)),
    cvcIfTest: cvc === undefined ? null : cvc === test?.cvc,
  }
}

/** A CVC sent with a stored card, compared with the number the card had when it was read. */
export interface StoredCvc {
  /** Row of the issued card's number; null for any other card. */
  readonly numberId: number | null
  readonly right: boolean
}

/** Compares the CVC entered for a stored card; `number` is the row of an issued one. A card that only a rule knows takes any. */
export function storedCvc(
  { kind, mask }: Pick<PaymentCard, 'kind' | 'mask'>,
  number: Pick<CardNumber, 'id' | 'sealed' | 'expiry'> | null,
  entered: string,
  vault: Vault,
): StoredCvc {
  if (number !== null) {
    const right = equalInConstantTime(entered, vault.cvc(vault.open(number.sealed), number.expiry))
    return { numberId: number.id, right }
  }
  return { numberId: null, right: kind === 'rule' || testCardByMask(mask)?.cvc === entered }
}
