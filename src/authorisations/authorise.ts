// Authorises the use of an issued card at a merchant outside the sandbox: gets the issuer's verdict
// and applies it. An enquiry changes nothing; cash and credits are posted immediately; anything
// else is held until it is cleared, reversed or expires.

import { existingCard } from '../issuing/card-result.ts'
import { sourceOf } from '../issuing/card-rows.ts'
import { type Side, type Source, sourceFacts } from '../issuing/movement.ts'
import { defineCommand } from '../kernel/command.ts'
import type { Draft } from '../kernel/draft.ts'
import { type Account, placeHold } from '../ledger/account.ts'
import type { Decline } from '../ledger/decline.ts'
import type { EntryKind } from '../ledger/journal-entry.ts'
import { type Amount, toAmount, ZERO } from '../ledger/money.ts'
import { postBetween } from '../ledger/postings.ts'
import { isAskedFor } from '../real-time/ask-programme.ts'
import type { AwaitedDecision } from '../real-time/awaited-decision.ts'
import { askAboutUse, isAskable } from './ask-about-use.ts'
import { countRules } from '../payments/methods/decide-outcome.ts'
import { ruleUse } from '../payments/methods/outcome-rules.ts'
import { declineByRule } from '../payments/methods/rule-movement.ts'
import type { AskedKind, Authorisation, AuthorisationStatus, Leg } from './authorisation.ts'
import {
  type AuthorisationResult,
  conversionOf,
  type LegEntry,
  keysOfUse,
  networkAccount,
  resultOf,
  writeLegEntry,
} from './legs.ts'
import { holdLifeMs, posDataCodeOf } from './point-of-service.ts'
import { ratesOf } from './settings.ts'
import {
  type AuthoriseInput,
  familiesOf,
  isPostedAtOnce,
  isQuestion,
  type Verdict,
  verdictOf,
} from './verdict.ts'

/**
 * Gets the issuer's decision, and the decision of the project's server if it has one, and applies
 * it.
 */
export const authoriseCard = defineCommand<AuthoriseInput, AuthorisationResult | AwaitedDecision>({
  prefetch: keysOfUse,
  decide(input, draft) {
    const side = presentedSide(draft, input)
    const verdict = verdictFor(draft, input, side)
    return isAskedFor(draft, input.forced) && isAskable(input, verdict)
      ? askAboutUse(draft, input, side, verdict)
      : applyVerdict(draft, input, side, verdict)
  },
})

/** The decision and its effects in one step, without a decision server. */
export function authorise(draft: Draft, input: AuthoriseInput): AuthorisationResult {
  const side = presentedSide(draft, input)
  return applyVerdict(draft, input, side, verdictFor(draft, input, side))
}

/** The card with the number that the payer presented. */
export const presentedSide = (
  draft: Draft,
  { cardId, numberId }: Pick<AuthoriseInput, 'cardId' | 'numberId'>,
): Side => ({
  card: existingCard(cardId, draft),
  number: draft.getOrThrow('cardNumber', 'id', numberId),
})

/** The issuer's decision without its effects, except that the matching rule is counted. */
const verdictFor = (draft: Draft, input: AuthoriseInput, side: Side): Verdict =>
  judged(
    draft,
    input,
    side,
    input.decline === undefined ? ruledDecline(draft, side, input) : undefined,
  )

/**
 * The decision about the card in its current state. PIN and rules were checked before and are not
 * stored.
 */
export const verdictAgain = (draft: Draft, input: AuthoriseInput, side: Side): Verdict =>
  judged(draft, { ...input, pin: null }, side, undefined)

function judged(
  draft: Draft,
  input: AuthoriseInput,
  side: Side,
  ruled: Decline | undefined,
): Verdict {
  const source = sourceOf(side, input.expiry, draft)
  draft.decision = sourceFacts(source, familiesOf(input.kind, input.entryMode))
  return verdictOf(
    { ...input, amount: toAmount(input.amount) },
    {
      source,
      network: networkAccount(draft),
      rates: ratesOf(draft.dataset.settings),
      ruled,
      now: draft.now,
    },
  )
}

/** An outcome rule for simulations, or one whose conditions select the card, can decline. */
function ruledDecline(
  draft: Draft,
  { card, number }: Side,
  { merchant, amount, currency }: AuthoriseInput,
): Decline | undefined {
  const { outcomeRules } = draft.dataset.settings
  if (outcomeRules.length === 0) return undefined
  const { merchantName: name, merchantId: id, mcc } = merchant
  const use = ruleUse(outcomeRules, {
    api: 'simulation',
    operation: RULED_OPERATION,
    at: draft.now,
    merchant: { name, id, mcc },
    order: { amount, currency },
    card: { kind: 'issued', mask: number.mask, cardId: card.id },
  })
  if (use.rule !== undefined || use.seenBy.length > 0) countRules(draft, use)
  return use.rule && declineByRule(use.rule, { side: 'source', amount })
}

