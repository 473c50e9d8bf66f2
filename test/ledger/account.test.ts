// Money and the ledger: amounts are bounded integers, a posting keeps the sum, and a customer
// account is never overdrawn.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Account,
  BALANCE_MAX,
  accountIdOf,
  accountIdOfName,
  accountName,
  accountNameOf,
  accountNumber,
  available,
  canHold,
  canPost,
  placeHold,
  post,
  releaseHold,
  systemAccount,
  systemAccountId,
} from '../../src/ledger/account.ts'
import { MAX_AMOUNT, ZERO, isAmount, isMovable, toAmount } from '../../src/ledger/money.ts'
import { assertProperty, fc } from '../kit/property.ts'

const customer = (posted: number, held = 0): Account => ({
  id: 1,
  kind: 'customer',
  currency: 978,
  cardholderId: 7,
  posted,
  held,
})

describe('An amount', () => {
  const cases: readonly [value: unknown, isAmount: boolean, isMovable: boolean][] = [
    [0, true, false],
    [1, true, true],
    [MAX_AMOUNT, true, true],
    [MAX_AMOUNT + 1, false, false],
    [-1, false, false],
    [0.5, false, false],
    [Number.NaN, false, false],
    [Number.POSITIVE_INFINITY, false, false],
    ['1', false, false],
    [null, false, false],
  ]
  for (const [value, expected, movable] of cases)
    test(`${String(value)} of type ${typeof value} ${expected ? 'is' : 'is not'} valid`, () => {
      assert.deepEqual([isAmount(value), isMovable(value)], [expected, movable])
      if (typeof value === 'number' && !expected) assert.throws(() => toAmount(value), RangeError)
    })
})

describe('A posting', () => {
  test('keeps the sum, does not change its arguments, and overdraws no customer', () => {
    const money = fc.integer({ min: 0, max: MAX_AMOUNT })
    assertProperty(
      fc.property(money, money, money, (from, to, moved) => {
        const [debit, credit] = [customer(from), { ...customer(to), id: 2 }]
        if (moved > from) {
          assert.throws(() => post(debit, credit, toAmount(moved)), /overdrawn/)
          return
        }
        const [debited, credited] = post(debit, credit, toAmount(moved))
        assert.equal(debited.posted + credited.posted, from + to)
        assert.deepEqual([debit.posted, credit.posted], [from, to])
      }),
    )
  })

  test('can overdraw an account of the sandbox', () => {
    const [funding, credited] = post(systemAccount('funding', 978), customer(0), toAmount(5))
    assert.deepEqual([funding.posted, credited.posted], [-5, 5])
  })

  test('needs two accounts in one currency', () => {
    assert.throws(() => post(customer(9), customer(9), toAmount(1)), /two accounts/)
    const dollars = { ...customer(9), id: 2, currency: 840 }
    assert.throws(() => post(customer(9), dollars, toAmount(1)), /one currency/)
  })
})

describe('A hold', () => {
  test('lowers the available amount but not the balance, and is released in parts', () => {
    const holding = placeHold(customer(10), toAmount(7))
    assert.deepEqual([holding.posted, holding.held, available(holding)], [10, 7, 3])
    assert.throws(() => placeHold(holding, toAmount(4)), /overdrawn/)
    assert.equal(available(releaseHold(holding, toAmount(5))), 8)
    assert.throws(() => releaseHold(holding, toAmount(8)), /more released/)
  })
})

describe('The maximum balance', () => {
  const one = toAmount(1)
  const network = (posted: number, held: number) => ({
    ...systemAccount('network', 978),
    posted,
    held,
  })
  const postings: readonly [what: string, debit: Account, credit: Account, can: boolean][] = [
    ['a credit up to it', customer(1), { ...customer(BALANCE_MAX - 1), id: 2 }, true],
    ['a credit beyond it', customer(1), { ...customer(BALANCE_MAX), id: 2 }, false],
    ['a debit up to it', network(1 - BALANCE_MAX, 0), customer(0), true],
    ['a debit beyond it', network(-BALANCE_MAX, 0), customer(0), false],
    ['a debit together with holds that reach it', network(1 - BALANCE_MAX, 1), customer(0), false],
  ]
  for (const [what, debit, credit, can] of postings)
    test(`${can ? 'allows' : 'refuses'} ${what}`, () => {
      assert.equal(canPost(debit, credit, one), can)
      if (can)
        assert.ok(post(debit, credit, one).every((each) => Number.isSafeInteger(available(each))))
      else assert.throws(() => post(debit, credit, one), /counted/)
    })

  const holds: readonly [what: string, account: Account, can: boolean][] = [
    ['a hold up to it', network(1, BALANCE_MAX - 1), true],
    ['a hold beyond it', network(1, BALANCE_MAX), false],
    ['a hold that makes the available amount inexact', network(-BALANCE_MAX, 0), false],
  ]
  for (const [what, account, can] of holds)
    test(`${can ? 'allows' : 'refuses'} ${what}`, () => {
      assert.equal(canHold(account, one), can)
      if (can) assert.ok(Number.isSafeInteger(placeHold(account, one).held))
      else assert.throws(() => placeHold(account, one), /counted/)
    })
})

