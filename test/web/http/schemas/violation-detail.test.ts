// The texts of schema violations.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { violationDetail } from '../../../../src/web/http/schemas/violation-detail.ts'

const MANY_VALUES = Array.from({ length: 61 }, (_, index) => index)

// prettier-ignore
const RULES: readonly (readonly [keyword: string, params: Record<string, unknown>, detail: string])[] = [
  ['required',             { missingProperty: 'amount' },       'is required'],
  ['additionalProperties', { additionalProperty: 'x' },         'is not a known field'],
  ['type',                 { type: 'object' },                  'must be an object'],
  ['type',                 { type: 'string,null' },             'must be a string or null'],
  ['type',                 { type: ['integer', 'boolean'] },    'must be an integer or true or false'],
  ['enum',                 { allowedValues: ['hmac', 'rsa'] },  'must be one of hmac, rsa'],
  ['enum',                 { allowedValues: ['true'] },         'must be true'],
  ['enum',                 { allowedValues: MANY_VALUES },      'must be one of the values listed in the reference'],
  ['const',                { allowedValue: 978 },               'must be 978'],
  ['pattern',              { pattern: '^[0-9]{4}$' },           'must be four digits'],
  ['pattern',              { pattern: '^x$' },                  'must match ^x$'],
  ['format',               { format: 'date' },                  'must be a date such as 2027-01-31'],
  ['format',               { format: 'time' },                  'must be a time'],
  ['anyOf',                {},                                  'must have one of the forms in the reference'],
  ['minLength',            { limit: 1 },                        'must not be empty'],
  ['minLength',            { limit: 2 },                        'must have at least 2 characters'],
  ['maxLength',            { limit: 1 },                        'must have at most 1 character'],
  ['minItems',             { limit: 1 },                        'must have at least 1 item'],
  ['maxItems',             { limit: 100 },                      'must have at most 100 items'],
  ['uniqueItems',          {},                                  'must not have the same item twice'],
  ['minProperties',        { limit: 1 },                        'must have at least 1 field'],
  ['maxProperties',        { limit: 9 },                        'must have at most 9 fields'],
  ['minimum',              { limit: 1 },                        'must be at least 1'],
  ['maximum',              { limit: 9 },                        'must be at most 9'],
  ['exclusiveMinimum',     { limit: 0 },                        'must be greater than 0'],
  ['exclusiveMaximum',     { limit: 10 },                       'must be less than 10'],
]

describe('A violated schema rule', () => {
  for (const [keyword, params, detail] of RULES)
    test(`${keyword} ${JSON.stringify(params)} is described as “${detail}”`, () => {
      assert.equal(violationDetail({ keyword, params }, true), detail)
    })

  test('says "parameter" instead of "field" for a parameter', () => {
    const unknown = { keyword: 'additionalProperties', params: { additionalProperty: 'x' } }
    assert.equal(violationDetail(unknown, false), 'is not a known parameter')
  })

  test("is described with the validator's text if it has none of its own", () => {
    const other = { keyword: 'multipleOf', params: {} }
    assert.equal(
      violationDetail({ ...other, message: 'must be multiple of 5' }, true),
      'must be multiple of 5',
    )
    assert.equal(violationDetail(other, true), 'is invalid')
  })
})
