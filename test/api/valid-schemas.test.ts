// The schemas of all requests are valid JSON Schema. The service does not check them, because the
// check takes half of the time of the first request. A warning would be printed to standard error.

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import ajvCompiler from '@fastify/ajv-compiler'
import type { Operation } from '../../src/api/endpoint/operation.ts'
import { operations as operationsOfA } from '../../src/api/issuing-v1/plugin.ts'
import { operations as operationsOfB } from '../../src/api/issuing-v2/plugin.ts'
import { operations as operationsOfControl } from '../../src/api/control/plugin.ts'
import { VALIDATOR_OPTIONS } from '../../src/web/http/schemas/compile-schemas.ts'

const compile = ajvCompiler()({}, { customOptions: { ...VALIDATOR_OPTIONS, validateSchema: true } })
const TABLES: readonly (readonly [string, readonly Operation[]])[] = [
  ['A', operationsOfA],
  ['B', operationsOfB],
  ['the control API', operationsOfControl],
]

for (const [api, operations] of TABLES)
  test(`The schemas of ${api} are valid, without a warning`, () => {
    assert.ok(operations.length > 5)
    const warn = mock.method(console, 'warn', () => undefined)
    for (const { params, query, body } of operations)
      for (const schema of [params, query, body])
        if (schema !== undefined) assert.doesNotThrow(() => compile({ schema }))
    warn.mock.restore()
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: words }) => words),
      [],
    )
  })

test('The check finds an invalid schema', () => {
  assert.throws(() => compile({ schema: { type: 'texts' } }), /schema is invalid/)
})
