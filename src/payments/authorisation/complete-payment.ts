// Completes a payment attempt: approved, with its journal entry, binding and callbacks, or failed,
// with one attempt less.

import { APPROVED_ACTION_CODE } from './action-code.ts'
import { authenticationProof } from '../../three-d-secure/proof.ts'
import { type Binding, bindingOwner } from '../methods/binding.ts'
import type { CallbackEffect } from '../../callbacks/queue-callback.ts'
import type { CallbackEvent } from '../../callbacks/callback-schedule.ts'
import { NO_AMOUNTS, type OrderAmounts } from '../orders/order-amounts.ts'
import { afterFailedAttempt, type OrderMove, statusAfter } from '../orders/order-status.ts'
import {
  holdEndsAt,
  isVerification,
  type Order,
  type Payment,
  type PendingPayment,
} from '../orders/order.ts'
import { toAmount } from '../../ledger/money.ts'
import { paymentSystemOf } from '../methods/payment-card.ts'
import { afterCharge } from '../methods/recurrence.ts'
import { withDue } from '../../kernel/dataset.ts'
import { failureOf, putOrder } from '../orders/order-callbacks.ts'
import type { DecisionFacts, Draft } from '../../kernel/draft.ts'
import type { DecisionCause } from '../../ledger/decision.ts'
import type { AwaitedDecision } from '../../real-time/awaited-decision.ts'
import type { ProgrammeVerdict } from '../../real-time/real-time-decision.ts'
import {
  askAboutPayment,
  type Attempt,
  byProgramme,
  isAsked,
  type PayerAuthentication,
} from './ask-about-payment.ts'
import { authorise, type IssuerVerdict, verdictOn } from './authorise.ts'

export interface CompletedPayment {
  readonly result: 'approved' | 'declined'
  readonly order: Order
}

/** A completed payment, with the version of the response to the merchant. */
export type FinishedAttempt = CompletedPayment & { readonly version2: boolean }

/**
 * Gets the issuer's decision and stores the result. If the project's server decides, a second
 * command completes the payment with its verdict.
 */
export function completePayment(
  draft: Draft,
  order: Order,
  pending: PendingPayment,
  authenticated: PayerAuthentication,
): FinishedAttempt | AwaitedDecision {
  const verdict = verdictOn(draft, order, { ...pending, ...authenticated })
  const question = { order, pending, verdict }
  return isAsked(draft, question)
    ? askAboutPayment(draft, { ...question, authenticated })
    : finishAttempt(draft, order, { pending, authenticated, verdict })
}

/** Completes a payment with the server's verdict. The card's own checks run again. */
export function completeDecided(
  draft: Draft,
  order: Order,
  { pending, authenticated }: Attempt,
  programme: ProgrammeVerdict,
): FinishedAttempt {
  const verdict = verdictOn(draft, order, { ...pending, ...authenticated })
  return finishAttempt(draft, order, {
    pending,
    authenticated,
    verdict: byProgramme(verdict, programme),
    programme,
  })
}

/** A payment attempt with the issuer's decision. */
interface Decided extends Attempt {
  readonly verdict: IssuerVerdict | undefined
  readonly programme?: ProgrammeVerdict
}

function finishAttempt(
  draft: Draft,
  order: Order,
  { pending, authenticated, verdict, programme }: Decided,
): FinishedAttempt {
  const { isRecurring, version2 } = authenticated
  const attempt = attemptOf(draft, pending)
  const { actionCode, recorded } = authorise(draft, order, authenticated, verdict)
  const isApproved = actionCode === APPROVED_ACTION_CODE
  explainPayment(draft, order, pending, {
    outcome: isApproved ? 'approved' : 'declined',
    actionCode,
    ...(recorded === undefined && { cause: 'unknown-card' as const }),
    ...(programme && { realTime: [programme.decisionId, programme.decidedBy] as const }),
  })
  const brand = paymentSystemOf(pending.card.mask)
  const reference = authenticated.challengeId ?? order.id
  const proof = authenticationProof({ ...authenticated, reference, brand })
  const payment = { ...attempt, ...recorded, ...proof }
  const completed = isApproved
    ? approve(draft, order, { payment, pending, isRecurring })
    : writeFailure(draft, order, { payment, actionCode, effect: pending.outcome?.callback })
  return { ...completed, version2 }
}

interface FailedPayment {
  readonly pending: PendingPayment
  readonly actionCode: number
  readonly cause: DecisionCause
}

/** Fails an attempt that did not reach the issuer. */
export function failPayment(
  draft: Draft,
  order: Order,
  { pending, actionCode, cause }: FailedPayment,
): CompletedPayment {
  explainPayment(draft, order, pending, { outcome: 'declined', actionCode, cause })
  const isCancelled = cause === 'cancelled' || undefined
  return writeFailure(draft, order, {
    payment: { ...attemptOf(draft, pending), ...(isCancelled && { isCancelled }) },
    actionCode,
    effect: pending.outcome?.callback,
  })
}

