// What the request bodies of interface A share. Where the specification says number, a string of digits is taken too: clients of this
// interface send both. Members that a body does not name are ignored.

import Type from 'typebox'

const TEXT_LENGTH = 255

/** Well-formed text without NUL: what both databases store unchanged. */
export const text = (options: { minLength?: number; description?: string } = {}) =>
  Type.String({
    maxLength: TEXT_LENGTH,
    pattern: String.raw`^[^\u0000\uD800-\uDFFF]*$`,
    ...options,
  })

export const integer = (description: string) =>
  Type.Union([Type.Integer(), Type.String({ pattern: String.raw`^-?\d{1,19}$` })], { description })

export const cardNumber = Type.Union(
  [Type.Integer({ minimum: 1 }), Type.String({ pattern: String.raw`^\d{1,19}$` })],
  { description: 'The full card number.' },
)
export const expDate = integer('Expiry as YYYYMM.')
export const currency = integer('ISO 4217 numeric code; the sandbox supports 978 (EUR).')
/** Any number at all: whether it is an amount is for the operation to say. */
export const amount = Type.Union(
  [Type.Number(), Type.String({ pattern: String.raw`^[+-]?\d+(\.\d+)?$`, maxLength: TEXT_LENGTH })],
  { description: 'Amount in minor units (cents).' },
)

/** A card by its id. */
export const CardById = Type.Object({
  cardId: Type.Union([Type.Integer(), Type.String({ pattern: String.raw`^\d{1,19}$` })], {
    description: 'The cardId from the answer to createVirtualCard.',
  }),
})
/** The id that a fresh project gives its first card. */
export const FIRST_CARD = { cardId: 100000000001 }
