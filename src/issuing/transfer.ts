// Moves money from one card to another: interface A's `p2pTransfer`, B's /transfers.

import { yearMonth } from '../kernel/calendar.ts'
import { CARD_CURRENCY, isExpired, statusDecline } from './card.ts'
import { keysByNumber, sideOf, sourceOf } from './card-rows.ts'
import { useLimits } from './limits.ts'
import {
  accountOf,
  claimExternalId,
  declinedMovement,
  existingSide,
  explainMovement,
  expiryDecline,
  externalIdKeys,
  fullDecline,
  fundsDecline,
  movableAmount,
  MOVEMENT_FAMILIES,
  type MovementInput,
  type MovementResult,
  type MovementRuling,
  type Side,
  type Source,
} from './movement.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import type { Decline } from '../ledger/decline.ts'
import type { EntryDetails, JournalEntry } from '../ledger/journal-entry.ts'
import type { Amount } from '../ledger/money.ts'
import { postBetween, writeEntry } from '../ledger/postings.ts'

export interface TransferInput extends MovementInput {
  readonly source: string
  readonly destination: string
  readonly expiry?: number
  readonly details?: Pick<EntryDetails, 'senderName' | 'senderAddress' | 'posDataCode'>
}

/** Moves money from one card to another. */
export const transferBy = (ruling: MovementRuling) =>
  defineCommand<TransferInput, MovementResult>({
    prefetch: (input, rows) => [
      ...externalIdKeys(input),
      ...keysByNumber(input.source, rows),
      ...keysByNumber(input.destination, rows),
    ],
    decide(input, draft) {
      draft.decision = { amount: input.amount, currency: input.currency }
      claimExternalId(input, draft)
      const sourceSide = existingSide(sideOf(input.source, draft), 'source')
      const destination = existingSide(sideOf(input.destination, draft), 'destination')
      const amount = movableAmount(input)
      const source = sourceOf(sourceSide, input.expiry, draft)
      const details = withExpiry(input)
      const decline =
        ruling(draft, { side: 'source', card: source, amount }) ??
        transferDecline(source, destination, amount, draft.now) ??
        fullDecline(source.account, accountOf(destination, draft), amount)
      if (decline !== undefined)
        return declinedMovement(draft, 'transfer', decline, { input, source, destination, details })
      // From here on, the transfer must succeed.
      return { entry: move(draft, { source, destination }, amount, details), decline: null }
    },
  })

/** Why a transfer between two existing cards is declined, or undefined. */
export function transferDecline(
  source: Source,
  destination: Side,
  amount: Amount,
  now: number,
): Decline | undefined {
  if (source.card.id === destination.card.id) return { code: 'same-card' }
  const expiry = expiryDecline(source.number, source.sentExpiry, now)
  if (expiry !== undefined) return { code: expiry, side: 'source' }
  if (isExpired(destination.number.expiry, yearMonth(now)))
    return { code: 'expired', side: 'destination' }
  const sourceStatus = statusDecline(source.card, source.number)
  if (sourceStatus !== undefined) return { code: sourceStatus, side: 'source' }
  const destinationStatus = statusDecline(destination.card, destination.number)
  if (destinationStatus !== undefined) return { code: destinationStatus, side: 'destination' }
  return fundsDecline(source, MOVEMENT_FAMILIES, amount, now)
}

function move(
  draft: Draft,
  { source, destination }: { readonly source: Source; readonly destination: Side },
  amount: Amount,
  details: EntryDetails,
): JournalEntry {
  const account = accountOf(destination, draft)
  // Between two cards of one account, nothing is posted, but the limits are used.
  const sameAccount = account.id === source.account.id
  if (!sameAccount) postBetween(draft, source.account, account, amount)
  draft.put('cardUsage', {
    cardId: source.card.id,
    usage: useLimits(source.usage, MOVEMENT_FAMILIES, amount),
  })
  const entry = writeEntry(draft, {
    kind: 'transfer',
    amount,
    currency: CARD_CURRENCY,
    ...(sameAccount ? {} : { debit: source.account, credit: account }),
    source,
    destination,
    details,
  })
  explainMovement(draft, entry, { source, destination })
  return entry
}

const withExpiry = (input: TransferInput): EntryDetails => ({
  ...input.details,
  ...(input.expiry === undefined ? {} : { sourceExpiry: input.expiry }),
})
