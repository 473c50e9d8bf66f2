// A transaction in the format of interface A.

import { type Static, Type } from '../http/schemas/type.ts'
import { dateTime } from '../../kernel/calendar.ts'
import { countryByAlpha } from '../../issuing/country.ts'
import type { JournalEntry } from '../../ledger/journal-entry.ts'
import type { TransactionRecord } from './record.ts'

export const Transaction = Type.Object({
  authorizationDate: Type.String({
    description: 'Time of the transaction, YYYY-MM-DDThh:mm:ss, UTC',
  }),
  transactionType: Type.String(),
  operationDirection: Type.Enum(['NOOP', 'CREDIT', 'DEBIT']),
  amount: Type.Integer(),
  amountInAccountCurrency: Type.Integer(),
  requestAmount: Type.Integer(),
  currency: Type.Integer(),
  utrnno: Type.Integer(),
  transactionDescription: Type.String(),
  feeDirection: Type.String(),
  acquireFeeAmount: Type.Integer(),
  feIssuerFeeAmount: Type.Integer(),
  mcc: Type.Integer(),
  merchantCountry: Type.String(),
  merchantCity: Type.String(),
  merchantName: Type.String(),
  merchantId: Type.String(),
  terminalAddress: Type.String(),
  terminalId: Type.String(),
  posDataCode: Type.String(),
  authorizationIdResponse: Type.Optional(Type.String()),
  reversal: Type.Boolean(),
  internalResponseCode: Type.Integer(),
})
type Transaction = Static<typeof Transaction>

/** Merchant category 6012: financial institution (ISO 18245). */
const FINANCIAL_INSTITUTION = 6012
/** Location of the sandbox's own entries. */
const MERCHANT_PLACE = { country: 'CYP', city: 'NICOSIA' }
const PERSON_TO_PERSON = 'PERSON TO PERSON'
const OWN_MERCHANT = 'SANDCARD'
/** No terminal, no card, card data from e-commerce, not authenticated. */
const POS_DATA_CODE = '100000U00130'

export function transactionView(record: TransactionRecord): Transaction {
  const { kind, details } = record.entry
  const { merchantAmount, merchantCurrency } = details
  const { country, city } = placeOf(record.entry)
  const atMerchant = record.amount > 0 ? (merchantAmount ?? record.amount) : record.amount
  const merchantName =
    details.merchantName ?? (kind === 'transfer' ? PERSON_TO_PERSON : OWN_MERCHANT)
  return {
    authorizationDate: dateTime(record.at),
    transactionType: record.type,
    operationDirection: record.direction,
    amount: atMerchant,
    amountInAccountCurrency: record.amount,
    requestAmount: merchantAmount ?? record.requestAmount,
    currency: merchantCurrency ?? record.currency,
    utrnno: record.utrnno,
    transactionDescription: record.description,
    feeDirection: 'DEBIT',
    acquireFeeAmount: 0,
    feIssuerFeeAmount: 0,
    mcc: details.mcc ?? FINANCIAL_INSTITUTION,
    merchantCountry: country,
    merchantCity: city,
    merchantName,
    merchantId: details.merchantId ?? OWN_MERCHANT,
    terminalAddress: `${merchantName} ${country} ${city}`,
    terminalId: details.terminalId ?? OWN_MERCHANT,
    posDataCode: details.posDataCode ?? POS_DATA_CODE,
    ...(record.authorizationId === undefined
      ? {}
      : { authorizationIdResponse: record.authorizationId }),
    reversal: record.reversal,
    internalResponseCode: record.responseCode,
  }
}

/** Where the card was used: the sandbox's own location unless the entry specifies another. */
function placeOf({ details: { merchantCountry, merchantCity } }: JournalEntry) {
  const country = merchantCountry && countryByAlpha(merchantCountry)?.alpha3
  return {
    country: country ?? MERCHANT_PLACE.country,
    city: merchantCity?.toUpperCase() ?? MERCHANT_PLACE.city,
  }
}
