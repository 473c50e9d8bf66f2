/** Amounts for display: all digits and the currency code, never rounded. */
import { html, type Html } from './html.ts'

export interface MoneyView {
  /** Minor units, not negative: a safe integer, or a sum of many. */
  readonly minor: number | bigint
  /** ISO 4217: three letters, three digits and the number of decimal places. */
  readonly currency: {
    readonly letters: string
    readonly digits: string
    readonly exponent: number
  }
}

/** "1,234.50 EUR", with the language's separators and non-breaking spaces. */
export function moneyText(money: MoneyView, lang = 'en'): string {
  const { letters, exponent } = money.currency
  const digits = String(money.minor).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const { format, decimalSeparator } = numbersIn(lang)
  const fraction = exponent > 0 ? decimalSeparator + digits.slice(-exponent) : ''
  return `${format.format(BigInt(whole))}${fraction}\u00A0${letters}`
}

/** The same as markup: tabular figures, with the currency less prominent than the number. */
export function amount(money: MoneyView, lang = 'en'): Html {
  const text = moneyText(money, lang)
  const cut = text.lastIndexOf('\u00A0')
  return html`<span class="amount"
    >${text.slice(0, cut)}<span class="currency">&nbsp;${text.slice(cut + 1)}</span></span
  >`
}

interface Numbers {
  readonly format: Intl.NumberFormat
  readonly decimalSeparator: string
}

/**
 * Cached by language, because a list has an amount per row, and creating a format takes longer than
 * the row.
 */
const numbers = new Map<string, Numbers>()

function numbersIn(lang: string): Numbers {
  const known = numbers.get(lang)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(lang, { minimumFractionDigits: 1 }).formatToParts(0)
  const separator = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const made = { format: new Intl.NumberFormat(lang), decimalSeparator: separator }
  numbers.set(lang, made)
  return made
}
