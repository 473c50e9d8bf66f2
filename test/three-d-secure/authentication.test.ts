import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  authenticationResult,
  authenticationRoute,
  FLOW_NAMES,
  type Route,
} from '../../src/three-d-secure/authentication.ts'
import { cavv, eci, threeDsType, xid } from '../../src/three-d-secure/proof.ts'

const authorise = (level: 'full' | 'attempt' | 'none', version?: 2): Route => ({
  step: 'authorise',
  level,
  version,
})
const decline = (actionCode: number, version?: 2): Route => ({
  step: 'decline',
  actionCode,
  version,
})
const challenge = (version: 1 | 2): Route => ({ step: 'challenge', version })

describe('The authentication of a payment', () => {
  // prettier-ignore
  const rows = [
    // flow                 card  merchant speaks version 1  merchant speaks version 2
    ['ssl',                 1, authorise('none'),     authorise('none')],
    ['ssl',                 2, authorise('none'),     authorise('none')],
    ['frictionless',        1, challenge(1),          challenge(1)],
    ['frictionless',        2, authorise('full'),     authorise('full', 2)],
    ['challenge',           1, challenge(1),          challenge(1)],
    ['challenge',           2, challenge(1),          challenge(2)],
    ['attempt',             1, challenge(1),          challenge(1)],
    ['attempt',             2, authorise('attempt'),  authorise('attempt', 2)],
    ['rejected',            1, challenge(1),          challenge(1)],
    ['rejected',            2, decline(-2025),        decline(-2025, 2)],
    ['unavailable',         1, challenge(1),          challenge(1)],
    ['unavailable',         2, decline(-2011),        decline(-2011, 2)],
    ['enrolment-unknown',   1, decline(-2016),        decline(-2016)],
    ['enrolment-unknown',   2, decline(-2016),        decline(-2016)],
    ['communication-error', 1, decline(151017),       decline(151017)],
    ['communication-error', 2, decline(151017),       decline(151017)],
  ] as const

  test('is defined for every flow in both versions', () => {
    assert.deepEqual(
      rows.map(([flow, version]) => `${flow} ${version}`),
      FLOW_NAMES.flatMap((flow) => [`${flow} 1`, `${flow} 2`]),
    )
  })

  for (const [flow, version, toVersion1, toVersion2] of rows) {
    test(`with the flow "${flow}" and a version ${version} card depends on the merchant's version`, () => {
      assert.deepEqual(authenticationRoute({ flow, version }, false), toVersion1)
      assert.deepEqual(authenticationRoute({ flow, version }, true), toVersion2)
    })
  }

  test('is skipped for every card if the order says so', () => {
    for (const flow of FLOW_NAMES) {
      const route = authenticationRoute({ flow, version: 2 }, true, { forceSsl: true })
      assert.deepEqual(route, authorise('none'))
    }
  })

  // prettier-ignore
  const demands = [
    ['ssl',          { forceTds: true },     decline(2003)],
    ['ssl',          { forceFullTds: true }, decline(-2017)],
    ['attempt',      { forceTds: true },     authorise('attempt')],
    ['attempt',      { forceFullTds: true }, decline(-2017)],
    ['frictionless', { forceFullTds: true }, authorise('full')],
  ] as const
  for (const [flow, demand, route] of demands) {
    test(`with the flow "${flow}" follows ${Object.keys(demand).join()}`, () => {
      assert.deepEqual(authenticationRoute({ flow, version: 2 }, false, demand), route)
    })
  }
})

describe('The result of an authentication', () => {
  // prettier-ignore
  const rows = [
    [1, 'Y', 'full'], [1, 'A', 'attempt'], [1, 'N', -2006], [1, 'U', -2011], [1, 'R', -2006], [1, 'C', -2011],
    [2, 'Y', 'full'], [2, 'A', 'attempt'], [2, 'N', -2025], [2, 'U', -2011], [2, 'R', -2006], [2, 'C', -2011],
  ] as const
  for (const [version, status, expected] of rows) {
    test(`is ${expected} for status ${status} in version ${version}`, () => {
      assert.deepEqual(
        authenticationResult(version, status),
        typeof expected === 'number'
          ? { authenticated: false, actionCode: expected }
          : { authenticated: true, level: expected },
      )
    })
  }

  test('declines an attempt if full authentication is required', () => {
    assert.deepEqual(authenticationResult(1, 'A', { forceFullTds: true }), {
      authenticated: false,
      actionCode: -2017,
    })
  })
})

describe('The values of an authorisation', () => {
  // prettier-ignore
  const indicators = [
    ['VISA', '05', '06'], ['AMEX', '05', '06'], ['JCB', '05', '06'], ['DISCOVER', '05', '06'],
    ['CUP', '05', '06'], [undefined, '05', '06'],
    ['MASTERCARD', '02', '01'], ['MAESTRO', '02', '01'], ['MIR', '02', '01'],
  ] as const
  for (const [brand, full, attempt] of indicators) {
    test(`have the ECI ${full}, ${attempt} or 07 for ${brand ?? 'an unknown brand'}`, () => {
      assert.equal(eci(brand, 'full'), full)
      assert.equal(eci(brand, 'attempt'), attempt)
      assert.equal(eci(brand, 'none'), '07')
    })
  }

  test('have a CAVV and an XID of 20 bytes, derived from the key and the challenge', () => {
    const value = cavv('key', 'challenge-1', 'VISA', 'full')
    assert.equal(Buffer.from(value ?? '', 'base64').length, 20)
    assert.equal(value, cavv('key', 'challenge-1', 'VISA', 'full'))
    assert.notEqual(value, cavv('key', 'challenge-2', 'VISA', 'full'))
    assert.notEqual(value, cavv('other', 'challenge-1', 'VISA', 'full'))
    assert.notEqual(value, cavv('key', 'challenge-1', 'VISA', 'attempt'))
    assert.match(cavv('key', 'challenge-1', 'MASTERCARD', 'full') ?? '', /^j/)
    assert.equal(cavv('key', 'challenge-1', 'VISA', 'none'), undefined)
    assert.equal(Buffer.from(xid('key', 'challenge-1'), 'base64').length, 20)
    assert.notEqual(xid('key', 'challenge-1'), xid('key', 'challenge-2'))
  })

  test('depend on version, level and challenge', () => {
    assert.equal(threeDsType(1, 'full', true), 'THREE_DS1_FULL')
    assert.equal(threeDsType(1, 'attempt', false), 'THREE_DS1_ATTEMPT')
    assert.equal(threeDsType(2, 'full', true), 'THREE_DS2_FULL')
    assert.equal(threeDsType(2, 'full', false), 'THREE_DS2_FRICTIONLESS')
    assert.equal(threeDsType(2, 'attempt', false), 'THREE_DS2_ATTEMPT')
    assert.equal(threeDsType(2, 'none', false), 'SSL')
  })
})
