// Converting a schema of the reference to a type of the clients.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typeOf } from '../../scripts/client/schema-type.ts'

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
  { schema: { $ref: '#/components/schemas/Card' }, type: 'Card' },
  {
    schema: {
      anyOf: [
        { properties: { set: { type: 'string' } }, required: ['set'] },
        { properties: { freeze: { type: 'boolean' } }, required: ['freeze'] },
      ],
    },
    type: '({\nreadonly "set": string\nreadonly "freeze"?: never\n}) | ({\nreadonly "freeze": boolean\nreadonly "set"?: never\n})',
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
  test(`The client types the schema ${JSON.stringify(schema).slice(0, 60)}`, () => {
    assert.equal(typeOf(schema), type)
  })
