// Top-ups and transfers in the format of interface B. `shown` determines how card numbers appear.

import { dateTime } from '../../kernel/calendar.ts'
import { statusMessageOf } from '../../ledger/decline.ts'
import { type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'

/** YYYYMM as sent, which may not be a valid month: `000101`. */
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

/** Numbers appear as they were sent. */
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
