// Cards: every move between states, typed again by hand from the specification, and what a card's state declines.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Card,
  CARD_STATUSES,
  type CardNumber,
  isExpired,
  mayMove,
  statusDecline,
  withStatus,
} from '../../src/domain/card.ts'
import { initialLimits } from '../../src/domain/limits.ts'

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

test('A card moves between active and blocked and to lost and stolen, which are final', () => {
  const allowed = new Set([
    ...['active>active', 'active>blocked', 'active>lost', 'active>stolen'],
    ...['blocked>active', 'blocked>blocked', 'blocked>lost', 'blocked>stolen'],
  ])
  for (const from of CARD_STATUSES)
    for (const to of CARD_STATUSES)
      assert.equal(mayMove(from, to), allowed.has(`${from}>${to}`), `${from} to ${to}`)
})

test('A card keeps when it last became blocked, through every other move', () => {
  const blocked = withStatus(card, 'blocked', 5)
  assert.equal(blocked.blockedAt, 5)
  assert.equal(withStatus(blocked, 'blocked', 6).blockedAt, 5)
  assert.equal(withStatus(blocked, 'active', 7).blockedAt, 5)
  assert.equal(withStatus(withStatus(blocked, 'active', 7), 'blocked', 8).blockedAt, 8)
  assert.equal(card.blockedAt, null)
})

test('A card serves to the end of its expiry month', () => {
  assert.deepEqual(
    [203_012, 203_101, 203_102].map((month) => isExpired(203_101, month)),
    [false, false, true],
  )
})

describe('A card declines', () => {
  for (const status of CARD_STATUSES)
    test(`${status === 'active' ? 'nothing while active' : `as ${status}`}`, () => {
      const expected = status === 'active' ? undefined : status
      assert.equal(statusDecline({ ...card, status }, number), expected)
    })

  for (const [reason, code] of [
    ['lost', 'lost'],
    ['stolen', 'stolen'],
    ['damaged', 'replaced'],
    ['expired', 'replaced'],
  ] as const)
    test(`under a number replaced as ${reason} with ${code}, whatever its status`, () => {
      for (const status of CARD_STATUSES)
        assert.equal(statusDecline({ ...card, status }, { ...number, replaced: reason }), code)
    })
})
