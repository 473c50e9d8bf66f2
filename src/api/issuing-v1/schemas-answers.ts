// The answers of interface A, member for member of the type that the specification gives.

import Type, { type Static } from 'typebox'

export const ServiceFault = Type.Object(
  { errorCode: Type.String(), errorDesc: Type.String() },
  { description: 'The gateway refused the request before it was processed.' },
)

export const Refusal = Type.Object(
  { responseCode: Type.String(), message: Type.String() },
  { description: 'The request was processed and refused; nothing changed.' },
)

export const CustomerAnswer = Type.Object({
  customerNumber: Type.String(),
  accountNumber: Type.String(),
})

export const VirtualCardAnswer = Type.Object({
  virtualCardIdentification: Type.Object({
    cardNumber: Type.String(),
    cardId: Type.String(),
    expDate: Type.String({ description: 'YYYYMM' }),
    productType: Type.String(),
  }),
})

const CardLimit = Type.Object({
  name: Type.String(),
  value: Type.Integer(),
  cycleType: Type.Integer(),
  cycleLength: Type.Integer(),
  currency: Type.Integer(),
  currentValue: Type.Integer(),
  limitExceptions: Type.Array(Type.Unknown()),
})
export type CardLimit = Static<typeof CardLimit>

export const CardLimitsAnswer = Type.Object({ limits: Type.Array(CardLimit) })

const CardData = Type.Object({
  cardNumber: Type.String(),
  expiryDate: Type.String({ description: 'YYYYMM' }),
  cardId: Type.String(),
  hotCardStatus: Type.Integer(),
  hotCardStatusDescription: Type.String(),
  cardTypeName: Type.String(),
  embossedName: Type.String(),
  customerId: Type.String(),
  personId: Type.String(),
  pinDenialCounter: Type.Integer(),
  plasticNumber: Type.Integer(),
  cardIsPrimary: Type.Boolean(),
  cardBindToCustomer: Type.Boolean(),
  customerIsCardholder: Type.Boolean(),
  accounts: Type.Array(
    Type.Object({
      number: Type.String(),
      accountType: Type.Integer(),
      currency: Type.Integer(),
      currencyAlphaCode: Type.String(),
      balance: Type.Integer({ description: 'What is available, minor units.' }),
      creditLimit: Type.Integer(),
      customerId: Type.String(),
      defaultAccount: Type.Boolean(),
    }),
  ),
  customParameters: Type.Array(Type.Unknown()),
})
export type CardData = Static<typeof CardData>

export const CardDataAnswer = Type.Object({ cardData: CardData })

export const OperationResult = Type.Object({
  responseCode: Type.String({ description: '00 on success.' }),
  processingCode: Type.String(),
  systemTraceAuditNumber: Type.Integer(),
  localTransactionDate: Type.String({ description: 'YYYY-MM-DDThh:mm:ss, UTC.' }),
  message: Type.Optional(Type.String({ description: 'Only on a refusal: why.' })),
})
export type OperationResult = Static<typeof OperationResult>

export const FinancialResult = Type.Object({
  ...OperationResult.properties,
  rrn: Type.Optional(Type.String()),
  authorizationIdResponse: Type.Optional(Type.String()),
  paymentSpecificData: Type.Optional(Type.Object({})),
})
export type FinancialResult = Static<typeof FinancialResult>

const Transaction = Type.Object({
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
export type Transaction = Static<typeof Transaction>

export const TransactionsAnswer = Type.Object({ transactions: Type.Array(Transaction) })

const SERVICE_FAULT_ANSWERS = {
  400: ServiceFault,
  401: ServiceFault,
  413: ServiceFault,
  415: ServiceFault,
  500: ServiceFault,
  503: ServiceFault,
}

/** Answers of an operation that has an operation result: a refusal is one too, with HTTP 200. */
export const resultAnswers = <T>(result: T) => ({ 200: result, ...SERVICE_FAULT_ANSWERS })

/** Answers of the other operations. */
export const viewAnswers = <T>(view: T) => ({
  200: view,
  404: Refusal,
  409: Refusal,
  422: Refusal,
  ...SERVICE_FAULT_ANSWERS,
})
