// The simplified schema of a response: which unions it removes, and the JSON that it writes.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import { Type } from 'typebox'
import { withoutUnions } from '../../../../src/web/http/schemas/serializer-schema.ts'

const serialize = (schema: unknown, value: unknown): string => {
  const compile = serializerCompiler()({}, {})
  return compile({ method: 'GET', url: '/', httpStatus: '200', schema })(value)
}

const Text = Type.String()
const Currency = Type.Object({ code: Text, digits: Type.Integer() })
const Status = Type.Union([Type.Literal('active'), Type.Literal('blocked')])

describe('The schema for a serialiser', () => {
  const simplified = [
    ['a text or null', Type.Union([Text, Type.Null()]), ['a', null, 'a "b"']],
    ['a number or null', Type.Union([Type.Integer(), Type.Null()]), [0, 7, null]],
    ['an object or null', Type.Union([Currency, Type.Null()]), [null, { code: 'EUR', digits: 2 }]],
    ['a list or null', Type.Union([Type.Array(Text), Type.Null()]), [null, [], ['a', 'b']]],
    ['one of some texts', Status, ['active', 'blocked']],
    ['one of some texts or null', Type.Union([Status, Type.Null()]), ['active', null]],
    ['one of three', Type.Union([...Status.anyOf, Type.Null()]), ['blocked', null]],
  ] as const
  for (const [title, schema, values] of simplified)
    test(`has no union for ${title}, and writes the same JSON`, () => {
      const members = withoutUnions(Type.Object({ value: schema }))
      assert.doesNotMatch(JSON.stringify(members), /anyOf/)
      for (const value of values) assert.equal(serialize(members, { value }), json({ value }))
    })

  test('keeps a union of objects', () => {
    const schema = Type.Union([Currency, Type.Object({ name: Text })])
    const members = withoutUnions(Type.Object({ value: schema }))
    assert.match(JSON.stringify(members), /anyOf/)
    assert.equal(serialize(members, { value: { name: 'a' } }), json({ value: { name: 'a' } }))
  })

  test('omits what the schema does not name', () => {
    const members = withoutUnions(Type.Union([Currency, Type.Null()]))
    const value = { code: 'EUR', digits: 2, secret: 'x' }
    assert.equal(serialize(members, value), json({ code: 'EUR', digits: 2 }))
  })

  test('omits an optional field', () => {
    const schema = Type.Object({ value: Type.Optional(Type.Union([Text, Type.Null()])) })
    assert.equal(serialize(withoutUnions(schema), {}), '{}')
  })
})

const json = (value: unknown): string => JSON.stringify(value)
