// Random input that is similar to an operation's expected input: its examples with fields replaced,
// removed or kept. Fuzz tests use it for every operation of a table.

import type { ExampleCall } from './example-calls.ts'
import { anyCharacter, fc } from './property.ts'

export interface Input {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** Values that are almost never valid. */
export const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.constantFrom(
    ...[null, '', '\u0000', '\ud800', [], {}, true],
    ...[-1, -0, 0, 1.5, 6, 978, 203_101, 1e12, 1e21, 1e300],
    ...['978', 'EUR', 'active', 'constructor', '__proto__'],
  ),
)

/**
 * A valid value of which some fields, at any depth, are replaced or removed. Most are kept, so that
 * the input passes the first check.
 */
function near(good: unknown): fc.Arbitrary<unknown> {
  if (good === null || typeof good !== 'object') return fc.constant(good)
  if (Array.isArray(good)) return fc.tuple(...good.map(nearOrJunk))
  const members = Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, nearOrJunk(value)]),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(members) },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) },
  )
}

const nearOrJunk = (good: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: near(good) }, { weight: 1, arbitrary: junk })

/** A part of a path: the valid one or any text. */
export const segment = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(good),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  )

/** A path with the example's ids or others. */
function pathNear({ pattern, path }: ExampleCall): fc.Arbitrary<string> {
  const expected = pattern.split('/')
  const parts = path
    .split('/')
    .map((part, index) =>
      expected[index]?.startsWith(':') === true ? segment(part) : fc.constant(part),
    )
  return fc.tuple(...parts).map((sent) => sent.join('/'))
}

/** A query with parameters that are similar to the example's, each present or not. */
const queryNear = (query: ExampleCall['query']): fc.Arbitrary<string> =>
  fc
    .record(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, nearOrJunk(value)])),
      { requiredKeys: [] },
    )
    .map((members) => {
      const pairs = Object.entries(members).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
      const text = new URLSearchParams(pairs).toString()
      return text === '' ? '' : `?${text}`
    })

/** Input that is similar to an operation's expected input. */
export const inputNear = (
  call: ExampleCall,
  moreBodies: readonly unknown[] = [],
): fc.Arbitrary<Input> =>
  fc
    .tuple(
      pathNear(call),
      queryNear(call.query),
      ...(call.body === undefined ? [] : [fc.oneof(...[call.body, ...moreBodies].map(nearOrJunk))]),
    )
    .map(([where, asked, ...bodies]) => ({
      method: call.method,
      path: where + asked,
      ...(bodies.length > 0 && { body: JSON.stringify(bodies[0]) }),
    }))
