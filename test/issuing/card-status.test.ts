// The states of a card: the specification's tables repeated by hand, and every command in every
// status, without a database.

import assert from 'node:assert/strict'
import { keyOf } from '../../src/registry/rows.ts'
import { describe, test } from 'node:test'
import {
  type Card,
  CARD_STATUSES,
  type CardNumber,
  type CardStatus,
} from '../../src/issuing/card.ts'
import { type CardCommand, moved, nextCardStatus } from '../../src/issuing/card-status.ts'
import type { Cardholder } from '../../src/issuing/cardholder.ts'
import { blockCard, unblockCard } from '../../src/issuing/block-card.ts'
import { resetPinCounter, setPin } from '../../src/issuing/change-pin.ts'
import { reissueCard } from '../../src/issuing/reissue-card.ts'
import { setCardStatus } from '../../src/issuing/set-card-status.ts'
import { changeLimits } from '../../src/issuing/change-limits.ts'
import type { CardResult } from '../../src/issuing/card-result.ts'
import { initialLimits, unusedAt } from '../../src/issuing/limits.ts'
import { BatchDraft } from '../../src/engine/draft.ts'
import type { Draft, LoadedRows } from '../../src/kernel/draft.ts'
import { Fault } from '../../src/kernel/fault.ts'
import type { KeyValue, Lookup, Rows, TableName } from '../../src/kernel/rows.ts'
import type { Account } from '../../src/ledger/account.ts'
import { newDataset } from '../../src/kernel/dataset.ts'
import { DEFAULT_SETTINGS } from '../../src/registry/settings.ts'

const NOW = Date.UTC(2031, 4, 10)

/** The status after each command, by the status before; a dash if impossible. */
// prettier-ignore
const SQUARE: Readonly<Record<CardCommand, string>> = {
  //                       from active  blocked lost    stolen
  'block':             /* A */ 'blocked -       -       -',
  'unblock':           /* A */ '-       active  -       -',
  'set-active':        /* B */ 'active  active  -       -',
  'set-blocked':       /* B */ 'blocked blocked -       -',
  'set-lost':          /* B */ 'lost    lost    -       -',
  'set-stolen':        /* B */ 'stolen  stolen  -       -',
  'set-limits':                'active  blocked lost    stolen',
  'set-pin':                   'active  blocked lost    stolen',
  'reset-pin-counter':         'active  blocked lost    stolen',
  'reissue':                   'active  active  active  active',
}
const COMMANDS = Object.keys(SQUARE) as CardCommand[]

const card: Card = {
  id: 100_000_000_001,
  cardholderId: 2,
  accountId: 3,
  status: 'active',
  numberId: 4,
  productType: '1',
  plasticNumber: 1,
  embossedName: 'ADA LOVELACE',
  limits: initialLimits(),
  pinHash: 'set before',
  pinDenials: 3,
  createdAt: 0,
  blockedAt: 1,
}

describe('The states of a card', () => {
  for (const command of COMMANDS) {
    const expected = SQUARE[command].split(/\s+/)
    const changes = CARD_STATUSES.flatMap((from, index) =>
      expected[index] === '-' ? [] : [`${from} to ${expected[index] ?? ''}`],
    )
    test(`permit ${command} only from ${changes.join(', ')}`, () => {
      const reached = CARD_STATUSES.map((from) => nextCardStatus(from, command) ?? '-')
      assert.deepEqual(reached, expected)
    })
  }

  test('blockingDate survives every other change of status', () => {
    const fresh = { ...card, blockedAt: null }
    assert.equal(moved(fresh, 'set-lost', 4).blockedAt, null)
    const blocked = moved(fresh, 'block', 5)
    assert.equal(blocked.blockedAt, 5)
    assert.equal(moved(blocked, 'set-blocked', 6).blockedAt, 5)
    const active = moved(blocked, 'unblock', 7)
    assert.equal(active.blockedAt, 5)
    assert.equal(moved(active, 'set-blocked', 8).blockedAt, 8)
    assert.equal(moved(moved(blocked, 'set-stolen', 9), 'reissue', 10).blockedAt, 5)
  })
})

const cardId = card.id
const candidates = [{ hash: 'new', sealed: 'new', mask: 'new' }]

