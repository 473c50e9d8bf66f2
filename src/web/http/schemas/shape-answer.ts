// Serialises a response by interpreting its schema. Compiling a serialiser takes milliseconds,
// which only pays off for frequently used schemas.

type Schema = Readonly<Record<string, unknown>>

/**
 * The JSON that the compiled schema would write; undefined for a value that it would convert or
 * refuse, and for keywords that few responses have.
 */
export function jsonOf(schema: unknown, value: unknown): string | undefined {
  const shape = shapeOf(schema, value)
  return shape === UNSURE ? undefined : JSON.stringify(shape)
}

const UNSURE = Symbol('unsure')
/** Keywords that change how a value is written. */
const OTHER_WAYS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'const', 'default'] as const
/** Keywords that refuse values, which a serialiser ignores, and annotations. */
const IGNORED = new Set([
  'title',
  'description',
  'examples',
  'contentMediaType',
  'enum',
  'nullable',
])
/** JavaScript sorts such names before others. */
const INDEX = /^\d+$/

/** The properties that the schema writes, in its order. */
function shapeOf(schema: unknown, value: unknown): unknown {
  if (!isObject(schema) || OTHER_WAYS.some((keyword) => keyword in schema)) return UNSURE
  if (value === null && schema['nullable'] === true) return null
  switch (schema['type']) {
    case 'string':
      return typeof value === 'string' && schema['format'] !== 'unsafe' ? value : UNSURE
    case 'integer':
      return Number.isInteger(value) ? value : UNSURE
    case 'number':
      return Number.isFinite(value) ? value : UNSURE
    case 'boolean':
      return typeof value === 'boolean' ? value : UNSURE
    case 'null':
      return value === null ? value : UNSURE
    case 'array':
      return Array.isArray(value) ? listOf(schema['items'] ?? {}, value) : UNSURE
    case 'object':
      return isObject(value) && typeof value['toJSON'] !== 'function'
        ? objectOf(schema, value)
        : UNSURE
    case undefined:
      return isAnything(schema) && isJson(value) ? value : UNSURE
    default:
      return UNSURE
  }
}

function listOf(items: unknown, values: readonly unknown[]): unknown {
  const shapes = values.map((value) => shapeOf(items, value))
  return shapes.includes(UNSURE) ? UNSURE : shapes
}

function objectOf(schema: Schema, value: Schema): unknown {
  const { properties = {}, required = [] } = schema
  const members = properties as Schema
  const isRequired = (name: string): boolean => (required as readonly string[]).includes(name)
  const names = Object.keys(members)
  const others = namesBeside(schema, members, value)
  const entries: (readonly [string, unknown])[] = [
    ...names.filter(isRequired).map((name) => [name, members[name]] as const),
    ...names.filter((name) => !isRequired(name)).map((name) => [name, members[name]] as const),
    ...others,
  ]
  const shape: Record<string, unknown> = {}
  for (const [name, member] of entries) {
    const each = value[name]
    if (each === undefined && isObject(member) && !isRequired(name) && !('default' in member))
      continue
    const own = shapeOf(member, each)
    if (own === UNSURE || INDEX.test(name) || name === '__proto__') return UNSURE
    shape[name] = own
  }
  return (required as readonly string[]).every((name) => Object.hasOwn(members, name))
    ? shape
    : UNSURE
}

/** The properties that patterns or additional properties allow, each with its schema. */
function namesBeside(
  { patternProperties = {}, additionalProperties = false }: Schema,
  members: Schema,
  value: Schema,
): readonly (readonly [string, unknown])[] {
  const patterns = Object.entries(patternProperties as Schema)
  if (patterns.length === 0 && additionalProperties === false) return []
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(members, name) && value[name] !== undefined)
    .flatMap((name) => {
      const [, member = additionalProperties] =
        patterns.find(([source]) => new RegExp(source).test(name)) ?? []
      if (member === false) return []
      return [[name, member === true ? {} : member] as const]
    })
}

/** A schema without a type: its value is written unchanged. */
const isAnything = (schema: Schema): boolean =>
  Object.keys(schema).every((keyword) => IGNORED.has(keyword))

const isJson = (value: unknown): boolean =>
  value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
