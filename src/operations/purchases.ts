// The books of a payment: authorised, held, captured, given back and refunded, the same for a card of the project and for a test
// card. The first pays from its account; the second from the account of the network, which stands for every other issuer.

import type { AuthenticationLevel } from '../domain/authentication.ts'
import { APPROVED, CARD_UNKNOWN, ISSUER_ACTION_CODE } from '../domain/action-code.ts'
import { yearMonth } from '../domain/calendar.ts'
import { isExpired } from '../domain/card.ts'
import type { Decline } from '../domain/decline.ts'
import { type Account, placeHold, releaseHold, systemAccountId } from '../domain/ledger.ts'
import { giveBack, usageAt, useLimits } from '../domain/limits.ts'
import { type Amount, toAmount } from '../domain/money.ts'
import type { Operation, OperationDetails } from '../domain/operation.ts'
import { type CvcVerdict, isVerification, type Order, type Payment } from '../domain/order.ts'
import { cardOutcomeOf, outsideActionCode } from '../domain/outcome.ts'
import type { PaymentCard } from '../domain/payment-card.ts'
import { posDataCode, PURCHASE_FAMILIES, purchaseDecline } from '../domain/purchase.ts'
import type { Side, Source } from '../domain/transfer.ts'
import { postBetween, systemAccountIn, writeOperation } from './books.ts'
import { sourceOf } from './card-rows.ts'
import type { Draft } from './draft.ts'

/** What the issuer is asked. */
interface AuthorisationRequest {
  readonly card: PaymentCard
  readonly cvc: CvcVerdict
  readonly level: AuthenticationLevel
  readonly isRecurring: boolean
}

/** What the issuer answers; `operation` where the answer is in the books. */
export interface Authorisation {
  readonly actionCode: number
  readonly operation?: Operation
  readonly accountId?: number
}

/** Asks the issuer of the card. An approved payment is held or posted at once; a verification moves nothing. */
export function authorise(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
): Authorisation {
  if (request.card.kind === 'issued') return authoriseIssued(draft, order, request)
  const actionCode = answerFromOutside(draft, order, request)
  if (actionCode === undefined) return { actionCode: CARD_UNKNOWN }
  if (actionCode !== APPROVED) return { actionCode, operation: declined(draft, order, request) }
  const payer = systemAccountIn(draft, 'network', order.currency)
  return { actionCode, ...charge(draft, order, request, payer) }
}

/** Undefined for a card that has no issuer to ask. */
function answerFromOutside(
  draft: Draft,
  order: Order,
  { card, cvc }: AuthorisationRequest,
): number | undefined {
  const outcome = cardOutcomeOf(card, draft.space.settings.outcomeRules, order)
  if (outcome === undefined) return undefined
  if (isExpired(card.expiry, yearMonth(draft.now))) return ISSUER_ACTION_CODE.expired
  return outsideActionCode(outcome, { amount: order.amount, isCvcWrong: cvc === 'wrong' })
}

function authoriseIssued(draft: Draft, order: Order, request: AuthorisationRequest): Authorisation {
  const source = sourceOf(issuedSide(draft, request.card), request.card.expiry, draft)
  const purchase = { amount: toAmount(order.amount), currency: order.currency, cvc: request.cvc }
  const decline = purchaseDecline(source, purchase, draft.now)
  if (decline === undefined) {
    if (!isVerification(order))
      draft.put('cardUsage', {
        cardId: source.card.id,
        usage: useLimits(source.usage, PURCHASE_FAMILIES, order.amount),
      })
    return { actionCode: APPROVED, ...charge(draft, order, request, source.account, source) }
  }
  const operation = declined(draft, order, request, { source, decline })
  return { actionCode: ISSUER_ACTION_CODE[decline.code], operation }
}

/** Writes down that the issuer said no; for a card of the project also from where, and why. */
function declined(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
  issued?: { readonly source: Source; readonly decline: Decline },
): Operation {
  return writeOperation(draft, {
    kind: 'purchase',
    approved: false,
    amount: order.amount,
    currency: order.currency,
    ...(issued && { source: issued.source }),
    details: { ...detailsOf(draft, order, request), ...(issued && { decline: issued.decline }) },
  })
}

