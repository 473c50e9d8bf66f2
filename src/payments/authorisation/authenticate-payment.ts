// Taking a payment through 3-D Secure: authorised at once, declined, or sent on to the issuer's page. The same for a payment that
// begins and for one that goes on after the method call of version 2.

import {
  type AuthenticationDemands,
  authenticationRoute,
} from '../../three-d-secure/authentication.ts'
import type { Draft } from '../../kernel/draft.ts'
import { CARD_UNKNOWN } from './action-code.ts'
import type { CardOutcome } from '../methods/card-outcome.ts'
import { completePayment, failPayment, type FinishedAttempt } from './complete-payment.ts'
import { statusAfter } from '../orders/order-status.ts'
import type { Challenge, Order, PendingPayment } from '../orders/order.ts'
import { outcomeOf } from '../methods/payment-method.ts'

export type PayOrderResult =
  FinishedAttempt | { readonly result: 'challenge' | 'method'; readonly order: Order }

interface AuthenticationStart {
  readonly pending: PendingPayment
  readonly isRecurring: boolean
  /** The merchant shows that it speaks version 2. */
  readonly speaksVersion2: boolean
  /** The method call of version 2 was made. */
  readonly methodDone: boolean
  readonly demands: AuthenticationDemands
  /** Id of the challenge, where one is made. */
  readonly challengeId: string
}

export function authenticatePayment(
  draft: Draft,
  order: Order,
  start: AuthenticationStart,
): PayOrderResult {
  const { pending, isRecurring, methodDone, demands } = start
  const outcome = outcomeOf(draft, order, pending)
  if (outcome === undefined)
    return { ...failPayment(draft, order, pending, CARD_UNKNOWN), version2: false }
  const speaksVersion2 = start.speaksVersion2 || draft.dataset.settings.gatewayPrefersVersion2
  const route = authenticationRoute(outcome, speaksVersion2, demands)
  const version2 = route.version === 2
  if (version2 && !methodDone)
    return startChallenge(draft, order, start, { outcome, version: 2, step: 'method' })
  switch (route.step) {
    case 'challenge': {
      const { version } = route
      return startChallenge(draft, order, start, { outcome, version, step: 'open' })
    }
    case 'decline':
      return { ...failPayment(draft, order, pending, route.actionCode), version2 }
    case 'authorise': {
      const { level } = route
      const authenticated = { level, version: outcome.version, asksCode: false, isRecurring }
      return { ...completePayment(draft, order, pending, authenticated), version2 }
    }
  }
}

/** Writes the challenge down; one that was open is replaced, and its answer will be refused. */
function startChallenge(
  draft: Draft,
  order: Order,
  { challengeId, pending }: AuthenticationStart,
  {
    outcome,
    version,
    step,
  }: { outcome: CardOutcome; version: Challenge['version']; step: Challenge['step'] },
): PayOrderResult {
  const challenge: Challenge = {
    id: challengeId,
    version,
    flow: outcome.flow,
    step,
    startedAt: draft.now,
    code: outcome.code,
    wrongCodes: 0,
    answer: null,
    payment: pending,
  }
  const challenged = draft.put('order', {
    ...order,
    status: step === 'open' ? statusAfter(order, 'challenge') : order.status,
    progress: { ...order.progress, challenge },
  })
  return { result: step === 'open' ? 'challenge' : 'method', order: challenged }
}
