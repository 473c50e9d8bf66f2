// Paying an order: by a card or by a binding, at once or through 3-D Secure, from the store's server or from the payment page.

import {
  type AuthenticationDemands,
  authenticationResult,
  authenticationRoute,
  type TransactionStatus,
} from '../domain/authentication.ts'
import { CARD_UNKNOWN } from '../domain/action-code.ts'
import { Fault } from '../domain/fault.ts'
import { isPayable } from '../domain/order-status.ts'
import { type Challenge, isAutomatic, type Order, type PendingPayment } from '../domain/order.ts'
import type { CardOutcome } from '../domain/outcome.ts'
import { recurrenceDecline } from '../domain/recurrence.ts'
import type { Draft } from './draft.ts'
import { conclude, type Concluded, fail } from './conclusions.ts'
import { operation } from './operation.ts'
import { wantsOfBooks, wantsOfOrder } from './order-rows.ts'
import { register, type RegisterAsk, registerWants, withParams } from './orders.ts'
import {
  assertNotPast,
  meansOf,
  outcomeOf,
  type PaymentMeans,
  wantsOfMeans,
} from './payment-means.ts'
import { currentOrder, statusAfter } from './settling.ts'

/** Ids for what a payment may make. */
export interface NewIds {
  readonly binding: string
  readonly challenge: string
}

export interface PayAsk {
  readonly orderId: string
  readonly means: PaymentMeans
  /** Mail or telephone order: neither CVC nor 3-D Secure. */
  readonly way?: 'CARD_MOTO'
  readonly ip?: string
  /** What the store tells of the order only now. */
  readonly email?: string
  readonly params?: Readonly<Record<string, string>>
  /** The shop shows that it speaks 3-D Secure 2. */
  readonly speaksVersion2: boolean
  /** The version 2 method call was made: the second call of two. */
  readonly methodDone: boolean
  /** The store wants no 3-D Secure. */
  readonly withoutChallenge?: boolean
  /** Where version 2 returns to, when the store gave an address. */
  readonly finishUrl?: string
  readonly newIds: NewIds
}

/** How the attempt ended, and whether the shop was answered in version 2 of 3-D Secure. */
type Ended = Concluded & { readonly version2: boolean }

export type PayAnswer = Ended | { readonly result: 'challenge' | 'method'; readonly order: Order }

/** Pays a registered order. Of two payments at the same moment one wins. */
export const payOrder = operation<PayAsk, PayAnswer>({
  wants: (ask, rows) => [
    ...wantsOfOrder({ id: ask.orderId }, rows),
    ...wantsOfMeans(ask.means, rows.find('order', 'id', ask.orderId)?.clientId ?? null, rows),
  ],
  decide(ask, draft) {
    assertNotPast(ask.means, draft)
    return pay(ask, currentOrder({ id: ask.orderId }, draft), draft)
  },
})

export interface RegisterAndPayAsk {
  readonly register: RegisterAsk
  readonly pay: Omit<PayAsk, 'orderId'>
}

/** Registers and pays in one: either both happened or nothing did. */
export const registerAndPay = operation<RegisterAndPayAsk, PayAnswer>({
  wants: (ask, rows) => [
    ...registerWants(ask.register),
    ...wantsOfBooks(ask.register.currency),
    ...wantsOfMeans(ask.pay.means, ask.register.clientId, rows),
  ],
  decide(ask, draft) {
    assertNotPast(ask.pay.means, draft)
    const order = register(ask.register, draft)
    return pay({ ...ask.pay, orderId: order.id }, order, draft)
  },
})