/** From here on the payment must succeed: a hold, a posting, or for a verification neither. */
function charge(
  draft: Draft,
  order: Order,
  request: AuthorisationRequest,
  payer: Account,
  source?: Source,
): { operation: Operation; accountId: number } {
  const amount = toAmount(isVerification(order) ? 0 : order.amount)
  const details = detailsOf(draft, order, request)
  const written = {
    kind: 'purchase',
    amount,
    currency: order.currency,
    ...(source && { source }),
  } as const
  if (amount === 0)
    return { operation: writeOperation(draft, { ...written, details }), accountId: payer.id }
  if (order.twoStage) {
    draft.put('account', placeHold(payer, amount))
    const operation = writeOperation(draft, { ...written, details: { ...details, pending: true } })
    return { operation, accountId: payer.id }
  }
  const merchant = merchantOf(draft, order)
  postBetween(draft, payer, merchant, amount)
  const operation = writeOperation(draft, { ...written, debit: payer, credit: merchant, details })
  return { operation, accountId: payer.id }
}

/** Captures a hold: `amount` goes to the store, the rest of the hold and of the limits goes back. */
export function capture(draft: Draft, order: Order, amount: Amount): void {
  const held = toAmount(order.approvedAmount)
  const payer = releaseHold(payerOf(draft, order), held)
  const merchant = merchantOf(draft, order)
  postBetween(draft, payer, merchant, amount)
  returnLimits(draft, order, toAmount(held - amount))
  writeLeg(draft, order, 'completion', amount, { debit: payer, credit: merchant })
}

/** Gives a whole hold back. */
export function release(draft: Draft, order: Order): void {
  const held = toAmount(order.approvedAmount)
  draft.put('account', releaseHold(payerOf(draft, order), held))
  returnLimits(draft, order, held)
  writeLeg(draft, order, 'reversal', held, {})
}

/** Returns captured money to the payer. */
export function giveRefund(draft: Draft, order: Order, amount: Amount): Operation {
  const payer = payerOf(draft, order)
  const merchant = merchantOf(draft, order)
  postBetween(draft, merchant, payer, amount)
  returnLimits(draft, order, amount)
  return writeLeg(draft, order, 'refund', amount, { debit: merchant, credit: payer })
}

const merchantOf = (draft: Draft, order: Order): Account =>
  systemAccountIn(draft, 'merchant', order.currency)

function payerOf(draft: Draft, order: Order): Account {
  const { accountId } = paymentOf(order)
  return accountId === undefined || accountId === systemAccountId('network', order.currency)
    ? systemAccountIn(draft, 'network', order.currency)
    : draft.must('account', 'id', accountId)
}

function paymentOf({ progress }: Order): Payment {
  if (progress.payment === null) throw new Error('a paid order has no payment')
  return progress.payment
}

/** Limits used by a payment go back to the windows they were taken from. */
function returnLimits(draft: Draft, order: Order, amount: Amount): void {
  const { card, at } = paymentOf(order)
  if (card.cardId === undefined || amount === 0) return
  const { usage } = draft.must('cardUsage', 'cardId', card.cardId)
  const current = usageAt(usage, draft.now)
  draft.put('cardUsage', {
    cardId: card.cardId,
    usage: giveBack(current, PURCHASE_FAMILIES, amount, at),
  })
}

/** An issued card, with the number it was presented by. */
function issuedSide(draft: Draft, { cardId, numberId }: PaymentCard): Side {
  if (cardId === undefined || numberId === undefined)
    throw new Error('an issued card without its rows')
  return {
    card: draft.must('card', 'id', cardId),
    number: draft.must('cardNumber', 'id', numberId),
  }
}

const detailsOf = (
  draft: Draft,
  order: Order,
  { level, isRecurring }: AuthorisationRequest,
): OperationDetails => ({
  ...merchantDetails(draft, order),
  posDataCode: posDataCode(level, isRecurring ? 'recurring' : 'payer'),
})

function merchantDetails({ space }: Draft, order: Order): OperationDetails {
  const { mcc, merchantName, terminalId } = space.settings
  return { mcc, merchantName, terminalId, merchantId: terminalId, orderId: order.id }
}

/** What follows an authorisation carries its authorisation id; a refund is a transaction of its own. */
function writeLeg(
  draft: Draft,
  order: Order,
  kind: 'completion' | 'reversal' | 'refund',
  amount: Amount,
  posting: { debit?: Account; credit?: Account },
): Operation {
  const { card, utrnno } = paymentOf(order)
  const isFollowUp = kind !== 'refund' && utrnno !== undefined
  return writeOperation(draft, {
    kind,
    amount,
    currency: order.currency,
    ...posting,
    ...(card.kind === 'issued' && { source: issuedSide(draft, card) }),
    details: {
      ...merchantDetails(draft, order),
      ...(isFollowUp && { originalUtrnno: utrnno }),
    },
  })
}
