// The numbers and booleans of a query, for callers that send JSON values.

import { isNumberPattern } from '../../web/http/schemas/pattern-text.ts'

interface QueryText {
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly examples?: readonly string[]
}

/** The schema of a query parameter's value: a query contains only strings. */
export function valueSchema(schema: QueryText): object {
  const { enum: words, pattern, examples, ...texts } = schema
  if (words?.join() === 'true') return { const: true, ...texts }
  if (pattern === undefined || !isNumberPattern(pattern)) return schema
  return { ...texts, type: 'integer', ...(examples && { examples: examples.map(Number) }) }
}
