// Changes the hold of an authorisation before it is cleared: an increment or an advice requests
// more from the issuer or releases a part, and a reversal or the expiry releases all of it.

import { statusDecline } from '../issuing/card.ts'
import { sourceOf } from '../issuing/card-rows.ts'
import { expiryDecline, fundsDecline } from '../issuing/movement.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { Fault } from '../kernel/fault.ts'
import { available, canHold, placeHold, releaseHold } from '../ledger/account.ts'
import type { Decline } from '../ledger/decline.ts'
import { type Amount, MAX_AMOUNT, toAmount } from '../ledger/money.ts'
import { postBetween } from '../ledger/postings.ts'
import { isAskedFor } from '../real-time/ask-programme.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import type { ForcedAnswer } from '../real-time/real-time-decision.ts'
import { askAboutIncrement, type IncreasingLeg } from './ask-about-use.ts'
import { allows, type Authorisation, type LegKind, statusOf } from './authorisation.ts'
import { affordable, type Conversion, converted, shareOf } from './currency-conversion.ts'
import {
  accountOf,
  type AuthorisationRef,
  type AuthorisationResult,
  conversionOf,
  existing,
  keysOfAuthorisation,
  movable,
  networkAccount,
  putLeg,
  usedSide,
  writeFollowUp,
} from './legs.ts'
import { ratesOf } from './settings.ts'
import { familiesOf } from './verdict.ts'

interface AmountInput extends AuthorisationRef {
  /** Amount in the merchant's currency, in minor units. */
  readonly amount: number
}

export interface OptionalAmountInput extends AuthorisationRef {
  /** Amount in the merchant's currency, in minor units; absent means the whole amount. */
  readonly amount?: number
}

/** An amount that the project's decision server may decide. */
export interface AskedAmountInput extends AmountInput {
  /** Forces an answer of the server. */
  readonly forced?: ForcedAnswer
}

/** Requests an increment of the hold. */
export const incrementAuthorisation = defineCommand<
  AskedAmountInput,
  AuthorisationResult | AwaitedDecision
>({
  prefetch: keysOfAuthorisation,
  decide({ authorisationId, amount, forced }, draft) {
    const authorisation = movable(draft, authorisationId, 'increment')
    return askOrHold(draft, authorisation, incrementBy(amount), forced)
  },
})

/** Like `incrementAuthorisation` in one step, without a decision server. */
export const increment = (draft: Draft, { authorisationId, amount }: AmountInput) =>
  holdMore(draft, movable(draft, authorisationId, 'increment'), incrementBy(amount))

const incrementBy = (amount: number): More => ({
  leg: 'increment',
  merchantAmount: toAmount(amount),
})

/** Replaces the hold with a final amount, such as the price of the fuel dispensed. */
export const adviseAuthorisation = defineCommand<
  AskedAmountInput,
  AuthorisationResult | AwaitedDecision
>({
  prefetch: keysOfAuthorisation,
  decide({ authorisationId, amount, forced }, draft) {
    const authorisation = movable(draft, authorisationId, 'advise')
    const more = missingFor(authorisation, amount)
    return more === undefined
      ? adviseLess(draft, authorisation, amount)
      : askOrHold(draft, authorisation, more, forced)
  },
})

/** Like `adviseAuthorisation` in one step, without a decision server. */
export function advise(draft: Draft, { authorisationId, amount }: AmountInput) {
  const authorisation = movable(draft, authorisationId, 'advise')
  const more = missingFor(authorisation, amount)
  return more === undefined
    ? adviseLess(draft, authorisation, amount)
    : holdMore(draft, authorisation, more)
}

/** The amount that an advice needs in addition to the hold; undefined if the hold is enough. */
function missingFor({ details }: Authorisation, amount: number): More | undefined {
  const { held } = details.merchantAmounts
  return amount > held ? { leg: 'advice', merchantAmount: toAmount(amount - held) } : undefined
}

const adviseLess = (draft: Draft, authorisation: Authorisation, amount: number) =>
  holdLess(
    draft,
    authorisation,
    'advice',
    toAmount(authorisation.details.merchantAmounts.held - amount),
  )

/** Releases all or part of the hold, or reverses a posted cash withdrawal or credit. */
export const reverseAuthorisation = defineCommand<OptionalAmountInput, AuthorisationResult>({
  prefetch: keysOfAuthorisation,
  decide: (input, draft) => reverse(draft, input),
})

