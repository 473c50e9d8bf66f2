// Credits a card from the funding account: interface A's `creditCard`, B's /topups, and the initial
// amount of a virtual card.

import { CARD_CURRENCY, statusDecline } from './card.ts'
import { keysByNumber, sideOf } from './card-rows.ts'
import {
  accountOf,
  claimExternalId,
  declinedMovement,
  existingSide,
  explainMovement,
  expiryDecline,
  externalIdKeys,
  fullDecline,
  movableAmount,
  type MovementInput,
  type MovementResult,
  type MovementRuling,
  type Side,
} from './movement.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import type { Account } from '../ledger/account.ts'
import type { Decline } from '../ledger/decline.ts'
import type { JournalEntry } from '../ledger/journal-entry.ts'
import type { Amount } from '../ledger/money.ts'
import { postBetween, systemAccountIn, systemAccountKey, writeEntry } from '../ledger/postings.ts'

export interface TopupInput extends MovementInput {
  readonly destination: string
  /** YYYYMM, if sent. */
  readonly expiry?: number
}

/** Credits a card from the sandbox's funding account. */
export const topupBy = (ruling: MovementRuling) =>
  defineCommand<TopupInput, MovementResult>({
    prefetch: (input, rows) => [
      ...externalIdKeys(input),
      systemAccountKey('funding', CARD_CURRENCY),
      ...keysByNumber(input.destination, rows),
    ],
    decide(input, draft) {
      draft.decision = { amount: input.amount, currency: input.currency }
      claimExternalId(input, draft)
      const destination = existingSide(sideOf(input.destination, draft), 'destination')
      const amount = movableAmount(input)
      const decline =
        ruling(draft, { side: 'destination', card: destination, amount }) ??
        creditDecline(destination, input.expiry, draft.now) ??
        fullDecline(fundingOf(draft), accountOf(destination, draft), amount)
      if (decline !== undefined)
        return declinedMovement(draft, 'topup', decline, { input, destination })
      // From here on, the top-up must succeed.
      return { entry: credit(draft, destination, amount), decline: null }
    },
  })

/** Why a card cannot be credited, or undefined. */
function creditDecline(
  destination: Side,
  sentExpiry: number | undefined,
  now: number,
): Decline | undefined {
  const code =
    expiryDecline(destination.number, sentExpiry, now) ??
    statusDecline(destination.card, destination.number)
  return code === undefined ? undefined : { code, side: 'destination' }
}

/** Posts an amount from the funding account to a card and records it. */
export function credit(draft: Draft, destination: Side, amount: Amount): JournalEntry {
  const funding = fundingOf(draft)
  const account = accountOf(destination, draft)
  postBetween(draft, funding, account, amount)
  const entry = writeEntry(draft, {
    kind: 'topup',
    amount,
    currency: CARD_CURRENCY,
    debit: funding,
    credit: account,
    destination,
  })
  explainMovement(draft, entry, { destination })
  return entry
}

const fundingOf = (draft: Draft): Account => systemAccountIn(draft, 'funding', CARD_CURRENCY)