function pay(ask: PayAsk, registered: Order, draft: Draft): PayAnswer {
  if (!isPayable(registered.status))
    throw new Fault('order-processed', 'The order was paid or declined already.')
  const order = withSent(registered, ask)
  const pending = { ...meansOf(ask, order, draft), ...extrasOf(ask) }
  const isRecurring = pending.way === 'CARD_BINDING' && isAutomatic(order)
  if (isRecurring) {
    const actionCode = recurrenceRefusal(pending, draft)
    if (actionCode !== undefined)
      return { ...fail(draft, order, pending, actionCode), version2: false }
  }
  const outcome = outcomeOf(draft, order, pending.card)
  if (outcome === undefined)
    return { ...fail(draft, order, pending, CARD_UNKNOWN), version2: false }
  const speaksVersion2 = ask.speaksVersion2 || draft.space.settings.gatewayPrefersVersion2
  const route = authenticationRoute(outcome, speaksVersion2, demandsOf(order, ask, isRecurring))
  const version2 = route.version === 2
  if (version2 && !ask.methodDone)
    return startChallenge(draft, order, { ask, pending, outcome, version: 2, step: 'method' })
  switch (route.step) {
    case 'challenge': {
      const { version } = route
      return startChallenge(draft, order, { ask, pending, outcome, version, step: 'open' })
    }
    case 'decline':
      return { ...fail(draft, order, pending, route.actionCode), version2 }
    case 'authorise': {
      const { level } = route
      const authenticated = { level, version: outcome.version, asksCode: false, isRecurring }
      return { ...conclude(draft, order, pending, authenticated), version2 }
    }
  }
}

function withSent(order: Order, { email, params }: PayAsk): Order {
  const told = params === undefined ? order : withParams(order, params)
  return email === undefined ? told : { ...told, request: { ...told.request, email } }
}

const extrasOf = ({ ip, finishUrl }: PayAsk): Pick<PendingPayment, 'ip' | 'finishUrl'> => ({
  ...(ip !== undefined && { ip }),
  ...(finishUrl !== undefined && { finishUrl }),
})

function recurrenceRefusal({ bindingId }: PendingPayment, draft: Draft): number | undefined {
  if (bindingId === undefined) return undefined
  const { recurrence, lastChargeAt } = draft.must('binding', 'id', bindingId)
  return recurrenceDecline(recurrence, lastChargeAt, draft.now)
}

function demandsOf(
  { request: { features } }: Order,
  { withoutChallenge, way }: Pick<PayAsk, 'withoutChallenge' | 'way'>,
  isRecurring: boolean,
): AuthenticationDemands {
  return {
    forceTds: features.includes('FORCE_TDS'),
    forceFullTds: features.includes('FORCE_FULL_TDS'),
    forceSsl:
      isRecurring ||
      features.includes('FORCE_SSL') ||
      withoutChallenge === true ||
      way === 'CARD_MOTO',
  }
}

/** Writes the challenge down; one that was open is replaced, and its answer will be refused. */
function startChallenge(
  draft: Draft,
  order: Order,
  start: {
    ask: PayAsk
    pending: PendingPayment
    outcome: CardOutcome
    version: Challenge['version']
    step: Challenge['step']
  },
): PayAnswer {
  const { ask, pending, outcome, version, step } = start
  const challenge: Challenge = {
    id: ask.newIds.challenge,
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

export interface FinishAsk {
  readonly orderId: string
  /** The challenge the answer belongs to; null takes the one that is open. */
  readonly challengeId: string | null
  /** What the signed answer says; null takes what the issuer's page noted. */
  readonly status: TransactionStatus | null
}

/** Authorises, or does not, after the issuer's page has answered. */
export const finishPayment = operation<FinishAsk, Ended>({
  wants: (ask, rows) => wantsOfOrder({ id: ask.orderId }, rows),
  decide(ask, draft) {
    const order = currentOrder({ id: ask.orderId }, draft)
    const challenge = answeredChallenge(order, ask)
    const { version, payment: pending } = challenge
    const result = authenticationResult(version, challenge.answer, demandsOf(order, {}, false))
    const asksCode = challenge.flow === 'challenge'
    const concluded = result.authenticated
      ? conclude(draft, order, pending, {
          level: result.level,
          version,
          asksCode,
          isRecurring: false,
          challengeId: challenge.id,
        })
      : fail(draft, order, pending, result.actionCode)
    return { ...concluded, version2: version === 2 }
  },
})

/** The open challenge with its answer, if the caller's answer is the one that was given. */
function answeredChallenge(
  { status, progress: { challenge } }: Order,
  ask: FinishAsk,
): Challenge & { readonly answer: TransactionStatus } {
  const isThis =
    isPayable(status) &&
    challenge?.step === 'open' &&
    (ask.challengeId === null || ask.challengeId === challenge.id) &&
    (ask.status === null || ask.status === challenge.answer)
  if (!isThis || challenge.answer === null)
    throw new Fault('challenge-invalid', 'No open challenge has this answer.')
  return { ...challenge, answer: challenge.answer }
}
