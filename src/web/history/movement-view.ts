// Top-ups and transfers as interface B shows them. Card numbers are shown as whoever asks may see them.

import { dateTime } from '../../kernel/calendar.ts'
import type { Decline, DeclineCode } from '../../ledger/decline.ts'
import { type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'
import type { CycleType } from '../../issuing/limits.ts'

/** YYYYMM as it was sent, which may be no month at all: `000101`. */
export const sentExpiry = (expiry: number): string => String(expiry).padStart(6, '0')

const DECLINE_MESSAGE = {
  'same-card': 'Source and destination are the same card',
  'wrong-expiry': 'Invalid expiry date',
  expired: 'Expired card',
  blocked: 'Card is blocked',
  lost: 'Card is lost',
  stolen: 'Card is stolen',
  replaced: 'Card is replaced',
  'wrong-cvc': 'Invalid CVC',
  'insufficient-funds': 'Insufficient funds',
  'limit-exceeded': (decline: Decline) => `${limitPeriod(decline)} limit exceeded`,
  currency: 'Currency is not supported',
  'account-full': 'account full',
  'by-rule': 'Declined by a rule',
} as const satisfies Record<DeclineCode, string | ((decline: Decline) => string)>

/** `statusMessage` of a transfer or top-up. */
export function statusMessage(decline: Decline | undefined): string {
  if (decline === undefined) return ''
  const message = DECLINE_MESSAGE[decline.code]
  return typeof message === 'string' ? message : message(decline)
}

const first = (entry: JournalEntry) =>
  ({ id: String(entry.id), amount: entry.amount, currency: 'EUR' }) as const

const last = (entry: JournalEntry) =>
  ({
    creationDate: dateTime(entry.at),
    status: entry.approved ? 'approved' : 'declined',
    statusMessage: statusMessage(entry.details.decline),
    rrn: rrnOf(entry),
  }) as const

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

const PERIOD_WORDS = { 0: 'Daily', 3: 'Monthly', 4: 'Yearly' } as const satisfies Record<
  CycleType,
  string
>

/** The cycle that a broken limit had. */
const limitPeriod = (decline: Decline): string => PERIOD_WORDS[decline.limitCycle ?? 0]
