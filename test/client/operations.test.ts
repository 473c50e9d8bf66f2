// The clients say what the reference says.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { currentOperations, OPERATIONS_FILE } from '../../scripts/client.ts'
import { schemaOfExample, typeOf } from '../../scripts/client/schema-type.ts'

test('The types and routes of the clients are those of the reference: otherwise run npm run client', async () => {
  assert.equal(readFileSync(OPERATIONS_FILE, 'utf8'), await currentOperations())
})

const TYPES: readonly { schema: Parameters<typeof typeOf>[0]; type: string }[] = [
  { schema: {}, type: 'unknown' },
  { schema: { type: 'integer' }, type: 'number' },
  { schema: { type: ['string', 'null'] }, type: '(string) | (null)' },
  { schema: { type: 'string', enum: ['EUR'] }, type: '("EUR")' },
  { schema: { enum: Array.from({ length: 61 }, (_, index) => `C${index}`) }, type: 'string' },
  { schema: { const: 978 }, type: '978' },
  {
    schema: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'number' }] },
    type: '(number) | (string)',
  },
  {
    schema: { allOf: [{ type: 'object' }, { type: 'object' }] },
    type: '(Readonly<Record<string, unknown>>) & (Readonly<Record<string, unknown>>)',
  },
  { schema: { type: 'array' }, type: 'readonly (unknown)[]' },
  {
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    type: 'Readonly<Record<string, string>>',
  },
  {
    schema: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string', description: 'Never */ twice' },
        'a-b': { type: 'boolean' },
      },
    },
    type: '{\n/** Never * / twice */\nreadonly "id": string\nreadonly "a-b"?: boolean\n}',
  },
]
for (const { schema, type } of TYPES)
  test(`A schema ${JSON.stringify(schema).slice(0, 60)} has its type`, () => {
    assert.equal(typeOf(schema), type)
  })

test('Of an example the members are known, but none is promised', () => {
  const schema = schemaOfExample({ errorCode: '0', refunds: [{ amount: 5 }], rest: [], none: null })
  assert.equal(
    typeOf(schema),
    '{\nreadonly "errorCode"?: string\nreadonly "refunds"?: readonly ({\nreadonly "amount"?: number\n})[]\nreadonly "rest"?: readonly (unknown)[]\nreadonly "none"?: null\n}',
  )
})
