import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COUNTRIES, countryByAlpha, countryByNumeric } from '../../src/issuing/country.ts'

describe('The countries of ISO 3166-1', () => {
  test('are 249, with unique codes', () => {
    const all = COUNTRIES
    assert.equal(all.length, 249)
    assert.equal(new Set(all.map(({ alpha2 }) => alpha2)).size, 249)
    assert.equal(new Set(all.map(({ alpha3 }) => alpha3)).size, 249)
    assert.equal(new Set(all.map(({ numeric }) => numeric)).size, 249)
  })

  test('can be looked up by number', () => {
    for (const country of COUNTRIES) assert.equal(countryByNumeric(country.numeric), country)
  })

  // prettier-ignore
  const rows = [
    ['CY', 'CYP', '196'], ['AL', 'ALB', '008'], ['AF', 'AFG', '004'], ['DE', 'DEU', '276'],
    ['GB', 'GBR', '826'], ['US', 'USA', '840'], ['RU', 'RUS', '643'], ['AM', 'ARM', '051'],
    ['RO', 'ROU', '642'], ['RS', 'SRB', '688'], ['SS', 'SSD', '728'], ['ZW', 'ZWE', '716'],
  ] as const
  for (const [alpha2, alpha3, numeric] of rows) {
    test(`contain ${alpha2} as ${numeric}`, () => {
      const country = { alpha2, alpha3, numeric }
      assert.deepEqual(countryByNumeric(numeric), country)
      assert.deepEqual(countryByAlpha(alpha2), country)
      assert.deepEqual(countryByAlpha(alpha3), country)
    })
  }

  test('do not contain unassigned codes or other spellings', () => {
    const letters = new Set(COUNTRIES.map(({ alpha2 }) => alpha2))
    for (const code of ['XX', 'UK', 'cy', '', 'EU']) assert.ok(!letters.has(code), code)
    for (const code of ['000', '999', '8', ' 196', '']) {
      assert.equal(countryByNumeric(code), undefined)
    }
  })
})
