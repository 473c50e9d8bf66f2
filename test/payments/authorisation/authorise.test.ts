// Why an issuer declines a purchase: every reason alone, and the first of any two.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Card, CardNumber } from '../../../src/issuing/card.ts'
import { initialLimits, unusedAt, useLimits } from '../../../src/issuing/limits.ts'
import { toAmount } from '../../../src/ledger/money.ts'
import { posDataCode, purchaseDecline } from '../../../src/payments/authorisation/authorise.ts'
import { PURCHASE_FAMILIES } from '../../../src/payments/authorisation/payment-entries.ts'
import type { Source } from '../../../src/issuing/movement.ts'

const NOW = Date.UTC(2030, 5, 15)
const CARD: Card = {
  id: 1,
  cardholderId: 1,
  accountId: 1,
  numberId: 1,
  status: 'active',
  productType: '1',
  plasticNumber: 1,
  embossedName: 'ADA LOVELACE',
  limits: initialLimits(),
  pinHash: null,
  pinDenials: 0,
  createdAt: 0,
  blockedAt: null,
}
const NUMBER: CardNumber = {
  id: 1,
  cardId: 1,
  hash: '',
  sealed: '',
  mask: '',
  expiry: 203106,
  replaced: null,
  createdAt: 0,
}

interface Attempt {
  source: Source
  currency: number
  cvc: 'right' | 'wrong' | 'none'
}

const fresh = (): Attempt => ({
  source: {
    card: CARD,
    number: NUMBER,
    account: { id: 1, kind: 'customer', currency: 978, cardholderId: 1, posted: 500, held: 100 },
    usage: unusedAt(NOW),
    sentExpiry: 203106,
  },
  currency: 978,
  cvc: 'right',
})

const withCard = (attempt: Attempt, card: Partial<Card>): Attempt => ({
  ...attempt,
  source: { ...attempt.source, card: { ...attempt.source.card, ...card } },
})
const withNumber = (attempt: Attempt, number: Partial<CardNumber>): Attempt => ({
  ...attempt,
  source: { ...attempt.source, number: { ...attempt.source.number, ...number } },
})
const withSource = (attempt: Attempt, source: Partial<Source>): Attempt => ({
  ...attempt,
  source: { ...attempt.source, ...source },
})
const limited = (name: 'LMTP0109' | 'LMTP0111') => (attempt: Attempt) => {
  const { limits } = attempt.source.card
  return withCard(attempt, { limits: { ...limits, [name]: { value: 399, cycle: 0 as const } } })
}

/** In their order of precedence. */
const REASONS: [title: string, code: string, spoil: (attempt: Attempt) => Attempt][] = [
  ['another currency', 'currency', (attempt) => ({ ...attempt, currency: 840 })],
  ['a wrong expiry', 'wrong-expiry', (attempt) => withSource(attempt, { sentExpiry: 203107 })],
  ['a wrong CVC', 'wrong-cvc', (attempt) => ({ ...attempt, cvc: 'wrong' })],
  ['a replaced number', 'replaced', (attempt) => withNumber(attempt, { replaced: 'damaged' })],
  ['a blocked card', 'blocked', (attempt) => withCard(attempt, { status: 'blocked' })],
  [
    'insufficient funds',
    'insufficient-funds',
    (attempt) => withSource(attempt, { account: { ...attempt.source.account, held: 101 } }),
  ],
  ['the spending limit', 'limit-exceeded', limited('LMTP0109')],
  ['the e-commerce limit', 'limit-exceeded', limited('LMTP0111')],
]

const declineOf = ({ source, currency, cvc }: Attempt, now = NOW) =>
  purchaseDecline(source, { amount: toAmount(400), currency, cvc }, now)

describe('A purchase', () => {
  test('succeeds for the whole available balance, until the end of the expiry month', () => {
    assert.equal(declineOf(fresh()), undefined)
    assert.equal(declineOf({ ...fresh(), cvc: 'none' }), undefined)
    assert.equal(declineOf(fresh(), Date.UTC(2031, 5, 30, 23, 59, 59)), undefined)
    assert.equal(declineOf(fresh(), Date.UTC(2031, 6, 1))?.code, 'expired')
  })

  for (const [index, [title, code, spoil]] of REASONS.entries()) {
    test(`is declined for ${title}`, () => {
      const decline = declineOf(spoil(fresh()))
      assert.deepEqual([decline?.code, decline?.side], [code, 'source'])
    })
    for (const [later, , spoilMore] of REASONS.slice(index + 1))
      test(`is declined for ${title} before ${later}`, () => {
        assert.equal(declineOf(spoilMore(spoil(fresh())))?.code, code)
      })
  }

  test('is declined for a past expiry before a wrong CVC, but after a wrong expiry', () => {
    const late = Date.UTC(2031, 6, 1)
    assert.equal(declineOf({ ...fresh(), cvc: 'wrong' }, late)?.code, 'expired')
    assert.equal(declineOf(withSource(fresh(), { sentExpiry: 1 }), late)?.code, 'wrong-expiry')
  })

  for (const status of ['lost', 'stolen'] as const)
    test(`is declined for ${status}, of the card or of the number that it replaced`, () => {
      assert.equal(declineOf(withCard(fresh(), { status }))?.code, status)
      assert.equal(declineOf(withNumber(fresh(), { replaced: status }))?.code, status)
    })

  test('names the limit that declines it, with its value and usage', () => {
    const usage = useLimits(unusedAt(NOW), PURCHASE_FAMILIES, 99_700)
    const decline = declineOf(withSource(fresh(), { usage }))
    assert.equal(decline?.limit, 'LMTP0109')
    assert.deepEqual([decline?.limitValue, decline?.limitUsed], [100_000, 99_700])
    assert.equal(decline?.available, 400)
  })
})

describe('The point-of-service data code', () => {
  const rows: [Parameters<typeof posDataCode>[0], Parameters<typeof posDataCode>[1], string][] = [
    ['full', 'payer', '100050S00130'],
    ['attempt', 'payer', '100050T00130'],
    ['none', 'payer', '100050U00130'],
    ['none', 'recurring', '100040U00130'],
  ]
  for (const [level, presence, code] of rows)
    test(`is ${code} for authentication "${level}" and cardholder presence "${presence}"`, () => {
      assert.equal(posDataCode(level, presence), code)
      assert.equal(code.length, 12)
    })
})
