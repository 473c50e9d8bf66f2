// Schemas of the responses for operations that a payer's page or device calls without credentials.

import { Type } from '../../../web/http/schemas/type.ts'
import { NO_ERROR, object, ORDER_NUMBER, STATES, text, time } from './answers.ts'

const optional = Type.Optional

const StoredCard = object('StoredCard', {
  id: text('Id of the stored card'),
  label: Type.String(),
  paymentSystem: Type.String(),
  cardHolder: Type.String(),
  createdDate: time('Time of creation'),
  payerEmail: Type.String(),
  payerPhone: Type.String(),
  isMaestro: Type.Boolean(),
})
export const PaymentSession = object('PaymentSession', {
  redirect: optional(text('Where the payer goes when there is nothing to pay')),
  remainingSecs: Type.Integer(),
  orderExpired: Type.Boolean(),
  ...ORDER_NUMBER,
  amount: text('Amount with its currency, such as `20.00 EUR`'),
  currencyAlphaCode: Type.String(),
  description: optional(Type.String()),
  bindingItems: Type.Array(StoredCard),
  bindingEnabled: Type.Boolean(),
  cvcNotRequired: Type.Boolean(),
  otherWayEnabled: Type.Boolean(),
  feeEnabled: Type.Boolean(),
  bindingDeactivationEnabled: Type.Boolean(),
  expirationDateCustomValidation: Type.Boolean(),
  is3DSVer2: Type.Boolean(),
  merchantOptions: Type.Array(Type.String()),
  backUrl: Type.String(),
  merchantInfo: object('MerchantInfo', {
    merchantFullName: Type.String(),
    merchantLogin: Type.String(),
    mcc: Type.Integer(),
  }),
})

export const FinishedPayment = object('FinishedPayment', {
  ...NO_ERROR,
  status: Type.Enum(STATES),
  mdOrder: text('Id of the order'),
  ...ORDER_NUMBER,
  orderDescription: Type.String(),
  amountFormatted: Type.String(),
  formattedAmount: text('Amount with its currency'),
  currencyName: Type.String(),
  date: time('Time of the registration'),
  actionCode: Type.Integer(),
  actionCodeDescription: Type.String(),
  terminalId: Type.String(),
  merchantFullName: Type.String(),
  paymentDate: optional(Type.String()),
  approvalCode: optional(Type.String()),
  refNum: optional(text('Retrieval reference number')),
  paymentRefNum: optional(text('Retrieval reference number')),
  maskedPan: optional(Type.String()),
  panMasked: optional(Type.String()),
  panCountryCode: optional(Type.String()),
  bankName: optional(Type.String()),
})
