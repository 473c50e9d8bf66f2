// A transaction in the format of interface A.

import Type, { type Static } from 'typebox'
import { dateTime } from '../../kernel/calendar.ts'
import type { TransactionRecord } from './record.ts'

export const Transaction = Type.Object({
  authorizationDate: Type.String({ description: 'YYYY-MM-DDThh:mm:ss, UTC.' }),
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
/** Place of the sandbox's own entries. */
const MERCHANT_PLACE = { country: 'CYP', city: 'NICOSIA' }
const PERSON_TO_PERSON = 'PERSON TO PERSON'
const OWN_MERCHANT = 'SANDCARD'
/** No terminal, no card, card data from e-commerce, not authenticated. */
const POS_DATA_CODE = '100000U00130'

export function transactionView(record: TransactionRecord): Transaction {
  const { kind, details } = record.entry
  const merchantName =
    details.merchantName ?? (kind === 'transfer' ? PERSON_TO_PERSON : OWN_MERCHANT)
  return {
    authorizationDate: dateTime(record.at),
    transactionType: record.type,
    operationDirection: record.direction,
    amount: record.amount,
    amountInAccountCurrency: record.amount,
    requestAmount: record.requestAmount,
    currency: record.currency,
    utrnno: record.utrnno,
    transactionDescription: record.description,
    feeDirection: 'DEBIT',
    acquireFeeAmount: 0,
    feIssuerFeeAmount: 0,
    mcc: details.mcc ?? FINANCIAL_INSTITUTION,
    merchantCountry: MERCHANT_PLACE.country,
    merchantCity: MERCHANT_PLACE.city,
    merchantName,
    merchantId: details.merchantId ?? OWN_MERCHANT,
    terminalAddress: `${merchantName} ${MERCHANT_PLACE.country} ${MERCHANT_PLACE.city}`,
    terminalId: details.terminalId ?? OWN_MERCHANT,
    posDataCode: details.posDataCode ?? POS_DATA_CODE,
    ...(record.authorizationId === undefined
      ? {}
      : { authorizationIdResponse: record.authorizationId }),
    reversal: record.reversal,
    internalResponseCode: record.responseCode,
  }
}
