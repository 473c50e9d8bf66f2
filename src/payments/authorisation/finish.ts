// Finishes a payment after the issuer's page has responded.

import type { AwaitedDecision } from '../../real-time/awaited-decision.ts'
import { Fault } from '../../kernel/fault.ts'
import {
  authenticationResult,
  type TransactionStatus,
} from '../../three-d-secure/authentication.ts'
import { demandsOf } from './authenticate-payment.ts'
import { completePayment, failPayment, type FinishedAttempt } from './complete-payment.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import { pendingPayment } from '../methods/decide-outcome.ts'
import { isPayable } from '../orders/order-status.ts'
import type { Challenge, Order } from '../orders/order.ts'

export interface FinishPaymentInput {
  readonly orderId: string
  /** The completed challenge; null uses the open one. */
  readonly challengeId: string | null
  /** The status in the signed response; null uses the one stored by the issuer's page. */
  readonly status: TransactionStatus | null
}

/** Authorises the payment if the payer was authenticated; otherwise the attempt fails. */
export const finishPayment = defineOrderCommand<
  FinishPaymentInput,
  FinishedAttempt | AwaitedDecision
>({
  decide(input, order, draft) {
    const challenge = answeredChallenge(order, input)
    const { version } = challenge
    const pending = pendingPayment(challenge, order, draft)
    const result = authenticationResult(version, challenge.answer, demandsOf(order, { pending }))
    const asksCode = challenge.flow === 'challenge'
    const version2 = version === 2
    if (result.authenticated) {
      const { level } = result
      const authenticated = { level, version, asksCode, isRecurring: false, version2 }
      const { id: challengeId } = challenge
      return completePayment(draft, order, pending, { ...authenticated, challengeId })
    }
    const cause = challenge.isCancelled === true ? 'cancelled' : '3-D Secure'
    const { actionCode } = result
    return { ...failPayment(draft, order, { pending, actionCode, cause }), version2 }
  },
})

/** The open challenge with its result, if the caller's matches. */
function answeredChallenge(
  { status, progress: { challenge, decisionId } }: Order,
  input: FinishPaymentInput,
): Challenge & { readonly answer: TransactionStatus } {
  const isCurrent =
    isPayable(status) &&
    decisionId === undefined &&
    challenge?.step === 'open' &&
    (input.challengeId === null || input.challengeId === challenge.id) &&
    (input.status === null || input.status === challenge.answer)
  if (!isCurrent || challenge.answer === null)
    throw new Fault('challenge-invalid', 'No open challenge has this answer.')
  return { ...challenge, answer: challenge.answer }
}
