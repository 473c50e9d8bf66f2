// A JSON schema of the reference, written in TypeScript.

import { MEMBER_TEXTS } from '../../src/api/reference/member-texts/member-texts.ts'

/** The keywords of the reference's schemas. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly contentMediaType?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
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

/** A longer list of values, such as all countries, becomes a plain string. */
const ENUM_MAX_VALUES = 60

/** The type of a value. `refer` is called with the name of each schema to which the type refers. */
export function typeOf(schema: Schema, refer: (name: string) => void = () => undefined): string {
  const part = (inner: Schema): string => typeOf(inner, refer)
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    refer(name)
    return name
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if ((schema.enum?.length ?? 0) > ENUM_MAX_VALUES) return 'string'
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf !== undefined)
    return unionOf(exclusive(schema.anyOf).map((one) => objectTypeOr(one, part, refer)))
  if (typeof schema.type === 'object')
    return unionOf(schema.type.map((type) => part({ ...schema, type })))
  if (schema.type === 'array') return `readonly (${part(schema.items ?? {})})[]`
  if (schema.type === 'object' || schema.properties !== undefined) return objectType(schema, part)
  return SCALARS[schema.type ?? ''] ?? 'unknown'
}

export const nameOf = ($ref: string): string => $ref.replace('#/components/schemas/', '')

/** An alternative; `never` lists the fields that only other alternatives have. */
interface Alternative {
  readonly schema: Schema
  readonly never: readonly string[]
}

/** Alternatives with one field each exclude each other: `{ advance } | { set }`, not both. */
function exclusive(schemas: readonly Schema[]): readonly Alternative[] {
  const names = schemas.map(({ properties = {} }) => Object.keys(properties))
  const areSingle = names.every((own) => own.length === 1)
  return schemas.map((schema, index) => ({
    schema,
    never: areSingle ? names.flat().filter((name) => name !== names[index]?.[0]) : [],
  }))
}

const objectTypeOr = (
  { schema, never }: Alternative,
  part: (inner: Schema) => string,
  refer: (name: string) => void,
): string => (never.length === 0 ? typeOf(schema, refer) : objectType(schema, part, never))

function objectType(
  { properties = {}, required = [], additionalProperties }: Schema,
  part: (inner: Schema) => string,
  never: readonly string[] = [],
): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const key = `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}`
    return `${ownCommentOf(member)}${key}: ${part(member)}`
  })
  const none = never.map((name) => `readonly ${JSON.stringify(name)}?: never`)
  if (members.length > 0) return `{\n${[...members, ...none].join('\n')}\n}`
  const rest = typeof additionalProperties === 'object' ? part(additionalProperties) : 'unknown'
  return `Readonly<Record<string, ${rest}>>`
}

const RECURRING = new Set(Object.values(MEMBER_TEXTS).flatMap((texts) => Object.values(texts)))

/**
 * Recurring texts are omitted here, because they would be a tenth of the declarations. The
 * reference contains them.
 */
const ownCommentOf = ({ description }: Schema): string =>
  description !== undefined && RECURRING.has(description) ? '' : commentOf(description)

export const unionOf = (types: readonly string[]): string =>
  [...new Set(types.map((type) => `(${type})`))].join(' | ')

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A doc comment, or nothing. */
export const commentOf = (text: string | undefined): string =>
  text === undefined || text === ''
    ? ''
    : `/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`
