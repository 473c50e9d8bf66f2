// Changing a card: its status, its PIN, its number. Limits are changed in `limits`.

import { addMonths, yearMonth } from '../domain/calendar.ts'
import {
  type Card,
  CARD_LIFE_MONTHS,
  type CardNumber,
  type CardStatus,
  mayMove,
  type ReissueReason,
  withStatus,
} from '../domain/card.ts'
import { Fault } from '../domain/fault.ts'
import type { Operation } from '../domain/operation.ts'
import { want } from '../domain/rows.ts'
import { writeOperation } from './books.ts'
import {
  type CardAnswer,
  cardAnswer,
  existingCard,
  freeNumber,
  newNumber,
  type PreparedNumber,
  wantsOfCardAnswer,
} from './cards.ts'
import type { Draft } from './draft.ts'
import { operation } from './operation.ts'

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

export interface ChangeCardAsk {
  readonly cardId: number
  readonly change: CardChange
}

/** Changes one thing of a card. */
export const changeCard = operation<ChangeCardAsk, CardAnswer>({
  wants: ({ cardId, change }, rows) => [
    ...wantsOfCardAnswer(cardId, rows),
    ...(change.kind === 'pin' ? [want('pinNonce', 'nonce', change.nonce)] : []),
    ...(change.kind === 'reissue'
      ? change.candidates.map(({ hash }) => want('cardNumber', 'hash', hash))
      : []),
  ],
  decide(ask, draft) {
    const card = existingCard(ask.cardId, draft)
    const number = draft.must('cardNumber', 'id', card.numberId)
    const operation = applyChange(draft, card, number, ask.change)
    return cardAnswer(draft, ask.cardId, operation)
  },
})

function applyChange(
  draft: Draft,
  card: Card,
  number: CardNumber,
  change: CardChange,
): Operation | null {
  const source = { card, number }
  switch (change.kind) {
    case 'status':
      if (!mayMove(card.status, change.status))
        throw new Fault('status-final', `The card is ${card.status}. Use reissueCard.`)
      if (card.status === change.status) return null
      draft.put('card', withStatus(card, change.status, draft.now))
      return writeOperation(draft, {
        kind: change.status === 'blocked' ? 'block' : 'status-change',
        source,
      })
    case 'block':
      if (card.status !== 'active')
        throw new Fault('status-not-active', 'Only an active card can be blocked.')
      draft.put('card', withStatus(card, 'blocked', draft.now))
      return writeOperation(draft, { kind: 'block', source })
    case 'unblock':
      if (card.status === 'active')
        throw new Fault('status-already-active', 'The card is already active.')
      if (card.status !== 'blocked')
        throw new Fault('status-not-blocked', 'Only a blocked card can be made active.')
      draft.put('card', withStatus(card, 'active', draft.now))
      return writeOperation(draft, { kind: 'status-change', source })
    case 'pin':
      if (draft.get('pinNonce', 'nonce', change.nonce) !== null)
        throw new Fault('nonce-used', 'The nonce of this PIN block was used before.', '/pin')
      draft.put('pinNonce', { nonce: change.nonce, usedAt: draft.now })
      draft.put('card', { ...card, pinHash: change.pinHash, pinDenials: 0 })
      return null
    case 'reset-pin-counter':
      draft.put('card', { ...card, pinDenials: 0 })
      return null
    case 'reissue':
      reissue(draft, card, number, change.reason, freeNumber(change.candidates, draft))
      return null
  }
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
    status: 'active',
    numberId: number.id,
    plasticNumber: card.plasticNumber + 1,
    pinHash: null,
    pinDenials: 0,
  })
}
