// Changing a card: its status, its PIN, its number. Its limits are changed in `change-limits`.

import { addMonths, yearMonth } from '../kernel/calendar.ts'
import {
  type Card,
  CARD_LIFE_MONTHS,
  type CardNumber,
  type CardStatus,
  type ReissueReason,
} from './card.ts'
import { type CardCommand, moved } from './card-status.ts'
import { Fault } from '../kernel/fault.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'
import { writeEntry } from '../ledger/postings.ts'
import {
  type CardResult,
  cardResult,
  existingCard,
  freeNumber,
  newNumber,
  type PreparedNumber,
} from './issue-card.ts'
import type { Draft } from '../kernel/draft.ts'
import { defineCommand } from '../kernel/command.ts'

/** One change of a card, each of its own kind; B sends exactly one per request. */
export type CardChange =
  | { readonly kind: 'status'; readonly status: CardStatus }
  | { readonly kind: 'block' }
  | { readonly kind: 'unblock' }
  | { readonly kind: 'pin'; readonly pinHash: string; readonly nonce: string }
  | { readonly kind: 'reset-pin-counter' }
  | {
      readonly kind: 'reissue'
      readonly reason: ReissueReason
      readonly candidates: readonly PreparedNumber[]
    }

export interface ChangeCardInput {
  readonly cardId: number
  readonly change: CardChange
}

/** Changes one thing of a card. */
export const changeCard = defineCommand<ChangeCardInput, CardResult>({
  decide(input, draft) {
    const card = existingCard(input.cardId, draft)
    const number = draft.must('cardNumber', 'id', card.numberId)
    const entry = applyChange(draft, card, number, input.change)
    return cardResult(draft, existingCard(card.id, draft), entry)
  },
})

function applyChange(
  draft: Draft,
  card: Card,
  number: CardNumber,
  change: CardChange,
): JournalEntry | null {
  const source = { card, number }
  const after = moved(card, commandOf(change), draft.now)
  switch (change.kind) {
    case 'status':
      if (after.status === card.status) return null
      draft.put('card', after)
      return writeEntry(draft, {
        kind: after.status === 'blocked' ? 'block' : 'status-change',
        source,
      })
    case 'block':
      draft.put('card', after)
      return writeEntry(draft, { kind: 'block', source })
    case 'unblock':
      draft.put('card', after)
      return writeEntry(draft, { kind: 'status-change', source })
    case 'pin':
      if (draft.get('pinNonce', 'nonce', change.nonce) !== null)
        throw new Fault('nonce-used', 'The nonce of this PIN block was used before.', '/pin')
      draft.put('pinNonce', { nonce: change.nonce, usedAt: draft.now })
      draft.put('card', { ...after, pinHash: change.pinHash, pinDenials: 0 })
      return null
    case 'reset-pin-counter':
      draft.put('card', { ...after, pinDenials: 0 })
      return null
    case 'reissue':
      reissue(draft, after, number, change.reason, freeNumber(change.candidates, draft))
      return null
  }
}

function commandOf(change: CardChange): CardCommand {
  if (change.kind === 'status') return `set-${change.status}`
  return change.kind === 'pin' ? 'set-pin' : change.kind
}

/** The same card under a new number, CVC and expiry; the old number stays findable and declines. */
function reissue(
  draft: Draft,
  card: Card,
  old: CardNumber,
  reason: ReissueReason,
  prepared: PreparedNumber,
): void {
  draft.put('cardNumber', { ...old, replaced: reason })
  const expiry = addMonths(yearMonth(draft.now), CARD_LIFE_MONTHS)
  const number = newNumber(draft, card.id, prepared, expiry)
  draft.put('card', {
    ...card,
    numberId: number.id,
    plasticNumber: card.plasticNumber + 1,
    pinHash: null,
    pinDenials: 0,
  })
}
