// The schemas of the interface's responses. Each operation lists its responses, and the format of
// its errors completes them. The reference and the clients' types are derived from them. A test
// compares every response in the test kit with them.

import { type TProperties, Type } from '../../../web/http/schemas/type.ts'
import { PAYMENT_STATE } from '../../../payments/orders/order-status.ts'

export const STATES = [...new Set(Object.values(PAYMENT_STATE))]
const PAYMENT_WAYS = [
  'CARD',
  'CARD_BINDING',
  'CARD_MOTO',
  'APPLE_PAY',
  'GOOGLE_PAY_TOKENIZED',
  'GOOGLE_PAY_CARD',
  'SAMSUNG_PAY',
  'MIR_PAY',
]

export const text = (description: string) => Type.String({ description })
const integer = (description: string) => Type.Integer({ description })
const amount = (description: string) => Type.Integer({ description: `${description}, minor units` })
export const time = (description: string) =>
  Type.Integer({ description: `${description}, epoch milliseconds` })
const optional = Type.Optional

/** A schema with its name in the reference. */
export const object = <P extends TProperties>(title: string, members: P, description?: string) =>
  Type.Object(members, { title, ...(description !== undefined && { description }) })

/** No error, as a text. */
export const NO_ERROR = {
  errorCode: Type.Literal('0', { description: 'The gateway processed the request' }),
  errorMessage: text('Message of the gateway'),
}
/** No error, as a number. */
const NO_ERROR_NUMBER = {
  errorCode: Type.Literal(0, { description: 'The gateway processed the request' }),
  errorMessage: text('Message of the gateway'),
}

const ORDER_ID = { orderId: text('Id of the order') }
export const ORDER_NUMBER = { orderNumber: text("The merchant's order number") }

export const Success = object('Success', NO_ERROR)
export const SuccessNumber = object('SuccessNumber', NO_ERROR_NUMBER)
/** A capture or refund that may include loyalty points, which the sandbox does not have. */
export const SuccessInPoints = object('SuccessInPoints', {
  ...NO_ERROR,
  operations: Type.Array(Type.Unknown(), { maxItems: 0 }),
})

export const RegisteredOrder = object('RegisteredOrder', {
  ...ORDER_ID,
  formUrl: text('URL of the payment page. Redirect the payer to it'),
  errorCode: optional(
    Type.Literal('0', {
      description: '0, if the setting `registerErrorCode` is `0`; otherwise absent',
    }),
  ),
})

export const OrderReceipts = object('OrderReceipts', {
  ...NO_ERROR,
  ...ORDER_ID,
  ...ORDER_NUMBER,
  receipt: Type.Array(Type.Unknown(), { maxItems: 0 }),
})

const Parameter = object('OrderParameter', { name: Type.String(), value: Type.String() })

const SecureAuthInfo = object('SecureAuthInfo', {
  eci: integer('Electronic commerce indicator (ECI): level of the authentication by 3-D Secure'),
  threeDsType: optional(Type.String()),
  threeDSInfo: optional(Type.Object({ cavv: Type.String(), xid: optional(Type.String()) })),
})

const CardAuthInfo = object('CardAuthInfo', {
  maskedPan: text('Masked card number'),
  expiration: text('Expiry date of the card, YYYYMM'),
  cardholderName: text('Name on the card'),
  approvalCode: optional(text('Approval code of the issuer')),
  pan: text('Masked card number, the same as `maskedPan`'),
  paymentSystem: optional(Type.String()),
  secureAuthInfo: optional(SecureAuthInfo),
})

const BINDING_INFO = {
  clientId: text("The merchant's id for the client"),
  bindingId: optional(text('Id of the stored card')),
}

const PaymentAmountInfo = object('PaymentAmountInfo', {
  paymentState: Type.Enum(STATES),
  approvedAmount: amount('Authorised amount'),
  depositedAmount: amount('Captured amount minus refunds'),
  refundedAmount: amount('Refunded amount'),
  feeAmount: amount('Fee, always 0'),
  totalAmount: amount('Amount with the fee'),
})

