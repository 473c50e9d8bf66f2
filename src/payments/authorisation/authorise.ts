// Authorises a payment: the issuer's decision, the reason for a decline, and the hold or posting of
// an approval. An issued card has its own checks; any other card has the outcome of the payment.

import { type Decline, DECLINES } from '../../ledger/decline.ts'
import { isExpired, statusDecline } from '../../issuing/card.ts'
import { sourceOf } from '../../issuing/card-rows.ts'
import { useLimits } from '../../issuing/limits.ts'
import { expiryDecline, fundsDecline, type Source, sourceFacts } from '../../issuing/movement.ts'
import { yearMonth } from '../../kernel/calendar.ts'
import type { Draft } from '../../kernel/draft.ts'
import { type Account, canHold, canPost, placeHold } from '../../ledger/account.ts'
import { authorizationIdOf, type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'
import { type Amount, toAmount } from '../../ledger/money.ts'
import { type NewEntry, postBetween, systemAccountIn, writeEntry } from '../../ledger/postings.ts'
import type { AuthenticationLevel } from '../../three-d-secure/authentication.ts'
import { actionCodeOf, APPROVED_ACTION_CODE, CARD_UNKNOWN } from './action-code.ts'
import { outsideActionCode } from './outside-action-code.ts'
import {
  type CvcVerdict,
  isVerification,
  type Order,
  type Payment,
  type PendingPayment,
} from '../orders/order.ts'
import {
  issuedSide,
  merchantAccount,
  merchantDetails,
  PURCHASE_FAMILIES,
} from './payment-entries.ts'

/** The request to the issuer. */
interface AuthorisationRequest extends Pick<
  PendingPayment,
  'card' | 'cvc' | 'outcome' | 'ruleId' | 'isRuleUsedUp'
> {
  readonly level: AuthenticationLevel
  readonly isRecurring: boolean
}

/** The issuer's response with its journal entry. An unknown card has no entry. */
interface Authorisation {
  readonly actionCode: number
  readonly recorded?: RecordedPayment
}

type RecordedPayment = Pick<
  Payment,
  'rrn' | 'operationId' | 'utrnno' | 'approvalCode' | 'accountId'
>

/** The issuer's decision before it is applied, so that a decision server can decide first. */
export interface IssuerVerdict extends IssuerAnswer {
  /** An issued card. */
  readonly source: Source | undefined
  readonly payer: Account
  readonly merchant: Account
  /** 0 for a verification. */
  readonly amount: Amount
  /** The real-time decision on which the payment waited. */
  readonly decisionId?: number
}

/** Gets the decision of the card's issuer; undefined for a card without one. */
export function verdictOn(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
): IssuerVerdict | undefined {
  const { card } = request
  const source =
    card.kind === 'issued' ? sourceOf(issuedSide(draft, card), card.expiry, draft) : undefined
  const answer =
    source === undefined
      ? answerFromOutside(draft, request, order.amount)
      : answerOfIssued(source, request, order, draft.now)
  if (answer === undefined) return undefined
  const payer = source?.account ?? systemAccountIn(draft, 'network', order.currency)
  const amount = toAmount(isVerification(order) ? 0 : order.amount)
  const merchant = merchantAccount(draft, order)
  const isCovered = order.twoStage ? canHold(payer, amount) : canPost(payer, merchant, amount)
  const decided = answer.actionCode === APPROVED_ACTION_CODE && !isCovered ? ACCOUNT_FULL : answer
  return { ...decided, source, payer, merchant, amount }
}

/**
 * Applies the issuer's decision. An approval is held or posted immediately, except for a
 * verification.
 */
export function authorise(
  draft: Draft,
  order: Order,
  { level, isRecurring }: Pick<AuthorisationRequest, 'level' | 'isRecurring'>,
  verdict: IssuerVerdict | undefined,
): Authorisation {
  if (verdict === undefined) return { actionCode: CARD_UNKNOWN }
  const { actionCode, decline, source, payer, merchant, amount, decisionId } = verdict
  const pointOfService = posDataCode(level, isRecurring ? 'recurring' : 'payer')
  const details = {
    ...merchantDetails(draft),
    posDataCode: pointOfService,
    ...(decisionId !== undefined && { decisionId }),
  }
  const written = {
    kind: 'purchase',
    currency: order.currency,
    orderId: order.id,
    ...(source && { source }),
  } as const
  if (actionCode !== APPROVED_ACTION_CODE) {
    const reason = source && decline ? { decline } : { actionCode }
    const declined = {
      ...written,
      approved: false,
      amount: order.amount,
      details: { ...details, ...reason },
    }
    return { actionCode, recorded: recordedOf(explained(draft, source, declined)) }
  }
  // Nothing declines after this point.
  let entry: NewEntry = { ...written, amount, details }
  if (amount > 0 && source !== undefined)
    draft.put('cardUsage', {
      cardId: source.card.id,
      usage: useLimits(source.usage, PURCHASE_FAMILIES, amount),
    })
  if (amount > 0 && order.twoStage) {
    draft.put('account', placeHold(payer, amount))
    entry = { ...entry, details: { ...details, pending: true } }
  } else if (amount > 0) {
    postBetween(draft, payer, merchant, amount)
    entry = { ...entry, debit: payer, credit: merchant }
  }
  return { actionCode, recorded: recordedOf(explained(draft, source, entry), payer) }
}

/** Writes the entry and records the balance and limits before it. */
function explained(draft: Draft, source: Source | undefined, written: NewEntry): JournalEntry {
  const entry = writeEntry(draft, written)
  draft.decision = {
    ...draft.decision,
    entryId: entry.id,
    ...(source && sourceFacts(source, PURCHASE_FAMILIES)),
  }
  return entry
}

const recordedOf = (entry: JournalEntry, payer?: Account): RecordedPayment => ({
  rrn: rrnOf(entry),
  operationId: entry.id,
  utrnno: entry.utrnno,
  ...(payer !== undefined && { approvalCode: authorizationIdOf(entry), accountId: payer.id }),
})

interface IssuerAnswer {
  readonly actionCode: number
  readonly decline?: Decline
}

const ACCOUNT_FULL: IssuerAnswer = {
  actionCode: DECLINES['account-full'].actionCode,
  decline: { code: 'account-full' },
}

/** The decision of an external issuer about a debit; undefined for a card without an issuer. */
export function answerFromOutside(
  { now }: Draft,
  { card, cvc, outcome }: Pick<AuthorisationRequest, 'card' | 'cvc' | 'outcome'>,
  debited: number,
): IssuerAnswer | undefined {
  if (outcome === undefined) return undefined
  if (isExpired(card.expiry, yearMonth(now))) return { actionCode: DECLINES.expired.actionCode }
  return {
    actionCode: outsideActionCode(outcome, { amount: debited, isCvcWrong: cvc === 'wrong' }),
  }
}

/** The reason why an issued card is declined: a rule for the card, its status, funds or limits. */
function answerOfIssued(
  source: Source,
  { outcome, cvc, ruleId, isRuleUsedUp }: AuthorisationRequest,
  { amount, currency }: Order,
  now: number,
): IssuerAnswer {
  const ruled = outcome && outsideActionCode(outcome, { amount, isCvcWrong: false })
  const decline: Decline | undefined =
    ruled === undefined || ruled === APPROVED_ACTION_CODE
      ? purchaseDecline(source, { amount: toAmount(amount), currency, cvc }, now)
      : {
          code: 'by-rule',
          side: 'source',
          actionCode: ruled,
          ...(ruleId !== undefined && { ruleId }),
          ...(isRuleUsedUp && { isRuleUsedUp }),
          ...(outcome?.responseCode !== undefined && { responseCode: outcome.responseCode }),
        }
  return decline === undefined
    ? { actionCode: APPROVED_ACTION_CODE }
    : { actionCode: actionCodeOf(decline), decline }
}

/** The purchase as the payer and the merchant sent it. */
interface Purchase {
  readonly amount: Amount
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly cvc: CvcVerdict
}

/** The reason to decline a purchase, or undefined to approve it. */
export const purchaseDecline = (
  source: Source,
  purchase: Purchase,
  now: number,
): Decline | undefined =>
  cardDecline(source, purchase, now) ??
  fundsDecline(source, PURCHASE_FAMILIES, purchase.amount, now)

/** The reason why a card can neither pay nor be credited, regardless of its balance. */
export function cardDecline(
  source: Source,
  { currency, cvc }: Pick<Purchase, 'currency' | 'cvc'>,
  now: number,
): Decline | undefined {
  if (currency !== source.account.currency) return { code: 'currency', side: 'source' }
  const expiry = expiryDecline(source.number, source.sentExpiry, now)
  if (expiry !== undefined) return { code: expiry, side: 'source' }
  if (cvc === 'wrong') return { code: 'wrong-cvc', side: 'source' }
  const status = statusDecline(source.card, source.number)
  return status === undefined ? undefined : { code: status, side: 'source' }
}

const INPUT_MODE = { full: 'S', attempt: 'T', none: 'U' } as const satisfies Record<
  AuthenticationLevel,
  string
>
const PRESENCE_DIGIT = { payer: '5', recurring: '4' } as const

/**
 * ISO 8583 point-of-service data code of an internet purchase: no terminal, e-commerce or recurring
 * payer, card absent, kind of e-commerce by its 3-D Secure level.
 */
export const posDataCode = (
  level: AuthenticationLevel,
  presence: keyof typeof PRESENCE_DIGIT,
): string => `1000${PRESENCE_DIGIT[presence]}0${INPUT_MODE[level]}00130`