/** The facts of a payment, in addition to the facts in its order and its entry. */
export function explainPayment(
  draft: Draft,
  order: Order,
  { card, ruleId, isRuleUsedUp }: Pick<PendingPayment, 'card' | 'ruleId' | 'isRuleUsedUp'>,
  facts: DecisionFacts,
): void {
  draft.decision = {
    ...draft.decision,
    orderId: order.id,
    payer: [card.mask, card.kind],
    ...(ruleId !== undefined && { ruleId }),
    ...(isRuleUsedUp && { isRuleUsedUp }),
    ...facts,
  }
}

const attemptOf = (
  { now }: Draft,
  { card, way, ip, bindingId, keepCard, operation, ruleId }: PendingPayment,
): Payment => ({
  card,
  way,
  at: now,
  ...(operation !== undefined && { operation }),
  ...(ruleId !== undefined && { ruleId }),
  ...(ip !== undefined && { ip }),
  ...(bindingId !== undefined && !keepCard && { bindingId }),
})

interface ApprovedPayment {
  readonly payment: Payment
  readonly pending: PendingPayment
  readonly isRecurring: boolean
}

function approve(
  draft: Draft,
  order: Order,
  { payment, pending, isRecurring }: ApprovedPayment,
): CompletedPayment {
  const { binding, bindingEvent } = bindingAfter(draft, order, pending, isRecurring)
  const { move, events, amounts, dueAt, times } = approvalOf(order, draft.now)
  const paid: Order = {
    ...order,
    ...amounts,
    status: statusAfter(order, move),
    actionCode: APPROVED_ACTION_CODE,
    dueAt,
    progress: {
      ...order.progress,
      ...times,
      challenge: null,
      payment: { ...payment, ...(binding && { bindingId: binding.id }) },
    },
  }
  draft.dataset = withDue(draft.dataset, dueAt)
  const told = bindingEvent === undefined ? events : [...events, bindingEvent]
  const effect = pending.outcome?.callback
  return { result: 'approved', order: putOrder(draft, paid, told, { binding, effect }) }
}

interface Approval {
  readonly move: OrderMove
  readonly events: readonly CallbackEvent[]
  readonly amounts: OrderAmounts
  readonly dueAt: number | null
  readonly times?: Pick<Order['progress'], 'depositedAt' | 'reversedAt'>
}

/**
 * The order after an approval: a verification is reversed immediately, a hold is open, a charge is
 * final.
 */
function approvalOf(order: Order, now: number): Approval {
  if (isVerification(order))
    return {
      move: 'verify',
      events: ['held', 'reversed'],
      amounts: NO_AMOUNTS,
      dueAt: null,
      times: { reversedAt: now },
    }
  const approved = { ...NO_AMOUNTS, approvedAmount: toAmount(order.amount) }
  return order.twoStage
    ? { move: 'hold', events: ['held'], amounts: approved, dueAt: holdEndsAt(order.request, now) }
    : {
        move: 'charge',
        events: ['charged'],
        amounts: { ...approved, depositedAmount: approved.approvedAmount },
        dueAt: null,
        times: { depositedAt: now },
      }
}

/**
 * The binding that paid or that the payment creates, with an event if it is new or active again.
 */
function bindingAfter(
  draft: Draft,
  order: Order,
  { card, bindingId, keepCard }: PendingPayment,
  isRecurring: boolean,
): { readonly binding?: Binding; readonly bindingEvent?: CallbackEvent } {
  if (bindingId === undefined) return {}
  if (!keepCard) {
    const binding = draft.getOrThrow('binding', 'id', bindingId)
    if (!isRecurring) return { binding }
    const recurrence = afterCharge(binding.recurrence)
    return { binding: draft.put('binding', { ...binding, recurrence, lastChargeAt: draft.now }) }
  }
  if (order.clientId === null) return {}
  const owner = bindingOwner(order.clientId, card)
  const known = draft.get('binding', 'owner', owner)
  const recurrence = order.request.recurrence ?? known?.recurrence ?? null
  const binding: Binding =
    known === null
      ? {
          id: bindingId,
          clientId: order.clientId,
          owner,
          card,
          active: true,
          recurrence,
          orderId: order.id,
          createdAt: draft.now,
          lastChargeAt: null,
        }
      : { ...known, card, active: true, recurrence }
  draft.put('binding', binding)
  if (known === null) return { binding, bindingEvent: 'binding-created' }
  return known.active ? { binding } : { binding, bindingEvent: 'binding-changed' }
}

interface DeclinedPayment {
  readonly payment: Payment
  readonly actionCode: number
  readonly effect: CallbackEffect | undefined
}

function writeFailure(
  draft: Draft,
  order: Order,
  { payment, actionCode, effect }: DeclinedPayment,
): CompletedPayment {
  const after = afterFailedAttempt(order.failedAttempts, actionCode)
  const failed: Order = {
    ...order,
    status: statusAfter(order, after.move),
    actionCode: after.actionCode,
    dueAt: after.move === 'exhaust' ? null : order.dueAt,
    failedAttempts: after.failed,
    progress: { ...order.progress, challenge: null, payment },
  }
  return { result: 'declined', order: putOrder(draft, failed, [failureOf(order)], { effect }) }
}
