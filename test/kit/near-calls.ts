// Random input near to what an operation expects: its examples with members replaced by junk, dropped, or left as they are. The tests
// that send whatever comes take it for every operation of a table.

import fc from 'fast-check'
import type { ExampleCall } from './example-calls.ts'

export interface Input {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    null,
    '',
    '\u0000',
    '\ud800',
    -1,
    0,
    1.5,
    1e21,
    [],
    {},
    true,
    'EUR',
    'active',
    'constructor',
  ),
)

/** A good value with some of its members replaced by junk or dropped. */
function near(good: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(good)) return fc.oneof(fc.tuple(...good.map(near)), junk)
  if (typeof good !== 'object' || good === null)
    return fc.oneof({ weight: 6, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: junk })
  const members = Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, near(value)]),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(members) },
    { weight: 2, arbitrary: fc.record(members, { requiredKeys: [] }) },
    { weight: 1, arbitrary: junk },
  )
}

/** A part of a path: the good one or any text. */
export const segment = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(good),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  )

/** A path whose ids are the example's or something else. */
function pathNear({ pattern, path }: ExampleCall): fc.Arbitrary<string> {
  const expected = pattern.split('/')
  const parts = path
    .split('/')
    .map((part, index) =>
      expected[index]?.startsWith(':') === true ? segment(part) : fc.constant(part),
    )
  return fc.tuple(...parts).map((sent) => sent.join('/'))
}

/** A query whose parameters are near to the example's, each of them present or not. */
const queryNear = (query: ExampleCall['query']): fc.Arbitrary<string> =>
  fc
    .record(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, near(value)])), {
      requiredKeys: [],
    })
    .map((members) => {
      const pairs = Object.entries(members).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
      const text = new URLSearchParams(pairs).toString()
      return text === '' ? '' : `?${text}`
    })

/** Input near to what an operation expects. */
export const inputNear = (
  call: ExampleCall,
  moreBodies: readonly unknown[] = [],
): fc.Arbitrary<Input> =>
  fc
    .tuple(
      pathNear(call),
      queryNear(call.query),
      ...(call.body === undefined ? [] : [fc.oneof(...[call.body, ...moreBodies].map(near))]),
    )
    .map(([where, asked, ...bodies]) => ({
      method: call.method,
      path: where + asked,
      ...(bodies.length > 0 && { body: JSON.stringify(bodies[0]) }),
    }))