describe('An account number', () => {
  test('has 20 digits that contain the account id', () => {
    assert.equal(accountNumber({ id: 15, currency: 978 }), '40000000000000015978')
    assertProperty(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (id) => {
        assert.equal(accountIdOf(accountNumber({ id, currency: 978 })), id)
      }),
    )
  })

  for (const wrong of [
    '',
    '4',
    '50000000000000015978',
    '4000000000000001597',
    '40000000000000000978',
  ])
    test(`"${wrong}" is not an account number`, () => assert.equal(accountIdOf(wrong), undefined))

  test('of the sandbox consists of its kind and currency', () => {
    assert.equal(accountName(systemAccount('funding', 8)), 'funding-008')
    const names = (['funding', 'merchant', 'suspense', 'network'] as const).map(
      (kind) => systemAccount(kind, 978).id,
    )
    assert.equal(new Set(names).size, 4)
    assert.ok(names.every((id) => id < 0))
  })
})

const EUR = 978

const customerAccount = (over: Partial<Account> = {}): Account => ({
  id: 5,
  kind: 'customer',
  currency: EUR,
  cardholderId: 1,
  posted: 0,
  held: 0,
  ...over,
})

const one = toAmount(1)

test('An amount is an integer from 0 to 999,999,999,999, and can be moved from 1', () => {
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

test('The id and the name of a sandbox account contain its kind and currency', () => {
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

test('The name of a customer account has twenty digits', () => {
  assert.equal(accountNumber({ id: 5, currency: 8 }), '40000000000000005008')
  assert.equal(accountNameOf(5, EUR), '40000000000000005978')
  assert.equal(accountName(customerAccount()), '40000000000000005978')
  assert.equal(accountIdOfName('40000000000000005978'), 5)
  assert.equal(
    accountIdOf(accountNumber({ id: Number.MAX_SAFE_INTEGER, currency: EUR })),
    Number.MAX_SAFE_INTEGER,
  )
  // prettier-ignore
  for (const text of ['', '40000000000000000978', '49007199254740992978', '400000000000000059780', '4000000000000005978', '50000000000000005978', 'x40000000000000005978', '40000000000000005978x', '40000000000000005978\n'])
    assert.equal(accountIdOf(text), undefined, text)
})

test('A balance is exact up to its bounds, and no posting or hold exceeds them', () => {
  assert.equal(BALANCE_MAX, Number.MAX_SAFE_INTEGER)
  const debit = (posted: number, held = 0) => ({ ...systemAccount('funding', EUR), posted, held })
  const credit = (posted: number) => customerAccount({ posted })
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

test('A customer can pay and hold up to the last unit; the sandbox can go below zero', () => {
  const [paid, got] = post(
    customerAccount({ posted: 3, held: 2 }),
    systemAccount('merchant', EUR),
    one,
  )
  assert.deepEqual([paid.posted, available(paid), got.posted], [2, 0, 1])
  assert.throws(
    () => post(customerAccount({ posted: 3, held: 3 }), systemAccount('merchant', EUR), one),
    /overdrawn/,
  )
  assert.deepEqual(placeHold(customerAccount({ posted: 3, held: 2 }), one).held, 3)
  assert.throws(() => placeHold(customerAccount({ posted: 3, held: 3 }), one), /overdrawn/)
  assert.equal(post(systemAccount('funding', EUR), customerAccount(), one)[0].posted, -1)
  assert.equal(releaseHold(customerAccount({ posted: 3, held: 1 }), one).held, 0)
  assert.throws(() => releaseHold(customerAccount({ posted: 3 }), one), /more released than held/)
  assert.throws(() => post(customerAccount({ posted: 3 }), customerAccount(), one), /two accounts/)
  assert.throws(
    () => post(customerAccount({ posted: 3 }), customerAccount({ id: 6, currency: 840 }), one),
    /one currency/,
  )
})
