// Takes a payment through 3-D Secure: authorises it immediately, declines it, or redirects the
// payer to the issuer's page. New payments and payments that continue after the method call use the
// same code.

import {
  type AuthenticationDemands,
  authenticationRoute,
} from '../../three-d-secure/authentication.ts'
import type { AwaitedDecision } from '../../real-time/awaited-decision.ts'
import type { Draft } from '../../kernel/draft.ts'
import { CARD_UNKNOWN } from './action-code.ts'
import type { CardOutcome } from '../methods/card-outcome.ts'
import {
  completePayment,
  explainPayment,
  failPayment,
  type FinishedAttempt,
} from './complete-payment.ts'
import { statusAfter } from '../orders/order-status.ts'
import { type Challenge, type Order, type PendingPayment, VERSION_PARAM } from '../orders/order.ts'

export type PayOrderResult =
  FinishedAttempt | { readonly result: 'challenge' | 'method'; readonly order: Order }

interface AuthenticationStart {
  readonly pending: PendingPayment
  /** The merchant charges a binding without the payer. */
  readonly isRecurring?: boolean
  /** The request announces 3-D Secure 2. */
  readonly speaksVersion2: boolean
  /** The method call of version 2 is complete. */
  readonly methodDone: boolean
  /** The merchant requests a payment without 3-D Secure. */
  readonly withoutChallenge?: boolean | undefined
  /** Id of the challenge, if there is one. */
  readonly challengeId: string
}

export function authenticatePayment(
  draft: Draft,
  order: Order,
  start: AuthenticationStart,
): PayOrderResult | AwaitedDecision {
  const { pending, isRecurring = false, methodDone } = start
  const { outcome } = pending
  if (outcome === undefined)
    return {
      ...failPayment(draft, order, { pending, actionCode: CARD_UNKNOWN, cause: 'unknown-card' }),
      version2: false,
    }
  const asked = askedVersion(order)
  const speaksVersion2 =
    asked === undefined
      ? start.speaksVersion2 || draft.dataset.settings.gatewayPrefersVersion2
      : asked === 2
  const route = authenticationRoute(outcome, speaksVersion2, demandsOf(order, start))
  const version2 = route.version === 2
  if (version2 && !methodDone)
    return startChallenge(draft, order, start, { outcome, version: 2, step: 'method' })
  switch (route.step) {
    case 'challenge': {
      const { version } = route
      return startChallenge(draft, order, start, { outcome, version, step: 'open' })
    }
    case 'decline': {
      const { actionCode } = route
      return {
        ...failPayment(draft, order, { pending, actionCode, cause: '3-D Secure' }),
        version2,
      }
    }
    case 'authorise': {
      const { level } = route
      const { version } = outcome
      const authenticated = { level, version, asksCode: false, isRecurring, version2 }
      return completePayment(draft, order, pending, authenticated)
    }
  }
}

/** The 3-D Secure version that the order specifies; undefined if it depends on the request. */
function askedVersion({ request }: Pick<Order, 'request'>): 1 | 2 | undefined {
  const asked = request.params[VERSION_PARAM]
  return asked === '1' ? 1 : asked === '2' ? 2 : undefined
}

/** The 3-D Secure requirements of the order and the payment way. Telephone orders have none. */
export function demandsOf(
  { request: { features } }: Order,
  {
    pending,
    isRecurring = false,
    withoutChallenge = false,
  }: Pick<AuthenticationStart, 'pending' | 'isRecurring' | 'withoutChallenge'>,
): AuthenticationDemands {
  return {
    forceTds: features.includes('FORCE_TDS'),
    forceFullTds: features.includes('FORCE_FULL_TDS'),
    forceSsl:
      isRecurring ||
      withoutChallenge ||
      features.includes('FORCE_SSL') ||
      pending.way === 'CARD_MOTO',
  }
}

/** Stores the challenge. It replaces an open challenge, whose response will be refused. */
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
  explainPayment(draft, order, pending, { outcome: 'pending', cause: '3-D Secure' })
  const challenged = draft.put('order', {
    ...order,
    status: step === 'open' ? statusAfter(order, 'challenge') : order.status,
    progress: { ...order.progress, challenge },
  })
  return { result: step === 'open' ? 'challenge' : 'method', order: challenged }
}
