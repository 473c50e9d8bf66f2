// Cards: the declines of a card's status and number, and its expiry.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  CARD_CURRENCY,
  CARD_LIFE_MONTHS,
  CARD_STATUSES,
  type Card,
  type CardNumber,
  isExpired,
  statusDecline,
} from '../../src/issuing/card.ts'
import { initialLimits } from '../../src/issuing/limits.ts'

const card: Card = {
  id: 100_000_000_001,
  cardholderId: 1,
  accountId: 1,
  status: 'active',
  numberId: 1,
  productType: '1',
  plasticNumber: 1,
  embossedName: 'ADA LOVELACE',
  limits: initialLimits(),
  pinHash: null,
  pinDenials: 0,
  createdAt: 0,
  blockedAt: null,
}

const number: CardNumber = {
  id: 1,
  cardId: card.id,
  hash: 'h',
  sealed: 's',
  mask: 'm',
  expiry: 203_101,
  replaced: null,
  createdAt: 0,
}

test('A card is valid until the end of its expiry month', () => {
  assert.deepEqual(
    [203_012, 203_101, 203_102].map((month) => isExpired(203_101, month)),
    [false, false, true],
  )
})

describe('A card', () => {
  for (const status of CARD_STATUSES)
    test(`declines ${status === 'active' ? 'nothing' : 'with its status'} if it is ${status}`, () => {
      const expected = status === 'active' ? undefined : status
      assert.equal(statusDecline({ ...card, status }, number), expected)
    })

  for (const [reason, code] of [
    ['lost', 'lost'],
    ['stolen', 'stolen'],
    ['damaged', 'replaced'],
    ['expired', 'replaced'],
  ] as const)
    test(`declines with ${code} if its number was replaced as ${reason}, whatever its status`, () => {
      for (const status of CARD_STATUSES)
        assert.equal(statusDecline({ ...card, status }, { ...number, replaced: reason }), code)
    })
})

test('A card is valid for five years, until the end of the month, in euros', () => {
  assert.deepEqual([isExpired(203_201, 203_201), isExpired(203_201, 203_202)], [false, true])
  assert.deepEqual([CARD_LIFE_MONTHS, CARD_CURRENCY], [60, 978])
})
