// What the schemas of this api share: texts, identifiers, times.

import Type from 'typebox'

/** One of a closed list of texts. */
export const oneOf = <T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...options })

/** No control character and no half of a surrogate pair: a database cannot keep those. */
const PRINTABLE_PATTERN = String.raw`^[^\p{Cc}\p{Cs}]*$`
/** Printable and more than spaces. */
const PRINTABLE_FILLED_PATTERN = String.raw`^(?!\s*$)[^\p{Cc}\p{Cs}]*$`

/** A text that says something. */
export const filledText = (maxLength: number, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE_FILLED_PATTERN, examples: [example] })

/** A text that may be empty. */
export const text = (maxLength: number, example: string) =>
  Type.String({ maxLength, pattern: PRINTABLE_PATTERN, examples: [example] })

export const DateTime = Type.String({
  description: 'YYYY-MM-DDThh:mm:ss, UTC',
  examples: ['2026-01-15T10:00:00'],
})

/** The id in a path, with the one that a fresh project gives first. */
export const idParameter = (example: string) =>
  Type.Object({ id: Type.String({ examples: [example] }) })
