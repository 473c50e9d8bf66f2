// PINs: which texts are valid, and the salted hash that is stored.

import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashPin, isPin } from '../../../src/web/cards/pin.ts'

describe('A PIN', () => {
  for (const [text, expected] of [
    ['1234', true],
    ['123456789012', true],
    ['123', false],
    ['1234567890123', false],
    ['', false],
    ['12a4', false],
    ['x1234', false],
    ['1234x', false],
    ['1234\n', false],
  ] as const)
    test(`${JSON.stringify(text)} is ${expected ? 'valid' : 'invalid'}`, () =>
      assert.equal(isPin(text), expected))

  test('is stored as algorithm, cost, salt and hash, with a new salt each time', async () => {
    const [one, other] = [await hashPin('1234'), await hashPin('1234')]
    assert.notEqual(one, other)
    for (const stored of [one, other]) {
      const [algorithm, cost, salt = '', hash, ...rest] = stored.split('$')
      assert.deepEqual([algorithm, cost, rest], ['scrypt', '1024', []])
      assert.equal(Buffer.from(salt, 'base64url').length, 16)
      const derived = scryptSync('1234', Buffer.from(salt, 'base64url'), 32, { N: Number(cost) })
      assert.equal(hash, derived.toString('base64url'))
    }
  })
})
