// Ids as texts: which texts are the id of a row.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rowIdOf } from '../../src/kernel/row-id.ts'

describe('The row id of a text', () => {
  for (const [text, id] of [
    ['1', 1],
    ['100000000001', 100_000_000_001],
    ['999999999999999', 999_999_999_999_999],
  ] as const)
    it(`is ${id} for "${text}"`, () => assert.equal(rowIdOf(text), id))

  for (const text of [
    '',
    '0',
    '01',
    '-1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '1\n',
    'x1',
    '1x',
    '1000000000000000',
    '١',
  ])
    it(`is absent for ${JSON.stringify(text)}`, () => assert.equal(rowIdOf(text), undefined))
})
