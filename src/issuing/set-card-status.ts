// Sets a card's status: interface B's `status`.

import type { CardStatus } from './card.ts'
import { type CardResult, cardResult, existingCard } from './card-result.ts'
import { putStatus } from './block-card.ts'
import { moved } from './card-status.ts'
import { defineCommand } from '../kernel/command.ts'

export interface SetCardStatusInput {
  readonly cardId: number
  readonly status: CardStatus
}

/** Sets the status of a card. Setting the current status changes nothing and writes no entry. */
export const setCardStatus = defineCommand<SetCardStatusInput, CardResult>({
  decide({ cardId, status }, draft) {
    const before = existingCard(cardId, draft)
    const card = moved(before, `set-${status}`, draft.now)
    if (card.status === before.status) return cardResult(draft, before, null)
    return putStatus(draft, card, status === 'blocked' ? 'block' : 'status-change')
  },
})
