// The fields of control API operations, from their schemas. Loading them takes a quarter of a
// second.

import { operations } from '../api/control/plugin.ts'
import { valueSchema } from '../api/endpoint/query-values.ts'

/** The part of an operation that commands and tools use. */
export interface Described {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly body?: object
  readonly query?: object
  readonly params?: object
}

export function described(name: string): Described {
  const found = operations.find((each) => each.name === name)
  if (found === undefined) throw new Error(`the control API has no operation ${name}`)
  return found
}

/** The fields of path, query and body. The service checks how they combine. */
export function fieldsOf({ body, query, params }: Described): Fields {
  const parts = [partsOf(params), withValues(partsOf(query)), partsOf(body)]
  return {
    properties: Object.assign(
      {},
      ...parts.map(({ properties }) => properties),
    ) as Fields['properties'],
    required: parts.flatMap(({ required }) => required),
  }
}

interface Fields {
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

/** For alternatives: all fields. The required fields are those that every alternative requires. */
function partsOf(schema: object | undefined): Fields {
  // A schema of the framework has properties that JSON does not show.
  const plain = (schema === undefined ? {} : JSON.parse(JSON.stringify(schema))) as {
    readonly anyOf?: readonly object[]
    readonly properties?: Readonly<Record<string, object>>
    readonly required?: readonly string[]
  }
  const { anyOf = [], properties = {}, required = [] } = plain
  const alternatives = anyOf.filter((each) => 'properties' in each).map(partsOf)
  const [first] = alternatives
  return {
    properties: Object.assign(
      {},
      ...alternatives.map((each) => withoutNever(each.properties)),
      properties,
    ) as Fields['properties'],
    required: [
      ...required,
      ...(first?.required ?? []).filter((name) =>
        alternatives.every((each) => each.required.includes(name)),
      ),
    ],
  }
}

/** A query contains only strings. An assistant passes numbers and `true`, as in a body. */
const withValues = ({ properties, required }: Fields): Fields => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueSchema(schema)]),
  ),
  required,
})

/** An alternative excludes the fields of the others by `not`. */
const withoutNever = (properties: Fields['properties']): Fields['properties'] =>
  Object.fromEntries(Object.entries(properties).filter(([, schema]) => !('not' in schema)))
