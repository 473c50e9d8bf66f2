// Issues a card through interface B's POST /cards. Interface A uses `create-virtual-card`.

import { type Card, CARD_LIFE_MONTHS } from './card.ts'
import { type CandidateNumber, freeNumber, newNumber } from './card-number.ts'
import type { CardResult } from './card-result.ts'
import { type Cardholder, embossedName } from './cardholder.ts'
import { initialLimits, unusedAt } from './limits.ts'
import { addMonths, yearMonth } from '../kernel/calendar.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'

export interface IssueCardInput {
  readonly cardholderId: number
  /** Candidates in order; the first unused one is issued. */
  readonly candidates: readonly CandidateNumber[]
}

/** Issues a card through B: one per cardholder, from the project's pool, valid for five years. */
export const issueCard = defineCommand<IssueCardInput, CardResult>({
  decide(input, draft) {
    const cardholder = draft.get('cardholder', 'id', input.cardholderId)
    if (cardholder === null)
      throw new Fault('cardholder-unknown', 'This project has no such cardholder.', 'cardholder')
    if (cardholder.poolCards > 0)
      throw new Fault('cardholder-has-card', 'This cardholder already has a card.')
    if (draft.dataset.poolUsed >= draft.dataset.settings.cardPool)
      throw new Fault(
        'pool-exhausted',
        'The project has issued all cards of its pool. Raise the setting cardPool, or reset the project.',
      )
    const number = freeNumber(input.candidates, draft)
    const expiry = addMonths(yearMonth(draft.now), CARD_LIFE_MONTHS)
    // From here on, the card must be issued.
    const owner = { ...cardholder, poolCards: cardholder.poolCards + 1 }
    draft.put('cardholder', owner)
    draft.dataset = { ...draft.dataset, poolUsed: draft.dataset.poolUsed + 1 }
    return createCard(draft, owner, number, { expiry, productType: '1' })
  },
})

/**
 * Creates an active card on the account of a cardholder, with initial limits and counters. `expiry`
 * is YYYYMM.
 */
export function createCard(
  draft: Draft,
  cardholder: Cardholder,
  candidate: CandidateNumber,
  { expiry, productType }: { readonly expiry: number; readonly productType: string },
): CardResult {
  const id = draft.take('nextCard')
  const number = newNumber(draft, id, candidate, expiry)
  const card: Card = {
    id,
    cardholderId: cardholder.id,
    accountId: cardholder.accountId,
    status: 'active',
    numberId: number.id,
    productType,
    plasticNumber: 1,
    embossedName: embossedName(cardholder),
    limits: initialLimits(),
    pinHash: null,
    pinDenials: 0,
    createdAt: draft.now,
    blockedAt: null,
  }
  const usage = { cardId: id, usage: unusedAt(draft.now) }
  draft.put('card', card)
  draft.put('cardUsage', usage)
  const account = draft.getOrThrow('account', 'id', card.accountId)
  return { card, number, account, usage, cardholder, entry: null }
}
