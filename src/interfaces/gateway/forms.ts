// How a refusal looks: the members and types that existing clients read, which differ from call to call.

/** A refusal as the members of an answer; `code` is its number, `text` its message. */
export type RefusalForm = (code: number, text: string) => object

/** `errorCode` is a text nearly everywhere. */
export const textForm: RefusalForm = (code, text) => ({
  errorCode: String(code),
  errorMessage: text,
})

export const numberForm: RefusalForm = (code, text) => ({ errorCode: code, errorMessage: text })

/** The status record has its lists even where there is no order. */
export const statusForm: RefusalForm = (code, text) => ({
  ...textForm(code, text),
  merchantOrderParams: [],
  attributes: [],
})

/** The short status has capital letters. */
export const shortStatusForm: RefusalForm = (code, text) => ({
  ErrorCode: String(code),
  ErrorMessage: text,
})

/** Payments number their refusals and say them twice. */
export const paymentForm: RefusalForm = (code, text) => ({
  error: text,
  errorCode: code,
  errorMessage: text,
})

export const bindingPaymentForm: RefusalForm = (code, text) => ({
  error: text,
  errorCode: code,
  is3DSVer2: false,
  errorMessage: text,
})

export const recurrentForm: RefusalForm = (code, text) => ({
  success: false,
  error: { code: String(code), description: text, message: text },
})
