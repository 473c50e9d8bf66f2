// Going on with a payment after the method call of 3-D Secure 2, with what was sent before it.

import { Fault } from '../../kernel/fault.ts'
import { authenticatePayment, type PayOrderResult } from './authenticate-payment.ts'
import { demandsOf } from './authentication-demands.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import { isPayable } from '../orders/order-status.ts'

export interface ContinuePaymentInput {
  readonly orderId: string
  /** Id of the challenge, where the issuer wants one. */
  readonly challengeId: string
}

/** Goes on with the payment that waits for its method call. One that has gone on to the issuer's page is answered as it was then. */
export const continuePayment = defineOrderCommand<ContinuePaymentInput, PayOrderResult>({
  order: ({ orderId }) => ({ id: orderId }),
  decide({ challengeId }, order, draft) {
    if (!isPayable(order.status))
      throw new Fault('order-processed', 'The order was paid or declined already.')
    const { challenge } = order.progress
    if (challenge?.version !== 2)
      throw new Fault('challenge-invalid', 'No payment of the order speaks version 2.')
    if (challenge.step === 'open') return { result: 'challenge', order }
    return authenticatePayment(draft, order, {
      pending: challenge.payment,
      isRecurring: false,
      speaksVersion2: true,
      methodDone: true,
      demands: demandsOf(order, {}, false),
      challengeId,
    })
  },
})
