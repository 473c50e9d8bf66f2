import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { violationText } from '../../../src/api/issuing-v1/violation-text.ts'
import type { Violation } from '../../../src/web/http/responses/error.ts'

const TOO_LONG: Violation = { pointer: '/a', keyword: 'maxLength', params: { limit: 3 } }
const WRONG_FORM: Violation = { pointer: '/a', keyword: 'pattern', params: { pattern: '^x$' } }
const NO_TEXT: Violation = { pointer: '/a', keyword: 'type', params: { type: 'string' } }
const NO_NUMBER: Violation = { pointer: '/a', keyword: 'type', params: { type: 'integer' } }

const missing = (count: number): Violation[] =>
  Array.from({ length: count }, (_, index) => ({
    pointer: `/m${index}`,
    keyword: 'required',
    params: {},
  }))

// prettier-ignore
const TOLD: readonly (readonly [violations: readonly Violation[], text: string])[] = [
  [[TOO_LONG, WRONG_FORM], '/a must have at most 3 characters.'],
  [[WRONG_FORM, TOO_LONG], '/a must have at most 3 characters.'],
  [[NO_TEXT, WRONG_FORM], '/a must match ^x$.'],
  [[NO_TEXT, NO_NUMBER, NO_TEXT], '/a must be a string or an integer.'],
  [[{ ...NO_TEXT, pointer: '' }], 'The body must be a string.'],
  [missing(2), '/m0 is required; /m1 is required.'],
]

describe('The description of an invalid body', () => {
  for (const [violations, text] of TOLD)
    test(`is “${text}” for ${violations.map(({ keyword }) => keyword).join(' and ')}`, () =>
      assert.equal(violationText(violations), text))

  test('names ten fields and mentions that there are more', () => {
    assert.doesNotMatch(violationText(missing(10)), /more/)
    assert.match(violationText(missing(11)), /\/m9 is required; and more\.$/)
  })
})
