// The input schemas of MCP tools, derived from the schemas of the control API operations.

import { operations } from '../../api/control/plugin.ts'
import { valueSchema } from '../../api/endpoint/query-values.ts'

/** The part of an operation that a tool shows. */
interface Described {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly body?: object
  readonly query?: object
  readonly params?: object
}

export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, object>>
  readonly required: string[]
  readonly [member: string]: unknown
}

export function described(name: string): Described {
  const found = operations.find((each) => each.name === name)
  if (found === undefined) throw new Error(`the control API has no operation ${name}`)
  return found
}

/** Added to the input of every tool. */
const KEY = {
  type: 'string',
  description:
    'API key of the project, interfaceB.apiKey of create_project; default: the project that the command was started with',
}

/** One object with the fields of path, query and body. The service checks how they combine. */
export function inputOf({ body, query, params }: Described): ObjectSchema {
  const parts = [partsOf(params), withValues(partsOf(query)), partsOf(body)]
  return objectSchema(
    Object.assign({}, ...parts.map(({ properties }) => properties)) as ObjectSchema['properties'],
    parts.flatMap(({ required }) => required),
  )
}

export const objectSchema = (
  properties: ObjectSchema['properties'],
  required: string[] = [],
): ObjectSchema => ({
  type: 'object',
  properties: { ...properties, key: KEY },
  required,
  additionalProperties: false,
})

interface Parts {
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
}

/** For alternatives: all fields. The required fields are those that every alternative requires. */
function partsOf(schema: object | undefined): Parts {
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
    ) as Parts['properties'],
    required: [
      ...required,
      ...(first?.required ?? []).filter((name) =>
        alternatives.every((each) => each.required.includes(name)),
      ),
    ],
  }
}

/** A query contains only strings. An assistant passes numbers and `true`, as in a body. */
const withValues = ({ properties, required }: Parts): Parts => ({
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueSchema(schema)]),
  ),
  required,
})

/** An alternative excludes the fields of the others by `not`. */
const withoutNever = (properties: Parts['properties']): Parts['properties'] =>
  Object.fromEntries(Object.entries(properties).filter(([, schema]) => !('not' in schema)))
