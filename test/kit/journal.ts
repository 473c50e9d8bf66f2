// The whole journal of a card, as the merchant reads it.

import type { JournalEntry } from '../../src/ledger/journal-entry.ts'
import { entriesOfCard, pagesOfEntries } from '../../src/store/reads/journal.ts'
import type { Queryable } from '../../src/store/store.ts'

const ALWAYS = { from: 0, until: Number.MAX_SAFE_INTEGER }

/** Every entry of a card, oldest first. */
export async function journalOf(
  reads: Queryable,
  datasetId: number,
  cardId: number,
): Promise<readonly JournalEntry[]> {
  const pages = pagesOfEntries(ALWAYS, (filter) => entriesOfCard(reads, datasetId, cardId, filter))
  return (await Array.fromAsync(pages)).flat()
}
