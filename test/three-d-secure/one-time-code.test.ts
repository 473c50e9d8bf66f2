// The number of attempts for the issuer's one-time code.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkCode } from '../../src/three-d-secure/one-time-code.ts'

describe('The code of the issuer', () => {
  test('may be tried three times', () => {
    assert.equal(checkCode('123456', '123456', 0), 'right')
    assert.equal(checkCode('123456', '000000', 0), 'try-again')
    assert.equal(checkCode('123456', '', 1), 'try-again')
    assert.equal(checkCode('123456', '1234567', 2), 'failed')
    assert.equal(checkCode('123456', '123456', 2), 'right')
  })
})
