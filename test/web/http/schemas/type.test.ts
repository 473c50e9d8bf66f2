// The builders of schemas against TypeBox: the same JSON, and the same optional properties.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import TypeBox from 'typebox'
import { Type } from '../../../../src/web/http/schemas/type.ts'

/** Schemas of every builder, with and without other keywords. */
function schemasOf(T: typeof Type) {
  const Text = T.String({ description: 'A text', maxLength: 3 })
  const Person = T.Object(
    { id: T.Integer(), name: T.Optional(Text), copied: { ...T.Optional(T.Null()) } },
    { additionalProperties: false, title: 'Person' },
  )
  return {
    array: T.Array(T.Unknown(), { maxItems: 0 }),
    boolean: T.Boolean({ default: true }),
    enum: T.Enum(['a', 'b'], { description: 'A letter' }),
    integer: T.Integer({ minimum: 0 }),
    literalText: T.Literal('0', { title: 'None' }),
    literalNumber: T.Literal(7),
    literalBoolean: T.Literal(true),
    null: T.Null(),
    number: T.Number(),
    object: Person,
    emptyObject: T.Object({}),
    optionalUnsafe: T.Object({ at: T.Optional(T.Unsafe<string>({ type: 'string' })) }),
    partial: T.Partial(Person, { title: 'Change' }),
    pick: T.Pick(Person, ['name', 'id']),
    omit: T.Omit(Person, ['name'], { additionalProperties: true }),
    record: T.Record(T.String(), T.Unknown(), { description: 'Headers' }),
    recordOfPattern: T.Record(T.String({ pattern: '^[A-Z]{3}$' }), T.Number()),
    text: Text,
    union: T.Union([T.Null(), T.Literal(false)], { description: 'Off' }),
    unknown: T.Unknown({ examples: [1] }),
    unsafe: T.Unsafe<'a'>({ ...Text, examples: ['a'] }),
    optional: T.Optional(Text),
  }
}

describe('A schema of our builder', () => {
  const expected = schemasOf(TypeBox)
  for (const [name, schema] of Object.entries(schemasOf(Type)))
    test(`${name} equals the schema of TypeBox`, () => {
      assert.equal(JSON.stringify(schema), JSON.stringify(expected[name as keyof typeof expected]))
    })
})
