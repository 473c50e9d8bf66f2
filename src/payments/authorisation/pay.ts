// Pays an order by card or binding, immediately or through 3-D Secure, from the merchant's server
// or from the payment page.

import { defineCommand } from '../../kernel/command.ts'
import type { Draft } from '../../kernel/draft.ts'
import type { AwaitedDecision } from '../../real-time/awaited-decision.ts'
import { withParams } from '../orders/add-order-params.ts'
import { authenticatePayment, type PayOrderResult } from './authenticate-payment.ts'
import { failPayment } from './complete-payment.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import { keysOfSystemAccounts } from '../orders/order-rows.ts'
import { assertPayable } from '../orders/order-status.ts'
import { type EnteredWay, isAutomatic, type Order, type PendingPayment } from '../orders/order.ts'
import { countRules } from '../methods/decide-outcome.ts'
import {
  assertNotPast,
  keysOfPaymentMethod,
  type PaymentMethod,
  resolvePaymentMethod,
} from '../methods/payment-method.ts'
import { recurrenceDecline } from '../methods/recurrence.ts'
import { register, type RegisterOrderInput, registerKeys } from '../orders/register-order.ts'

/** Ids for rows that a payment may create. */
interface NewIds {
  readonly binding: string
  readonly challenge: string
}

export interface PayOrderInput {
  readonly orderId: string
  readonly paymentMethod: PaymentMethod
  /** A payment method that needs no CVC, instead of a card that the payer enters. */
  readonly way?: EnteredWay
  /** IP address of the payer, if the merchant sent it. */
  readonly ip?: string | undefined
  /** The IP address of the caller, used if no IP address of the payer was sent. */
  readonly callerAddress?: string | undefined
  /** Order parameters that the merchant only sends with the payment. */
  readonly email?: string
  readonly params?: Readonly<Record<string, string>>
  /** The request announces 3-D Secure 2. */
  readonly speaksVersion2?: boolean
  /** The method call is complete: this is the second call of version 2. */
  readonly methodDone?: boolean
  /** The merchant requests a payment without 3-D Secure. */
  readonly withoutChallenge?: boolean
  /** The return URL of version 2, if the merchant sent one. */
  readonly finishUrl?: string
  /** True for sample data, for which the decision server is not called. */
  readonly isSample?: true
  readonly newIds: NewIds
}

/** Pays a registered order. Of two simultaneous payments, only one succeeds. */
export const payOrder = defineOrderCommand<PayOrderInput, PayOrderResult | AwaitedDecision>({
  check: assertNotPast,
  prefetch: ({ orderId, paymentMethod }, rows) =>
    keysOfPaymentMethod(paymentMethod, rows.find('order', 'id', orderId)?.clientId ?? null, rows),
  decide: pay,
})

export interface RegisterAndPayInput {
  readonly register: RegisterOrderInput
  readonly pay: Omit<PayOrderInput, 'orderId'>
}

/** Registers and pays in one transaction. */
export const registerAndPay = defineCommand<RegisterAndPayInput, PayOrderResult | AwaitedDecision>({
  prefetch: (input, rows) => [
    ...registerKeys(input.register),
    ...keysOfSystemAccounts(input.register.currency),
    ...keysOfPaymentMethod(input.pay.paymentMethod, input.register.clientId, rows),
  ],
  decide(input, draft) {
    assertNotPast(input.pay, draft)
    const order = register(input.register, draft)
    return pay({ ...input.pay, orderId: order.id }, order, draft)
  },
})

function pay(
  input: PayOrderInput,
  registered: Order,
  draft: Draft,
): PayOrderResult | AwaitedDecision {
  draft.decision = { orderId: registered.id, orderStatus: registered.status }
  assertPayable(registered)
  const { email, params, finishUrl } = input
  const extended = params === undefined ? registered : withParams(registered, params)
  const request = email === undefined ? extended.request : { ...extended.request, email }
  const order = { ...extended, request }
  const { use, ...method } = resolvePaymentMethod(input, order, draft)
  const ip = input.ip ?? request.ip ?? input.callerAddress
  const pending = {
    ...method,
    ...(ip !== undefined && { ip }),
    ...(finishUrl !== undefined && { finishUrl }),
    ...(draft.origin && { operation: draft.origin.operation }),
    ...(input.isSample && { isSample: true as const }),
  }
  const isRecurring = pending.way === 'CARD_BINDING' && isAutomatic(order)
  if (isRecurring) {
    const actionCode = declineOfRecurrence(pending, draft)
    if (actionCode !== undefined)
      return {
        ...failPayment(draft, order, { pending, actionCode, cause: 'recurrence' }),
        version2: false,
      }
  }
  if (use !== undefined) countRules(draft, use)
  const { speaksVersion2 = false, methodDone = false, withoutChallenge, newIds } = input
  const challengeId = newIds.challenge
  const start = { pending, isRecurring, speaksVersion2, methodDone, withoutChallenge, challengeId }
  return authenticatePayment(draft, order, start)
}

function declineOfRecurrence({ bindingId }: PendingPayment, draft: Draft): number | undefined {
  if (bindingId === undefined || draft.dataset.settings.recurrence === 'keep') return undefined
  const { recurrence, lastChargeAt } = draft.getOrThrow('binding', 'id', bindingId)
  return recurrenceDecline(recurrence, lastChargeAt, draft.now)
}
