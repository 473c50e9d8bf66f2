import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allCountries, countryByNumeric } from '../../src/issuing/country.ts'

describe('the countries of ISO 3166-1', () => {
  test('are 249, each with unique codes', () => {
    const all = allCountries()
    assert.equal(all.length, 249)
    assert.equal(new Set(all.map(({ alpha2 }) => alpha2)).size, 249)
    assert.equal(new Set(all.map(({ numeric }) => numeric)).size, 249)
  })

  test('are found by their number', () => {
    for (const country of allCountries()) assert.equal(countryByNumeric(country.numeric), country)
  })

  // prettier-ignore
  const rows = [
    ['CY', '196'], ['AL', '008'], ['AF', '004'], ['DE', '276'], ['GB', '826'], ['US', '840'],
    ['RU', '643'], ['AM', '051'], ['RO', '642'], ['RS', '688'], ['SS', '728'], ['ZW', '716'],
  ] as const
  for (const [alpha2, numeric] of rows) {
    test(`contain ${alpha2} as ${numeric}`, () => {
      assert.deepEqual(countryByNumeric(numeric), { alpha2, numeric })
    })
  }

  test('do not contain unassigned codes or other spellings', () => {
    const letters = new Set(allCountries().map(({ alpha2 }) => alpha2))
    for (const code of ['XX', 'UK', 'cy', '', 'EU']) assert.ok(!letters.has(code), code)
    for (const code of ['000', '999', '8', ' 196', '']) {
      assert.equal(countryByNumeric(code), undefined)
    }
  })
})