const OrderRefund = object('OrderRefund', {
  date: text('Time of the refund, yyyy-MM-ddTHH:mm:ss, UTC'),
  externalRefundId: optional(Type.String()),
  approvalCode: Type.String(),
  actionCode: Type.Integer(),
  referenceNumber: Type.String(),
  amount: amount('Refunded amount'),
})

const PayerData = object('PayerData', {
  email: optional(Type.String()),
  phone: optional(Type.String()),
  postAddress: optional(Type.String()),
})

const AnyObject = Type.Object({}, { additionalProperties: true })

const ORDER_STATUS_MEMBERS = {
  ...NO_ERROR,
  ...ORDER_NUMBER,
  orderStatus: integer(
    'State of the order: 0 registered, 1 held, 2 paid, 3 reversed, 4 refunded, 5 waiting for 3-D Secure, 6 declined',
  ),
  actionCode: integer('Result of the last payment attempt: 0 approved, -100 no attempt yet'),
  actionCodeDescription: text('Meaning of `actionCode`'),
  displayErrorMessage: text('Message that the payer saw after a decline; otherwise empty'),
  amount: amount('Amount of the order'),
  currency: text('Currency, ISO 4217 numeric code'),
  date: time('Time of the registration'),
  depositedDate: optional(time('Time of the capture')),
  refundedDate: optional(time('Time of the last refund')),
  reversedDate: optional(time('Time of the reversal')),
  orderDescription: text('Description of the order'),
  ip: optional(text('IP address of the payer')),
  merchantOrderParams: Type.Array(Parameter, {
    description: 'Further parameters of the order, from `jsonParams`',
  }),
  transactionAttributes: Type.Array(Parameter),
  attributes: Type.Array(Parameter),
  cardAuthInfo: optional(CardAuthInfo),
  bindingInfo: optional(object('BindingInfo', BINDING_INFO)),
  authDateTime: optional(time('Time of the authorisation')),
  terminalId: Type.String(),
  authRefNum: optional(text('Retrieval reference number (RRN)')),
  paymentAmountInfo: PaymentAmountInfo,
  bankInfo: object('BankInfo', {
    bankName: optional(Type.String()),
    bankCountryCode: Type.String(),
    bankCountryName: Type.String(),
  }),
  payerData: optional(PayerData),
  refunds: optional(Type.Array(OrderRefund, { description: 'Refunds of the order' })),
  chargeback: Type.Boolean(),
  paymentWay: optional(Type.Enum(PAYMENT_WAYS)),
  orderBundle: optional(AnyObject),
  billingPayerData: optional(AnyObject),
  shippingPayerData: optional(AnyObject),
  preOrderPayerData: optional(AnyObject),
  orderPayerData: optional(AnyObject),
}
export const OrderStatus = object('OrderStatus', ORDER_STATUS_MEMBERS)

export const OrderStatusList = object('OrderStatusList', {
  ...NO_ERROR_NUMBER,
  orderStatuses: Type.Array(OrderStatus),
  totalCount: integer('Number of orders on all pages'),
  page: integer('Number of the page, counted from 0'),
  pageSize: Type.Integer(),
})

const SHORT_STATUS_MEMBERS = {
  expiration: optional(text('Expiry date of the card, YYYYMM')),
  cardholderName: optional(Type.String()),
  depositAmount: amount('Captured amount'),
  currency: text('Currency, ISO 4217 numeric code'),
  approvalCode: optional(text('Approval code of the issuer')),
  authCode: Type.Literal(2),
  clientId: optional(Type.String()),
  bindingId: optional(Type.String()),
  ErrorCode: Type.Literal('0'),
  ErrorMessage: Type.String(),
  OrderStatus: Type.Integer(),
  OrderNumber: Type.String(),
  Pan: optional(text('Masked card number')),
  Amount: amount('Amount of the order'),
  Ip: optional(text('IP address of the payer')),
}
export const ShortOrderStatus = object('ShortOrderStatus', SHORT_STATUS_MEMBERS)

