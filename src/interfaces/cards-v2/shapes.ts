// Shapes that the schemas of this interface share: texts, identifiers, problems.

import Type, { type TSchema } from 'typebox'

/** One of a closed list of texts. */
export const oneOf = <T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: values, ...options })

/** No control character and no half of a surrogate pair: a database cannot keep those. */
const PRINTABLE = String.raw`^[^\p{Cc}\p{Cs}]*$`
/** Printable and more than spaces. */
const PRINTABLE_FILLED = String.raw`^(?!\s*$)[^\p{Cc}\p{Cs}]*$`

/** A text that says something. */
export const filledText = (maxLength: number, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE_FILLED, examples: [example] })

/** A text that may be empty. */
export const text = (maxLength: number, example: string) =>
  Type.String({ maxLength, pattern: PRINTABLE, examples: [example] })

export const DateTime = Type.String({
  description: 'YYYY-MM-DDThh:mm:ss, UTC',
  examples: ['2026-01-15T10:00:00'],
})

/** The id in a path, with the one that a fresh project gives first. */
const idParameter = (example: string) => Type.Object({ id: Type.String({ examples: [example] }) })

export const CardIdParameter = idParameter('100000000001')
export const CardholderIdParameter = idParameter('100001')

const ProblemSchema = Type.Object({
  type: Type.String({ examples: ['urn:problem:card-status-final'] }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  code: Type.String({ description: 'Stable name of the problem', examples: ['card-status-final'] }),
  requestId: Type.String({ description: 'The same as the header Request-id' }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.String({ description: 'JSON Pointer (RFC 6901) to the member at fault' }),
        detail: Type.String(),
      }),
    ),
  ),
})

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})

/** What every operation may answer beside its success. */
export const problems = {
  '4xx': problem('Refused: nothing was changed'),
  '5xx': problem('Failed or not available'),
} as const

/** A body with an example that can be sent as it stands. */
export const withExample = <S extends TSchema>(schema: S, example: object): S => ({
  ...schema,
  examples: [example],
})

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        '1 to 255 visible ASCII characters. The same key with the same body is answered once and then replayed for 24 hours.',
    }),
  ),
})
