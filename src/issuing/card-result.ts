// What every command on a card answers, and the card that it is about.

import type { Card, CardNumber, CardUsage } from './card.ts'
import type { Cardholder } from './cardholder.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey } from '../kernel/rows.ts'
import type { Account } from '../ledger/account.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'

/** A card with all that a view of it needs. */
export interface CardResult {
  readonly card: Card
  readonly number: CardNumber
  readonly account: Account
  readonly usage: CardUsage
  readonly cardholder: Cardholder
  /** What the change left in the journal, where it leaves something. */
  readonly entry: JournalEntry | null
}

/** The card that a path or a request names. */
export function existingCard(cardId: number, draft: Draft): Card {
  const card = draft.get('card', 'id', cardId)
  if (card === null) throw new Fault('card-not-found', 'There is no such card.')
  return card
}

/** A card with everything around it, as the draft has it. */
export function cardResult(draft: Draft, card: Card, entry: JournalEntry | null): CardResult {
  const [number, account, usage, cardholder] = draft.getAllOrThrow(
    rowKey('cardNumber', 'id', card.numberId),
    rowKey('account', 'id', card.accountId),
    rowKey('cardUsage', 'cardId', card.id),
    rowKey('cardholder', 'id', card.cardholderId),
  )
  return { card, number, account, usage, cardholder, entry }
}
