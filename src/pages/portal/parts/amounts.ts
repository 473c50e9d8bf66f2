// Amounts on the portal's pages, as displayed and as typed.

import {
  type Currency,
  currencyByNumeric,
  decimalAmount,
  minorUnitsOf,
} from '../../../ledger/currency.ts'
import { MAX_AMOUNT } from '../../../ledger/money.ts'
import type { MoneyView } from '../../../web/html/money.ts'

/** ISO 4217 numeric code, as a number or as three digits. */
type NumericCode = number | string

/** The currency of an order or account, which was valid when it was created. */
export function knownCurrency(numeric: NumericCode): Currency {
  const currency = currencyByNumeric(numeric)
  if (currency === undefined) throw new Error('an amount has an unknown currency')
  return currency
}

export function moneyOf(minor: number | bigint, numeric: NumericCode): MoneyView {
  const { alpha, numeric: digits, exponent } = knownCurrency(numeric)
  return { minor, currency: { letters: alpha, digits, exponent } }
}

/** As in input fields: `20.00`. */
export const typedAmount = (minor: number, numeric: NumericCode): string =>
  decimalAmount(minor, knownCurrency(numeric))

/**
 * Parses an entered amount, with a point or a comma before the decimals, to minor units; undefined
 * if it is invalid or too large.
 */
export function parseAmount(text: string, numeric: NumericCode): number | undefined {
  const minor = minorUnitsOf(text.trim().replace(',', '.'), numeric)
  return minor !== undefined && minor <= MAX_AMOUNT ? minor : undefined
}
