// Clears an authorisation: posts the amount that the merchant presents and releases the hold. A
// merchant may present less, in parts, or more than the hold (a tip). The card pays what it can.
// The issuer owes the merchant the rest and pays it from the suspense account, so that no card is
// overdrawn.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { type Account, available, releaseHold } from '../ledger/account.ts'
import { type Amount, MAX_AMOUNT, toAmount } from '../ledger/money.ts'
import { postBetween } from '../ledger/postings.ts'
import { type Authorisation, type Leg, statusOf } from './authorisation.ts'
import { declinedLeg, legOf, tooMuch } from './change-hold.ts'
import { converted, shareOf } from './currency-conversion.ts'
import {
  accountOf,
  type AuthorisationRef,
  type AuthorisationResult,
  conversionOf,
  keysOfAuthorisation,
  movable,
  networkAccount,
  putLeg,
  suspenseAccount,
  usedSide,
  writeLegEntry,
} from './legs.ts'
import { ratesOf } from './settings.ts'

export interface ClearInput extends AuthorisationRef {
  /** Amount in the merchant's currency, in minor units; absent means the whole hold. */
  readonly amount?: number
  /** True releases the rest of the hold. */
  readonly final: boolean
}

/** Posts an amount of an authorisation. */
export const clearAuthorisation = defineCommand<ClearInput, AuthorisationResult>({
  prefetch: keysOfAuthorisation,
  decide: (input, draft) => clear(draft, input),
})

export function clear(draft: Draft, input: ClearInput): AuthorisationResult {
  const authorisation = movable(draft, input.authorisationId, 'clear')
  const { merchantAmounts } = authorisation.details
  const merchantAmount = toAmount(input.amount ?? merchantAmounts.held)
  if (merchantAmounts.cleared + merchantAmount > MAX_AMOUNT)
    throw tooMuch('exceeds the largest amount', MAX_AMOUNT - merchantAmounts.cleared)
  const conversion = converted(
    merchantAmount,
    authorisation.currency,
    ratesOf(draft.dataset.settings),
  )
  if (conversion === undefined)
    return declinedLeg(draft, authorisation, 'clearing', { merchantAmount })
  const released = toAmount(
    input.final
      ? authorisation.held
      : shareOf(authorisation.held, merchantAmount, merchantAmounts.held),
  )
  const held = authorisation.held - released
  // Nothing declines after this point, unless an account is full.
  draft.put('account', releaseHold(accountOf(draft, authorisation), released))
  const amount = conversion.cardholder
  const posted = postCovered(draft, authorisation, { merchantAmount, amount })
  const leg = {
    ...legOf(draft, posted.id, 'clearing', merchantAmount),
    amount: posted.covered,
    ...conversionOf(conversion),
    ...posted.bySuspense,
    ...(input.final && ({ isFinal: true } as const)),
  }
  const cleared = authorisation.cleared + posted.covered
  const suspense = authorisation.suspense + amount - posted.covered
  return putLeg(draft, authorisation, leg, {
    status: statusOf(held, cleared + suspense, 'reversed'),
    held,
    cleared,
    suspense,
    dueAt: held > 0 ? authorisation.dueAt : null,
    merchantAmounts: {
      held: held > 0 ? merchantAmounts.held - merchantAmount : 0,
      cleared: merchantAmounts.cleared + merchantAmount,
    },
  })
}

/** The entry of a posting, and the part that the issuer paid. */
interface Posted {
  readonly id: number
  readonly covered: Amount
  readonly bySuspense: Pick<Leg, 'suspense' | 'suspenseEntryId'>
}

/**
 * Posts an amount to the network: from the card as far as its balance allows, the rest from
 * suspense.
 */
export function postCovered(
  draft: Draft,
  authorisation: Pick<
    Authorisation,
    'id' | 'cardId' | 'numberId' | 'accountId' | 'currency' | 'details'
  >,
  { merchantAmount, amount }: { readonly merchantAmount: Amount; readonly amount: Amount },
): Posted {
  const { id: authorisationId, accountId, currency, details } = authorisation
  const account = draft.getOrThrow('account', 'id', accountId)
  const covered = toAmount(Math.min(amount, available(account)))
  const rest = toAmount(amount - covered)
  const { merchant, utrnno } = details
  const ofCard = { side: usedSide(draft, authorisation), merchant, authorisationId }
  const post = (
    from: typeof ofCard | Omit<typeof ofCard, 'side'>,
    debit: Account,
    part: Amount,
  ) => {
    const credit = networkAccount(draft)
    if (part > 0) postBetween(draft, debit, credit, part)
    return writeLegEntry(
      draft,
      from,
      { currency, merchantAmount },
      {
        kind: 'completion',
        amount: part,
        ...(part > 0 && { debit, credit }),
        details: { ...(utrnno > 0 && { originalUtrnno: utrnno }) },
      },
    ).id
  }
  const id = post(ofCard, account, covered)
  if (rest === 0) return { id, covered, bySuspense: {} }
  const suspenseEntryId = post({ merchant, authorisationId }, suspenseAccount(draft), rest)
  return { id, covered, bySuspense: { suspense: rest, suspenseEntryId } }
}
