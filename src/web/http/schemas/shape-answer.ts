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
const INDEX = /^\d+$/

/** The properties that the schema writes, in its order. */
function shapeOf(schema: unknown, value: unknown): unknown {
  if (!isObject(schema) || isOtherWay(schema)) return UNSURE
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

const otherWays = new WeakMap<Schema, boolean>()

/** True if a keyword changes how values are written. */
function isOtherWay(schema: Schema): boolean {
  let isOther = otherWays.get(schema)
  if (isOther === undefined)
    otherWays.set(schema, (isOther = OTHER_WAYS.some((keyword) => keyword in schema)))
  return isOther
}

function listOf(items: unknown, values: readonly unknown[]): unknown {
  const shapes = values.map((value) => shapeOf(items, value))
  return shapes.includes(UNSURE) ? UNSURE : shapes
}

function objectOf(schema: Schema, value: Schema): unknown {
  const { members, properties, isSure } = objectRulesOf(schema)
  if (!isSure) return UNSURE
  const shape: Record<string, unknown> = {}
  for (const { name, member, isOptional } of members) {
    const each = value[name]
    if (each === undefined && isOptional) continue
    const own = shapeOf(member, each)
    if (own === UNSURE) return UNSURE
    shape[name] = own
  }
  for (const [name, member] of namesBeside(schema, properties, value)) {
    const own = shapeOf(member, value[name])
    if (own === UNSURE || isSpecial(name)) return UNSURE
    shape[name] = own
  }
  return shape
}

/** The rules of a schema for all its objects. A list may have ten thousand of them. */
interface ObjectRules {
  /** The required members first, as the compiled schema writes them. */
  readonly members: readonly {
    readonly name: string
    readonly member: unknown
    /** True if the member is left out without a value. */
    readonly isOptional: boolean
  }[]
  readonly properties: Schema
  /** False if a name is special, or a required name has no schema. */
  readonly isSure: boolean
}

const objectRules = new WeakMap<Schema, ObjectRules>()

function objectRulesOf(schema: Schema): ObjectRules {
  const known = objectRules.get(schema)
  if (known !== undefined) return known
  const properties = (schema['properties'] ?? {}) as Schema
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const names = Object.keys(properties)
  const rules = {
    members: [
      ...names.filter((name) => required.has(name)),
      ...names.filter((name) => !required.has(name)),
    ].map((name) => {
      const member = properties[name]
      const isOptional = isObject(member) && !required.has(name) && !('default' in member)
      return { name, member, isOptional }
    }),
    properties,
    isSure:
      !names.some(isSpecial) && [...required].every((name) => Object.hasOwn(properties, name)),
  }
  objectRules.set(schema, rules)
  return rules
}

/** JavaScript sorts numbers before other names, and `__proto__` sets the prototype. */
const isSpecial = (name: string): boolean => INDEX.test(name) || name === '__proto__'

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