const setDoors = Object.fromEntries(
  CARD_STATUSES.map((status) => [
    `set-${status}`,
    (draft: Draft) => setCardStatus.decide({ cardId, status }, draft),
  ]),
) as Readonly<Record<`set-${CardStatus}`, (draft: Draft) => CardResult>>

/** The engine command for each command of the table. */
const DOORS: Readonly<Record<CardCommand, (draft: Draft) => CardResult>> = {
  block: (draft) => blockCard.decide({ cardId }, draft),
  unblock: (draft) => unblockCard.decide({ cardId }, draft),
  ...setDoors,
  'set-limits': (draft) => changeLimits.decide({ cardId, limits: [] }, draft),
  'set-pin': (draft) => setPin.decide({ cardId, pinHash: 'new', nonce: '12345678' }, draft),
  'reset-pin-counter': (draft) => resetPinCounter.decide({ cardId }, draft),
  reissue: (draft) => reissueCard.decide({ cardId, reason: 'damaged', candidates }, draft),
}

/** The fault of an impossible command. */
const faultOf = (command: CardCommand, from: CardStatus): string => {
  if (command === 'block') return 'status-not-active'
  if (command !== 'unblock') return 'status-final'
  return from === 'active' ? 'status-already-active' : 'status-not-blocked'
}

describe('The table of states', () => {
  for (const command of COMMANDS)
    test(`applies to the command ${command}`, () => {
      const expected = SQUARE[command].split(/\s+/)
      for (const [index, from] of CARD_STATUSES.entries()) {
        const one = new OneCard({ ...card, status: from })
        if (expected[index] === '-') {
          const code = faultOf(command, from)
          assert.throws(
            () => one.go(command),
            (error) => error instanceof Fault && error.code === code,
          )
          assert.equal(one.changed, 0, 'a refusal changes nothing')
        } else assert.equal(one.go(command).card.status, expected[index], `from ${from}`)
      }
    })

  test('clears the denials when the PIN is set or its counter reset', () => {
    const set = new OneCard(card).go('set-pin').card
    assert.deepEqual([set.pinHash, set.pinDenials], ['new', 0])
    const back = new OneCard(card).go('reset-pin-counter').card
    assert.deepEqual([back.pinHash, back.pinDenials], ['set before', 0])
    assert.equal(new OneCard(card).go('block').card.pinDenials, 3)
  })

  test('gives a reissued card a new number, no PIN and no denials', () => {
    const { card: reissued, number } = new OneCard(card).go('reissue')
    assert.deepEqual([reissued.pinHash, reissued.pinDenials, reissued.plasticNumber], [null, 0, 2])
    assert.deepEqual([number.hash, number.expiry, number.replaced], ['new', 203_605, null])
    assert.equal(reissued.numberId, number.id)
  })
})

/** One card with its rows, in memory. */
class OneCard implements LoadedRows {
  readonly dataset = newDataset(1, 1, { settings: DEFAULT_SETTINGS, now: NOW })
  readonly #rows: { readonly [T in TableName]?: Rows[T] }
  readonly #draft = new BatchDraft(this, NOW, NOW)

  constructor(own: Card) {
    const cardholder: Cardholder = {
      id: own.cardholderId,
      customerNumber: null,
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: '',
      profile: {},
      accountId: own.accountId,
      poolCards: 1,
      createdAt: 0,
    }
    const cardNumber: CardNumber = {
      id: own.numberId,
      cardId: own.id,
      hash: 'old',
      sealed: 'old',
      mask: 'old',
      expiry: 203_101,
      replaced: null,
      createdAt: 0,
    }
    const account: Account = {
      id: own.accountId,
      kind: 'customer',
      currency: 978,
      cardholderId: own.cardholderId,
      posted: 0,
      held: 0,
    }
    this.#rows = {
      card: own,
      cardNumber,
      cardholder,
      cardUsage: { cardId: own.id, usage: unusedAt(NOW) },
      account,
    }
  }

  find<T extends TableName>(table: T, by: Lookup<T>, key: KeyValue): Rows[T] | null {
    const row = this.#rows[table] as Rows[T] | undefined
    return row !== undefined && keyOf<T>(by, row) === key ? row : null
  }

  get changed(): number {
    return Object.keys(this.#draft.changes()).length
  }

  go(command: CardCommand): CardResult {
    return DOORS[command](this.#draft)
  }
}
