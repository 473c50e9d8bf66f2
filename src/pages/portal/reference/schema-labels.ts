// Describes a schema as text: its type and limits.

import type { JsonSchema } from '../../../web/http/schemas/open-api.ts'
import { patternWords } from './pattern-words.ts'

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  date: 'date',
  'date-time': 'date and time',
  uri: 'URI',
  email: 'email address',
}

/** `text`, `integer`, `list of objects`, `one of approved, declined`. */
export function typeWords(schema: JsonSchema): string {
  const { anyOf, enum: values, items, format } = schema
  if (values !== undefined) return valueWords(values)
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeWords))].join(' or ')
  const types = [schema.type ?? 'anything'].flat()
  return types
    .map((type) => {
      if (type === 'array') return `list of ${listed(items ?? {})}`
      if (type === 'string') return FORMATS[format ?? ''] ?? 'text'
      return type
    })
    .join(' or ')
}

/** Longer enumerations are shown as a list. */
const VALUES_IN_WORDS = 12

/** The values of an enumeration that is too long for the type text. */
export const longListOf = ({ enum: values = [] }: JsonSchema): readonly unknown[] =>
  values.length > VALUES_IN_WORDS ? values : []

function valueWords(values: readonly unknown[]): string {
  if (values.length === 1) return `always ${String(values[0])}`
  if (values.length > VALUES_IN_WORDS) return `one of ${values.length} values`
  return `one of ${values.map(String).join(', ')}`
}

const PLURALS: Readonly<Record<string, string>> = {
  object: 'objects',
  text: 'texts',
  integer: 'integers',
  anything: 'anything',
}

function listed(items: JsonSchema): string {
  const words = typeWords(items)
  return PLURALS[words] ?? words
}

/** The limits of a value; a pattern without words is shown separately. */
interface Bounds {
  readonly words: readonly string[]
  readonly pattern?: string
}

export function boundsOf(schema: JsonSchema): Bounds {
  const { minLength, maxLength, minimum, maximum, exclusiveMaximum, minItems, maxItems } = schema
  const top = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  const { pattern } = schema.anyOf?.find((each) => each.pattern !== undefined) ?? schema
  const inWords = pattern === undefined ? undefined : patternWords(pattern)
  const words = [
    range(minLength, maxLength, 'characters'),
    inWords,
    range(minimum, top, ''),
    range(minItems, maxItems, 'items'),
    schema.uniqueItems === true ? 'unique' : undefined,
    schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} by default`,
  ].filter((each) => each !== undefined)
  return { words, ...(pattern !== undefined && inWords === undefined && { pattern }) }
}

function range(
  least: number | undefined,
  most: number | undefined,
  unit: string,
): string | undefined {
  const words = rangeWords(least, most)
  return words === undefined ? undefined : `${words} ${unit}`.trim()
}

function rangeWords(least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined && most === undefined) return undefined
  if (least !== undefined && least === most) return `exactly ${least}`
  if (most === undefined) return `at least ${least}`
  return least === undefined || least === 0 ? `at most ${most}` : `${least} to ${most}`
}
