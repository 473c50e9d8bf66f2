// The sentence of a decline, with its amounts.

import { CARD_CURRENCY } from '../../issuing/card.ts'
import { isLimitName, limitLabel } from '../../issuing/limits.ts'
import { currencyByNumeric } from '../../ledger/currency.ts'
import { type Decline, declineSentence } from '../../ledger/decline.ts'
import { moneyText } from './money.ts'

/** A declined amount: minor units and the ISO 4217 numeric code. */
export interface DeclinedAmount {
  readonly amount: number
  readonly currency: number
}

/** Why a payment was declined, for a person. */
export const declineText = (decline: Decline, { amount, currency }: DeclinedAmount): string =>
  declineSentence({
    ...decline,
    amount: textOf(amount, currency),
    ...(decline.limit !== undefined &&
      isLimitName(decline.limit) && {
        limitLabel: limitLabel(decline.limit, decline.limitCycle ?? 0),
      }),
    money: (minor) => textOf(minor, CARD_CURRENCY),
  })

/** Entries without money have no currency. */
function textOf(minor: number, numeric: number): string {
  const currency = currencyByNumeric(numeric === 0 ? CARD_CURRENCY : numeric)
  if (currency === undefined) throw new Error('an amount has an unknown currency')
  const { alpha, numeric: digits, exponent } = currency
  return moneyText({ minor, currency: { letters: alpha, digits, exponent } })
}
