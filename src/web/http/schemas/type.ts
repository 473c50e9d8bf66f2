// Builders of JSON schemas with the types and the results of TypeBox. Loading TypeBox would take 70
// ms of the startup, 8 MB of memory and 11 kB of the package.

import type TypeBox from 'typebox'

export type { Static, TObject, TProperties, TSchema, TString, TUnknown } from 'typebox'

type Name =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Omit'
  | 'Optional'
  | 'Partial'
  | 'Pick'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

type Schema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Schema>>
interface ObjectSchema extends Schema {
  readonly properties: Properties
}

/** Marks an optional property. As in TypeBox, it is hidden, and a copy loses it. */
const OPTIONAL = '~optional'
const ANY_KEY = '^.*$'

const typed =
  (type: string) =>
  (options?: Schema): Schema => ({ type, ...options })

const optional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, OPTIONAL, { value: true })

function object(properties: Properties, options?: Schema): ObjectSchema {
  const required = Object.keys(properties).filter(
    (name) => !Object.hasOwn(properties[name] ?? {}, OPTIONAL),
  )
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

/** An object with some properties of another, without its other keywords. */
const part = (
  { properties }: ObjectSchema,
  isPart: (name: string) => boolean,
  options?: Schema,
): ObjectSchema =>
  object(Object.fromEntries(Object.entries(properties).filter(([name]) => isPart(name))), options)

/** Their types are TypeBox's; a test compares their results. */
const builders: object = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: typed('boolean'),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: values, ...options }),
  Integer: typed('integer'),
  Literal: (value: unknown, options?: Schema) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: typed('null'),
  Number: typed('number'),
  Object: object,
  Omit: (schema: ObjectSchema, names: readonly string[], options?: Schema) =>
    part(schema, (name) => !names.includes(name), options),
  Optional: optional,
  Partial: ({ properties }: ObjectSchema, options?: Schema) =>
    object(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, optional(schema)]),
      ),
      options,
    ),
  Pick: (schema: ObjectSchema, names: readonly string[], options?: Schema) =>
    part(schema, (name) => names.includes(name), options),
  Record: (key: { readonly pattern?: string }, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { [key.pattern ?? ANY_KEY]: value },
    ...options,
  }),
  String: typed('string'),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
}

export const Type = builders as Pick<typeof TypeBox, Name>
