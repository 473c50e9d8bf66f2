// The error for a value that violates the pattern of its schema has a text, not a regular
// expression.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { STORABLE_PATTERN } from '../../../src/api/issuing-v1/schemas.ts'
import { patternText } from '../../../src/web/http/schemas/pattern-text.ts'
import { oneDatabase } from '../../kit/databases.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}
interface Operation {
  readonly parameters?: unknown
  readonly requestBody?: unknown
}

/** All patterns in a value, following references. */
function patternsOf(value: unknown, { components }: OpenApi, seen: Set<unknown>): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'pattern' && typeof inner === 'string') return [inner]
    if (key !== '$ref') return patternsOf(inner, { components, paths: {} }, seen)
    const name = String(inner).replace('#/components/schemas/', '')
    return patternsOf(components.schemas[name], { components, paths: {} }, seen)
  })
}

describe('The patterns of requests', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox(oneDatabase)
  })
  after(() => sandbox.close())

  for (const name of ['a', 'b', 'control'])
    test(`have an error message in the document "${name}"`, async () => {
      const document = (await sandbox.call('GET', `/openapi/${name}.json`)).json as OpenApi
      const requests = Object.values(document.paths)
        .flatMap((methods) => Object.values(methods))
        .map(({ parameters, requestBody }) => ({ parameters, requestBody }))
      const patterns = new Set(patternsOf(requests, document, new Set()))
      assert.ok(patterns.size > 2)
      for (const pattern of patterns)
        if (pattern !== STORABLE_PATTERN) assert.ok(patternText(pattern) !== undefined, pattern)
    })
})
