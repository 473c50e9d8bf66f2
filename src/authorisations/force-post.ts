// A force post: a merchant presents a payment without an authorisation, such as an offline
// purchase. The issuer must pay it, even for a blocked card. Suspense covers any shortfall.

import { existingCard } from '../issuing/card-result.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { toAmount, ZERO } from '../ledger/money.ts'
import type { Authorisation, EntryMode, Leg, Merchant } from './authorisation.ts'
import { legOf } from './change-hold.ts'
import { postCovered } from './clear.ts'
import { converted } from './currency-conversion.ts'
import {
  type AuthorisationResult,
  conversionOf,
  keysOfUse,
  resultOf,
  usedSide,
  writeLegEntry,
} from './legs.ts'
import { ratesOf } from './settings.ts'

export interface PresentedInput {
  readonly cardId: number
  readonly numberId: number
  /** Amount in the merchant's currency, in minor units. */
  readonly amount: number
  readonly currency: number
  readonly merchant: Merchant
  readonly entryMode: EntryMode
}

/** Posts a payment without an authorisation. */
export const forcePost = defineCommand<PresentedInput, AuthorisationResult>({
  prefetch: keysOfUse,
  decide: (input, draft) => postByForce(draft, input),
})

function postByForce(draft: Draft, input: PresentedInput): AuthorisationResult {
  const { currency } = input
  const merchantAmount = toAmount(input.amount)
  const conversion = converted(merchantAmount, currency, ratesOf(draft.dataset.settings))
  const base = presented(draft, input, 'forcePost')
  if (conversion === undefined) return declinedPresentment(draft, base, input)
  // Nothing declines after this point, unless an account is full.
  const amount = conversion.cardholder
  const { id, covered, bySuspense } = postCovered(draft, base, { merchantAmount, amount })
  const leg: Leg = {
    ...legOf(draft, id, 'clearing', merchantAmount),
    amount: covered,
    held: 0,
    ...conversionOf(conversion),
    ...bySuspense,
    isFinal: true,
  }
  const amounts = { amount: merchantAmount, held: 0, cleared: merchantAmount, refunded: 0 }
  const posted: Authorisation = {
    ...base,
    status: 'cleared',
    amount,
    cleared: covered,
    suspense: amount - covered,
    details: { ...base.details, merchantAmounts: amounts },
    legs: [leg],
  }
  return resultOf(draft, posted, leg)
}

/** An authorisation that starts with a posting. Its first entry has the next id. */
export function presented(
  draft: Draft,
  { cardId, numberId, currency, merchant, entryMode, amount }: PresentedInput,
  kind: 'forcePost' | 'refund',
): Authorisation {
  const { accountId } = existingCard(cardId, draft)
  return {
    id: draft.dataset.nextId,
    cardId,
    numberId,
    accountId,
    kind,
    status: 'cleared',
    currency,
    mcc: merchant.mcc,
    amount: 0,
    held: 0,
    cleared: 0,
    suspense: 0,
    refunded: 0,
    createdAt: draft.now,
    dueAt: null,
    legs: [],
    details: {
      merchant,
      entryMode,
      utrnno: draft.dataset.nextUtrnno,
      merchantAmounts: { amount, held: 0, cleared: 0, refunded: 0 },
    },
  }
}

/** Without a rate, there is nothing to post. */
export function declinedPresentment(
  draft: Draft,
  base: Authorisation,
  { amount, currency, merchant }: PresentedInput,
): AuthorisationResult {
  const decline = { code: 'rate-missing', side: 'source' } as const
  const isRefund = base.kind === 'refund'
  const entry = writeLegEntry(
    draft,
    { side: usedSide(draft, base), merchant, authorisationId: base.id },
    { currency, merchantAmount: amount },
    {
      kind: isRefund ? 'refund' : 'completion',
      amount: ZERO,
      approved: false,
      details: { decline },
    },
  )
  const kind = isRefund ? 'refund' : 'clearing'
  const leg: Leg = { ...legOf(draft, entry.id, kind, amount), amount: 0, held: 0, decline }
  return resultOf(draft, { ...base, status: 'declined', legs: [leg] }, leg)
}
