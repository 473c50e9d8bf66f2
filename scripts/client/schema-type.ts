// A JSON schema, as the reference writes it, in the words of TypeScript.

/** What the reference's schemas are made of. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly description?: string
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** Gives a type a name instead of writing it out; `hint` is what it would be called. */
export type TypeNamer = (schema: Schema, hint: string) => string | undefined

/** A list of more values, such as that of all countries, tells a reader less than what it is a list of. */
const ENUM_MAX_VALUES = 60

const UNNAMED: TypeNamer = () => undefined

/** The type of a value. Prettier makes it fit to be read. */
export function typeOf(schema: Schema, naming: TypeNamer = UNNAMED, hint = ''): string {
  return naming(schema, hint) ?? writtenOut(schema, naming, hint)
}

/** The type in full, its parts by their names where they have some. */
export function writtenOut(schema: Schema, naming: TypeNamer, hint: string): string {
  const part = (inner: Schema): string => typeOf(inner, naming, hint)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if ((schema.enum?.length ?? 0) > ENUM_MAX_VALUES) return 'string'
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return unionOf(alternatives.map(part))
  if (schema.allOf !== undefined) return schema.allOf.map((one) => `(${part(one)})`).join(' & ')
  if (typeof schema.type === 'object')
    return unionOf(schema.type.map((type) => part({ ...schema, type })))
  if (schema.type === 'array')
    return `readonly (${typeOf(schema.items ?? {}, naming, hint.replace(/s$/, ''))})[]`
  if (schema.type === 'object' || schema.properties !== undefined) return objectType(schema, naming)
  return SCALARS[schema.type ?? ''] ?? 'unknown'
}

function objectType(schema: Schema, naming: TypeNamer): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const members = Object.entries(properties).map(([name, member]) => {
    const key = `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}`
    return `${commentOf(member.description)}${key}: ${typeOf(member, naming, capitalised(name))}`
  })
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Readonly<Record<string, ${rest}>>`
}

const unionOf = (types: readonly string[]): string =>
  [...new Set(types.map((type) => `(${type})`))].join(' | ')

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A doc comment, or nothing. */
export const commentOf = (text: string | undefined): string =>
  text === undefined || text === ''
    ? ''
    : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`

/** What an example shows of a schema that is not written down: which members there are, but not which there always are. */
export function schemaOfExample(value: unknown): Schema {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value))
    return value.length === 0
      ? { type: 'array' }
      : { type: 'array', items: schemaOfExample(value[0]) }
  if (typeof value !== 'object') return { type: typeof value }
  const members = Object.entries(value).map(([name, member]) => [name, schemaOfExample(member)])
  return { type: 'object', properties: Object.fromEntries(members) as Record<string, Schema> }
}
