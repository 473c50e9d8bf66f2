// The bodies of simulations: a card used at a merchant. Card data is compared here, so that no
// command contains a CVC or a PIN.

import { type Static, type TObject, Type } from '../../../web/http/schemas/type.ts'
import {
  type EntryMode,
  ENTRY_MODES,
  type Merchant,
} from '../../../authorisations/authorisation.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { countryByAlpha } from '../../../issuing/country.ts'
import { parseDuration } from '../../../kernel/duration.ts'
import { Fault } from '../../../kernel/fault.ts'
import { ROW_ID_PATTERN } from '../../../kernel/row-id.ts'
import { CURRENCIES, currencyByNumeric } from '../../../ledger/currency.ts'
import { type DeclineCode, DECLINES } from '../../../ledger/decline.ts'
import { MAX_AMOUNT } from '../../../ledger/money.ts'
import { FORCED_ANSWERS } from '../../../real-time/real-time-decision.ts'
import { CARD_EXAMPLE } from '../cards/cards.ts'
import { unacceptable } from '../problems.ts'

const Text = (maxLength: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001F\\u007F]*$',
    description,
    examples: [example],
  })

export const CardId = Type.String({
  pattern: ROW_ID_PATTERN,
  description: 'Id of a card of the project, as in `listCards`',
  examples: [CARD_EXAMPLE],
})

/** Minor units of the merchant's currency, at least `minimum`. */
export const Minor = (minimum: 0 | 1, description: string) =>
  Type.Integer({ minimum, maximum: MAX_AMOUNT, description, examples: [1000] })

export const ForcedDecision = Type.Optional(
  Type.Enum([...FORCED_ANSWERS], {
    description:
      'Forces an answer of the decision server, even if the project has none: `slow` is a timeout with a late approval, `bad-signature` sends the request with a wrong signature',
  }),
)

/** Where the card is used, and in which currency. */
export const AtMerchant = {
  currency: Type.Optional(
    Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      pattern: '^([0-9]{3}|[A-Z]{3})$',
      minimum: 1,
      maximum: 999,
      description: 'Currency of the merchant, ISO 4217: `978`, `EUR` (default), `USD` ...',
      examples: ['978'],
    }),
  ),
  merchant: Type.Optional(Text(60, 'Name of the merchant', 'Corner cafe')),
  merchantId: Type.Optional(Text(15, 'Id of the merchant, ISO 8583 field 42', 'M00000000000001')),
  mcc: Type.Optional(
    Type.Unsafe<string | number>({
      type: ['string', 'integer'],
      pattern: '^[0-9]{4}$',
      minimum: 0,
      maximum: 9999,
      description: 'Merchant category code, ISO 18245; 5999 by default, 6011 for cash',
      examples: ['5812'],
    }),
  ),
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{2,3}$',
      description: 'Country of the merchant, ISO 3166-1 alpha-2 or alpha-3; `CY` by default',
      examples: ['CY'],
    }),
  ),
  city: Type.Optional(Text(40, 'City of the merchant', 'Nicosia')),
  terminal: Type.Optional(Text(16, 'Terminal id, ISO 8583 field 41', 'TERM0001')),
  entryMode: Type.Optional(
    Type.Enum([...ENTRY_MODES], {
      description:
        'How the card was read: `chip` for cash or with a PIN, otherwise `ecommerce` by default. Payments without the card at a terminal also use the online limits',
    }),
  ),
}

type AtMerchant = Static<TObject<typeof AtMerchant>>

interface Defaults {
  readonly mcc: number
  readonly entryMode: EntryMode
}

export const PAYMENT: Defaults = { mcc: 5999, entryMode: 'ecommerce' }

/** The merchant, the currency and the entry mode of a body. */
export function atMerchant(
  { currency, merchant, merchantId, mcc, country = 'CY', city, terminal, entryMode }: AtMerchant,
  defaults: Defaults,
): { readonly currency: number; readonly merchant: Merchant; readonly entryMode: EntryMode } {
  const merchantCountry = countryByAlpha(country)?.alpha2
  if (merchantCountry === undefined)
    throw unacceptable('/country', 'must be a country of ISO 3166-1, such as CY')
  return {
    currency: currency === undefined ? CARD_CURRENCY : currencyNumber(currency),
    entryMode: entryMode ?? defaults.entryMode,
    merchant: {
      merchantName: merchant ?? 'Sandcard merchant',
      merchantId: merchantId ?? 'SANDCARD0000001',
      mcc: Number(mcc ?? defaults.mcc),
      merchantCountry,
      merchantCity: city ?? 'Nicosia',
      terminalId: terminal ?? 'SIM00001',
    },
  }
}

/** An active currency of ISO 4217 by its numeric or alphabetic code. */
export function currencyNumber(code: string | number): number {
  const currency = currencyByNumeric(code) ?? CURRENCIES.find(({ alpha }) => alpha === String(code))
  if (currency !== undefined) return Number(currency.numeric)
  throw unacceptable('/currency', 'must be an active currency of ISO 4217, such as 978 or EUR')
}

/** The decline that a body forces, by its code or by a response code of interface A. */
export function forcedDecline(decline: string | boolean | undefined): DeclineCode | undefined {
  if (decline === undefined || decline === false) return undefined
  if (decline === true) return 'do-not-honour'
  const codes = Object.keys(DECLINES) as DeclineCode[]
  const code =
    codes.find((each) => each === decline) ??
    codes.findLast((each) => DECLINES[each].responseCode === decline && each !== 'by-rule')
  if (code !== undefined) return code
  throw unacceptable('/decline', `must be one of ${codes.join(', ')}, or a response code of them`)
}

/** An ISO 8601 duration in milliseconds; months have 30 days. */
export function holdLife(holdFor: string | undefined): number | undefined {
  if (holdFor === undefined) return undefined
  const duration = parseDuration(holdFor)
  if (duration !== undefined) {
    const ms = duration.months * 30 * 86_400_000 + duration.ms
    if (ms <= HOLD_MAX_MS) return ms
  }
  throw unacceptable('/holdFor', 'must be an ISO 8601 duration up to P400D, such as P7D')
}

const HOLD_MAX_MS = 400 * 86_400_000

/** A fault about the amount is reported for the amount field of the body. */
export function withPointer(error: unknown): never {
  if (error instanceof Fault && error.code === 'amount-invalid')
    throw unacceptable('/amount', error.message.replace(/\.$/, ''))
  throw error
}
