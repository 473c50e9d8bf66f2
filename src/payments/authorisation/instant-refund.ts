// Pays money out to a card without a previous payment, as a separate order.

import { type Decline, DECLINES } from '../../ledger/decline.ts'
import { sourceOf } from '../../issuing/card-rows.ts'
import { defineCommand } from '../../kernel/command.ts'
import type { Draft } from '../../kernel/draft.ts'
import { type Account, canPost } from '../../ledger/account.ts'
import { authorizationIdOf, type JournalEntry, rrnOf } from '../../ledger/journal-entry.ts'
import { type Amount, toAmount } from '../../ledger/money.ts'
import { postBetween, systemAccountIn, writeEntry } from '../../ledger/postings.ts'
import { APPROVED_ACTION_CODE, CARD_UNKNOWN } from './action-code.ts'
import { answerFromOutside, cardDecline } from './authorise.ts'
import { type CompletedPayment, explainPayment } from './complete-payment.ts'
import { putOrder } from '../orders/order-callbacks.ts'
import { keysOfSystemAccounts } from '../orders/order-rows.ts'
import { statusAfter } from '../orders/order-status.ts'
import type { Order, Payment, Refund } from '../orders/order.ts'
import { issuedSide, merchantAccount, merchantDetails } from './payment-entries.ts'
import { countRules } from '../methods/decide-outcome.ts'
import {
  assertNotPast,
  keysOfPaymentMethod,
  type PaymentMethod,
  type ResolvedPaymentMethod,
  resolvePaymentMethod,
} from '../methods/payment-method.ts'
import { register, type RegisterOrderInput, registerKeys } from '../orders/register-order.ts'

export interface InstantRefundInput {
  /** The order of the payout. An existing order number is refused. */
  readonly register: RegisterOrderInput
  /** The card or binding to credit. The card is not stored. */
  readonly paymentMethod: PaymentMethod
}

/** Pays the amount of a new order out to a card. The order ends refunded or declined. */
export const instantRefund = defineCommand<InstantRefundInput, CompletedPayment>({
  prefetch: ({ register: input, paymentMethod }, rows) => [
    ...registerKeys(input),
    ...keysOfSystemAccounts(input.currency),
    ...keysOfPaymentMethod(paymentMethod, input.clientId, rows),
  ],
  decide({ register: input, paymentMethod }, draft) {
    assertNotPast({ paymentMethod }, draft)
    const order = register(input, draft)
    const payee = payeeOf(paymentMethod, order, draft)
    const credit = creditCard(draft, order, payee)
    explainPayment(draft, order, payee, {
      ...(credit.approved
        ? { outcome: 'approved', actionCode: APPROVED_ACTION_CODE }
        : { outcome: 'declined', actionCode: credit.actionCode }),
      ...(credit.entry === undefined
        ? { cause: 'unknown-card' as const }
        : { entryId: credit.entry.id }),
    })
    return credit.approved
      ? { result: 'approved', order: refunded(draft, order, payee, credit) }
      : { result: 'declined', order: declined(draft, order, payee, credit) }
  },
})

type Payee = ResolvedPaymentMethod

function payeeOf(paymentMethod: PaymentMethod, order: Order, draft: Draft): Payee {
  const method =
    paymentMethod.kind === 'card' ? { ...paymentMethod, keepCard: false } : paymentMethod
  // The CVC is optional, as in a telephone order, because the card is credited.
  const input = { paymentMethod: method, way: 'CARD_MOTO', newIds: { binding: '' } } as const
  const payee = resolvePaymentMethod(input, order, draft)
  // A rule for an issued card applies to its payments, not to payouts.
  const { use } = payee
  if (use !== undefined && payee.card.kind !== 'issued') countRules(draft, use)
  return payee.way === 'CARD_BINDING' ? payee : { ...payee, way: 'CARD' }
}

interface Credit {
  readonly approved: true
  readonly entry: JournalEntry
  readonly accountId: number
}
interface DeclinedCredit {
  readonly approved: false
  readonly actionCode: number
  /** Absent if no issuer decided. */
  readonly entry?: JournalEntry
}

/** Gets the issuer's decision on the credit, and posts it. */
function creditCard(draft: Draft, order: Order, payee: Payee): Credit | DeclinedCredit {
  return payee.card.kind === 'issued'
    ? creditIssued(draft, order, payee)
    : creditOutside(draft, order, payee)
}

