// Why a transfer is declined, in order of precedence. Each row also violates all later rules; the
// first one is reported.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Card, CardNumber } from '../../src/issuing/card.ts'
import type { DeclineCode } from '../../src/ledger/decline.ts'
import { initialLimits, unusedAt } from '../../src/issuing/limits.ts'
import { toAmount } from '../../src/ledger/money.ts'
import type { JournalEntry, EntryKind } from '../../src/ledger/journal-entry.ts'
import { recordsOf } from '../../src/web/views/record.ts'
import type { Side, Source } from '../../src/issuing/movement.ts'
import { transferDecline } from '../../src/issuing/transfer.ts'

const NOW = Date.UTC(2028, 0, 15)
const PAST = 202_712

function side(id: number, card: Partial<Card> = {}, number: Partial<CardNumber> = {}): Side {
  return {
    card: {
      id,
      cardholderId: id,
      accountId: id,
      status: 'active',
      numberId: id,
      productType: '1',
      plasticNumber: 1,
      embossedName: '',
      limits: initialLimits(),
      pinHash: null,
      pinDenials: 0,
      createdAt: 0,
      blockedAt: null,
      ...card,
    },
    number: {
      id,
      cardId: id,
      hash: '',
      sealed: '',
      mask: '',
      expiry: 203_101,
      replaced: null,
      createdAt: 0,
      ...number,
    },
  }
}

const source = (posted: number, from: Side, sentExpiry?: number): Source => ({
  ...from,
  account: { id: 1, kind: 'customer', currency: 978, cardholderId: 1, posted, held: 0 },
  usage: unusedAt(NOW),
  sentExpiry,
})

const cases: readonly {
  from: Source
  to: Side
  moved: number
  code: DeclineCode | undefined
  at?: 'source' | 'destination'
}[] = [
  {
    from: source(0, side(1, { status: 'lost' }, { expiry: PAST }), 203_001),
    to: side(1, { status: 'lost' }, { expiry: PAST }),
    moved: 1,
    code: 'same-card',
  },
  {
    from: source(0, side(1, { status: 'lost' }, { expiry: PAST }), 203_001),
    to: side(2, { status: 'lost' }, { expiry: PAST }),
    moved: 1,
    code: 'wrong-expiry',
    at: 'source',
  },
  {
    from: source(0, side(1, { status: 'lost' }, { expiry: PAST }), PAST),
    to: side(2, { status: 'lost' }, { expiry: PAST }),
    moved: 1,
    code: 'expired',
    at: 'source',
  },
  {
    from: source(0, side(1, { status: 'lost' })),
    to: side(2, { status: 'lost' }, { expiry: PAST }),
    moved: 1,
    code: 'expired',
    at: 'destination',
  },
  {
    from: source(0, side(1, { status: 'lost' }, { replaced: 'damaged' })),
    to: side(2, { status: 'lost' }),
    moved: 1,
    code: 'replaced',
    at: 'source',
  },
  {
    from: source(0, side(1, { status: 'stolen' })),
    to: side(2, { status: 'blocked' }),
    moved: 1,
    code: 'stolen',
    at: 'source',
  },
  {
    from: source(0, side(1)),
    to: side(2, { status: 'blocked' }),
    moved: 1,
    code: 'blocked',
    at: 'destination',
  },
  {
    from: source(99, side(1)),
    to: side(2),
    moved: 200_000,
    code: 'insufficient-funds',
    at: 'source',
  },
  {
    from: source(200_000, side(1)),
    to: side(2),
    moved: 100_001,
    code: 'limit-exceeded',
    at: 'source',
  },
  { from: source(100_000, side(1), 203_101), to: side(2), moved: 100_000, code: undefined },
]

describe('A transfer', () => {
  for (const { from, to, moved, code, at } of cases)
    test(`is ${code === undefined ? 'approved without a fault' : `declined as ${code}`}${at === undefined ? '' : `, for the ${at}`}`, () => {
      const decline = transferDecline(from, to, toAmount(moved), NOW)
      assert.deepEqual([decline?.code, decline?.side], [code, at])
    })

  test('stores the limit, its usage and the available balance if a limit declines it', () => {
    const decline = transferDecline(source(200_000, side(1)), side(2), toAmount(100_001), NOW)
    assert.deepEqual(
      [decline?.limit, decline?.limitValue, decline?.limitUsed, decline?.available],
      ['LMTP0109', 100_000, 0, 200_000],
    )
  })
})

describe('Transaction records', () => {
  const operation = (kind: EntryKind, more: Partial<JournalEntry> = {}): JournalEntry => ({
    id: 1,
    kind,
    at: NOW,
    utrnno: 1_600_000,
    stan: 1,
    amount: 50,
    currency: 978,
    debitAccountId: 1,
    creditAccountId: 2,
    sourceNumberId: 1,
    sourceCardId: 1,
    destinationNumberId: 2,
    destinationCardId: 2,
    approved: true,
    details: {},
    orderId: null,
    ...more,
  })
  const shown = (records: ReturnType<typeof recordsOf>) =>
    records.map(({ type, direction, utrnno, amount }) => [type, direction, utrnno, amount])

  test('a transfer has two records on the source card and one on the destination card', () => {
    assert.deepEqual(shown(recordsOf(operation('transfer'), 1)), [
      ['689', 'NOOP', 1_600_000, 0],
      ['781', 'DEBIT', 1_600_001, 50],
    ])
    assert.deepEqual(shown(recordsOf(operation('transfer'), 2)), [['785', 'CREDIT', 1_600_002, 50]])
  })

  test('a declined transfer has one record on the source card, with the reason', () => {
    const details = { decline: { code: 'insufficient-funds' } } as const
    const declined = operation('transfer', { approved: false, details })
    const [record, ...more] = recordsOf(declined, 1)
    assert.deepEqual([record?.type, record?.direction, record?.amount], ['781', 'NOOP', 0])
    assert.deepEqual([record?.requestAmount, record?.responseCode], [50, 116])
    assert.deepEqual([more, recordsOf(declined, 2)], [[], []])
  })
})
