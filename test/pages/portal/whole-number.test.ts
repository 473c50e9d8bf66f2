import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wholeNumber } from '../../../src/pages/portal/parts/whole-number.ts'

// prettier-ignore
const READ: readonly (readonly [text: string | null | undefined, number: number | undefined])[] = [
  ['0', 0], ['7', 7], ['007', 7], ['999999999999999', 999_999_999_999_999],
  ['1000000000000000', undefined], ['', undefined], [null, undefined], [undefined, undefined],
  ['-1', undefined], ['1e3', undefined], ['1.5', undefined], ['1 ', undefined], ['x1', undefined], ['1\n', undefined],
]

describe('A whole number in a URL', () => {
  for (const [text, number] of READ)
    test(`${JSON.stringify(text)} is parsed as ${number ?? 'invalid'}`, () =>
      assert.equal(wholeNumber(text), number))
})