/** The operation that rules name, even if a scenario or the portal starts the authorisation. */
const RULED_OPERATION = 'simulateAuthorisation'

const ENTRY_KIND = {
  purchase: 'purchase',
  preauthorisation: 'purchase',
  verification: 'purchase',
  cash: 'cash-withdrawal',
  credit: 'credit',
  balanceInquiry: 'balance-inquiry',
} as const satisfies Record<AskedKind, EntryKind>

/**
 * Applies a verdict: counts the PIN and the limits, posts or holds the money, and writes the rows.
 */
export function applyVerdict(
  draft: Draft,
  input: AuthoriseInput,
  side: Side,
  verdict: Verdict,
): AuthorisationResult {
  countPin(draft, side, verdict)
  const { conversion, decline, merchantAmount, decisionId } = verdict
  const amount = conversion.cardholder
  const { entry, ...effect } = effectOf(draft, input, side, verdict)
  const authorisationId = draft.dataset.nextId
  const posDataCode = posDataCodeOf(input.entryMode, input.pin !== null)
  const { merchant, currency } = input
  const written = writeLegEntry(
    draft,
    { side, merchant, authorisationId },
    { currency, merchantAmount },
    { ...entry, details: { posDataCode, ...entry.details } },
  )
  const leg: Leg = {
    id: written.id,
    kind: 'authorisation',
    at: draft.now,
    merchantAmount,
    amount: decline === undefined ? amount : 0,
    held: effect.held,
    ...conversionOf(conversion),
    ...(decline && { decline }),
    ...(decisionId !== undefined && { decisionId }),
  }
  if (isPartial(input, verdict))
    draft.decision = { ...draft.decision, askedForMore: [input.amount, currency] }
  const held = effect.held > 0 ? merchantAmount : 0
  const cleared = effect.cleared > 0 ? merchantAmount : 0
  const authorisation: Authorisation = {
    id: written.id,
    cardId: side.card.id,
    numberId: side.number.id,
    accountId: side.card.accountId,
    kind: input.kind,
    currency,
    mcc: merchant.mcc,
    amount,
    ...effect,
    suspense: 0,
    refunded: 0,
    createdAt: draft.now,
    details: {
      merchant,
      entryMode: input.entryMode,
      utrnno: written.utrnno,
      merchantAmounts: { amount: merchantAmount, held, cleared, refunded: 0 },
      ...(isPartial(input, verdict) && { askedAmount: input.amount }),
    },
    legs: [leg],
  }
  return resultOf(draft, authorisation, leg)
}

/** Whether the issuer approved less than the merchant requested. */
const isPartial = ({ kind, amount }: AuthoriseInput, { decline, merchantAmount }: Verdict) =>
  decline === undefined && !isQuestion(kind) && merchantAmount < amount

/** The effect of a verdict on the account, and its journal entry. */
interface Effect {
  readonly status: AuthorisationStatus
  readonly held: Amount
  readonly cleared: Amount
  readonly dueAt: number | null
  readonly entry: LegEntry
}

function effectOf(
  draft: Draft,
  { kind, merchant, holdMs }: AuthoriseInput,
  { card }: Side,
  { decline, conversion }: Verdict,
): Effect {
  const amount = conversion.cardholder
  const entry = { kind: ENTRY_KIND[kind], amount }
  const nothing = { held: ZERO, cleared: ZERO, dueAt: null }
  if (decline !== undefined)
    return {
      ...nothing,
      status: 'declined',
      entry: { ...entry, approved: false, details: { decline } },
    }
  // Nothing declines after this point.
  if (amount === 0) return { ...nothing, status: 'cleared', entry }
  const account: Account = draft.getOrThrow('account', 'id', card.accountId)
  if (isPostedAtOnce(kind)) {
    const network = networkAccount(draft)
    const [debit, credit] = kind === 'credit' ? [network, account] : [account, network]
    postBetween(draft, debit, credit, amount)
    const posted = { ...entry, debit, credit }
    return { ...nothing, status: 'cleared', cleared: amount, entry: posted }
  }
  draft.put('account', placeHold(account, amount))
  const life = holdMs ?? holdLifeMs(kind === 'purchase' ? kind : 'preauthorisation', merchant.mcc)
  return {
    status: 'pending',
    held: amount,
    cleared: ZERO,
    dueAt: draft.now + life,
    entry: { ...entry, details: { pending: true } },
  }
}

/** A wrong PIN is counted; a correct one resets the counter. */
function countPin(draft: Draft, { card }: Pick<Source, 'card'>, { pin }: Verdict): void {
  if (pin === 'wrong') draft.put('card', { ...card, pinDenials: card.pinDenials + 1 })
  else if (pin === 'right' && card.pinDenials > 0) draft.put('card', { ...card, pinDenials: 0 })
}
