// Authorising a payment: what the issuer says, why it declines, and the hold or the posting when it approves. The same for a card of the
// project, which is judged by its own rules, and for a test card, which is judged by its table.

import { DECLINES } from '../../ledger/decline.ts'
import { isExpired, statusDecline } from '../../issuing/card.ts'
import { sourceOf } from '../../issuing/card-rows.ts'
import { useLimits } from '../../issuing/limits.ts'
import { expiryDecline, fundsDecline, type Source } from '../../issuing/movement.ts'
import { yearMonth } from '../../kernel/calendar.ts'
import type { Draft } from '../../kernel/draft.ts'
import { type Account, canHold, canPost, placeHold } from '../../ledger/account.ts'
import type { Decline } from '../../ledger/decline.ts'
import type { EntryDetails, JournalEntry } from '../../ledger/journal-entry.ts'
import { type Amount, toAmount } from '../../ledger/money.ts'
import { postBetween, systemAccountIn, writeEntry } from '../../ledger/postings.ts'
import type { AuthenticationLevel } from '../../three-d-secure/authentication.ts'
import { actionCodeOf, APPROVED_ACTION_CODE, CARD_UNKNOWN } from './action-code.ts'
import { type CardOutcome, cardOutcomeOf, outsideActionCode } from '../methods/card-outcome.ts'
import { type CvcVerdict, isVerification, type Order } from '../orders/order.ts'
import type { PaymentCard } from '../methods/payment-card.ts'
import {
  issuedSide,
  merchantAccount,
  merchantDetails,
  PURCHASE_FAMILIES,
} from './payment-entries.ts'
import { ruledOutcome } from '../methods/payment-method.ts'

/** What the issuer is asked. */
interface AuthorisationRequest {
  readonly card: PaymentCard
  readonly cvc: CvcVerdict
  readonly level: AuthenticationLevel
  readonly isRecurring: boolean
  /** What a counted rule says of it. */
  readonly ruled?: CardOutcome
}

/** What the issuer answers; `entry` where the answer is in the journal. */
export interface Authorisation {
  readonly actionCode: number
  readonly entry?: JournalEntry
  readonly accountId?: number
}

/** Asks the issuer of the card. An approved payment is held or posted at once; a verification moves nothing. */
export function authorise(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
): Authorisation {
  if (request.card.kind === 'issued') return authoriseIssued(draft, order, request)
  const actionCode = answerFromOutside(draft, order, request, order.amount)
  if (actionCode === undefined) return { actionCode: CARD_UNKNOWN }
  const declinedWith = (code: number): Authorisation => ({
    actionCode: code,
    entry: declined(draft, order, request, { details: { actionCode: code } }),
  })
  if (actionCode !== APPROVED_ACTION_CODE) return declinedWith(actionCode)
  const payer = systemAccountIn(draft, 'network', order.currency)
  if (!canCharge(draft, order, payer)) return declinedWith(DECLINES['account-full'].actionCode)
  return { actionCode, ...charge(draft, order, request, payer) }
}

/** What the issuer of a card from outside says to `debited` leaving it; undefined for a card that has no issuer to ask. */
export function answerFromOutside(
  draft: Draft,
  order: Order,
  { card, cvc, ruled }: Pick<AuthorisationRequest, 'card' | 'cvc' | 'ruled'>,
  debited: number,
): number | undefined {
  const outcome = ruled ?? cardOutcomeOf(card, draft.dataset.settings.outcomeRules, order)
  if (outcome === undefined) return undefined
  if (isExpired(card.expiry, yearMonth(draft.now))) return DECLINES.expired.actionCode
  return outsideActionCode(outcome, { amount: debited, isCvcWrong: cvc === 'wrong' })
}

function authoriseIssued(draft: Draft, order: Order, request: AuthorisationRequest): Authorisation {
  const source = sourceOf(issuedSide(draft, request.card), request.card.expiry, draft)
  const purchase = { amount: toAmount(order.amount), currency: order.currency, cvc: request.cvc }
  const decline =
    declineByRule(draft, order, request) ??
    purchaseDecline(source, purchase, draft.now) ??
    (canCharge(draft, order, source.account) ? undefined : ACCOUNT_FULL)
  if (decline === undefined) {
    if (!isVerification(order))
      draft.put('cardUsage', {
        cardId: source.card.id,
        usage: useLimits(source.usage, PURCHASE_FAMILIES, order.amount),
      })
    return {
      actionCode: APPROVED_ACTION_CODE,
      ...charge(draft, order, request, source.account, source),
    }
  }
  const entry = declined(draft, order, request, { source, details: { decline } })
  return { actionCode: actionCodeOf(decline), entry }
}

