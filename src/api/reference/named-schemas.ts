// The document with its schemas under names in `components.schemas`, so that generated clients get
// one type for each, whichever operation uses it. Pages of the reference read the original
// document, in which every schema is written out where it is used.

import { EXACTLY_ONE } from '../endpoint/exactly-one.ts'

interface Schema {
  readonly [keyword: string]: unknown
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
}

interface Content {
  readonly schema?: Schema
}
type Contents = Readonly<Record<string, Content>>
interface Body {
  readonly content?: Contents
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: object }
}

/** An enumeration with more values gets a name. */
const WORDS_INLINE = 12

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The subject of an operation: `updateCard` is about a `Card`. */
const nounOf = (operationId: string): string =>
  capitalised(operationId.replace(/^[a-z]+(?=[A-Z])/, ''))

/** Names that mean something else in TypeScript. */
const RESERVED: ReadonlySet<string> = new Set(['Data', 'Date', 'Error', 'Request', 'Response'])

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '')

const hasParts = ({ properties = {}, anyOf = [], enum: words = [] }: Schema): boolean =>
  Object.keys(properties).length > 0 || words.length > WORDS_INLINE || anyOf.some(hasParts)

/** Two schemas are equal if they differ only in description and examples. */
function keyOf({ description: _described, examples: _shown, ...schema }: Schema): string {
  return JSON.stringify(schema)
}

/** Where a schema was found, from which its name is derived if it has no title. */
interface Place {
  /** Its title, unless another schema already uses that name. */
  readonly hint: string
  /** The name of the schema that contains it, followed by its own if the hint is taken. */
  readonly parent: string
}

class SchemaNames {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly schemas: Record<string, Schema> = {}

  count(schema: Schema): void {
    if (hasParts(schema)) {
      const key = keyOf(schema)
      this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1)
    }
    for (const part of partsOf(schema)) this.count(part)
  }

  isUsedOnce(schema: Schema): boolean {
    return this.#uses.get(keyOf(schema)) === 1
  }

  /** A request or a union of responses, which has the name of its operation. */
  body(schema: Schema, place: Place): Schema {
    if (!hasParts(schema)) return schema
    return this.#define(schema, place.parent, place)
  }

  /** The schema by its title or, if it is used more than once, by where it is used first. */
  named(schema: Schema, place: Place): Schema {
    if (!hasParts(schema)) return this.#withNamedParts(schema, place)
    const key = keyOf(schema)
    const known = this.#names.get(key)
    if (known !== undefined) return reference(known, schema)
    if (schema.title === undefined && this.isUsedOnce(schema))
      return this.#withNamedParts(schema, place)
    const hint = RESERVED.has(place.hint) ? place.parent : place.hint
    const name = this.#free(schema.title ?? hint, place)
    this.#names.set(key, name)
    return this.#define(schema, name, place)
  }

  #define(schema: Schema, name: string, place: Place): Schema {
    // The name is reserved before the parts get theirs.
    this.schemas[name] = {}
    this.schemas[name] = untitled(this.#withNamedParts(schema, { ...place, parent: name }))
    return reference(name, schema)
  }

  #withNamedParts(schema: Schema, { hint, parent }: Place): Schema {
    const { properties, items, anyOf } = schema
    const part = (inner: Schema, name: string): Schema =>
      this.named(inner, { hint: capitalised(name), parent: parent + capitalised(name) })
    const changed = {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, inner]) => [name, part(inner, name)]),
        ),
      }),
      ...(items && {
        items: this.named(items, { hint: singular(hint), parent: singular(parent) }),
      }),
      ...(anyOf && { anyOf: anyOf.map((inner) => this.named(inner, { hint, parent })) }),
    }
    return schema['$comment'] === EXACTLY_ONE.$comment ? alternatives(changed) : changed
  }

  #free(wish: string, { hint, parent }: Place): string {
    const name = [wish, parent, `${parent}${hint}`].find((one) => !Object.hasOwn(this.schemas, one))
    if (name === undefined) throw new Error(`there are too many schemas called ${wish}`)
    return name
  }
}

const untitled = ({ title: _name, ...schema }: Schema): Schema => schema

const partsOf = ({ properties = {}, items, anyOf = [] }: Schema): readonly Schema[] => [
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
  ...anyOf,
]

/** A reference may have its own description. */
const reference = (name: string, { description }: Schema): Schema => ({
  $ref: `#/components/schemas/${name}`,
  ...(description !== undefined && { description }),
})

/** An object of which exactly one field is sent, as a union of objects with that field. */
function alternatives({ properties = {}, $comment: _mark, ...schema }: Schema): Schema {
  const { description, ...rest } = schema
  return {
    ...(description !== undefined && { description }),
    anyOf: Object.entries(properties).map(([name, member]) => ({
      ...rest,
      properties: { [name]: member },
      required: [name],
    })),
  }
}

/** The document with named schemas. */
export function withNamedSchemas<D extends Document>(document: D): D {
  const names = new SchemaNames()
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const { requestBody, responses } of operations)
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
      for (const { schema } of Object.values(content)) if (schema) names.count(schema)
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [method, named(operation, names)]),
      ),
    ]),
  )
  const schemas = Object.fromEntries(
    Object.entries(names.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  return { ...document, paths, components: { ...document.components, schemas } }
}

function named(operation: Operation, names: SchemaNames): Operation {
  const { operationId, requestBody, responses } = operation
  const name = capitalised(operationId)
  const hint = nounOf(operationId)
  const withNames = <B extends Body>(
    { content, ...rest }: B,
    schemaNamed: (schema: Schema) => Schema,
  ) => ({
    ...rest,
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, { schema, ...examples }]) => [
          type,
          { ...(schema && { schema: schemaNamed(schema) }), ...examples },
        ]),
      ),
    }),
  })
  return {
    ...operation,
    ...(requestBody && {
      requestBody: withNames(requestBody, (schema) =>
        names.body(schema, { hint, parent: `${name}Body` }),
      ),
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        withNames(response, (schema) => {
          const place = { hint, parent: `${name}${status.startsWith('2') ? 'Response' : 'Error'}` }
          const isOwn = schema.title === undefined && names.isUsedOnce(schema)
          return isOwn || schema.anyOf !== undefined
            ? names.body(schema, place)
            : names.named(schema, place)
        }),
      ]),
    ),
  }
}
