// Timestamps in the control API (RFC 3339): valid and invalid texts.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { iso, isoOrNull, momentOf } from '../../../src/api/control/schemas.ts'

const NEW_YEAR_2027 = Date.UTC(2027, 0, 1)

describe('A timestamp', () => {
  for (const [text, at] of [
    ['2027-01-01T00:00:00Z', NEW_YEAR_2027],
    ['2027-01-01T00:00:00.1Z', NEW_YEAR_2027 + 100],
    ['2027-01-01T00:00:00.123Z', NEW_YEAR_2027 + 123],
    ['2027-01-01T02:00:00+02:00', NEW_YEAR_2027],
    ['2026-12-31T23:59:59-00:00', NEW_YEAR_2027 - 1000],
    ['2026-12-31T19:00:00-05:00', NEW_YEAR_2027],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    ['2027-12-31T00:00:00Z', Date.UTC(2027, 11, 31)],
  ] as const)
    test(`${text} is parsed as ${new Date(at).toISOString()}`, () => {
      assert.equal(momentOf(text), at)
      assert.equal(iso(at), isoOrNull(at))
      assert.equal(momentOf(iso(at)), at)
    })

  // prettier-ignore
  for (const text of [
    '', 'tomorrow', '2027-01-01', '2027-01-01T00:00:00', '2027-01-01T00:00Z', '2027-01-01 00:00:00Z', '2027-01-01t00:00:00z',
    'x2027-01-01T00:00:00Z', '+2027-01-01T00:00:00Z', '002027-01-01T00:00:00Z', '2027-01-01T00:00:00Zx', '2027-01-01T00:00:00Z\n',
    '2027-01-01T00:00:00.1234Z', '2027-01-01T00:00:00.Z', '2027-01-01T24:00:00Z', '2027-01-01T00:60:00Z', '2027-01-01T00:00:60Z',
    '2027-01-01T00:00:00+24:00', '2027-01-01T00:00:00+00:60', '2027-01-01T00:00:00+0000', '2027-00-01T00:00:00Z', '2027-13-01T00:00:00Z',
    '2027-01-00T00:00:00Z', '2027-01-32T00:00:00Z', '2027-02-29T00:00:00Z', '2027-04-31T00:00:00Z',
  ])
    test(`${JSON.stringify(text)} is invalid`, () => assert.equal(momentOf(text), undefined))

  test('a missing text gives no timestamp', () => {
    assert.equal(isoOrNull(undefined), null)
    assert.equal(isoOrNull(null), null)
  })
})