/** The short status next to a payment or payout, with the issuer's response. */
const PaidOrderStatus = object('PaidOrderStatus', {
  ...SHORT_STATUS_MEMBERS,
  originalActionCode: optional(Type.String()),
  rrn: optional(text('Retrieval reference number')),
})

const Binding = object('Binding', {
  bindingId: text('Id of the stored card'),
  maskedPan: text('Masked card number'),
  expiryDate: text('Expiry date of the card, YYYYMM'),
  clientId: text("The merchant's id for the client"),
  paymentWay: Type.Literal('CARD_BINDING'),
  paymentSystem: optional(Type.String()),
  displayLabel: Type.String(),
  bindingCategory: Type.Enum(['COMMON', 'RECURRENT', 'INSTALLMENT']),
})
export const BindingList = object('BindingList', {
  ...NO_ERROR,
  bindings: Type.Array(Binding, { minItems: 1 }),
})
export const NoBindings = object('NoBindingsError', {
  errorCode: Type.Literal('2'),
  errorMessage: Type.String(),
  bindings: Type.Array(Type.Unknown(), { maxItems: 0 }),
})

export const Enrolment = object('Enrolment', {
  ...NO_ERROR,
  emitterName: Type.String(),
  emitterCountryCode: Type.String(),
  enrolled: Type.Enum(['Y', 'N', 'U']),
  is3DSVer2: Type.Boolean(),
})

const STORED_CARD = {
  maskedPan: text('Masked card number'),
  expiryDate: text('Expiry date of the card, YYYYMM'),
  cardholderName: text('Name on the card'),
  clientId: text("The merchant's id for the client"),
}
export const CreatedBinding = object('CreatedBinding', {
  ...STORED_CARD,
  bindingId: text('Id of the stored card'),
  ...NO_ERROR_NUMBER,
  error: Type.Literal(false),
})
export const DeclinedBinding = object('DeclinedBinding', {
  ...STORED_CARD,
  errorCode: Type.Literal(7),
  errorMessage: text('Reason for which the issuer declined'),
  error: Type.Literal(true),
})

const DECLINE = {
  error: text('Why the payment was declined'),
  errorMessage: text('The same text as `error`'),
  errorTypeName: Type.String(),
  processingErrorType: Type.Enum(['CLIENT_ERROR', 'MANDATORY_3DSECURE']),
}
const COMPLETED = {
  redirect: text('Where to send the payer: `returnUrl` or `failUrl` with `orderId` and `lang`'),
  info: Type.String(),
  is3DSVer2: optional(Type.Literal(true)),
}
const CHALLENGE = {
  info: Type.String(),
  acsUrl: text("URL of the issuer's page, to which the browser posts the payer"),
}
const CHALLENGE_1 = {
  ...CHALLENGE,
  paReq: text("Message for the issuer's page; post it as `PaReq`"),
  termUrl: text('URL to which the issuer sends the payer back; post it as `TermUrl`'),
}
const CHALLENGE_2 = {
  ...CHALLENGE,
  is3DSVer2: Type.Literal(true),
  packedCReq: text("Message for the issuer's page; post it as `creq`"),
}
const METHOD_2 = {
  is3DSVer2: Type.Literal(true),
  threeDSServerTransId: text(
    'Id of the 3-D Secure transaction; send it with the second payment request',
  ),
  threeDSMethodURL: text(
    "URL of the issuer's method page, which the browser calls in a hidden frame",
  ),
  threeDSMethodURLServer: text("URL of the issuer's method page with the id of the transaction"),
  threeDSMethodDataPacked: text('Data for the method page; post it as `threeDSMethodData`'),
}

const NUMBER_0 = {
  errorCode: Type.Literal(0, {
    description:
      'The gateway processed the request. It does not show whether the payment was approved',
  }),
}