/** What a rule for this very card says before the card itself is asked. */
function declineByRule(
  draft: Draft,
  order: Order,
  { card, ruled }: AuthorisationRequest,
): Decline | undefined {
  const outcome = ruledOutcome(draft, order, { card, ...(ruled && { ruled }) })
  if (outcome === undefined) return undefined
  const actionCode = outsideActionCode(outcome, { amount: order.amount, isCvcWrong: false })
  return actionCode === APPROVED_ACTION_CODE
    ? undefined
    : { code: 'by-rule', side: 'source', actionCode }
}

/** Records that the issuer declined, with the reason, and the source of a card issued here. */
function declined(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
  { source, details }: { readonly source?: Source; readonly details: EntryDetails },
): JournalEntry {
  return writeEntry(draft, {
    kind: 'purchase',
    approved: false,
    amount: order.amount,
    currency: order.currency,
    ...(source && { source }),
    details: { ...detailsOf(draft, request), ...details },
    orderId: order.id,
  })
}

const ACCOUNT_FULL: Decline = { code: 'account-full' }

/** A verification moves nothing. */
const chargedAmount = (order: Order): Amount => toAmount(isVerification(order) ? 0 : order.amount)

/** Whether the accounts can still be counted with the payment in them: a hold on the payer's, or a posting to the merchant's. */
function canCharge(draft: Draft, order: Order, payer: Account): boolean {
  const amount = chargedAmount(order)
  return order.twoStage
    ? canHold(payer, amount)
    : canPost(payer, merchantAccount(draft, order), amount)
}

/** From here on the payment must succeed: a hold, a posting, or for a verification neither. */
function charge(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
  payer: Account,
  source?: Source,
): { entry: JournalEntry; accountId: number } {
  const amount = chargedAmount(order)
  const details = detailsOf(draft, request)
  const written = {
    kind: 'purchase',
    amount,
    currency: order.currency,
    orderId: order.id,
    ...(source && { source }),
  } as const
  if (amount === 0)
    return { entry: writeEntry(draft, { ...written, details }), accountId: payer.id }
  if (order.twoStage) {
    draft.put('account', placeHold(payer, amount))
    const entry = writeEntry(draft, { ...written, details: { ...details, pending: true } })
    return { entry, accountId: payer.id }
  }
  const merchant = merchantAccount(draft, order)
  postBetween(draft, payer, merchant, amount)
  const entry = writeEntry(draft, { ...written, debit: payer, credit: merchant, details })
  return { entry, accountId: payer.id }
}

const detailsOf = (draft: Draft, { level, isRecurring }: AuthorisationRequest): EntryDetails => ({
  ...merchantDetails(draft),
  posDataCode: posDataCode(level, isRecurring ? 'recurring' : 'payer'),
})

/** What the payer claims, and what the merchant asks for. */
interface Purchase {
  readonly amount: Amount
  /** ISO 4217 numeric code. */
  readonly currency: number
  readonly cvc: CvcVerdict
}

/** Why a purchase is declined; undefined when it must succeed. */
export const purchaseDecline = (
  source: Source,
  purchase: Purchase,
  now: number,
): Decline | undefined =>
  cardDecline(source, purchase, now) ??
  fundsDecline(source, PURCHASE_FAMILIES, purchase.amount, now)

/** Why a card is not good for a payment, or for money that comes to it, whatever its account holds. */
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
 * ISO 8583 point-of-service data code of an internet purchase: no terminal, payer by e-commerce or recurring, card absent, kind of
 * e-commerce by its 3-D Secure level.
 */
export const posDataCode = (
  level: AuthenticationLevel,
  presence: keyof typeof PRESENCE_DIGIT,
): string => `1000${PRESENCE_DIGIT[presence]}0${INPUT_MODE[level]}00130`
