// Validates a value by interpreting its schema. Compiling a validator takes milliseconds, which
// only pays off for frequently used schemas. If the result is uncertain or negative, the compiled
// validator decides and reports the errors.

type Schema = Readonly<Record<string, unknown>>
type Check = (limit: unknown, value: unknown, schema: Schema) => boolean

/** True only if the compiled schema would accept the value and leave it unchanged. */
export const surelyFits = (schema: unknown, value: unknown): boolean =>
  isObject(schema) &&
  Object.entries(schema).every(
    ([keyword, limit]) =>
      ANNOTATIONS.has(keyword) || CHECKS.get(keyword)?.(limit, value, schema) === true,
  )

/** Keywords that allow every value. */
const ANNOTATIONS = new Set(['title', 'description', 'examples', 'contentMediaType'])

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === 'string',
}

/** A longer text with surrogates has fewer code points than code units. */
const SURROGATE = /[\uD800-\uDFFF]/
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const PATTERNS = new Map<unknown, RegExp>()

function patternOf(source: unknown): RegExp {
  const pattern = PATTERNS.get(source) ?? new RegExp(String(source), 'u')
  PATTERNS.set(source, pattern)
  return pattern
}

const ofText =
  (check: (value: string, limit: unknown) => boolean): Check =>
  (limit, value) =>
    typeof value !== 'string' || check(value, limit)
const ofLength = (check: (length: number, limit: number) => boolean): Check =>
  ofText((value, limit) => !SURROGATE.test(value) && check(value.length, Number(limit)))
const ofNumber =
  (check: (value: number, limit: number) => boolean): Check =>
  (limit, value) =>
    typeof value !== 'number' || check(value, Number(limit))
const ofList =
  (check: (value: readonly unknown[], limit: unknown) => boolean): Check =>
  (limit, value) =>
    !Array.isArray(value) || check(value, limit)
const ofObject =
  (check: (value: Schema, limit: unknown, schema: Schema) => boolean): Check =>
  (limit, value, schema) =>
    !isObject(value) || check(value, limit, schema)
/** Objects are compared by their properties, which an identity check does not do. */
const isScalar = (value: unknown): boolean => typeof value !== 'object'

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['type', (type, value) => [type].flat().some((each) => TYPES[String(each)]?.(value) === true)],
  ['const', (only, value) => isScalar(only) && value === only],
  ['enum', (values, value) => Array.isArray(values) && isScalar(value) && values.includes(value)],
  [
    'anyOf',
    (schemas, value) => Array.isArray(schemas) && schemas.some((each) => surelyFits(each, value)),
  ],
  ['minLength', ofLength((length, limit) => length >= limit)],
  ['maxLength', ofLength((length, limit) => length <= limit)],
  ['pattern', ofText((value, source) => patternOf(source).test(value))],
  [
    'format',
    (format, value) =>
      typeof value === 'string'
        ? format === 'uuid' && UUID.test(value)
        : typeof value !== 'number' || (format === 'int64' && Number.isInteger(value)),
  ],
  ['minimum', ofNumber((value, limit) => value >= limit)],
  ['maximum', ofNumber((value, limit) => value <= limit)],
  ['exclusiveMinimum', ofNumber((value, limit) => value > limit)],
  ['exclusiveMaximum', ofNumber((value, limit) => value < limit)],
  ['minItems', ofList((value, limit) => value.length >= Number(limit))],
  ['maxItems', ofList((value, limit) => value.length <= Number(limit))],
  ['uniqueItems', ofList((value) => value.every(isScalar) && new Set(value).size === value.length)],
  ['items', ofList((value, items) => value.every((item) => surelyFits(items, item)))],
  ['minProperties', ofObject((value, limit) => Object.keys(value).length >= Number(limit))],
  ['maxProperties', ofObject((value, limit) => Object.keys(value).length <= Number(limit))],
  [
    'required',
    ofObject(
      (value, names) =>
        Array.isArray(names) && names.every((name) => value[String(name)] !== undefined),
    ),
  ],
  [
    'properties',
    ofObject((value, members) =>
      Object.entries(members as Schema).every(
        // The compiled validator sets a default.
        ([name, member]) =>
          isObject(member) &&
          !('default' in member) &&
          (value[name] === undefined || surelyFits(member, value[name])),
      ),
    ),
  ],
  [
    'patternProperties',
    ofObject((value, members) =>
      Object.entries(members as Schema).every(([source, member]) =>
        Object.entries(value).every(
          ([name, each]) => !patternOf(source).test(name) || surelyFits(member, each),
        ),
      ),
    ),
  ],
  [
    'additionalProperties',
    ofObject(
      (value, member, schema) =>
        member === true ||
        Object.entries(value).every(
          ([name, each]) =>
            isDeclared(schema, name) || (member !== false && surelyFits(member, each)),
        ),
    ),
  ],
])

const isDeclared = ({ properties = {}, patternProperties = {} }: Schema, name: string): boolean =>
  Object.hasOwn(properties as Schema, name) ||
  Object.keys(patternProperties as Schema).some((source) => patternOf(source).test(name))

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
