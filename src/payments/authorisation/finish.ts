// Finishing a payment after the issuer's page has answered.

import { Fault } from '../../kernel/fault.ts'
import {
  authenticationResult,
  type TransactionStatus,
} from '../../three-d-secure/authentication.ts'
import { demandsOf } from './authentication-demands.ts'
import { completePayment, failPayment, type FinishedAttempt } from './complete-payment.ts'
import { defineOrderCommand } from '../orders/order-command.ts'
import { isPayable } from '../orders/order-status.ts'
import type { Challenge, Order } from '../orders/order.ts'

export interface FinishPaymentInput {
  readonly orderId: string
  /** The challenge the answer belongs to; null takes the one that is open. */
  readonly challengeId: string | null
  /** What the signed answer says; null takes what the issuer's page noted. */
  readonly status: TransactionStatus | null
}

/** Authorises, or does not, after the issuer's page has answered. */
export const finishPayment = defineOrderCommand<FinishPaymentInput, FinishedAttempt>({
  order: ({ orderId }) => ({ id: orderId }),
  decide(input, order, draft) {
    const challenge = answeredChallenge(order, input)
    const { version, payment: pending } = challenge
    const result = authenticationResult(version, challenge.answer, demandsOf(order, {}, false))
    const asksCode = challenge.flow === 'challenge'
    const finished = result.authenticated
      ? completePayment(draft, order, pending, {
          level: result.level,
          version,
          asksCode,
          isRecurring: false,
          challengeId: challenge.id,
        })
      : failPayment(draft, order, pending, result.actionCode, challenge)
    return { ...finished, version2: version === 2 }
  },
})

/** The open challenge with its answer, if the caller's answer is the one that was given. */
function answeredChallenge(
  { status, progress: { challenge } }: Order,
  input: FinishPaymentInput,
): Challenge & { readonly answer: TransactionStatus } {
  const isThis =
    isPayable(status) &&
    challenge?.step === 'open' &&
    (input.challengeId === null || input.challengeId === challenge.id) &&
    (input.status === null || input.status === challenge.answer)
  if (!isThis || challenge.answer === null)
    throw new Fault('challenge-invalid', 'No open challenge has this answer.')
  return { ...challenge, answer: challenge.answer }
}
