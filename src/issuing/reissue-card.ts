// Reissues a card with a new number, CVC and expiry. The old number can still be found, and
// declines.

import { addMonths, yearMonth } from '../kernel/calendar.ts'
import { CARD_LIFE_MONTHS, type ReissueReason } from './card.ts'
import { type CandidateNumber, freeNumber, newNumber } from './card-number.ts'
import { type CardResult, cardResult, existingCard } from './card-result.ts'
import { moved } from './card-status.ts'
import { defineCommand } from '../kernel/command.ts'

export interface ReissueCardInput {
  readonly cardId: number
  readonly reason: ReissueReason
  /** Candidates in order; the first unused one is issued. */
  readonly candidates: readonly CandidateNumber[]
}

/** Gives a card in any status a new number and activates it; PIN and counter are reset. */
export const reissueCard = defineCommand<ReissueCardInput, CardResult>({
  decide({ cardId, reason, candidates }, draft) {
    const card = moved(existingCard(cardId, draft), 'reissue', draft.now)
    const old = draft.getOrThrow('cardNumber', 'id', card.numberId)
    const candidate = freeNumber(candidates, draft)
    // From here on, the reissue must succeed.
    draft.put('cardNumber', { ...old, replaced: reason })
    const expiry = addMonths(yearMonth(draft.now), CARD_LIFE_MONTHS)
    const number = newNumber(draft, card.id, candidate, expiry)
    const reissued = draft.put('card', {
      ...card,
      numberId: number.id,
      plasticNumber: card.plasticNumber + 1,
      pinHash: null,
      pinDenials: 0,
    })
    return cardResult(draft, reissued, null)
  },
})
