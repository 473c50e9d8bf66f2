// The responses of interface A. Each field has the type in the specification.

import { type Static, Type } from '../../web/http/schemas/type.ts'
import { Transaction } from '../../web/views/transaction-view.ts'
import type { Operation } from '../endpoint/operation.ts'
import { isResultOperation, SERVICE_FAULTS, type ServiceFaultName } from './codes.ts'

const ServiceFaultAnswer = Type.Object(
  { errorCode: Type.String(), errorDesc: Type.String() },
  {
    title: 'ServiceFault',
    description: 'The request was refused before it was processed.',
  },
)

const FaultAnswer = Type.Object(
  { responseCode: Type.String(), message: Type.String() },
  {
    title: 'RefusedResult',
    description: 'The request was processed and refused; nothing changed.',
  },
)

export const CustomerAnswer = Type.Object({
  customerNumber: Type.String(),
  accountNumber: Type.String(),
})

export const VirtualCardAnswer = Type.Object({
  virtualCardIdentification: Type.Object({
    cardNumber: Type.String(),
    cardId: Type.String(),
    expDate: Type.String({ description: 'Expiry date of the card, YYYYMM' }),
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
  expiryDate: Type.String({ description: 'Expiry date of the card, YYYYMM' }),
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
      balance: Type.Integer({ description: 'Available balance, minor units' }),
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
  responseCode: Type.String({ description: 'ISO 8583 field 39: 00 on success' }),
  processingCode: Type.String(),
  systemTraceAuditNumber: Type.Integer(),
  localTransactionDate: Type.String({
    description: 'Time of the operation, YYYY-MM-DDThh:mm:ss, UTC',
  }),
  message: Type.Optional(
    Type.String({ description: 'Reason of a refusal or decline; otherwise absent' }),
  ),
})
export type OperationResult = Static<typeof OperationResult>

export const FinancialResult = Type.Object({
  ...OperationResult.properties,
  rrn: Type.Optional(Type.String()),
  authorizationIdResponse: Type.Optional(Type.String()),
  paymentSpecificData: Type.Optional(Type.Object({})),
})
export type FinancialResult = Static<typeof FinancialResult>

export const TransactionsAnswer = Type.Object({ transactions: Type.Array(Transaction) })

const ANY_OPERATION = [
  'malformed',
  'unauthorized',
  'too-large',
  'not-json',
  'failure',
  'unavailable',
] as const

const serviceFaultAnswers = (names: readonly ServiceFaultName[]) =>
  Object.fromEntries(names.map((name) => [SERVICE_FAULTS[name].status, ServiceFaultAnswer]))

/**
 * The error responses of an operation. Operations that return an operation result return faults as
 * such a result.
 */
export const errorAnswers = ({ name, errors = [] }: Operation) => ({
  ...(isResultOperation(name) ? {} : { 404: FaultAnswer, 409: FaultAnswer, 422: FaultAnswer }),
  ...serviceFaultAnswers([...ANY_OPERATION, ...(errors as readonly ServiceFaultName[])]),
})
