// The schemas of all requests are valid JSON Schema. The service does not check them, because the
// check takes half of the time of the first request.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import ajvCompiler from '@fastify/ajv-compiler'
import type { Operation } from '../../src/api/endpoint/operation.ts'
import { operations as operationsOfA } from '../../src/api/issuing-v1/plugin.ts'
import { operations as operationsOfB } from '../../src/api/issuing-v2/plugin.ts'
import { operations as operationsOfControl } from '../../src/api/control/plugin.ts'

const compile = ajvCompiler()({}, { customOptions: { validateSchema: true } })
const TABLES: readonly (readonly [string, readonly Operation[]])[] = [
  ['A', operationsOfA],
  ['B', operationsOfB],
  ['the control API', operationsOfControl],
]

for (const [api, operations] of TABLES)
  test(`The schemas of ${api} are valid`, () => {
    assert.ok(operations.length > 5)
    for (const { params, query, body } of operations)
      for (const schema of [params, query, body])
        if (schema !== undefined) assert.doesNotThrow(() => compile({ schema }))
  })

test('The check finds an invalid schema', () => {
  assert.throws(() => compile({ schema: { type: 'texts' } }), /schema is invalid/)
})