export function reverse(draft: Draft, { authorisationId, amount }: OptionalAmountInput) {
  if (allows(existing(draft, authorisationId), 'reverse-posted'))
    return reversePosted(draft, movable(draft, authorisationId, 'reverse-posted'), amount)
  const authorisation = movable(draft, authorisationId, 'reverse')
  const { held } = authorisation.details.merchantAmounts
  if (amount !== undefined && amount > held) throw tooMuch('is more than the hold', held)
  return holdLess(draft, authorisation, 'reversal', toAmount(amount ?? held))
}

/** Ends the hold when it expires. */
export const expireAuthorisation = defineCommand<AuthorisationRef, AuthorisationResult>({
  prefetch: keysOfAuthorisation,
  decide: (input, draft) => expire(draft, input.authorisationId),
})

export function expire(draft: Draft, id: number): AuthorisationResult {
  const authorisation = movable(draft, id, 'expire')
  return holdLess(
    draft,
    authorisation,
    'expiry',
    toAmount(authorisation.details.merchantAmounts.held),
  )
}

/** An amount that is not part of the authorisation yet. */
export const tooMuch = (what: string, most: number): Fault =>
  new Fault('amount-invalid', `${what}: send at most ${most} (minor units).`, 'amount')

/** An amount in addition to the hold. */
interface More {
  readonly leg: IncreasingLeg
  readonly merchantAmount: Amount
}

/** The issuer's decision about it. */
interface MoreVerdict {
  /** Undefined without an exchange rate, which declines. */
  readonly conversion: Conversion | undefined
  readonly decline: Decline | undefined
  /** The real-time decision on which it waited. */
  readonly decisionId?: number
}

/** The issuer decides about the difference; a decline leaves the hold unchanged. */
const holdMore = (draft: Draft, authorisation: Authorisation, more: More) =>
  applyMore(draft, authorisation, more, verdictOnMore(draft, authorisation, more))

/** The project's server also decides, if there is one. */
function askOrHold(
  draft: Draft,
  authorisation: Authorisation,
  more: More,
  forced: ForcedAnswer | undefined,
): AuthorisationResult | AwaitedDecision {
  const verdict = verdictOnMore(draft, authorisation, more)
  const { conversion, decline } = verdict
  if (conversion === undefined || decline !== undefined || !isAskedFor(draft, forced))
    return applyMore(draft, authorisation, more, verdict)
  const held = conversion.cardholder
  const side = usedSide(draft, authorisation)
  return askAboutIncrement(draft, authorisation, side, { ...more, held, forced })
}

export function verdictOnMore(
  draft: Draft,
  authorisation: Authorisation,
  { merchantAmount }: More,
): MoreVerdict {
  const { currency, details } = authorisation
  const rates = ratesOf(draft.dataset.settings)
  const room = toAmount(Math.max(0, MAX_AMOUNT - authorisation.amount))
  const conversion = converted(merchantAmount, currency, rates)
  // Without a rate, only the merchant's amount counts.
  const roomOfCard = conversion === undefined ? MAX_AMOUNT : affordable(room, currency, rates)
  const most = Math.min(MAX_AMOUNT - details.merchantAmounts.amount, roomOfCard)
  if (merchantAmount > most) throw tooMuch('exceeds the largest authorisation', most)
  return {
    conversion,
    decline:
      conversion === undefined
        ? { code: 'rate-missing', side: 'source' }
        : declineOfMore(draft, authorisation, conversion),
  }
}

/** Adds to the hold, or records the decline. */
export function applyMore(
  draft: Draft,
  authorisation: Authorisation,
  { leg: kind, merchantAmount }: More,
  { conversion, decline, decisionId }: MoreVerdict,
): AuthorisationResult {
  const asked = decisionId === undefined ? {} : { decisionId }
  if (decline !== undefined || conversion === undefined)
    return declinedLeg(draft, authorisation, kind, {
      merchantAmount,
      conversion,
      decline,
      ...asked,
    })
  // Nothing declines after this point.
  const { merchantAmounts } = authorisation.details
  const amount = conversion.cardholder
  draft.put('account', placeHold(accountOf(draft, authorisation), amount))
  const entry = writeFollowUp(draft, authorisation, merchantAmount, {
    kind: 'purchase',
    amount,
    details: { pending: true },
  })
  const leg = {
    ...legOf(draft, entry.id, kind, merchantAmount),
    amount,
    ...conversionOf(conversion),
    ...asked,
  }
  return putLeg(draft, authorisation, leg, {
    amount: authorisation.amount + amount,
    held: authorisation.held + amount,
    merchantAmounts: {
      amount: merchantAmounts.amount + merchantAmount,
      held: merchantAmounts.held + merchantAmount,
    },
  })
}

