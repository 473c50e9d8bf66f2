// The example calls of a table of operations. Tests of every operation use them, so that none is
// omitted.

import type { TSchema } from 'typebox'
import type { Operation } from '../../src/api/endpoint/operation.ts'

export interface ExampleCall {
  readonly name: string
  readonly method: Operation['method']
  /** The path after the prefix of the API, as in the table. */
  readonly pattern: string
  /** The path with ids in place of its parameters. */
  readonly path: string
  /** The query parameters, optional ones included. */
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The status of a successful response. */
  readonly status: number
}

/** The values in examples that a test replaces with a project's values. */
type InPlace = Readonly<Record<string, string>>

const EVENTS_TYPE = 'text/event-stream'

/** Every example of every operation; an operation without a body has one. A stream never ends. */
export const exampleCalls = (
  operations: readonly Operation[],
  inPlace: InPlace = {},
): ExampleCall[] =>
  operations
    .filter(({ contentType }) => contentType !== EVENTS_TYPE)
    .flatMap(({ name, method, path, params, query, examples = [undefined], status = 200 }) => {
      const ids = Object.entries(shownBy(params))
      const call: ExampleCall = {
        name,
        method,
        status,
        pattern: path,
        path: ids.reduce<string>(
          (url, [id, shown]) => url.replace(`:${id}`, replaced(shown, inPlace)),
          path,
        ),
        query: replaced(shownBy(query), inPlace),
      }
      return examples.map((body) =>
        body === undefined ? call : { ...call, body: replaced(body, inPlace) },
      )
    })

/** The example values of a schema's parameters. */
function shownBy(schema: TSchema | undefined): Record<string, string> {
  const { properties = {} } = (schema ?? {}) as {
    properties?: Record<string, { examples?: string[]; enum?: string[] }>
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      property.examples?.[0] ?? property.enum?.[0] ?? '1',
    ]),
  )
}

/** The value with every text and number of an example replaced. */
const replaced = <T>(value: T, inPlace: InPlace): T =>
  JSON.parse(JSON.stringify(value), (_name, each: unknown) => {
    if (typeof each === 'number') return Number(inPlace[each] ?? each)
    return typeof each === 'string' ? (inPlace[each] ?? each) : each
  }) as T

/** The operation of a path. */
export function operationAt(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const [bare = ''] = path.split('?', 1)
  const parts = bare.split('/')
  const fits = (pattern: string): boolean => {
    const expected = pattern.split('/')
    return (
      expected.length === parts.length &&
      expected.every((part, index) => part.startsWith(':') || part === parts[index])
    )
  }
  return operations.find((operation) => operation.method === method && fits(operation.path))
}
