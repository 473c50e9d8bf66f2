// What every operation on a card loads, from a number or from the card itself to its account, its usage and its current number; and the
// sides of a movement made of it.

import { usageAt } from '../domain/limits.ts'
import type { PaymentCard } from '../domain/payment-card.ts'
import { want, type Want } from '../domain/rows.ts'
import type { Side, Source } from '../domain/transfer.ts'
import type { Draft, LoadedRows } from './draft.ts'

/** Keys along the path number → card → account and usage, as far as the rows loaded so far lead. */
export function wantsByNumber(hash: string, rows: LoadedRows): Want[] {
  const wants = [want('cardNumber', 'hash', hash)]
  const number = rows.find('cardNumber', 'hash', hash)
  if (!number) return wants
  return [...wants, ...wantsByCard(number.cardId, rows)]
}

/** Keys along the path card → account, usage and current number. */
export function wantsByCard(cardId: number, rows: LoadedRows): Want[] {
  const wants = [want('card', 'id', cardId), want('cardUsage', 'cardId', cardId)]
  const card = rows.find('card', 'id', cardId)
  if (!card) return wants
  wants.push(want('account', 'id', card.accountId), want('cardNumber', 'id', card.numberId))
  return wants
}

/** Keys of a card as the gateway keeps it: none but for one that the project issued. */
export function wantsByPaymentCard(
  { cardId, numberId }: Pick<PaymentCard, 'cardId' | 'numberId'>,
  rows: LoadedRows,
): Want[] {
  const wants = cardId === undefined ? [] : wantsByCard(cardId, rows)
  if (numberId !== undefined) wants.push(want('cardNumber', 'id', numberId))
  return wants
}

/** The card a number belongs to, or null where nobody has that number. */
export function sideOf(hash: string, draft: Draft): Side | null {
  const number = draft.get('cardNumber', 'hash', hash)
  return number === null ? null : { number, card: draft.must('card', 'id', number.cardId) }
}

/** The side that money leaves: with its account, and its counters as they read now. `sentExpiry` is YYYYMM. */
export const sourceOf = (
  { card, number }: Side,
  sentExpiry: number | undefined,
  draft: Draft,
): Source => ({
  card,
  number,
  account: draft.must('account', 'id', card.accountId),
  usage: usageAt(draft.must('cardUsage', 'cardId', card.id).usage, draft.now),
  sentExpiry,
})
