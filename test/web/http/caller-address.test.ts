// Where a call came from, as statuses and callbacks show it: an IPv4 caller is written as one, whatever socket took its call.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callerAddress } from '../../../src/web/http/caller-address.ts'

// prettier-ignore
const ADDRESSES: readonly (readonly [ip: string, shown: string])[] = [
  ['203.0.113.7',        '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::1',                '::1'],
  ['2001:db8::7',        '2001:db8::7'],
  ['::ffff:cb00:7107',   '::ffff:cb00:7107'],
]

describe('The address of a caller', () => {
  for (const [ip, shown] of ADDRESSES)
    test(`${ip} is shown as ${shown}`, () => {
      assert.equal(callerAddress({ ip }), shown)
    })
})
