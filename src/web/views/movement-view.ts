// Top-ups and transfers as interface B shows them. Card numbers are shown as whoever asks may see them.

import { dateTime } from '../../kernel/calendar.ts'
import { statusMessageOf } from '../../ledger/decline.ts'
import { type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'

/** YYYYMM as it was sent, which may be no month at all: `000101`. */
export const sentExpiry = (expiry: number): string => String(expiry).padStart(6, '0')

const first = (entry: JournalEntry) =>
  ({ id: String(entry.id), amount: entry.amount, currency: 'EUR' }) as const

function last(entry: JournalEntry) {
  const { decline } = entry.details
  return {
    creationDate: dateTime(entry.at),
    status: entry.approved ? 'approved' : 'declined',
    statusMessage: decline === undefined ? '' : statusMessageOf(decline),
    rrn: rrnOf(entry),
  } as const
}

/** Numbers are shown as they were sent. */
export const topupView = (
  entry: JournalEntry,
  destinationCard: { readonly cardNumber: string },
) => ({ ...first(entry), destinationCard, ...last(entry) })

export const transferView = (
  entry: JournalEntry,
  cards: {
    readonly sourceCard: { readonly cardNumber: string; readonly expiryDate: string }
    readonly destinationCard: { readonly cardNumber: string }
  },
) => ({ ...first(entry), ...cards, ...last(entry) })
