// The sentences about a decline, with its amounts: why it happened, and how to avoid it.

import { CARD_CURRENCY } from '../../issuing/card.ts'
import { isLimitName, limitEndsAt, limitLabel } from '../../issuing/limits.ts'
import { currencyByNumeric } from '../../ledger/currency.ts'
import type { EntryKind } from '../../ledger/journal-entry.ts'
import { type Decline, declineRemedy, declineSentence } from '../../ledger/decline.ts'
import { moneyText } from './money.ts'

/** A declined amount: minor units and the ISO 4217 numeric code; and when it was declined. */
interface DeclinedAmount {
  readonly amount: number
  readonly currency: number
  readonly at: number
  /** The remaining amount of the closest limit in minor units, if known. */
  readonly limitLeft?: number
  /** The kind of the declined entry, if there is one. */
  readonly kind?: EntryKind
}

/** Entries that are not payments. */
const MOVEMENTS: Partial<Record<EntryKind, 'transfer' | 'top-up'>> = {
  transfer: 'transfer',
  topup: 'top-up',
}

const movementOf = (kind: EntryKind) => {
  const movement = MOVEMENTS[kind]
  return movement && { movement }
}

/** Why a payment was declined, as a sentence. */
export const declineText = (decline: Decline, declined: DeclinedAmount): string =>
  declineSentence(contextOf(decline, declined))

/** The change that would avoid the decline. */
export const remedyText = (decline: Decline, declined: DeclinedAmount): string =>
  declineRemedy(contextOf(decline, declined))

const contextOf = (
  decline: Decline,
  { amount, currency, at, limitLeft, kind }: DeclinedAmount,
) => ({
  ...decline,
  amount: amountText(amount, currency),
  asked: amount,
  ...(limitLeft !== undefined && { limitLeft }),
  ...(kind !== undefined && movementOf(kind)),
  ...(decline.limit !== undefined &&
    isLimitName(decline.limit) && {
      limitLabel: limitLabel(decline.limit, decline.limitCycle ?? 0),
      limitEndsAt: new Date(limitEndsAt(decline.limitCycle ?? 0, at)).toISOString(),
    }),
  money: (minor: number) => amountText(minor, CARD_CURRENCY),
})

/** For responses: clients search them, so amounts contain no non-breaking space. */
export const searchable = (text: string): string => text.replaceAll('\u00A0', ' ')

/** An amount with its currency. Entries without money have no currency. */
export function amountText(minor: number, numeric: number): string {
  const currency = currencyByNumeric(numeric === 0 ? CARD_CURRENCY : numeric)
  if (currency === undefined) throw new Error('an amount has an unknown currency')
  const { alpha, numeric: digits, exponent } = currency
  return moneyText({ minor, currency: { letters: alpha, digits, exponent } })
}
