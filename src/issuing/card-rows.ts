// The rows that commands on a card load: from a number or a card to its account, usage and current
// number. It also builds the sides of a movement from these rows.

import { usageAt } from './limits.ts'
import { rowKey, type RowKey } from '../kernel/rows.ts'
import type { Side, Source } from './movement.ts'
import type { Draft, LoadedRows } from '../kernel/draft.ts'

/** Keys along the path number → card → account and usage, as far as rows are loaded. */
export function keysByNumber(hash: string, rows: LoadedRows): RowKey[] {
  const keys: RowKey[] = [rowKey('cardNumber', 'hash', hash)]
  const number = rows.find('cardNumber', 'hash', hash)
  if (!number) return keys
  return [...keys, ...keysByCard(number.cardId, rows)]
}

/** Keys along the path card → account, usage and current number. */
export function keysByCard(cardId: number, rows: LoadedRows): RowKey[] {
  const keys: RowKey[] = [rowKey('card', 'id', cardId), rowKey('cardUsage', 'cardId', cardId)]
  const card = rows.find('card', 'id', cardId)
  if (!card) return keys
  keys.push(rowKey('account', 'id', card.accountId), rowKey('cardNumber', 'id', card.numberId))
  return keys
}

/** The card with a number, or null. */
export function sideOf(hash: string, draft: Draft): Side | null {
  const number = draft.get('cardNumber', 'hash', hash)
  return number === null ? null : { number, card: draft.getOrThrow('card', 'id', number.cardId) }
}

/** The paying side, with its account and its current counters. `sentExpiry` is YYYYMM. */
export const sourceOf = (
  { card, number }: Side,
  sentExpiry: number | undefined,
  draft: Draft,
): Source => ({
  card,
  number,
  account: draft.getOrThrow('account', 'id', card.accountId),
  usage: usageAt(draft.getOrThrow('cardUsage', 'cardId', card.id).usage, draft.now),
  sentExpiry,
})
