// Interface A's transaction records: views of a card's journal entries. Types and descriptions
// follow the processor's dictionary.

import { cardAnswerOf } from '../../ledger/decline.ts'
import { authorizationIdOf, type JournalEntry, type EntryKind } from '../../ledger/journal-entry.ts'

/** `internalResponseCode` of an entry that was not declined. */
const NOT_DECLINED = -1

type Direction = 'NOOP' | 'CREDIT' | 'DEBIT'

/** A record of an entry, for the card in whose list it appears. */
export interface TransactionRecord {
  readonly type: string
  readonly direction: Direction
  readonly description: string
  readonly utrnno: number
  readonly at: number
  /** Minor units; 0 if nothing moved. */
  readonly amount: number
  readonly requestAmount: number
  /** ISO 4217 numeric code; 0 on entries without money. */
  readonly currency: number
  readonly authorizationId: string | undefined
  readonly reversal: boolean
  readonly responseCode: number
  readonly entry: JournalEntry
}

interface RecordType {
  readonly type: string
  readonly direction: Direction
  readonly description: string
}

/** The records of an entry for its card, and for the other card if there is one. */
const RECORDS: Record<
  EntryKind,
  { readonly own: readonly RecordType[]; readonly other?: RecordType }
> = {
  'limit-change': { own: [{ type: '578', direction: 'NOOP', description: 'Change limit' }] },
  block: { own: [{ type: '493', direction: 'NOOP', description: 'Card blocking' }] },
  'status-change': { own: [{ type: '672', direction: 'NOOP', description: 'Card status change' }] },
  topup: {
    own: [{ type: '760', direction: 'CREDIT', description: 'Credit account presentment' }],
  },
  transfer: {
    own: [
      { type: '689', direction: 'NOOP', description: 'Card-to-Card money transfer' },
      { type: '781', direction: 'DEBIT', description: 'P2P Debit part' },
    ],
    other: { type: '785', direction: 'CREDIT', description: 'P2P Credit part' },
  },
  purchase: { own: [{ type: '774', direction: 'DEBIT', description: 'Purchase' }] },
  completion: { own: [{ type: '737', direction: 'DEBIT', description: 'Purchase completion' }] },
  reversal: { own: [{ type: '774', direction: 'CREDIT', description: 'Purchase' }] },
  refund: { own: [{ type: '775', direction: 'CREDIT', description: 'Purchase refund' }] },
  'refund-reversal': {
    own: [{ type: '775', direction: 'DEBIT', description: 'Purchase refund' }],
  },
  'cash-withdrawal': { own: [{ type: '700', direction: 'DEBIT', description: 'Cash withdrawal' }] },
  'cash-reversal': { own: [{ type: '700', direction: 'CREDIT', description: 'Cash withdrawal' }] },
  credit: { own: [{ type: '698', direction: 'CREDIT', description: 'Credit payment' }] },
  'credit-reversal': { own: [{ type: '698', direction: 'DEBIT', description: 'Credit payment' }] },
  'balance-inquiry': { own: [{ type: '568', direction: 'NOOP', description: 'Balance inquiry' }] },
}

/** Kinds that undo an earlier record of the same type. */
const REVERSALS: readonly EntryKind[] = [
  'reversal',
  'refund-reversal',
  'cash-reversal',
  'credit-reversal',
]

/** The records of an entry for one card. */
export function recordsOf(entry: JournalEntry, cardId: number): TransactionRecord[] {
  const { own, other } = RECORDS[entry.kind]
  const isOther =
    other !== undefined && entry.destinationCardId === cardId && entry.sourceCardId !== cardId
  if (!entry.approved) {
    // A declined movement is one record of the type that would have moved the money, on its source
    // card.
    const last = own.at(-1)
    return isOther || last === undefined ? [] : [declinedRecord(entry, last)]
  }
  const types = isOther ? [other] : own
  const first = entry.utrnno + (isOther ? own.length : 0)
  return types.map((type, index) => approvedRecord(entry, type, first + index))
}

function approvedRecord(entry: JournalEntry, type: RecordType, utrnno: number): TransactionRecord {
  const moves = type.direction !== 'NOOP'
  return {
    ...type,
    utrnno,
    at: entry.at,
    amount: moves ? entry.amount : 0,
    requestAmount: moves ? entry.amount : 0,
    currency: moves ? entry.currency : 0,
    authorizationId: moves ? authorizationIdOf(entry) : undefined,
    reversal: REVERSALS.includes(entry.kind),
    responseCode: NOT_DECLINED,
    entry: entry,
  }
}

function declinedRecord(entry: JournalEntry, type: RecordType): TransactionRecord {
  const { decline } = entry.details
  return {
    ...type,
    direction: 'NOOP',
    utrnno: entry.utrnno,
    at: entry.at,
    amount: 0,
    requestAmount: entry.amount,
    currency: entry.currency,
    authorizationId: undefined,
    reversal: false,
    responseCode: decline === undefined ? NOT_DECLINED : cardAnswerOf(decline).internalResponseCode,
    entry: entry,
  }
}
