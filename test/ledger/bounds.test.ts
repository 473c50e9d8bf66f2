// Money, accounts and their names at the bounds of what can be counted and written, and one step beyond; what a processor says of each decline.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Account,
  accountIdOf,
  accountIdOfName,
  accountName,
  accountNameOf,
  accountNumber,
  available,
  BALANCE_MAX,
  canHold,
  canPost,
  placeHold,
  post,
  releaseHold,
  systemAccount,
  systemAccountId,
} from '../../src/ledger/account.ts'
import {
  allCurrencies,
  currencyByNumeric,
  decimalAmount,
  formatMinor,
} from '../../src/ledger/currency.ts'
import { isAmount, isMovable, MAX_AMOUNT, toAmount, ZERO } from '../../src/ledger/money.ts'

const EUR = 978
const customer = (over: Partial<Account> = {}): Account => ({
  id: 5,
  kind: 'customer',
  currency: EUR,
  cardholderId: 1,
  posted: 0,
  held: 0,
  ...over,
})
const one = toAmount(1)

test('An amount is an integer from 0 to 999,999,999,999, and moves from 1', () => {
  assert.equal(MAX_AMOUNT, 999_999_999_999)
  assert.equal(ZERO, 0)
  // prettier-ignore
  const VALUES: readonly (readonly [value: unknown, isOne: boolean, moves: boolean])[] = [
    [0, true, false], [1, true, true], [MAX_AMOUNT, true, true], [MAX_AMOUNT + 1, false, false], [-1, false, false], [0.5, false, false], ['1', false, false], [NaN, false, false], [null, false, false],
  ]
  for (const [value, isOne, moves] of VALUES) {
    assert.deepEqual([isAmount(value), isMovable(value)], [isOne, moves], String(value))
    if (isOne) assert.equal(toAmount(Number(value)), value)
    else assert.throws(() => toAmount(value as number), RangeError)
  }
})

test('An account of the sandbox has an id of its kind and currency, and a name that is read back', () => {
  const IDS = { funding: -1978, merchant: -2978, suspense: -3978, network: -4978 } as const
  for (const [kind, id] of Object.entries(IDS) as [keyof typeof IDS, number][]) {
    assert.equal(systemAccountId(kind, EUR), id)
    assert.deepEqual(systemAccount(kind, EUR), {
      id,
      kind,
      currency: EUR,
      cardholderId: null,
      posted: 0,
      held: 0,
    })
    assert.equal(accountName(systemAccount(kind, EUR)), `${kind}-978`)
    assert.equal(accountNameOf(id, EUR), `${kind}-978`)
    assert.equal(accountIdOfName(`${kind}-978`), id)
    assert.equal(accountName(systemAccount(kind, 8)), `${kind}-008`)
    assert.equal(accountNameOf(systemAccountId(kind, 8), 8), `${kind}-008`)
    assert.equal(accountIdOfName(`${kind}-008`), id + 970)
    for (const near of [
      `x${kind}-978`,
      `x ${kind}-978`,
      `-${kind}-978`,
      `${kind}-978x`,
      `${kind}-9780`,
      `${kind}-97`,
      `${kind}978`,
      `${kind}-978\n`,
      `${kind.toUpperCase()}-978`,
    ])
      assert.equal(accountIdOfName(near), undefined, near)
  }
  assert.equal(accountIdOfName('customer-978'), undefined)
})

test('An account of a customer is named by twenty digits', () => {
  assert.equal(accountNumber({ id: 5, currency: 8 }), '40000000000000005008')
  assert.equal(accountNameOf(5, EUR), '40000000000000005978')
  assert.equal(accountName(customer()), '40000000000000005978')
  assert.equal(accountIdOfName('40000000000000005978'), 5)
  assert.equal(
    accountIdOf(accountNumber({ id: Number.MAX_SAFE_INTEGER, currency: EUR })),
    Number.MAX_SAFE_INTEGER,
  )
  // prettier-ignore
  for (const text of ['', '40000000000000000978', '49007199254740992978', '400000000000000059780', '4000000000000005978', '50000000000000005978', 'x40000000000000005978', '40000000000000005978x', '40000000000000005978\n'])
    assert.equal(accountIdOf(text), undefined, text)
})

test('A balance is exact up to its bounds, and no posting or hold goes beyond', () => {
  assert.equal(BALANCE_MAX, Number.MAX_SAFE_INTEGER)
  const debit = (posted: number, held = 0) => ({ ...systemAccount('funding', EUR), posted, held })
  const credit = (posted: number) => customer({ posted })
  assert.ok(canPost(debit(-BALANCE_MAX + 1), credit(BALANCE_MAX - 1), one))
  assert.ok(!canPost(debit(-BALANCE_MAX), credit(0), one))
  assert.ok(!canPost(debit(-BALANCE_MAX + 1, 1), credit(0), one))
  assert.ok(!canPost(debit(0), credit(BALANCE_MAX), one))
  assert.ok(canHold(debit(0, BALANCE_MAX - 1), one))
  assert.ok(!canHold(debit(0, BALANCE_MAX), one))
  assert.ok(!canHold(debit(-1, BALANCE_MAX - 1), one))
  assert.throws(() => post(debit(-BALANCE_MAX), credit(0), one), /beyond what can be counted/)
  assert.throws(() => placeHold(debit(0, BALANCE_MAX), one), /beyond what can be counted/)
})

test('A customer pays and holds to the last unit and not beyond; the sandbox may owe', () => {
  const [paid, got] = post(customer({ posted: 3, held: 2 }), systemAccount('merchant', EUR), one)
  assert.deepEqual([paid.posted, available(paid), got.posted], [2, 0, 1])
  assert.throws(
    () => post(customer({ posted: 3, held: 3 }), systemAccount('merchant', EUR), one),
    /overdrawn/,
  )
  assert.deepEqual(placeHold(customer({ posted: 3, held: 2 }), one).held, 3)
  assert.throws(() => placeHold(customer({ posted: 3, held: 3 }), one), /overdrawn/)
  assert.equal(post(systemAccount('funding', EUR), customer(), one)[0].posted, -1)
  assert.equal(releaseHold(customer({ posted: 3, held: 1 }), one).held, 0)
  assert.throws(() => releaseHold(customer({ posted: 3 }), one), /more released than held/)
  assert.throws(() => post(customer({ posted: 3 }), customer(), one), /two accounts/)
  assert.throws(
    () => post(customer({ posted: 3 }), customer({ id: 6, currency: 840 }), one),
    /one currency/,
  )
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
  assert.throws(() => decimalAmount(0.5, allCurrencies()[0] as never), RangeError)
  assert.equal(currencyByNumeric(8)?.alpha, 'ALL')
  assert.equal(currencyByNumeric('8'), undefined)
  const counts = Map.groupBy(allCurrencies(), ({ exponent }) => exponent)
  assert.deepEqual(
    [0, 2, 3, 4].map((exponent) => counts.get(exponent)?.length),
    [30, 139, 7, 2],
  )
})
