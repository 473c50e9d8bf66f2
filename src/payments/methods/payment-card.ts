// A card as the gateway stores it, without its number. An issued card is identified by the keyed
// hash of its number, a listed test card by its mask, and any other card by its first six and last
// four digits.

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
  /** Keyed hash of the number, for issued and test cards only. */
  readonly hash?: string
  /** The row of an issued card's number. */
  readonly numberId?: number
  readonly cardId?: number
}

/**
 * A card as presented by a payer. The interface has already compared the CVC for both kinds of
 * card.
 */
export interface PresentedCard {
  readonly hash: string
  readonly mask: string
  readonly expiry: number
  readonly cardholderName: string
  /** True for a listed test card. */
  readonly isTest: boolean
  /** Whether the CVC matches the issued card and the test card; null without a CVC. */
  readonly cvcIfIssued: boolean | null
  readonly cvcIfTest: boolean | null
}

/** The card scheme by the first six digits of a masked number. */
export const paymentSystemOf = (mask: string): Brand | undefined => brandOf(mask.slice(0, 6))

/** The issuer of the sandbox's own cards. */
export const OWN_BANK = { name: 'Sandcard', code: 'CY', en: 'Cyprus', ru: 'Кипр' } as const

/** The first six and last four digits, which rules and lists compare. */
export const maskDigits = (mask: string): string => mask.replaceAll('*', '')

/** The lookup key of a client's binding: one per card. */
export const cardKeyOf = (card: Pick<PaymentCard, 'hash' | 'mask'>): string =>
  card.hash ?? card.mask

/** The card data that a payer entered. */
export interface EnteredCard {
  /** 13 to 19 digits. */
  readonly pan: string
  /** YYYYMM. */
  readonly expiry: number
  readonly cardholderName: string
  readonly cvc: string | undefined
}

/** Converts card data for the engine, without number and CVC. */
export function presentCard(
  { pan, expiry, cardholderName, cvc }: EnteredCard,
  vault: Vault,
): PresentedCard {
  const test = testCard(pan)
  return {
    hash: vault.numberHash(pan),
    mask: maskPanShort(pan),
    expiry,
    // Payers sometimes enter the number as the name, and names are stored and shown.
    cardholderName: scrubPans(cardholderName),
    isTest: test !== undefined,
    cvcIfIssued: cvc === undefined ? null : equalInConstantTime(cvc, vault.cvc(pan, expiry)),
    cvcIfTest: cvc === undefined ? null : cvc === test?.cvc,
  }
}

/** The result of the CVC check for a stored card, against its number at the time it was read. */
export interface StoredCvc {
  /** Row of the issued card's number; null for any other card. */
  readonly numberId: number | null
  readonly right: boolean
}

/**
 * Checks the CVC for a stored card. `number` is the row of an issued card. A card that only a rule
 * matches accepts any CVC.
 */
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
