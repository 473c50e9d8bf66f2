// Labels of journal entries: the kind as a noun, and the result.

import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { listEntries } from '../../../api/control/ledger/entries.ts'
import type { EntryKind } from '../../../ledger/journal-entry.ts'
import type { Meaning } from '../../../web/html/components.ts'

type Entry = Pick<
  AnswerOf<typeof listEntries>['items'][number],
  'kind' | 'amount' | 'approved' | 'isHold' | 'cardStatus'
>

/** A purchase without an amount verifies the account. */
const isVerification = ({ kind, amount }: Pick<Entry, 'kind' | 'amount'>): boolean =>
  kind === 'purchase' && amount === 0

/** The words of kinds that people know by another name. */
const KIND_LABELS: Partial<Record<EntryKind, string>> = { topup: 'top-up', completion: 'capture' }

export const kindLabel = (kind: EntryKind): string => KIND_LABELS[kind] ?? kind.replaceAll('-', ' ')

export const entryLabel = (entry: Pick<Entry, 'kind' | 'amount'>): string =>
  isVerification(entry) ? 'account verification' : kindLabel(entry.kind)

// prettier-ignore
const RESULTS: Readonly<Record<EntryKind, readonly [approved: string, declined: string]>> = {
  'topup':         ['topped up', 'top-up declined'],
  'transfer':      ['transferred', 'transfer declined'],
  'limit-change':  ['limits changed', 'change of limits declined'],
  'block':         ['blocked', 'block declined'],
  'status-change': ['status changed', 'change of status declined'],
  'purchase':      ['paid', 'payment declined'],
  'completion':    ['captured', 'capture declined'],
  'reversal':      ['reversed', 'reversal declined'],
  'refund':        ['refunded', 'refund declined'],
  'refund-reversal': ['refund reversed', 'reversal of a refund declined'],
  'cash-withdrawal': ['cash withdrawn', 'cash withdrawal declined'],
  'cash-reversal':   ['cash returned', 'return of cash declined'],
  'credit':          ['credited', 'credit declined'],
  'credit-reversal': ['credit reversed', 'reversal of a credit declined'],
  'balance-inquiry': ['balance read', 'balance inquiry declined'],
}
const VERIFICATION = ['verified', 'verification declined'] as const

/** Entries that move money; others are neutral. */
const MOVEMENTS: ReadonlySet<EntryKind> = new Set([
  ...(['topup', 'transfer', 'purchase', 'completion'] as const),
  ...(['cash-withdrawal', 'credit'] as const),
])

/** Entries about the card itself. */
const WITHOUT_MONEY: ReadonlySet<EntryKind> = new Set([
  ...(['limit-change', 'block', 'status-change', 'balance-inquiry'] as const),
])

/** Meaning and text of a badge beside the kind of the entry. */
export function entryOutcome(entry: Entry): readonly [Meaning, string] {
  if (!entry.approved) return ['declined', 'declined']
  if (entry.isHold) return ['pending', 'held']
  if (isVerification(entry)) return ['approved', VERIFICATION[0]]
  if (entry.cardStatus !== null) return ['neutral', entry.cardStatus]
  return ['approved', WITHOUT_MONEY.has(entry.kind) ? 'done' : 'approved']
}

/** Meaning and text of a badge beside the card. */
export function entryResult(entry: Entry): readonly [Meaning, string] {
  const [yes, no] = isVerification(entry) ? VERIFICATION : RESULTS[entry.kind]
  if (!entry.approved) return ['declined', no]
  if (entry.isHold) return ['pending', 'held']
  if (entry.cardStatus !== null) return ['neutral', entry.cardStatus]
  return [MOVEMENTS.has(entry.kind) ? 'approved' : 'neutral', yes]
}
