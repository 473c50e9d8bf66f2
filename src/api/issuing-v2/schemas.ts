// Schemas shared by the operations of interface B: texts, ids, times.

import { Type } from '../../web/http/schemas/type.ts'

/** One of a fixed list of texts. */
export const oneOf = <T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...options })

/** No control characters and no unpaired surrogates: databases cannot store them. */
const PRINTABLE_PATTERN = String.raw`^[^\p{Cc}\p{Cs}]*$`
/** Printable text that does not consist of spaces only. */
const PRINTABLE_FILLED_PATTERN = String.raw`^(?!\s*$)[^\p{Cc}\p{Cs}]*$`

/** A text that is not blank. */
export const filledText = (maxLength: number, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE_FILLED_PATTERN, examples: [example] })

/** A text that may be empty. */
export const text = (maxLength: number, example: string) =>
  Type.String({ maxLength, pattern: PRINTABLE_PATTERN, examples: [example] })

export const DateTime = Type.String({
  description: 'Time of creation, YYYY-MM-DDThh:mm:ss, UTC',
  examples: ['2026-01-15T10:00:00'],
})

/** The id in a path; the example is the first id of a new project. */
export const idParameter = (of: string, example: string) =>
  Type.Object({ id: Type.String({ description: `Id of the ${of}`, examples: [example] }) })
