// Derived 3-D Secure values: an order's record and the issuer's page show them years apart, so they
// must not change. It also tests the properties of each flow and each result.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AUTHENTICATION_CODE,
  authenticationResult,
  FLOWS,
  IN_VERSION_1,
} from '../../src/three-d-secure/authentication.ts'
import { checkCode, CODE_TRIES } from '../../src/three-d-secure/one-time-code.ts'
import { cavv, eci, ISSUER_KEY, xid } from '../../src/three-d-secure/proof.ts'

test('The transaction identifier and the authentication value of a challenge are always the same', () => {
  assert.equal(ISSUER_KEY, 'sandbox issuer')
  assert.equal(xid(ISSUER_KEY, 'challenge-1'), 'Tv2Tg1F8PDGNJJQWdDzGjEjmJL0=')
  assert.equal(cavv(ISSUER_KEY, 'challenge-1', 'VISA', 'full'), 'AkE8x5hocMKu/q7JniuGvvl8iwE=')
})

test('An authentication value has twenty bytes, the first one for scheme and level', () => {
  // prettier-ignore
  const FIRST = [
    ['VISA', 'full', 0x02], ['VISA', 'attempt', 0x07], ['AMEX', 'full', 0x02], [undefined, 'attempt', 0x07],
    ['MASTERCARD', 'full', 0x8c], ['MASTERCARD', 'attempt', 0x86], ['MAESTRO', 'full', 0x8c], ['MAESTRO', 'attempt', 0x86], ['MIR', 'full', 0x8c], ['MIR', 'attempt', 0x86],
  ] as const
  for (const [brand, level, first] of FIRST) {
    const bytes = Buffer.from(cavv('key', 'c', brand, level) ?? '', 'base64')
    assert.deepEqual([bytes[0], bytes.length], [first, 20], `${brand} ${level}`)
    assert.equal(cavv('key', 'c', brand, 'none'), undefined)
    const fromTwo = first >= 0x80
    const indicator = level === 'full' ? (fromTwo ? '02' : '05') : fromTwo ? '01' : '06'
    assert.deepEqual([eci(brand, level), eci(brand, 'none')], [indicator, '07'])
  }
  assert.equal(Buffer.from(xid('key', 'c'), 'base64').length, 20)
  assert.notEqual(xid('key', 'c'), xid('key', 'd'))
  assert.notEqual(cavv('key', 'c', 'VISA', 'full'), cavv('kez', 'c', 'VISA', 'full'))
})

test('A 3-D Secure flow defines the enrolment of the card, whether a code is required, and the result', () => {
  const of = (enrolled: string, asksCode: boolean, status: string | undefined) => ({
    enrolled,
    asksCode,
    status,
  })
  assert.deepEqual(FLOWS, {
    ssl: of('N', false, undefined),
    frictionless: of('Y', false, 'Y'),
    challenge: of('Y', true, 'Y'),
    attempt: of('Y', false, 'A'),
    rejected: of('Y', false, 'N'),
    unavailable: of('Y', false, 'U'),
    'enrolment-unknown': of('U', false, undefined),
    'communication-error': of('U', false, undefined),
  })
})

test('An authentication result has a code in both versions, and a word in version 1', () => {
  assert.deepEqual(IN_VERSION_1, { Y: 'Y', A: 'A', N: 'N', U: 'U', R: 'N', C: 'U' })
  assert.deepEqual(
    Object.values(AUTHENTICATION_CODE),
    [-2006, -2011, -2016, -2017, -2025, 2003, 151_017],
  )
  const codeOf = (version: 1 | 2, status: 'N' | 'U' | 'R' | 'C') => {
    const result = authenticationResult(version, status)
    return result.authenticated ? undefined : result.actionCode
  }
  const codes = ([1, 2] as const).map((version) =>
    (['N', 'U', 'R', 'C'] as const).map((status) => codeOf(version, status)),
  )
  assert.deepEqual(codes, [
    [-2006, -2011, -2006, -2011],
    [-2025, -2011, -2006, -2011],
  ])
})

test('A one-time code may be tried three times', () => {
  assert.equal(CODE_TRIES, 3)
  for (const wrongBefore of [0, 1, 2]) assert.equal(checkCode('1', '1', wrongBefore), 'right')
  assert.deepEqual(
    [0, 1, 2, 3].map((wrongBefore) => checkCode('1', '2', wrongBefore)),
    ['try-again', 'try-again', 'failed', 'failed'],
  )
})