function creditIssued(draft: Draft, order: Order, { card, cvc }: Payee): Credit | DeclinedCredit {
  const source = sourceOf(issuedSide(draft, card), card.expiry, draft)
  const amount = toAmount(order.amount)
  const merchant = merchantAccount(draft, order)
  const decline: Decline | undefined =
    cardDecline(source, { currency: order.currency, cvc }, draft.now) ??
    (canPost(merchant, source.account, amount) ? undefined : { code: 'account-full' })
  if (decline === undefined)
    return post(draft, order, { merchant, payer: source.account, amount, source })
  const entry = writeDecline(draft, order, { source, decline })
  return { approved: false, actionCode: DECLINES[decline.code].actionCode, entry }
}

/** The card is credited, so only its outcome matters, not its funds. */
function creditOutside(draft: Draft, order: Order, payee: Payee): Credit | DeclinedCredit {
  const answer = answerFromOutside(draft, payee, 0)
  if (answer === undefined) return { approved: false, actionCode: CARD_UNKNOWN }
  const { actionCode } = answer
  if (actionCode !== APPROVED_ACTION_CODE)
    return { approved: false, actionCode, entry: writeDecline(draft, order) }
  const merchant = merchantAccount(draft, order)
  const payer = systemAccountIn(draft, 'network', order.currency)
  const amount = toAmount(order.amount)
  return canPost(merchant, payer, amount)
    ? post(draft, order, { merchant, payer, amount })
    : {
        approved: false,
        actionCode: DECLINES['account-full'].actionCode,
        entry: writeDecline(draft, order),
      }
}

type CardSource = ReturnType<typeof sourceOf>

/** Posts the payout. It must succeed, because the decision has been made. */
function post(
  draft: Draft,
  order: Order,
  {
    merchant,
    payer,
    amount,
    source,
  }: { merchant: Account; payer: Account; amount: Amount; source?: CardSource },
): Credit {
  postBetween(draft, merchant, payer, amount)
  const entry = writeEntry(draft, {
    kind: 'refund',
    amount,
    currency: order.currency,
    debit: merchant,
    credit: payer,
    ...(source && { source }),
    details: merchantDetails(draft),
    orderId: order.id,
  })
  return { approved: true, entry, accountId: payer.id }
}

const writeDecline = (
  draft: Draft,
  order: Order,
  issued?: { readonly source: CardSource; readonly decline: Decline },
): JournalEntry =>
  writeEntry(draft, {
    kind: 'refund',
    approved: false,
    amount: order.amount,
    currency: order.currency,
    ...(issued && { source: issued.source }),
    details: { ...merchantDetails(draft), ...(issued && { decline: issued.decline }) },
    orderId: order.id,
  })

function refunded(draft: Draft, order: Order, payee: Payee, { entry, accountId }: Credit): Order {
  const amount = toAmount(order.amount)
  const approvalCode = authorizationIdOf(entry)
  const refund: Refund = { at: draft.now, amount, rrn: rrnOf(entry), approvalCode }
  const done: Order = {
    ...order,
    status: statusAfter(order, 'credit'),
    actionCode: APPROVED_ACTION_CODE,
    // Like a payment that was refunded in full.
    approvedAmount: amount,
    refundedAmount: amount,
    dueAt: null,
    progress: {
      ...order.progress,
      payment: { ...paymentTo(draft, payee, entry), approvalCode, accountId },
      refunds: [refund],
    },
  }
  return putOrder(draft, done, ['refunded'], { refund })
}

function declined(
  draft: Draft,
  order: Order,
  payee: Payee,
  { actionCode, entry }: DeclinedCredit,
): Order {
  const done: Order = {
    ...order,
    status: statusAfter(order, 'decline'),
    actionCode,
    failedAttempts: 1,
    dueAt: null,
    progress: { ...order.progress, payment: paymentTo(draft, payee, entry) },
  }
  return putOrder(draft, done, ['refund-failed'])
}

const paymentTo = (
  draft: Draft,
  { card, way, bindingId }: Payee,
  entry: JournalEntry | undefined,
): Payment => ({
  card,
  way,
  at: draft.now,
  ...(bindingId !== undefined && { bindingId }),
  ...(entry && { rrn: rrnOf(entry), operationId: entry.id, utrnno: entry.utrnno }),
})
