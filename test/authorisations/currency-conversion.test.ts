import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  affordable,
  converted,
  isRate,
  SAMPLE_RATES,
  shareOf,
} from '../../src/authorisations/currency-conversion.ts'
import { CURRENCIES } from '../../src/ledger/currency.ts'
import { type Amount, MAX_AMOUNT, toAmount } from '../../src/ledger/money.ts'
import { assertProperty, fc } from '../kit/property.ts'

const EUR = 978
const numericOf = (alpha: string): number =>
  Number(CURRENCIES.find((each) => each.alpha === alpha)?.numeric)

const amounts = fc.integer({ min: 0, max: 10_000_000 }).map(toAmount)
const currencies = fc.constantFrom(...Object.keys(SAMPLE_RATES.rates)).map(numericOf)
const markups = fc.integer({ min: 0, max: 10_000 })

describe('A conversion', () => {
  // prettier-ignore
  const rows: readonly (readonly [amount: number, currency: string, rate: string, markupBp: number, cents: number])[] = [
    [100, 'USD', '1', 0, 100], [100, 'USD', '1.1', 0, 91], [101, 'USD', '2', 0, 51], [103, 'USD', '2', 0, 52],
    [99, 'USD', '2', 0, 50], [100, 'USD', '3', 0, 33], [200, 'USD', '3', 0, 67],
    [1000, 'USD', '1', 150, 1015], [1000, 'USD', '1', 5, 1001], [999, 'USD', '1', 5, 999],
    [160, 'JPY', '160', 0, 100], [1, 'JPY', '160', 0, 1], [1, 'JPY', '999999', 0, 1], [0, 'JPY', '160', 0, 0],
    [1000, 'KWD', '0.5', 0, 200], [5, 'KWD', '1', 0, 1], [15, 'KWD', '1', 0, 2], [14, 'KWD', '1', 0, 1],
    [1, 'CLF', '0.000001', 0, 10_000],
  ]
  for (const [amount, alpha, rate, markupBp, cents] of rows)
    test(`${amount} ${alpha} at ${rate} plus ${markupBp} basis points is ${cents} cents`, () => {
      const rates = { markupBp, rates: { [alpha]: rate } }
      const conversion = converted(toAmount(amount), numericOf(alpha), rates)
      assert.deepEqual(conversion, { cardholder: cents, rate, markupBp })
    })

  test('leaves EUR amounts unchanged, without a markup', () => {
    const rates = { markupBp: 500, rates: {} }
    assert.deepEqual(converted(toAmount(5), EUR, rates), { cardholder: 5 })
    assert.equal(affordable(toAmount(5), EUR, rates), 5)
  })

  test('has no result without a rate', () => {
    assert.equal(converted(toAmount(5), numericOf('USD'), { markupBp: 0, rates: {} }), undefined)
    assert.equal(affordable(toAmount(5), numericOf('USD'), { markupBp: 0, rates: {} }), 0)
  })

  test('is refused beyond the maximum amount', () => {
    const rates = { markupBp: 0, rates: { USD: '0.5' } }
    assert.throws(() => converted(toAmount(MAX_AMOUNT), numericOf('USD'), rates), {
      code: 'amount-invalid',
    })
  })

  test('fits the balance at the largest affordable amount, and one unit more does not', () => {
    assertProperty(
      fc.property(amounts, currencies, markups, (available, currency, markupBp) => {
        const rates = { ...SAMPLE_RATES, markupBp }
        const amount = affordable(available, currency, rates)
        const cost = (of: Amount) => converted(of, currency, rates)?.cardholder ?? 0
        if (amount > 0) assert.ok(cost(amount) <= available)
        // Rounding may let a few small units cost the same.
        assert.ok(cost(toAmount(amount + 20_000)) >= available)
      }),
    )
  })

  test('increases with the amount', () => {
    assertProperty(
      fc.property(amounts, amounts, currencies, (one, other, currency) => {
        const cost = (of: number) =>
          converted(toAmount(of), currency, SAMPLE_RATES)?.cardholder ?? 0
        assert.ok(cost(Math.min(one, other)) <= cost(Math.max(one, other)))
      }),
    )
  })
})

test('The share of a partial amount is at most the whole, and the full amount has the full share', () => {
  assertProperty(
    fc.property(amounts, amounts, amounts, (whole, part, of) => {
      const share = shareOf(whole, part, of)
      assert.ok(share <= whole)
      if (part >= of) assert.equal(share, whole)
    }),
  )
})

test('A rate is a positive decimal of at most six digits on each side', () => {
  for (const text of ['1', '0.5', '999999.999999', '0.000001', '10']) assert.ok(isRate(text), text)
  for (const text of ['', '0', '0.0', '01', '.5', '1.', '-1', '1e3', '1,5', '1000000', '1.0000001'])
    assert.ok(!isRate(text), text)
})
