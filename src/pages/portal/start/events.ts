// The recent activity of a project as one timeline: orders, journal entries and callbacks.

import type { listEntries } from '../../../api/control/entries.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { EntryKind } from '../../../ledger/journal-entry.ts'
import type { Meaning } from '../../../web/html/components.ts'
import type { ShownCallback } from '../callbacks/callbacks-page.ts'
import type { ListedOrder } from '../labels/order-labels.ts'
import { CALLBACK_LABELS } from '../labels/callback-labels.ts'

type Entry = AnswerOf<typeof listEntries>['items'][number]

export interface ProjectEvent {
  /** Unique among all events. */
  readonly key: string
  readonly at: number
  readonly meaning: Meaning
  readonly title: string
  /** The record that the event is about. */
  readonly of: string
  /** Read before the link text by screen readers. */
  readonly spokenBefore?: string
  /** Path below the URL of the project. */
  readonly path: string
  /** Minor units and the ISO 4217 numeric code of their currency. */
  readonly money?: { readonly minor: number; readonly currency: string }
  /** The state, for an event without an amount. */
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

/** Events that move money to the merchant or the card; others are neutral. */
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
    readonly orders: readonly ListedOrder[]
    readonly entries: readonly Entry[]
    readonly callbacks: readonly ShownCallback[]
  },
  limit: number,
): readonly ProjectEvent[] {
  // Events at the same time are listed in reverse order, so that a callback is above its cause.
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

const ofOrder = ({ id, number, createdAt, amount, currency }: ListedOrder): ProjectEvent => ({
  key: `order-${id}`,
  at: Date.parse(createdAt),
  meaning: 'neutral',
  title: 'Registered',
  of: number,
  path: `/orders/${id}`,
  money: { minor: amount, currency },
})

function ofEntry(
  { id, kind, at, approved, isHold: pending, ...entry }: Entry,
  orderNumber: string | null | undefined,
): ProjectEvent {
  const [yes, no] = TITLES[kind]
  const isHold = kind === 'purchase' && pending
  return {
    key: `entry-${id}`,
    at: Date.parse(at),
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
    ...(entry.currency !== null && { money: { minor: entry.amount, currency: entry.currency } }),
  }
}

function ofCallback({ id, operation, state, orderNumber, createdAt }: ShownCallback): ProjectEvent {
  const [meaning, word] = CALLBACK_LABELS[state]
  return {
    key: `callback-${id}`,
    at: Date.parse(createdAt),
    meaning,
    title: `Callback ${operation}`,
    note: word,
    ...(orderNumber === null
      ? { of: `Callback ${id}` }
      : { of: orderNumber, spokenBefore: 'Callback of' }),
    path: `/callbacks/${id}`,
  }
}
