// Describes the violation of a JSON schema: `${member} must have at most 40 characters`.

import { patternText } from './pattern-text.ts'

/** The rule and its parameters, from the validator. */
interface BrokenRule {
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
}

/** Longer lists of values are omitted, because the reference shows them. */
const VALUES_LISTED_MAX = 60

/** Also recognises a missing parameter. */
export const REQUIRED = 'is required'

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}

const FORMATS: Readonly<Record<string, string>> = {
  byte: 'must be base64',
  date: 'must be a date such as 2027-01-31',
  'date-time': 'must be a date-time with its zone, such as 2027-01-01T00:00:00Z',
  uri: 'must be a URL such as https://shop.example/callback',
  uuid: 'must be a UUID',
}

type Params = BrokenRule['params']

const DETAILS: Readonly<Record<string, (params: Params) => string>> = {
  required: () => REQUIRED,
  type: ({ type }) => `must be ${typesOf(type)}`,
  enum: ({ allowedValues }) => oneOf(allowedValues as unknown[]),
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  pattern: ({ pattern }) => patternText(String(pattern)) ?? `must match ${String(pattern)}`,
  format: ({ format }) => FORMATS[String(format)] ?? `must be a ${String(format)}`,
  anyOf: () => 'must have one of the forms in the reference',
  oneOf: () => 'must have exactly one of the forms in the reference',
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  minProperties: ({ limit }) => `must have at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'field')}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
}

/** Why a body field or a parameter is invalid. */
export function violationDetail({ keyword, params, message }: BrokenRule, isBody: boolean): string {
  if (keyword === 'additionalProperties')
    return isBody ? 'is not a known field' : 'is not a known parameter'
  return DETAILS[keyword]?.(params) ?? message ?? 'is invalid'
}

/** `1 field`, `2 fields`. */
export const counted = (limit: unknown, noun: string): string =>
  `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`

/** `an integer or a string`. */
export function typesOf(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : String(type).split(',')
  return names.map((name) => TYPES[name] ?? name).join(' or ')
}

function oneOf(values: readonly unknown[]): string {
  if (values.length === 1) return `must be ${String(values[0])}`
  return values.length <= VALUES_LISTED_MAX
    ? `must be one of ${values.map(String).join(', ')}`
    : 'must be one of the values listed in the reference'
}
