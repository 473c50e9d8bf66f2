// Refunds of a cleared authorisation or of a purchase made outside the sandbox, and their reversal.
// A refund first repays the amount that the issuer covered; the rest goes to the card.

import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { rowKey } from '../kernel/rows.ts'
import { available } from '../ledger/account.ts'
import { type Amount, toAmount } from '../ledger/money.ts'
import { postBetween } from '../ledger/postings.ts'
import type { Authorisation, Leg } from './authorisation.ts'
import {
  coverDecline,
  declinedLeg,
  legOf,
  type OptionalAmountInput,
  tooMuch,
} from './change-hold.ts'
import { converted } from './currency-conversion.ts'
import { declinedPresentment, presented, type PresentedInput } from './force-post.ts'
import {
  accountOf,
  assertRoomForLeg,
  type AuthorisationResult,
  conversionOf,
  existing,
  keysOfAuthorisation,
  keysOfLegs,
  keysOfUse,
  movable,
  networkAccount,
  putLeg,
  resultOf,
  suspenseAccount,
  usedSide,
  writeFollowUp,
  writeLegEntry,
} from './legs.ts'
import { ratesOf } from './settings.ts'

/** Refunds all or part of a cleared amount. */
export const refundAuthorisation = defineCommand<OptionalAmountInput, AuthorisationResult>({
  prefetch: keysOfAuthorisation,
  decide: (input, draft) => refund(draft, input),
})

export function refund(
  draft: Draft,
  { authorisationId, amount }: OptionalAmountInput,
): AuthorisationResult {
  const authorisation = movable(draft, authorisationId, 'refund')
  const { currency, details } = authorisation
  const { merchantAmounts, suspenseRepaid = 0 } = details
  const refundable = merchantAmounts.cleared - merchantAmounts.refunded
  if (refundable === 0)
    throw new Fault('authorisation-state', 'Nothing is left to refund: all of it was refunded.')
  if (amount !== undefined && amount > refundable)
    throw tooMuch('is more than what was cleared and not refunded yet', refundable)
  const merchantAmount = toAmount(amount ?? refundable)
  const conversion = converted(merchantAmount, currency, ratesOf(draft.dataset.settings))
  if (conversion === undefined)
    return declinedLeg(draft, authorisation, 'refund', { merchantAmount })
  // Nothing declines after this point, unless an account is full.
  const returned = conversion.cardholder
  const suspense = toAmount(Math.min(returned, authorisation.suspense - suspenseRepaid))
  const cardPart = toAmount(returned - suspense)
  const network = networkAccount(draft)
  const account = accountOf(draft, authorisation)
  if (cardPart > 0) postBetween(draft, network, account, cardPart)
  const entry = writeFollowUp(draft, authorisation, merchantAmount, {
    kind: 'refund',
    amount: cardPart,
    ...(cardPart > 0 && { debit: network, credit: account }),
  })
  const suspenseEntryId = moveSuspense(draft, authorisation, merchantAmount, {
    kind: 'refund',
    amount: suspense,
  })
  const leg = {
    ...legOf(draft, entry.id, 'refund', merchantAmount),
    amount: cardPart,
    ...conversionOf(conversion),
    ...(suspenseEntryId !== undefined && { suspense, suspenseEntryId }),
  }
  return putLeg(draft, authorisation, leg, {
    refunded: authorisation.refunded + cardPart,
    suspenseRepaid: suspenseRepaid + suspense,
    merchantAmounts: { refunded: merchantAmounts.refunded + merchantAmount },
  })
}

/** Repays the issuer, or takes the money back. The entry does not appear in the card's history. */
function moveSuspense(
  draft: Draft,
  { id: authorisationId, currency, details }: Authorisation,
  merchantAmount: Amount,
  { kind, amount }: { readonly kind: 'refund' | 'refund-reversal'; readonly amount: Amount },
): number | undefined {
  if (amount === 0) return undefined
  const network = networkAccount(draft)
  const suspense = suspenseAccount(draft)
  const [debit, credit] = kind === 'refund' ? [network, suspense] : [suspense, network]
  postBetween(draft, debit, credit, amount)
  return writeLegEntry(
    draft,
    { merchant: details.merchant, authorisationId },
    { currency, merchantAmount },
    { kind, amount, debit, credit },
  ).id
}

/** Credits a card with the refund of a purchase made outside the sandbox. */
export const refundUnlinked = defineCommand<PresentedInput, AuthorisationResult>({
  prefetch: keysOfUse,
  decide: (input, draft) => creditUnlinked(draft, input),
})

