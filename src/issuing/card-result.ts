// The result of every command on a card.

import type { Card, CardNumber, CardUsage } from './card.ts'
import type { Cardholder } from './cardholder.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey } from '../kernel/rows.ts'
import type { Account } from '../ledger/account.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'

/** A card with all data that its views need. */
export interface CardResult {
  readonly card: Card
  readonly number: CardNumber
  readonly account: Account
  readonly usage: CardUsage
  readonly cardholder: Cardholder
  /** The journal entry of the change, if it has one. */
  readonly entry: JournalEntry | null
}

/** The card with an id; throws a fault if there is none. */
export function existingCard(cardId: number, draft: Draft): Card {
  const card = draft.get('card', 'id', cardId)
  if (card === null) throw new Fault('card-not-found', 'This project has no such card.')
  return card
}

/** A card with its number, account, usage and cardholder, from the draft. */
export function cardResult(draft: Draft, card: Card, entry: JournalEntry | null): CardResult {
  const [number, account, usage, cardholder] = draft.getAllOrThrow(
    rowKey('cardNumber', 'id', card.numberId),
    rowKey('account', 'id', card.accountId),
    rowKey('cardUsage', 'cardId', card.id),
    rowKey('cardholder', 'id', card.cardholderId),
  )
  return { card, number, account, usage, cardholder, entry }
}
