// The request bodies of interface A. Where the specification says number, a string of digits is taken too: clients of this interface
// send both. Members it does not name are ignored.

import Type from 'typebox'
import { DELIVERY_METHODS } from './codes.ts'

const TEXT_LENGTH = 255
/** More than the names that the specification knows, and still a bound. */
const RECORD_PARAMETERS_MAX = 64

/** Well-formed text without NUL: what both databases store unchanged. */
const text = (options: { minLength?: number; description?: string } = {}) =>
  Type.String({
    maxLength: TEXT_LENGTH,
    pattern: String.raw`^[^\u0000\uD800-\uDFFF]*$`,
    ...options,
  })

const integer = (description: string) =>
  Type.Union([Type.Integer(), Type.String({ pattern: String.raw`^-?\d{1,19}$` })], { description })

const cardNumber = Type.Union(
  [Type.Integer({ minimum: 1 }), Type.String({ pattern: String.raw`^\d{1,19}$` })],
  { description: 'The full card number.' },
)
const expDate = integer('Expiry as YYYYMM.')
const currency = integer('ISO 4217 numeric code; the sandbox supports 978 (EUR).')
/** Any number at all: whether it is an amount is for the operation to say. */
const amount = Type.Union(
  [Type.Number(), Type.String({ pattern: String.raw`^[+-]?\d+(\.\d+)?$`, maxLength: TEXT_LENGTH })],
  { description: 'Amount in minor units (cents).' },
)
const hotCardStatus = (description: string) => integer(description)

const CardById = Type.Object({
  cardId: Type.Union([Type.Integer(), Type.String({ pattern: String.raw`^\d{1,19}$` })], {
    description: 'The cardId from the answer to createVirtualCard.',
  }),
})

export const RegisterCustomerBody = Type.Object(
  {
    productName: text({ minLength: 1, description: 'Product code of the registration.' }),
    parameters: Type.Array(Type.Object({ name: text({ minLength: 1 }), value: text() }), {
      maxItems: RECORD_PARAMETERS_MAX,
      description: 'Each name at most once; names that are not known are ignored.',
    }),
  },
  {
    examples: [
      {
        productName: 'CRCU1001',
        parameters: [
          { name: 'institutionId', value: '1001' },
          { name: 'agent_number', value: '1001' },
          { name: 'customer_number', value: '1001_P020' },
          { name: 'product_id', value: '70000001' },
          { name: 'start_date', value: '2026-01-01' },
          { name: 'service_id_acc', value: '70000011' },
          { name: 'surname', value: 'Doe' },
          { name: 'firstName', value: 'Ann' },
          { name: 'secondName', value: 'M' },
          { name: 'email', value: 'ann@example.com' },
          { name: 'mobile_phone', value: '35700000001' },
          { name: 'country_code', value: '196' },
          { name: 'region', value: '-' },
          { name: 'city', value: 'Limassol' },
          { name: 'street', value: 'Main' },
          { name: 'house', value: '1' },
          { name: 'apartament', value: '2' },
          { name: 'postal_code', value: '3000' },
        ],
      },
    ],
  },
)

export const CreateVirtualCardBody = Type.Object(
  {
    cardIdentification: Type.Object({
      cardNumber: Type.Union(
        [
          Type.Integer({ minimum: 1e15, exclusiveMaximum: 1e16 }),
          Type.String({ pattern: String.raw`^\d{16}$` }),
        ],
        { description: '16 digits; the first six give way to the BIN, the last to a check digit.' },
      ),
      phoneNumber: Type.Optional(text()),
      customerId: text({ minLength: 1, description: 'The customer_number of the registration.' }),
    }),
    virtualCardIdentification: Type.Object({
      expDate,
      productType: Type.Union(
        [
          Type.Integer({ minimum: 1, maximum: 999_999_999 }),
          Type.String({ pattern: String.raw`^[1-9]\d{0,8}$` }),
        ],
        { description: 'Card product type, echoed.' },
      ),
    }),
    amount,
    currency,
    accountNumber: text({ minLength: 1, description: 'From the answer to registerCustomer.' }),
    deliveryMethod: Type.Optional(Type.Enum([...DELIVERY_METHODS])),
  },
  {
    examples: [
      {
        cardIdentification: {
          cardNumber: 4000000000100018,
          phoneNumber: '35700000001',
          customerId: '1001_P020',
        },
        virtualCardIdentification: { expDate: 203101, productType: 1 },
        amount: 10000,
        currency: 978,
        accountNumber: '40000000000000001978',
        deliveryMethod: 'WS',
      },
    ],
  },
)

export const CardBody = Type.Object(
  { cardIdentification: CardById },
  { examples: [{ cardIdentification: { cardId: 100000000001 } }] },
)

export const ChangeCardLimitBody = Type.Object(
  {
    cardIdentification: CardById,
    limit: Type.Object({
      name: text({ minLength: 1, description: 'A name from getCardLimits.' }),
      value: amount,
      cycleType: integer('0 day, 3 month, 4 year.'),
      cycleLength: integer('1.'),
    }),
  },
  {
    examples: [
      {
        cardIdentification: { cardId: 100000000001 },
        limit: { name: 'LMTP0109', value: 50000, cycleType: 0, cycleLength: 1 },
      },
    ],
  },
)

export const BlockCardBody = Type.Object(
  { cardIdentification: CardById, hotCardStatus: hotCardStatus('6: blocked.') },
  { examples: [{ cardIdentification: { cardId: 100000000001 }, hotCardStatus: 6 }] },
)

export const ChangeCardStatusBody = Type.Object(
  { cardIdentification: CardById, hotCardStatus: hotCardStatus('0: active.') },
  { examples: [{ cardIdentification: { cardId: 100000000001 }, hotCardStatus: 0 }] },
)

export const CreditCardBody = Type.Object(
  {
    cardIdentification: Type.Object({ cardNumber, expDate: Type.Optional(expDate) }),
    amount,
    currency,
  },
  {
    examples: [
      {
        cardIdentification: { cardNumber: 4000000000100018, expDate: 203101 },
        amount: 10000,
        currency: 978,
      },
    ],
  },
)

export const P2pTransferBody = Type.Object(
  {
    sourceCardIdentification: Type.Object({ cardNumber, expDate }),
    destinationCardIdentification: Type.Object({ cardNumber }),
    amount,
    currency,
    senderReceiverInfo: Type.Optional(
      Type.Object({ senderName: Type.Optional(text()), senderAddress: Type.Optional(text()) }),
    ),
    pointOfServiceDataCode: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: String.raw`^\d{1,19}$` })]),
    ),
  },
  {
    examples: [
      {
        sourceCardIdentification: { cardNumber: 4000000000100018, expDate: 203101 },
        destinationCardIdentification: { cardNumber: 4000000000100026 },
        amount: 2500,
        currency: 978,
        senderReceiverInfo: { senderName: 'Ann Doe', senderAddress: 'Main 1, Limassol' },
        pointOfServiceDataCode: 100000000130,
      },
    ],
  },
)

export const GetTransactionsBody = Type.Object(
  {
    cardIdentification: CardById,
    period: Type.Object(
      { start: Type.String({ maxLength: 10 }), end: Type.String({ maxLength: 10 }) },
      { description: 'UTC days, YYYY-MM-DD, both included; at most 366 of them.' },
    ),
  },
  {
    examples: [
      {
        cardIdentification: { cardId: 100000000001 },
        period: { start: '2026-01-01', end: '2026-12-31' },
      },
    ],
  },
)
