import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Currency,
  CURRENCIES,
  currencyByNumeric,
  decimalAmount,
  formatMinor,
} from '../../src/ledger/currency.ts'
import { assertProperty, fc } from '../kit/property.ts'

const currency = (alpha: string): Currency => {
  const found = CURRENCIES.find((each) => each.alpha === alpha)
  assert.ok(found, `${alpha} is a currency`)
  return found
}

describe('The currencies of ISO 4217', () => {
  test('are 178, each with unique letters and a unique number', () => {
    const all = CURRENCIES
    assert.equal(all.length, 178)
    assert.equal(new Set(all.map(({ alpha }) => alpha)).size, 178)
    assert.equal(new Set(all.map(({ numeric }) => numeric)).size, 178)
  })

  test('can be looked up by number', () => {
    for (const each of CURRENCIES) {
      assert.equal(currencyByNumeric(each.numeric), each)
      assert.equal(currencyByNumeric(Number(each.numeric)), each)
    }
  })

  // prettier-ignore
  const rows = [
    ['EUR', '978', 2], ['USD', '840', 2], ['GBP', '826', 2], ['RUB', '643', 2], ['CHF', '756', 2],
    ['ALL', '008', 2], ['AMD', '051', 2], ['KZT', '398', 2], ['JPY', '392', 0], ['KRW', '410', 0],
    ['ISK', '352', 0], ['CLP', '152', 0], ['VND', '704', 0], ['UYI', '940', 0], ['KWD', '414', 3],
    ['TND', '788', 3], ['IQD', '368', 3], ['CLF', '990', 4], ['UYW', '927', 4], ['XAU', '959', 0],
    ['XCG', '532', 2], ['ZWG', '924', 2], ['SLE', '925', 2], ['XTS', '963', 0], ['XXX', '999', 0],
  ] as const
  for (const [alpha, numeric, exponent] of rows) {
    test(`${alpha} is ${numeric} with ${exponent} decimal places`, () => {
      assert.deepEqual(currency(alpha), { alpha, numeric, exponent })
    })
  }

  for (const code of ['000', '810', '191', '978 ', '0978', '', 'EUR', '8']) {
    test(`no currency has the numeric code "${code}"`, () => {
      assert.equal(currencyByNumeric(code), undefined)
    })
  }
})

describe('An amount in minor units', () => {
  // prettier-ignore
  const rows = [
    [0, 'EUR', '0.00 EUR'], [1, 'EUR', '0.01 EUR'], [100, 'EUR', '1.00 EUR'],
    [123456, 'EUR', '1,234.56 EUR'], [100000000, 'EUR', '1,000,000.00 EUR'],
    [999999999999, 'EUR', '9,999,999,999.99 EUR'], [-2500, 'EUR', '-25.00 EUR'],
    [-123456, 'EUR', '-1,234.56 EUR'], [1234, 'JPY', '1,234 JPY'], [1234, 'KWD', '1.234 KWD'],
    [12, 'CLF', '0.0012 CLF'],
  ] as const
  for (const [amount, alpha, text] of rows) {
    test(`${amount} ${alpha} is formatted as ${text}`, () => {
      assert.equal(formatMinor(amount, currency(alpha)), text)
    })
  }

  test('keeps every digit', () => {
    assertProperty(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        (amount, each) => {
          assert.equal(Number(decimalAmount(amount, each).replace('.', '')), amount)
          assert.equal(
            formatMinor(amount, each).replaceAll(',', ''),
            `${decimalAmount(amount, each)} ${each.alpha}`,
          )
        },
      ),
    )
  })

  test('is never a fraction', () => {
    assert.throws(() => decimalAmount(0.5, currency('EUR')), RangeError)
  })
})

test('Amounts are written with the decimals of their currency', () => {
  // prettier-ignore
  const WRITTEN: readonly (readonly [number, string, string, string])[] = [
    [0, '978', '0.00', '0.00 EUR'], [5, '978', '0.05', '0.05 EUR'], [99, '978', '0.99', '0.99 EUR'], [100, '978', '1.00', '1.00 EUR'], [-5, '978', '-0.05', '-0.05 EUR'], [123_456_789, '978', '1234567.89', '1,234,567.89 EUR'],
    [99_999, '978', '999.99', '999.99 EUR'], [100_000, '978', '1000.00', '1,000.00 EUR'], [1234, '392', '1234', '1,234 JPY'], [5, '788', '0.005', '0.005 TND'], [5, '990', '0.0005', '0.0005 CLF'],
  ]
  for (const [amount, numeric, decimal, formatted] of WRITTEN) {
    const currency = currencyByNumeric(numeric)
    assert.ok(currency !== undefined)
    assert.equal(decimalAmount(amount, currency), decimal)
    assert.equal(formatMinor(amount, currency), formatted)
  }
  assert.throws(() => decimalAmount(0.5, CURRENCIES[0] as never), RangeError)
  assert.equal(currencyByNumeric(8)?.alpha, 'ALL')
  assert.equal(currencyByNumeric('8'), undefined)
  const counts = Map.groupBy(CURRENCIES, ({ exponent }) => exponent)
  assert.deepEqual(
    [0, 2, 3, 4].map((exponent) => counts.get(exponent)?.length),
    [30, 139, 7, 2],
  )
})
