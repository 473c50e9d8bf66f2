// How an attempt to pay is completed: approved, with the journal, the binding and the callbacks that follow, or failed, with the attempts
// that are left.

import { APPROVED_ACTION_CODE } from './action-code.ts'
import {
  type AuthenticationLevel,
  cavv,
  eci,
  ISSUER_KEY,
  type ProtocolVersion,
  threeDsType,
  xid,
} from '../../three-d-secure/authentication.ts'
import { type Binding, bindingOwner } from '../methods/binding.ts'
import type { CallbackEvent } from '../../callbacks/callback-schedule.ts'
import { authorizationIdOf, rrnOf } from '../../ledger/journal-entry.ts'
import { approvedAmounts, NO_AMOUNTS } from '../orders/order-amounts.ts'
import { afterFailedAttempt, statusAfter } from '../orders/order-status.ts'
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
import { failureOf, queueOrderCallback } from '../orders/order-callbacks.ts'
import type { Draft } from '../../kernel/draft.ts'
import { type Authorisation, authorise } from './authorise.ts'

export interface CompletedPayment {
  readonly result: 'approved' | 'declined'
  readonly order: Order
}

/** The same, and whether the merchant was answered in version 2 of 3-D Secure. */
export type FinishedAttempt = CompletedPayment & { readonly version2: boolean }

/** How the payer was authenticated, or that the merchant charged without the payer. */
interface PayerAuthentication {
  readonly level: AuthenticationLevel
  readonly version: ProtocolVersion
  readonly asksCode: boolean
  readonly isRecurring: boolean
  /** The challenge that was answered; absent where none was needed. */
  readonly challengeId?: string
}

/** Asks the issuer and writes down what it says. */
export function completePayment(
  draft: Draft,
  order: Order,
  pending: PendingPayment,
  authenticated: PayerAuthentication,
): CompletedPayment {
  const { level, isRecurring } = authenticated
  const authorisation = authorise(draft, order, { ...pending, level, isRecurring })
  const payment = {
    ...newPayment(draft, pending, authorisation),
    ...proofOf(order, pending, authenticated),
  }
  return authorisation.actionCode === APPROVED_ACTION_CODE
    ? approve(draft, order, payment, pending, isRecurring)
    : writeFailure(draft, order, payment, authorisation.actionCode)
}

/** An attempt that never reached the issuer. */
export const failPayment = (
  draft: Draft,
  order: Order,
  pending: PendingPayment,
  actionCode: number,
  { isCancelled }: Pick<Payment, 'isCancelled'> = {},
): CompletedPayment =>
  writeFailure(
    draft,
    order,
    { ...newPayment(draft, pending, { actionCode }), ...(isCancelled && { isCancelled }) },
    actionCode,
  )

function newPayment(
  draft: Draft,
  { card, way, ip, bindingId, keepCard }: PendingPayment,
  { entry, accountId }: Authorisation,
): Payment {
  return {
    card,
    way,
    at: draft.now,
    ...(ip !== undefined && { ip }),
    ...(bindingId !== undefined && !keepCard && { bindingId }),
    ...(entry && {
      rrn: rrnOf(entry),
      operationId: entry.id,
      utrnno: entry.utrnno,
      ...(entry.approved && { approvalCode: authorizationIdOf(entry) }),
    }),
    ...(accountId !== undefined && { accountId }),
  }
}

/** What an authorisation carries of 3-D Secure. The values are made up, but the same for the same challenge or order. */
function proofOf(
  order: Order,
  { card }: PendingPayment,
  { level, version, asksCode, challengeId }: PayerAuthentication,
): Pick<Payment, 'eci' | 'cavv' | 'xid' | 'threeDsType'> {
  const brand = paymentSystemOf(card.mask)
  const type = { eci: eci(brand, level), threeDsType: threeDsType(version, level, asksCode) }
  if (level === 'none') return type
  const reference = challengeId ?? order.id
  const value = cavv(ISSUER_KEY, reference, brand, level)
  return { ...type, ...(value !== undefined && { cavv: value }), xid: xid(ISSUER_KEY, reference) }
}

function approve(
  draft: Draft,
  order: Order,
  payment: Payment,
  pending: PendingPayment,
  isRecurring: boolean,
): CompletedPayment {
  const { binding, bindingEvent } = bindingAfter(draft, order, pending, isRecurring)
  const paid: Order = {
    ...order,
    ...endOf(draft, order),
    actionCode: APPROVED_ACTION_CODE,
    progress: {
      ...order.progress,
      ...timesOf(draft, order),
      challenge: null,
      payment: { ...payment, ...(binding && { bindingId: binding.id }) },
    },
  }
  draft.dataset = withDue(draft.dataset, paid.dueAt)
  const events = [...eventsOf(order), ...(bindingEvent === undefined ? [] : [bindingEvent])]
  let notified = paid
  for (const event of events)
    notified = queueOrderCallback(draft, event, { order: notified, ...(binding && { binding }) })
  return { result: 'approved', order: draft.put('order', notified) }
}

function endOf(
  draft: Draft,
  order: Order,
): Pick<Order, 'status' | 'approvedAmount' | 'depositedAmount' | 'refundedAmount' | 'dueAt'> {
  if (isVerification(order))
    return { ...NO_AMOUNTS, status: statusAfter(order, 'verify'), dueAt: null }
  const command = order.twoStage ? 'hold' : 'charge'
  return {
    ...approvedAmounts(toAmount(order.amount), command),
    status: statusAfter(order, command),
    dueAt: order.twoStage ? holdEndsAt(order.request, draft.now) : null,
  }
}

const timesOf = ({ now }: Draft, order: Order): { depositedAt?: number; reversedAt?: number } => {
  if (isVerification(order)) return { reversedAt: now }
  return order.twoStage ? {} : { depositedAt: now }
}

function eventsOf(order: Order): readonly CallbackEvent[] {
  if (isVerification(order)) return ['held', 'reversed']
  return order.twoStage ? ['held'] : ['charged']
}

/** The binding that paid, or the one that the payment makes; with its event when it is new or active again. */
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

function writeFailure(
  draft: Draft,
  order: Order,
  payment: Payment,
  actionCode: number,
): CompletedPayment {
  const after = afterFailedAttempt(order.progress.failedAttempts, actionCode)
  const failed: Order = {
    ...order,
    status: statusAfter(order, after.command),
    actionCode: after.actionCode,
    dueAt: after.command === 'exhaust' ? null : order.dueAt,
    progress: { ...order.progress, failedAttempts: after.failed, challenge: null, payment },
  }
  const notified = queueOrderCallback(draft, failureOf(order), { order: failed })
  return { result: 'declined', order: draft.put('order', notified) }
}
