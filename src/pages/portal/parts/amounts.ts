// Amounts on the portal's pages: as they are shown, and as they are typed.

import { type Currency, currencyByNumeric, decimalAmount } from '../../../ledger/currency.ts'
import { MAX_AMOUNT } from '../../../ledger/money.ts'
import type { MoneyView } from '../../../web/html/money.ts'

/** A currency that an order or an account has, and that was known when it was made. */
export function knownCurrency(numeric: number): Currency {
  const currency = currencyByNumeric(numeric)
  if (currency === undefined) throw new Error('an amount has an unknown currency')
  return currency
}

export function moneyOf(minor: number, numeric: number): MoneyView {
  const { alpha, numeric: digits, exponent } = knownCurrency(numeric)
  return { minor, currency: { letters: alpha, digits, exponent } }
}

/** As it is typed: `20.00`. */
export const typedAmount = (minor: number, numeric: number): string =>
  decimalAmount(minor, knownCurrency(numeric))

/** Minor units of a typed amount; undefined for what is none, or more than any interface takes. */
export function parseAmount(text: string, numeric: number): number | undefined {
  const { exponent } = knownCurrency(numeric)
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? []
  if (whole === '' || fraction.length > exponent) return undefined
  const minor = Number(whole + fraction.padEnd(exponent, '0'))
  return minor <= MAX_AMOUNT ? minor : undefined
}
