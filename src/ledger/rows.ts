// The rows of the ledger, and their keys.

import type { LookupsOf } from '../kernel/rows.ts'
import type { Account } from './account.ts'
import type { DecisionRow } from './decision.ts'
import type { JournalEntry } from './journal-entry.ts'

export const LEDGER_LOOKUPS = {
  account: ['id'],
  journalEntry: ['id'],
  decision: ['first'],
} as const

declare module '../kernel/rows.ts' {
  interface Rows {
    account: Account
    journalEntry: JournalEntry
    decision: DecisionRow
  }
  interface Lookups extends LookupsOf<typeof LEDGER_LOOKUPS> {}
}
