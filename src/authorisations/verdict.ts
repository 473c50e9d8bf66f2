// The issuer's decision about an authorisation. It is a pure function, separate from its effects,
// so that it can be made before another party decides and applied afterwards.

import type { LimitFamily } from '../issuing/limits.ts'
import { fundsDecline, type Source } from '../issuing/movement.ts'
import { available, canHold, canPost, type Account } from '../ledger/account.ts'
import type { Decline, DeclineCode } from '../ledger/decline.ts'
import { type Amount, MAX_AMOUNT, toAmount, ZERO } from '../ledger/money.ts'
import { cardDecline } from '../payments/authorisation/authorise.ts'
import type { CvcVerdict } from '../payments/orders/order.ts'
import { equalInConstantTime } from '../projects/vault.ts'
import type { ForcedAnswer } from '../real-time/real-time-decision.ts'
import type { AskedKind, EntryMode, Merchant } from './authorisation.ts'
import {
  affordable,
  type Conversion,
  converted,
  type ExchangeRates,
} from './currency-conversion.ts'

/** Consecutive wrong PINs after which every PIN is declined. */
const PIN_TRIES_MAX = 3

/**
 * The PIN that was entered; null without one. `hash` is computed with the salt of the card's PIN.
 */
type EnteredPin = { readonly hash: string | null } | null

/** The merchant's request to the issuer. */
interface AuthorisationRequest {
  readonly kind: AskedKind
  /** Amount in the merchant's currency, in minor units. */
  readonly amount: Amount
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly entryMode: EntryMode
  readonly cvc: CvcVerdict
  readonly pin: EnteredPin
  /** True if the terminal accepts less than it requested. */
  readonly partialApproval: boolean
  /** Declines with this reason, regardless of the card's state. */
  readonly decline?: DeclineCode
}

/** The use of a card at a merchant. */
export interface AuthoriseInput extends Omit<AuthorisationRequest, 'amount'> {
  readonly cardId: number
  /** The card number that was presented. A replaced number is declined. */
  readonly numberId: number
  readonly amount: number
  /** YYYYMM, if sent. */
  readonly expiry?: number
  readonly merchant: Merchant
  /** The duration of the hold; by default the usual duration for the merchant's category. */
  readonly holdMs?: number
  /** Forces an answer of the decision server. */
  readonly forced?: ForcedAnswer
}

/** The result of the PIN check; `none` if it was not checked. */
type PinVerdict = 'right' | 'wrong' | 'none'

/** The decision with the amounts to hold or post. */
export interface Verdict {
  readonly decline?: Decline
  /** The approved amount in the merchant's currency; the requested amount if it was declined. */
  readonly merchantAmount: Amount
  readonly conversion: Conversion
  readonly pin: PinVerdict
  /** The real-time decision on which it waited. */
  readonly decisionId?: number
}

/** The card and its context at the time of the decision. */
interface Situation {
  readonly source: Source
  /** The account at the other end of the posting. */
  readonly network: Account
  readonly rates: ExchangeRates
  /** An outcome rule of the project that declines the card. */
  readonly ruled?: Decline | undefined
  readonly now: number
}

/** Kinds that only query the card and hold nothing. */
const QUESTIONS: readonly AskedKind[] = ['verification', 'balanceInquiry']
export const isQuestion = (kind: AskedKind): boolean => QUESTIONS.includes(kind)

/** Kinds that are posted immediately, without a hold. */
export const isPostedAtOnce = (kind: AskedKind): boolean => kind === 'cash' || kind === 'credit'

/** Payments without the card at a terminal, which also use the online limits. */
const REMOTE_MODES: readonly EntryMode[] = ['ecommerce', 'moto', 'recurring', 'credentialOnFile']
const AT_TERMINAL = ['spending'] as const satisfies LimitFamily[]
const REMOTE = ['spending', 'ecommerce'] as const satisfies LimitFamily[]
const CASH = ['cash'] as const satisfies LimitFamily[]

/** The limits that a payment of this kind uses. */
export function familiesOf(kind: string, entryMode: EntryMode): readonly LimitFamily[] {
  if (kind === 'cash') return CASH
  return REMOTE_MODES.includes(entryMode) ? REMOTE : AT_TERMINAL
}

/** Decides an authorisation. The first applicable reason in this order declines it. */
export function verdictOf(request: AuthorisationRequest, situation: Situation): Verdict {
  const { source, rates, ruled, now } = situation
  const asked = isQuestion(request.kind) ? ZERO : request.amount
  const conversion = converted(asked, request.currency, rates)
  const known = { merchantAmount: asked, conversion: conversion ?? { cardholder: ZERO } }
  const declined = (code: DeclineCode, pin: PinVerdict = 'none'): Verdict => ({
    ...known,
    decline: { code, side: 'source' },
    pin,
  })
  if (request.decline !== undefined) return declined(request.decline)
  if (ruled !== undefined) return { ...known, decline: ruled, pin: 'none' }
  if (conversion === undefined) return declined('rate-missing')
  const { cvc } = request
  const refused = cardDecline(source, { currency: source.account.currency, cvc }, now)
  if (refused !== undefined) return { ...known, decline: refused, pin: 'none' }
  const pin = pinVerdict(source, request.pin)
  if (pin === 'exhausted') return declined('pin-tries-exceeded')
  if (pin === 'wrong') {
    const hasNoPin = source.card.pinHash === null || undefined
    const decline: Decline = { code: 'wrong-pin', side: 'source', ...(hasNoPin && { hasNoPin }) }
    return { ...known, decline, pin }
  }
  return { ...fundsVerdict(request, situation, conversion), pin }
}

function pinVerdict({ card }: Source, pin: EnteredPin): PinVerdict | 'exhausted' {
  if (pin === null) return 'none'
  if (card.pinDenials >= PIN_TRIES_MAX) return 'exhausted'
  const { pinHash } = card
  const isRight = pin.hash !== null && pinHash !== null && equalInConstantTime(pin.hash, pinHash)
  return isRight ? 'right' : 'wrong'
}

/** Checks funds and limits, and reduces the amount for a terminal that accepts less. */
function fundsVerdict(
  { kind, amount, currency, entryMode, partialApproval }: AuthorisationRequest,
  { source, network, rates, now }: Situation,
  conversion: Conversion,
): Omit<Verdict, 'pin'> {
  if (isQuestion(kind)) return { merchantAmount: ZERO, conversion }
  const whole = { merchantAmount: amount, conversion }
  const { account } = source
  const { cardholder } = conversion
  if (kind === 'credit')
    return canPost(network, account, cardholder)
      ? whole
      : { ...whole, decline: { code: 'account-full' } }
  const families = familiesOf(kind, entryMode)
  const decline = fundsDecline(source, families, cardholder, now)
  if (decline === undefined)
    return canHold(account, cardholder) && canPost(account, network, cardholder)
      ? whole
      : { ...whole, decline: { code: 'account-full' } }
  if (decline.code !== 'insufficient-funds' || !partialApproval) return { ...whole, decline }
  const funds = toAmount(Math.min(available(account), MAX_AMOUNT))
  const partAmount = affordable(funds, currency, rates)
  const part = partAmount > 0 ? converted(partAmount, currency, rates) : undefined
  if (part === undefined) return { ...whole, decline }
  const refused = fundsDecline(source, families, part.cardholder, now)
  return refused === undefined
    ? { merchantAmount: partAmount, conversion: part }
    : { ...whole, decline: refused }
}
