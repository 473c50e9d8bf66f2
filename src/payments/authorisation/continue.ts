// Continues a payment after the method call of 3-D Secure 2, with the data sent before it.

import type { AwaitedDecision } from '../../real-time/awaited-decision.ts'
import { Fault } from '../../kernel/fault.ts'
import { authenticatePayment, type PayOrderResult } from './authenticate-payment.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import { pendingPayment } from '../methods/decide-outcome.ts'
import { assertPayable } from '../orders/order-status.ts'

export interface ContinuePaymentInput {
  readonly orderId: string
  /** Id of the challenge, if the issuer requests one. */
  readonly challengeId: string
}

/** Continues a payment that waits for its method call. A repeated call gets the same response. */
export const continuePayment = defineOrderCommand<
  ContinuePaymentInput,
  PayOrderResult | AwaitedDecision
>({
  decide({ challengeId }, order, draft) {
    assertPayable(order)
    const { challenge } = order.progress
    if (challenge?.version !== 2)
      throw new Fault('challenge-invalid', 'The order has no payment with 3-D Secure 2.')
    if (challenge.step === 'open') return { result: 'challenge', order }
    return authenticatePayment(draft, order, {
      pending: pendingPayment(challenge, order, draft),
      speaksVersion2: true,
      methodDone: true,
      challengeId,
    })
  },
})