/** The card and its number must still be valid; PIN and CVC were checked earlier. */
function declineOfMore(
  draft: Draft,
  authorisation: Authorisation,
  { cardholder }: Conversion,
): Decline | undefined {
  const side = usedSide(draft, authorisation)
  const status =
    expiryDecline(side.number, undefined, draft.now) ?? statusDecline(side.card, side.number)
  if (status !== undefined) return { code: status, side: 'source' }
  const source = sourceOf(side, undefined, draft)
  const families = familiesOf(authorisation.kind, authorisation.details.entryMode)
  return (
    fundsDecline(source, families, cardholder, draft.now) ??
    (canHold(source.account, cardholder) ? undefined : { code: 'account-full' })
  )
}

/** A leg that the issuer declined: it is recorded and changes nothing. */
export function declinedLeg(
  draft: Draft,
  authorisation: Authorisation,
  kind: LegKind,
  {
    merchantAmount,
    conversion,
    decline = { code: 'rate-missing', side: 'source' },
    decisionId,
  }: {
    merchantAmount: Amount
    conversion?: Conversion | undefined
    decline?: Decline | undefined
    decisionId?: number
  },
): AuthorisationResult {
  const entry = writeFollowUp(draft, authorisation, merchantAmount, {
    kind: kind === 'refundReversal' ? 'refund-reversal' : 'purchase',
    amount: conversion?.cardholder ?? toAmount(0),
    approved: false,
    details: { decline },
  })
  return putLeg(draft, authorisation, {
    ...legOf(draft, entry.id, kind, merchantAmount),
    amount: 0,
    ...(conversion && conversionOf(conversion)),
    decline,
    ...(decisionId !== undefined && { decisionId }),
  })
}

/** Releases a part of the hold in proportion to the merchant's amount. */
function holdLess(
  draft: Draft,
  authorisation: Authorisation,
  kind: LegKind,
  merchantAmount: Amount,
): AuthorisationResult {
  const { merchantAmounts } = authorisation.details
  const amount = toAmount(shareOf(authorisation.held, merchantAmount, merchantAmounts.held))
  const held = authorisation.held - amount
  const posted = authorisation.cleared + authorisation.suspense
  const status = statusOf(held, posted, kind === 'expiry' ? 'expired' : 'reversed')
  // Nothing declines after this point.
  draft.put('account', releaseHold(accountOf(draft, authorisation), amount))
  const entry = writeFollowUp(draft, authorisation, merchantAmount, { kind: 'reversal', amount })
  const leg = { ...legOf(draft, entry.id, kind, merchantAmount), amount }
  return putLeg(draft, authorisation, leg, {
    status,
    held,
    dueAt: held > 0 ? authorisation.dueAt : null,
    merchantAmounts: { held: held > 0 ? merchantAmounts.held - merchantAmount : 0 },
  })
}

/** Reverses cash that was not dispensed, or a credit, in full. */
function reversePosted(
  draft: Draft,
  authorisation: Authorisation,
  asked: number | undefined,
): AuthorisationResult {
  const { details, cleared, kind } = authorisation
  const merchantAmount = toAmount(details.merchantAmounts.cleared)
  if (asked !== undefined && asked !== merchantAmount)
    throw new Fault(
      'amount-invalid',
      `must be the full amount, ${merchantAmount} minor units, or be omitted.`,
      'amount',
    )
  const amount = toAmount(cleared)
  const account = accountOf(draft, authorisation)
  const network = networkAccount(draft)
  const [debit, credit] = kind === 'credit' ? [account, network] : [network, account]
  if (kind === 'credit') {
    const decline = coverDecline(available(account), amount)
    if (decline !== undefined)
      return declinedLeg(draft, authorisation, 'reversal', {
        merchantAmount,
        conversion: { cardholder: amount },
        decline,
      })
  }
  // Nothing declines after this point, unless the account is full.
  postBetween(draft, debit, credit, amount)
  const entryKind = kind === 'credit' ? 'credit-reversal' : 'cash-reversal'
  const posting = { kind: entryKind, amount, debit, credit } as const
  const entry = writeFollowUp(draft, authorisation, merchantAmount, posting)
  const leg = { ...legOf(draft, entry.id, 'reversal', merchantAmount), amount }
  return putLeg(draft, authorisation, leg, {
    status: 'reversed',
    cleared: 0,
    merchantAmounts: { cleared: 0 },
  })
}

/** The decline of a reversal that exceeds the account's funds. */
export const coverDecline = (balance: number, whole: Amount): Decline | undefined =>
  whole > balance
    ? { code: 'insufficient-funds', side: 'source', available: balance, whole }
    : undefined

/** The fields that every leg has, except its amount for the card. */
export const legOf = ({ now }: Draft, id: number, kind: LegKind, merchantAmount: number) => ({
  id,
  kind,
  at: now,
  merchantAmount,
})
