// A project's exchange rates, and conversion into the cards' currency. Rates are decimal texts and
// amounts are integers, so a conversion is exact up to its only rounding.

import { CARD_CURRENCY } from '../issuing/card.ts'
import { Fault } from '../kernel/fault.ts'
import { currencyByNumeric } from '../ledger/currency.ts'
import { type Amount, isAmount, MAX_AMOUNT, toAmount, ZERO } from '../ledger/money.ts'

/** Units of a currency per euro, as the European Central Bank quotes them: `1.0834`. */
export type Rate = string

/** Six digits before and after the point keep every conversion in range. */
const RATE_PATTERN = '^(0|[1-9][0-9]{0,5})(\\.[0-9]{1,6})?$'

const RATE = new RegExp(RATE_PATTERN)

/** True for a positive decimal number in the format of `RATE_PATTERN`. */
export const isRate = (text: string): boolean => RATE.test(text) && /[1-9]/.test(text)

/** The maximum markup, 100%. */
export const MARKUP_MAX_BP = 10_000

/** A project's rates by alphabetic code. */
export interface ExchangeRates {
  /** Added to every converted amount, in basis points: 150 is 1.5%. */
  readonly markupBp: number
  readonly rates: Readonly<Record<string, Rate>>
}

/** Rates of a new project. These sample values never change, so that tests can rely on them. */
export const SAMPLE_RATES: ExchangeRates = {
  markupBp: 0,
  rates: {
    AUD: '1.65',
    BRL: '6.2',
    CAD: '1.5',
    CHF: '0.95',
    CNY: '7.8',
    CZK: '25',
    DKK: '7.46',
    GBP: '0.85',
    HKD: '8.5',
    HUF: '400',
    IDR: '17500',
    ILS: '4',
    INR: '92',
    ISK: '145',
    JPY: '160',
    KRW: '1500',
    KWD: '0.335',
    MXN: '20',
    MYR: '4.8',
    NOK: '11.5',
    NZD: '1.8',
    PHP: '62',
    PLN: '4.3',
    RON: '4.97',
    SEK: '11.2',
    SGD: '1.45',
    THB: '38',
    TRY: '40',
    USD: '1.1',
    ZAR: '20',
  },
}

/** An amount at the merchant and its price for the card. */
export interface Conversion {
  readonly cardholder: Amount
  /** Absent if the merchant and the card have the same currency. */
  readonly rate?: Rate
  readonly markupBp?: number
}

/**
 * The price for the card of an amount at a merchant: amount / rate × (1 + markup), rounded once,
 * half up, to the cent, and at least one cent. Undefined without a rate. Throws a fault if the
 * result exceeds the maximum amount.
 */
export function converted(
  amount: Amount,
  currency: number,
  { rates, markupBp }: ExchangeRates,
): Conversion | undefined {
  if (currency === CARD_CURRENCY) return { cardholder: amount }
  const merchant = currencyByNumeric(currency)
  const rate = merchant && rates[merchant.alpha]
  if (merchant === undefined || rate === undefined) return undefined
  const { units, scale } = decimal(rate)
  const cardholder = Number(
    roundedHalfUp(
      BigInt(amount) * scale * CENTS_PER_EURO * BigInt(MARKUP_MAX_BP + markupBp),
      units * 10n ** BigInt(merchant.exponent) * BigInt(MARKUP_MAX_BP),
    ),
  )
  if (!isAmount(cardholder))
    throw new Fault(
      'amount-invalid',
      'The amount is more than 9,999,999,999.99 EUR at the project’s rate.',
      'amount',
    )
  return { cardholder: amount > 0 && cardholder === 0 ? ONE_CENT : cardholder, rate, markupBp }
}

/**
 * The result of a decision; undefined if the amount is too large for it. A server's decision takes
 * time, in which other increments or new rates can make the amount too large.
 */
export function unlessTooLarge<T>(decide: () => T): T | undefined {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Fault && error.code === 'amount-invalid') return undefined
    throw error
  }
}

/** The largest amount at a merchant that costs the card at most `available`; 0 without a rate. */
export function affordable(
  available: Amount,
  currency: number,
  { rates, markupBp }: ExchangeRates,
): Amount {
  if (currency === CARD_CURRENCY) return available
  const merchant = currencyByNumeric(currency)
  const rate = merchant && rates[merchant.alpha]
  if (merchant === undefined || rate === undefined) return ZERO
  const { units, scale } = decimal(rate)
  // The inverse of `converted`, rounded down: the amount converts to `available` or less.
  const amount =
    (BigInt(available) * units * 10n ** BigInt(merchant.exponent) * BigInt(MARKUP_MAX_BP)) /
    (scale * CENTS_PER_EURO * BigInt(MARKUP_MAX_BP + markupBp))
  return toAmount(Number(amount > BigInt(MAX_AMOUNT) ? BigInt(MAX_AMOUNT) : amount))
}

/** `whole * part / of`, rounded half up: an amount reduced in proportion. */
export const shareOf = (whole: number, part: number, of: number): number =>
  part >= of ? whole : Number(roundedHalfUp(BigInt(whole) * BigInt(part), BigInt(Math.max(of, 1))))

const CENTS_PER_EURO = 100n
const ONE_CENT = toAmount(1)

/** A decimal text as an integer over a power of ten. */
function decimal(text: Rate): { readonly units: bigint; readonly scale: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}

const roundedHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator)
