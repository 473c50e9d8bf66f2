// The formats of errors: the fields and types that existing clients read, which differ from
// operation to operation.

import { type TProperties, type TSchema, Type } from '../../../web/http/schemas/type.ts'
import type { MessageLanguage } from '../../../payments/authorisation/action-code.ts'
import { MESSAGES, messageText } from '../errors/messages.ts'

/** Writes an error by its code and message. */
export interface ErrorForm {
  (code: number, text: string): object
  /** The schema of the error. */
  readonly schema: TSchema
}

const CODES = [...new Set(Object.values(MESSAGES).map(({ code }): number => code))]
  .filter((code) => code !== 0)
  .toSorted((one, other) => one - other)

const codeText = Type.Enum(CODES.map(String))
const codeNumber = Type.Enum(CODES)
const text = Type.String()

const form = (
  title: string,
  members: TProperties,
  write: (code: number, text: string) => object,
): ErrorForm => Object.assign(write, { schema: Type.Object(members, { title }) })

const inText = (code: number, message: string) => ({
  errorCode: String(code),
  errorMessage: message,
})
const TEXT = { errorCode: codeText, errorMessage: text }
const NUMBER = { errorCode: codeNumber, errorMessage: text }
const NO_ITEMS = Type.Array(Type.Unknown(), { maxItems: 0 })

/** The fields of a success, with the code as text. */
export const success = (language: MessageLanguage) =>
  ({ errorCode: '0', errorMessage: messageText('success', language) }) as const

/** Like `success`, with the code as a number. */
export const numberedSuccess = (language: MessageLanguage) =>
  ({ errorCode: 0, errorMessage: messageText('success', language) }) as const

/** `errorCode` is a string nearly everywhere. */
export const textForm = form('GatewayError', TEXT, inText)

export const numberForm = form('NumberedError', NUMBER, (code, message) => ({
  errorCode: code,
  errorMessage: message,
}))

/** The status record has its lists even if there is no order. */
export const statusForm = form(
  'OrderStatusError',
  { ...TEXT, merchantOrderParams: NO_ITEMS, attributes: NO_ITEMS },
  (code, message) => ({ ...inText(code, message), merchantOrderParams: [], attributes: [] }),
)

/** The short status has capitalised names. */
export const shortStatusForm = form(
  'ShortOrderStatusError',
  { ErrorCode: codeText, ErrorMessage: text },
  (code, message) => ({ ErrorCode: String(code), ErrorMessage: message }),
)

/** Contains the number, and whether it is an error at all. */
export const flaggedForm = form(
  'FlaggedError',
  { ...NUMBER, error: Type.Literal(true) },
  (code, message) => ({ ...numberForm(code, message), error: code !== 0 }),
)

/** Payments contain a numeric error code, and repeat the error in an object. */
export const paymentForm = form('PaymentError', { ...NUMBER, error: text }, (code, message) => ({
  error: message,
  errorCode: code,
  errorMessage: message,
}))

export const bindingPaymentForm = form(
  'BindingPaymentError',
  { ...NUMBER, error: text, is3DSVer2: Type.Literal(false) },
  (code, message) => ({
    error: message,
    errorCode: code,
    is3DSVer2: false,
    errorMessage: message,
  }),
)

export const recurrentForm = form(
  'ChargeError',
  {
    success: Type.Literal(false),
    error: Type.Object({ code: codeText, description: text, message: text }),
  },
  (code, message) => ({
    success: false,
    error: { code: String(code), description: message, message },
  }),
)