function creditUnlinked(draft: Draft, input: PresentedInput): AuthorisationResult {
  const { currency, merchant } = input
  const merchantAmount = toAmount(input.amount)
  const conversion = converted(merchantAmount, currency, ratesOf(draft.dataset.settings))
  const base = presented(draft, input, 'refund')
  if (conversion === undefined) return declinedPresentment(draft, base, input)
  // Nothing declines after this point, unless the account is full.
  const amount = conversion.cardholder
  const debit = networkAccount(draft)
  const credit = accountOf(draft, base)
  postBetween(draft, debit, credit, amount)
  const entry = writeLegEntry(
    draft,
    { side: usedSide(draft, base), merchant, authorisationId: base.id },
    { currency, merchantAmount },
    { kind: 'refund', amount, debit, credit },
  )
  const leg: Leg = {
    ...legOf(draft, entry.id, 'refund', merchantAmount),
    amount,
    held: 0,
    ...conversionOf(conversion),
  }
  const refunded: Authorisation = {
    ...base,
    amount,
    refunded: amount,
    legs: [leg],
    details: {
      ...base.details,
      merchantAmounts: { ...base.details.merchantAmounts, refunded: merchantAmount },
    },
  }
  return resultOf(draft, refunded, leg)
}

export interface RefundRef {
  /** The id of the refund's leg. */
  readonly refundId: number
}

/** Reverses a refund in full; declined if the money has been spent. */
export const reverseRefund = defineCommand<RefundRef, AuthorisationResult>({
  prefetch({ refundId }, rows) {
    const entry = rows.find('journalEntry', 'id', refundId)
    const id = entry?.details.authorisationId
    return [
      rowKey('journalEntry', 'id', refundId),
      ...(id === undefined ? [] : keysOfAuthorisation({ authorisationId: id }, rows)),
    ]
  },
  decide({ refundId }, draft) {
    const entry = draft.get('journalEntry', 'id', refundId)
    const id = entry?.details.authorisationId
    if (id === undefined) throw unknownRefund()
    const authorisation = existing(draft, id)
    draft.need(keysOfLegs(authorisation))
    const leg = authorisation.legs.find((each) => each.id === refundId)
    if (leg?.kind !== 'refund') throw unknownRefund()
    if (leg.decline !== undefined || leg.reversedBy !== undefined)
      throw new Fault(
        'authorisation-state',
        'The refund was declined or has already been reversed.',
      )
    assertRoomForLeg(authorisation)
    return takeBack(draft, authorisation, leg)
  },
})

const unknownRefund = () => new Fault('authorisation-not-found', 'This project has no such refund.')

function takeBack(draft: Draft, authorisation: Authorisation, refunded: Leg): AuthorisationResult {
  const { merchantAmounts, suspenseRepaid = 0 } = authorisation.details
  const merchantAmount = toAmount(refunded.merchantAmount)
  const cardPart = toAmount(refunded.amount)
  const suspense = toAmount(refunded.suspense ?? 0)
  const account = accountOf(draft, authorisation)
  const decline = coverDecline(available(account), cardPart)
  const conversion = { cardholder: cardPart }
  if (decline !== undefined)
    return declinedLeg(draft, authorisation, 'refundReversal', {
      merchantAmount,
      conversion,
      decline,
    })
  // Nothing declines after this point, unless an account is full.
  if (cardPart > 0) postBetween(draft, account, networkAccount(draft), cardPart)
  const entry = writeFollowUp(draft, authorisation, merchantAmount, {
    kind: 'refund-reversal',
    amount: cardPart,
    ...(cardPart > 0 && { debit: account, credit: networkAccount(draft) }),
  })
  const suspenseEntryId = moveSuspense(draft, authorisation, merchantAmount, {
    kind: 'refund-reversal',
    amount: suspense,
  })
  const leg = {
    ...legOf(draft, entry.id, 'refundReversal', merchantAmount),
    amount: cardPart,
    ...(suspenseEntryId !== undefined && { suspense, suspenseEntryId }),
  }
  const isUnlinked = authorisation.kind === 'refund'
  return putLeg(draft, authorisation, leg, {
    ...(isUnlinked && { status: 'reversed' }),
    refunded: authorisation.refunded - cardPart,
    suspenseRepaid: suspenseRepaid - suspense,
    merchantAmounts: { refunded: merchantAmounts.refunded - merchantAmount },
    legs: authorisation.legs.map((each) =>
      each.id === refunded.id ? { ...each, reversedBy: entry.id } : each,
    ),
  })
}
