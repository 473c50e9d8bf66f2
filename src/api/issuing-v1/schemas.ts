// What the request bodies of interface A share. Where the specification says number, a string of digits is taken too: clients of this
// interface send both. Members that a body does not name are ignored.

import Type from 'typebox'

const TEXT_LENGTH = 255
/** What both databases store unchanged. */
export const STORABLE_PATTERN = String.raw`^[^\u0000\uD800-\uDFFF]*$`

/** Well-formed text without NUL: what both databases store unchanged. */
export const text = (options: { minLength?: number; description?: string } = {}) =>
  Type.String({
    maxLength: TEXT_LENGTH,
    pattern: STORABLE_PATTERN,
    ...options,
  })

/** As many as the largest integers of either database have. */
const DIGITS_MAX = 19

/** A number in digits. Its length is a rule of its own, so that an error can say which of the two is broken. */
export const digits = ({ minLength = 1, maxLength = DIGITS_MAX } = {}) =>
  Type.String({ pattern: String.raw`^\d+$`, minLength, maxLength })

export const integer = (description: string) =>
  Type.Union(
    [Type.Integer(), Type.String({ pattern: String.raw`^-?\d+$`, maxLength: DIGITS_MAX })],
    { description },
  )

export const cardNumber = Type.Union([Type.Integer({ minimum: 1 }), digits()], {
  description: 'The full card number.',
})
export const expDate = integer('Expiry as YYYYMM.')
export const currency = integer('ISO 4217 numeric code; the sandbox supports 978 (EUR).')
/** Any number at all: whether it is an amount is for the operation to say. */
export const amount = Type.Union(
  [Type.Number(), Type.String({ pattern: String.raw`^[+-]?\d+(\.\d+)?$`, maxLength: TEXT_LENGTH })],
  { description: 'Amount in minor units (cents).' },
)

/** The caller's own id of a transaction. */
export const extId = Type.Union([text(), Type.Integer()], {
  description:
    'An id of your own. One that stood in a transaction before, approved or declined, is refused with 409 and errorCode 1008.',
})

/** A card by its id. */
export const CardById = Type.Object({
  cardId: Type.Union([Type.Integer(), digits()], {
    description: 'The cardId from the answer to createVirtualCard.',
  }),
})
/** The id that a fresh project gives its first card. */
export const FIRST_CARD = { cardId: 100000000001 }
