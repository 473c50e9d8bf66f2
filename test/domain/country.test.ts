import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  allCountries,
  countryByAlpha2,
  countryByAlpha3,
  countryByNumeric,
  countryName,
} from '../../src/domain/country.ts'

describe('the countries of ISO 3166-1', () => {
  test('are 249, no code twice', () => {
    const all = allCountries()
    assert.equal(all.length, 249)
    assert.equal(new Set(all.map(({ alpha2 }) => alpha2)).size, 249)
    assert.equal(new Set(all.map(({ alpha3 }) => alpha3)).size, 249)
    assert.equal(new Set(all.map(({ numeric }) => numeric)).size, 249)
  })

  test('are found by each of their codes', () => {
    for (const country of allCountries()) {
      assert.equal(countryByAlpha2(country.alpha2), country)
      assert.equal(countryByAlpha3(country.alpha3), country)
      assert.equal(countryByNumeric(country.numeric), country)
      assert.equal(countryByNumeric(Number(country.numeric)), country)
    }
  })

  // prettier-ignore
  const rows = [
    ['CY', 'CYP', '196'], ['AL', 'ALB', '008'], ['AF', 'AFG', '004'], ['DE', 'DEU', '276'],
    ['GB', 'GBR', '826'], ['US', 'USA', '840'], ['RU', 'RUS', '643'], ['AM', 'ARM', '051'],
    ['RO', 'ROU', '642'], ['RS', 'SRB', '688'], ['SS', 'SSD', '728'], ['ZW', 'ZWE', '716'],
  ] as const
  for (const [alpha2, alpha3, numeric] of rows) {
    test(`hold ${alpha2} as ${alpha3} and ${numeric}`, () => {
      assert.deepEqual(countryByAlpha2(alpha2), { alpha2, alpha3, numeric })
    })
  }

  test('do not hold codes that are not assigned, or written otherwise', () => {
    for (const code of ['XX', 'UK', 'cy', '', 'EU']) assert.equal(countryByAlpha2(code), undefined)
    for (const code of ['000', '999', '8', ' 196', '']) {
      assert.equal(countryByNumeric(code), undefined)
    }
    assert.equal(countryByAlpha3('XXX'), undefined)
  })

  test('have a name in the language of the reader', () => {
    const cyprus = countryByAlpha2('CY')
    assert.ok(cyprus)
    assert.equal(countryName(cyprus, 'en'), 'Cyprus')
    assert.equal(countryName(cyprus, 'ru'), 'Кипр')
  })
})