const PaidOrder = object('PaidOrder', { ...COMPLETED, ...NUMBER_0 })
const DeclinedOrder = object('DeclinedOrder', { ...COMPLETED, ...DECLINE, ...NUMBER_0 })

/** A completed payment. */
export const FINISHED = [PaidOrder, DeclinedOrder]

/**
 * A payment that is complete, or that continues at the issuer with either version of 3-D Secure.
 */
export const PAYMENT = [
  ...FINISHED,
  object('ThreeDSecure1', { ...CHALLENGE_1, ...NUMBER_0 }),
  object('ThreeDSecure2Method', { ...METHOD_2, ...NUMBER_0 }),
  object('ThreeDSecure2Challenge', { ...CHALLENGE_2, ...NUMBER_0 }),
]

const INSTANT = {
  ...NO_ERROR,
  ...ORDER_ID,
  ...ORDER_NUMBER,
  orderStatus: PaidOrderStatus,
}
export const INSTANT_PAYMENT = [
  object('InstantPaid', { ...INSTANT, ...COMPLETED }),
  object('InstantDeclined', { ...INSTANT, ...COMPLETED, ...DECLINE }),
  object('InstantThreeDSecure1', { ...INSTANT, ...CHALLENGE_1 }),
  object('InstantThreeDSecure2Method', { ...INSTANT, ...METHOD_2 }),
  object('InstantThreeDSecure2Challenge', { ...INSTANT, ...CHALLENGE_2 }),
]

const MOTO = { ...NO_ERROR, mdOrder: text('Id of the order'), ...ORDER_NUMBER }
export const MOTO_PAYMENT = [
  object('MotoPaid', { ...MOTO, success: Type.Literal(true) }),
  object('MotoDeclined', {
    ...MOTO,
    success: Type.Literal(false),
    error: text('Why the payment was declined'),
  }),
]

export const VerifiedCard = object('VerifiedCard', {
  ...NO_ERROR,
  ...ORDER_ID,
  ...ORDER_NUMBER,
  rrn: optional(text('Retrieval reference number')),
  approvalCode: optional(text('Approval code of the issuer')),
  authCode: Type.Literal(2),
  actionCode: integer('Result of the check: 0 approved'),
  actionCodeDescription: Type.String(),
  time: time('Time of the authorisation'),
  eci: Type.Literal('07'),
  amount: amount('Amount that was checked'),
  currency: text('Currency, ISO 4217 numeric code'),
})

const PAYOUT = { ...NO_ERROR, ...ORDER_ID, orderStatus: PaidOrderStatus }
export const PAYOUT_ANSWERS = [
  object('PaidOut', PAYOUT),
  object('PayoutDeclined', { ...PAYOUT, error: text('Why the payout was declined') }),
]

const successful = <P extends TProperties>(members: P) => ({
  success: Type.Literal(true),
  data: Type.Object({ ...ORDER_ID, ...members }),
  orderStatus: OrderStatus,
})
const DeclinedCharge = object('DeclinedCharge', {
  success: Type.Literal(false),
  data: Type.Object(ORDER_ID),
  error: Type.Object({
    code: Type.Literal('1', { description: 'Always 1: declined' }),
    description: Type.String(),
    message: text('Why the payment was declined'),
  }),
  orderStatus: OrderStatus,
})
const PaidCharge = object('PaidCharge', successful({}))

/** A stored card charged without the cardholder present. */
export const CHARGE = [PaidCharge, DeclinedCharge]
/** A wallet payment. A card that the wallet only stores may be challenged. */
export const WALLET_PAYMENT = [
  ...CHARGE,
  object('WalletThreeDSecure1', successful(CHALLENGE_1)),
  object('WalletThreeDSecure2Method', successful(METHOD_2)),
  object('WalletThreeDSecure2Challenge', successful(CHALLENGE_2)),
]

export const Instalment = object('Instalment', {
  ...NO_ERROR_NUMBER,
  error: Type.Literal(false),
  ...ORDER_ID,
  orderStatus: OrderStatus,
})
