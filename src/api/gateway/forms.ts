// How an error looks: the members and types that existing clients read, which differ from call to call.

/** An error as the members of an answer; `code` is its number, `text` its message. */
export type ErrorForm = (code: number, text: string) => object

/** `errorCode` is a text nearly everywhere. */
export const textForm: ErrorForm = (code, text) => ({
  errorCode: String(code),
  errorMessage: text,
})

export const numberForm: ErrorForm = (code, text) => ({ errorCode: code, errorMessage: text })

/** The status record has its lists even where there is no order. */
export const statusForm: ErrorForm = (code, text) => ({
  ...textForm(code, text),
  merchantOrderParams: [],
  attributes: [],
})

/** The short status has capital letters. */
export const shortStatusForm: ErrorForm = (code, text) => ({
  ErrorCode: String(code),
  ErrorMessage: text,
})

/** Beside the number, whether it is an error at all. */
export const flaggedForm: ErrorForm = (code, text) => ({
  ...numberForm(code, text),
  error: code !== 0,
})

/** Payments number their errors and say them twice. */
export const paymentForm: ErrorForm = (code, text) => ({
  error: text,
  errorCode: code,
  errorMessage: text,
})

export const bindingPaymentForm: ErrorForm = (code, text) => ({
  error: text,
  errorCode: code,
  is3DSVer2: false,
  errorMessage: text,
})

export const recurrentForm: ErrorForm = (code, text) => ({
  success: false,
  error: { code: String(code), description: text, message: text },
})
