// Money and the ledger: amounts are bounded integers, a posting keeps the sum, and a customer's account is never overdrawn.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Account,
  accountIdOf,
  accountName,
  accountNumber,
  available,
  BALANCE_MAX,
  canHold,
  canPost,
  placeHold,
  post,
  releaseHold,
  systemAccount,
} from '../../src/ledger/account.ts'
import { isAmount, isMovable, MAX_AMOUNT, toAmount } from '../../src/ledger/money.ts'
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
    test(`${String(value)} of type ${typeof value} ${expected ? 'is' : 'is not'} one`, () => {
      assert.deepEqual([isAmount(value), isMovable(value)], [expected, movable])
      if (typeof value === 'number' && !expected) assert.throws(() => toAmount(value), RangeError)
    })
})

describe('A posting', () => {
  test('keeps the sum, changes neither account it was given, and overdraws nobody', () => {
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

  test('takes from the sandbox what the sandbox does not have', () => {
    const [funding, credited] = post(systemAccount('funding', 978), customer(0), toAmount(5))
    assert.deepEqual([funding.posted, credited.posted], [-5, 5])
  })

  test('needs two accounts of one currency', () => {
    assert.throws(() => post(customer(9), customer(9), toAmount(1)), /two accounts/)
    const dollars = { ...customer(9), id: 2, currency: 840 }
    assert.throws(() => post(customer(9), dollars, toAmount(1)), /one currency/)
  })
})

describe('A hold', () => {
  test('lowers what is available and not the balance, and is given back in parts', () => {
    const holding = placeHold(customer(10), toAmount(7))
    assert.deepEqual([holding.posted, holding.held, available(holding)], [10, 7, 3])
    assert.throws(() => placeHold(holding, toAmount(4)), /overdrawn/)
    assert.equal(available(releaseHold(holding, toAmount(5))), 8)
    assert.throws(() => releaseHold(holding, toAmount(8)), /more released/)
  })
})

describe('The end of what can be counted', () => {
  const one = toAmount(1)
  const network = (posted: number, held: number) => ({
    ...systemAccount('network', 978),
    posted,
    held,
  })
  const postings: readonly [what: string, debit: Account, credit: Account, can: boolean][] = [
    ['a credit to it', customer(1), { ...customer(BALANCE_MAX - 1), id: 2 }, true],
    ['a credit beyond it', customer(1), { ...customer(BALANCE_MAX), id: 2 }, false],
    ['a debit to it', network(1 - BALANCE_MAX, 0), customer(0), true],
    ['a debit beyond it', network(-BALANCE_MAX, 0), customer(0), false],
    ['a debit beside holds that reach it', network(1 - BALANCE_MAX, 1), customer(0), false],
  ]
  for (const [what, debit, credit, can] of postings)
    test(`${can ? 'allows' : 'refuses'} ${what}`, () => {
      assert.equal(canPost(debit, credit, one), can)
      if (can)
        assert.ok(post(debit, credit, one).every((each) => Number.isSafeInteger(available(each))))
      else assert.throws(() => post(debit, credit, one), /counted/)
    })

  const holds: readonly [what: string, account: Account, can: boolean][] = [
    ['a hold to it', network(1, BALANCE_MAX - 1), true],
    ['a hold beyond it', network(1, BALANCE_MAX), false],
    ['a hold that leaves nothing countable available', network(-BALANCE_MAX, 0), false],
  ]
  for (const [what, account, can] of holds)
    test(`${can ? 'allows' : 'refuses'} ${what}`, () => {
      assert.equal(canHold(account, one), can)
      if (can) assert.ok(Number.isSafeInteger(placeHold(account, one).held))
      else assert.throws(() => placeHold(account, one), /counted/)
    })
})

describe('An account number', () => {
  test('is 20 digits that lead back to the account', () => {
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
    test(`"${wrong}" names no account`, () => assert.equal(accountIdOf(wrong), undefined))

  test('of the sandbox is its kind and currency', () => {
    assert.equal(accountName(systemAccount('funding', 8)), 'funding-008')
    const names = (['funding', 'merchant', 'suspense', 'network'] as const).map(
      (kind) => systemAccount(kind, 978).id,
    )
    assert.equal(new Set(names).size, 4)
    assert.ok(names.every((id) => id < 0))
  })
})
