// Schemas shared by the request bodies of interface A. A number can also be sent as a string of
// digits, because clients of this interface send both. Unknown fields are ignored.

import { Type } from '../../web/http/schemas/type.ts'

const TEXT_LENGTH = 255
/** Text that both databases store unchanged. */
export const STORABLE_PATTERN = String.raw`^[^\u0000\uD800-\uDFFF]*$`

/** Well-formed text without NUL. */
export const text = (options: { minLength?: number; description?: string } = {}) =>
  Type.String({
    maxLength: TEXT_LENGTH,
    pattern: STORABLE_PATTERN,
    ...options,
  })

/** The number of digits of the largest integer of both databases. */
const DIGITS_MAX = 19

/**
 * A number in digits. Its length is a separate rule, so that an error can name the violated rule.
 */
export const digits = ({ minLength = 1, maxLength = DIGITS_MAX } = {}) =>
  Type.String({ pattern: String.raw`^\d+$`, minLength, maxLength })

export const integer = (description: string) =>
  Type.Union(
    [Type.Integer(), Type.String({ pattern: String.raw`^-?\d+$`, maxLength: DIGITS_MAX })],
    { description },
  )

export const cardNumber = Type.Union([Type.Integer({ minimum: 1 }), digits()], {
  description: 'The full card number',
})
export const expDate = integer('Expiry as YYYYMM.')
export const currency = integer('ISO 4217 numeric code; the sandbox supports 978 (EUR).')
/** Any number; the operation checks whether it is a valid amount. */
export const amount = Type.Union(
  [Type.Number(), Type.String({ pattern: String.raw`^[+-]?\d+(\.\d+)?$`, maxLength: TEXT_LENGTH })],
  { description: 'Amount in minor units (cents)' },
)

/** The caller's own transaction id. */
export const extId = Type.Union([text(), Type.Integer()], {
  description:
    'Your own id. An id that was used by an approved or declined transaction is refused with 409 and errorCode 1008.',
})

/** A card by its id. */
export const CardById = Type.Object({
  cardId: Type.Union([Type.Integer(), digits()], {
    description: 'The cardId from the response of createVirtualCard',
  }),
})
/** The id of the first card of a new project. */
export const FIRST_CARD = { cardId: 100000000001 }
