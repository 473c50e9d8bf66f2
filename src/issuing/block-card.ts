// Blocks and unblocks a card: interface A's `blockCard` and `changeCardStatus`.

import type { Card } from './card.ts'
import { type CardResult, cardResult, existingCard } from './card-result.ts'
import { moved } from './card-status.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import type { EntryKind } from '../ledger/journal-entry.ts'
import { writeEntry } from '../ledger/postings.ts'

export interface BlockCardInput {
  readonly cardId: number
}

/** Blocks an active card. */
export const blockCard = defineCommand<BlockCardInput, CardResult>({
  decide({ cardId }, draft) {
    const card = moved(existingCard(cardId, draft), 'block', draft.now)
    return putStatus(draft, card, 'block')
  },
})

/** Unblocks a blocked card. */
export const unblockCard = defineCommand<BlockCardInput, CardResult>({
  decide({ cardId }, draft) {
    const card = moved(existingCard(cardId, draft), 'unblock', draft.now)
    return putStatus(draft, card, 'status-change')
  },
})

/** Stores a card in its new status, with a journal entry. */
export function putStatus(draft: Draft, card: Card, kind: EntryKind): CardResult {
  draft.put('card', card)
  const number = draft.getOrThrow('cardNumber', 'id', card.numberId)
  const details = { cardStatus: card.status }
  return cardResult(draft, card, writeEntry(draft, { kind, source: { card, number }, details }))
}
