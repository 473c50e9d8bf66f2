// Schemas that are interpreted instead of compiled: an accepted value is also accepted by the
// compiled validator, and a response is the text that the compiled serialiser writes.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import { VALIDATOR_OPTIONS } from '../../../../src/web/http/schemas/compile-schemas.ts'
import { withoutUnions } from '../../../../src/web/http/schemas/serializer-schema.ts'
import { jsonOf } from '../../../../src/web/http/schemas/shape-answer.ts'
import { surelyFits } from '../../../../src/web/http/schemas/surely-fits.ts'
import { assertProperty, fc } from '../../../kit/property.ts'

const accepts = (schema: object, value: unknown): boolean => {
  const check = ajvCompiler()({}, { customOptions: { ...VALIDATOR_OPTIONS, strict: false } })
  return check({ schema })(structuredClone(value)) === true
}

/** The text of the compiled serialiser; undefined if it refuses the value. */
function written(schema: object, value: unknown): string | undefined {
  const compile = serializerCompiler()({}, {})
  const own = structuredClone(schema)
  const write = compile({ method: 'GET', url: '/', httpStatus: '200', schema: own })
  try {
    return write(value)
  } catch {
    return undefined
  }
}

const name = fc.constantFrom('a', 'b', 'long', '7', 'toString')
const text = fc.constantFrom('', 'a', 'bb', 'ccc', '€', '😀', '"\\', '\ud800', '7')
const uuid = fc.constant('2f1e0f3c-8c1d-4d6e-9a51-1f1d2c3b4a5e')
const number = fc.constantFrom(0, -0, 1, 2, 7, 1.5, 1e21)

/** Values with few names and texts, so that many of them match. */
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(text, uuid, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value

const anySchema = fc.letrec<{ schema: object; object: object }>((tie) => {
  type Keywords = Readonly<Record<string, fc.Arbitrary<unknown>>>
  const annotations: Keywords = { title: fc.constant('T'), examples: fc.constant([1]) }
  const keywords = (own: Keywords, required: readonly string[] = []): fc.Arbitrary<object> =>
    fc.record<Record<string, unknown>>({ ...annotations, ...own }, { requiredKeys: [...required] })
  const limit = fc.integer({ min: 0, max: 3 })
  const pattern = fc.constantFrom('^a', '^[ab]+$', '7')
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      keywords({
        type: fc.constantFrom('string', ['string', 'null']),
        minLength: limit,
        maxLength: limit,
        pattern,
        format: fc.constantFrom('uuid', 'date-time'),
      }),
      keywords(
        {
          type: fc.constantFrom('integer', 'number', ['number', 'string']),
          minimum: limit,
          maximum: limit,
          exclusiveMinimum: limit,
          exclusiveMaximum: limit,
          format: fc.constant('int64'),
          nullable: fc.constant(true),
        },
        ['type'],
      ),
      keywords({ type: fc.constantFrom('boolean', 'null') }, ['type']),
      keywords({ enum: fc.constant(['a', 7, null]) }, ['enum']),
      keywords({ const: fc.constantFrom('a', 7, true), type: fc.constant('string') }, ['const']),
      keywords({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }, ['anyOf']),
      keywords(
        {
          type: fc.constant('array'),
          items: tie('schema'),
          minItems: limit,
          maxItems: limit,
          uniqueItems: fc.constant(true),
        },
        ['type'],
      ),
      tie('object'),
    ),
    object: keywords(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        patternProperties: fc.dictionary(pattern, tie('schema'), { maxKeys: 1 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        minProperties: limit,
        maxProperties: limit,
        nullable: fc.constant(true),
      },
      ['type'],
    ),
  }
})

describe('An interpreted schema', () => {
  test('only accepts what the compiled validator accepts', () => {
    assertProperty(
      fc.property(anySchema.schema, anyValue, (schema, value) => {
        if (surelyFits(schema, value)) assert.ok(accepts(schema, value))
      }),
      { numRuns: 300 },
    )
  })

  test('writes the same text as the compiled serialiser', () => {
    assertProperty(
      fc.property(anySchema.object, anyValue, (schema, value) => {
        const simple = withoutUnions(schema) as object
        const json = jsonOf(simple, value)
        if (json !== undefined) assert.equal(json, written(simple, value))
      }),
      { numRuns: 300 },
    )
  })

  const Person = {
    type: 'object',
    required: ['name'],
    properties: {
      age: { type: 'integer', minimum: 0 },
      name: { type: 'string', minLength: 1 },
      tags: { type: 'array', items: { type: 'string' } },
    },
    additionalProperties: false,
  }
  const person = { tags: ['a'], name: 'Ann', age: 7 }

  test('accepts a usual request and writes a usual response', () => {
    assert.equal(surelyFits(Person, person), true)
    assert.equal(jsonOf(Person, { ...person, x: 1 }), '{"name":"Ann","age":7,"tags":["a"]}')
  })

  const refused = [
    ['a missing field', { age: 7 }],
    ['an unknown field', { ...person, x: 1 }],
    ['another type', { ...person, age: '7' }],
    ['a limit', { ...person, name: '' }],
    ['an item', { ...person, tags: [1] }],
  ] as const
  for (const [title, value] of refused)
    test(`leaves the error to the compiled validator: ${title}`, () => {
      assert.equal(surelyFits(Person, value), false)
    })

  const unsure = [
    ['a number that is written as text', { ...person, name: 7 }],
    ['a fraction that is truncated', { ...person, age: 1.5 }],
    ['a missing field', { age: 7 }],
    ['a date', { ...person, name: new Date(0) }],
  ] as const
  for (const [title, value] of unsure)
    test(`leaves the conversion to the compiled serialiser: ${title}`, () => {
      assert.equal(jsonOf(Person, value), undefined)
    })
})
