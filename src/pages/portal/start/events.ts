// What happened last in a project, in one time line: orders that were registered, what the journal tells, and callbacks.

import type { Callback } from '../../../callbacks/callback.ts'
import type { EntryKind, JournalEntry } from '../../../ledger/journal-entry.ts'
import type { Order } from '../../../payments/orders/order.ts'
import type { Meaning } from '../../../web/html/components.ts'
import { CALLBACK_LABELS } from '../labels/callback-labels.ts'

export interface ProjectEvent {
  /** Names it among all. */
  readonly key: string
  readonly at: number
  readonly meaning: Meaning
  readonly title: string
  /** What it was done to. */
  readonly of: string
  /** What its link says before that, to those who do not see what it stands beside. */
  readonly spokenBefore?: string
  /** Below the project's address. */
  readonly path: string
  /** Minor units and the ISO 4217 numeric code of their currency. */
  readonly money?: { readonly minor: number; readonly currency: number }
  /** Where no money is told of: how it stands. */
  readonly note?: string
}

// prettier-ignore
const TITLES: Readonly<Record<EntryKind, readonly [approved: string, declined: string]>> = {
  'topup':         ['Topped up', 'Top-up declined'],
  'transfer':      ['Transferred', 'Transfer declined'],
  'limit-change':  ['Limits changed', 'Change of limits declined'],
  'block':         ['Card blocked', 'Block declined'],
  'status-change': ['Card status changed', 'Change of status declined'],
  'purchase':      ['Paid', 'Payment declined'],
  'completion':    ['Captured', 'Capture declined'],
  'reversal':      ['Reversed', 'Reversal declined'],
  'refund':        ['Refunded', 'Refund declined'],
}

/** What makes money move towards the merchant or the card: the others are neither good nor bad. */
const APPROVED_KINDS: ReadonlySet<EntryKind> = new Set([
  'topup',
  'transfer',
  'purchase',
  'completion',
])

export function newestEvents(
  {
    orders,
    entries,
    callbacks,
  }: {
    readonly orders: readonly Order[]
    readonly entries: readonly JournalEntry[]
    readonly callbacks: readonly Callback[]
  },
  limit: number,
): readonly ProjectEvent[] {
  // Of one moment, what was written last stands first: a callback follows what it tells of.
  const numbers = new Map([
    ...callbacks.map(({ orderId, orderNumber }) => [orderId, orderNumber] as const),
    ...orders.map(({ id, number }) => [id, number] as const),
  ])
  return [
    ...callbacks.map(ofCallback),
    ...entries.map((entry) => ofEntry(entry, numbers.get(entry.orderId))),
    ...orders.map(ofOrder),
  ]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, limit)
}

const ofOrder = ({ id, number, createdAt, amount, currency }: Order): ProjectEvent => ({
  key: `order-${id}`,
  at: createdAt,
  meaning: 'neutral',
  title: 'Registered',
  of: number,
  path: `/orders/${id}`,
  money: { minor: amount, currency },
})

function ofEntry(
  { id, kind, at, approved, details, ...entry }: JournalEntry,
  orderNumber: string | null | undefined,
): ProjectEvent {
  const [yes, no] = TITLES[kind]
  const isHold = kind === 'purchase' && details.pending === true
  return {
    key: `entry-${id}`,
    at,
    meaning: !approved
      ? 'declined'
      : isHold
        ? 'pending'
        : APPROVED_KINDS.has(kind)
          ? 'approved'
          : 'neutral',
    title: !approved ? no : isHold ? 'Held' : yes,
    of: entry.orderId === null ? `Entry ${id}` : (orderNumber ?? entry.orderId),
    path: entry.orderId === null ? `/ledger/entries/${id}` : `/orders/${entry.orderId}`,
    ...(entry.amount > 0 && { money: { minor: entry.amount, currency: entry.currency } }),
  }
}

function ofCallback({ id, operation, state, orderNumber, createdAt }: Callback): ProjectEvent {
  const [meaning, word] = CALLBACK_LABELS[state]
  return {
    key: `callback-${id}`,
    at: createdAt,
    meaning,
    title: `Callback ${operation}`,
    note: word,
    ...(orderNumber === null
      ? { of: `Callback ${id}` }
      : { of: orderNumber, spokenBefore: 'Callback of' }),
    path: `/callbacks/${id}`,
  }
}
