// Payments in the model: by card or binding, with or without 3-D Secure, to the issuer and into the
// ledger.

import { bindingAfter, recurringDecline } from './bindings.ts'
import { accountOf, identify, newDecision, outsideAnswer, ownAnswer } from './issuer.ts'
import {
  current,
  endOfHold,
  isPayable,
  merchantAccountOf,
  register,
  type Registration,
} from './orders.ts'
import {
  type Attempt,
  type Behaviour,
  type CardData,
  type Challenge,
  type Cvc,
  type Decision,
  type Order,
  type Payment,
  refuse,
  type Model,
} from './model.ts'

export type PaymentMethod =
  | {
      readonly kind: 'card'
      readonly pan: string
      readonly expiry: number
      readonly cvc: Cvc
      readonly keep: boolean
    }
  /**
   * `pan` is the number that the CVC was compared with, for a binding to a card of the project.
   */
  | {
      readonly kind: 'binding'
      readonly id: string
      readonly cvc: Cvc
      readonly pan: string | null
    }

export interface PayOrderInput {
  readonly paymentMethod: PaymentMethod
  readonly isMoto: boolean
  readonly speaksVersion2: boolean
  readonly methodDone: boolean
  readonly newBinding: string
  readonly newChallenge: string
}

export function pay(model: Model, id: string, input: PayOrderInput): void {
  refusePast(model, input.paymentMethod)
  payOrder(model, current(model, id), input)
}

export function registerAndPay(
  model: Model,
  registration: Registration,
  input: PayOrderInput,
): void {
  refusePast(model, input.paymentMethod)
  payOrder(model, register(model, registration), input)
}

export function refusePast(model: Model, paymentMethod: PaymentMethod): void {
  if (paymentMethod.kind === 'card' && paymentMethod.expiry < model.month())
    refuse('card-expiry-past')
}

function payOrder(model: Model, order: Order, input: PayOrderInput): void {
  if (!isPayable(order)) refuse('order-processed')
  const attempt = attemptOf(model, order, input)
  const isAutomatic = attempt.way === 'CARD_BINDING' && order.features.includes('AUTO_PAYMENT')
  const tooSoon = isAutomatic ? recurringDecline(model, attempt.binding ?? '') : undefined
  if (tooSoon !== undefined) return fail(model, order, attempt, tooSoon)
  authenticate(model, order, attempt, { ...input, isAutomatic })
}

interface Authentication extends Pick<
  PayOrderInput,
  'isMoto' | 'speaksVersion2' | 'methodDone' | 'newChallenge'
> {
  readonly isAutomatic: boolean
}

function authenticate(model: Model, order: Order, attempt: Attempt, input: Authentication): void {
  const { isAutomatic, newChallenge } = input
  const { behaviour } = attempt
  if (behaviour === undefined) return fail(model, order, attempt, 111)
  const speaks2 = input.speaksVersion2 || model.prefersVersion2
  const isWithout3ds = isAutomatic || input.isMoto || order.features.includes('FORCE_SSL')
  const way = isWithout3ds ? AT_ONCE : wayOf(behaviour, order)
  const isVersion2 = speaks2 && behaviour.version === 2 && way.asksIssuer
  const opening = { newChallenge, behaviour }
  if (isVersion2 && !input.methodDone)
    return openChallenge(model, order, attempt, { ...opening, version: 2, isOpen: false })
  if (way.challenge)
    return openChallenge(model, order, attempt, {
      ...opening,
      version: isVersion2 ? 2 : 1,
      isOpen: true,
    })
  if (way.actionCode !== 0) return fail(model, order, attempt, way.actionCode)
  authorise(model, order, attempt, { letter: way.letter, isAutomatic })
}

/** The letter of the point-of-service data code: fully authenticated, attempted, not at all. */
type Letter = 'S' | 'T' | 'U'

interface Way {
  /**
   * The card takes part in 3-D Secure. With version 2 the merchant makes the method call first.
   */
  readonly asksIssuer: boolean
  readonly challenge: boolean
  readonly actionCode: number
  readonly letter: Letter
}

const AT_ONCE: Way = { asksIssuer: false, challenge: false, actionCode: 0, letter: 'U' }

function wayOf({ flow, version }: Behaviour, { features }: Order): Way {
  const isFull = features.includes('FORCE_FULL_TDS')
  const declined = (actionCode: number, asksIssuer: boolean): Way => ({
    ...AT_ONCE,
    asksIssuer,
    actionCode,
  })
  if (flow === 'communication-error') return declined(151017, false)
  if (flow === 'enrolment-unknown') return declined(-2016, false)
  if (flow === 'ssl') {
    if (isFull) return declined(-2017, false)
    return features.includes('FORCE_TDS') ? declined(2003, false) : AT_ONCE
  }
  if (flow === 'challenge' || version === 1)
    return { ...AT_ONCE, asksIssuer: true, challenge: true }
  if (flow === 'rejected') return declined(-2025, true)
  if (flow === 'unavailable') return declined(-2011, true)
  if (flow === 'attempt' && isFull) return declined(-2017, true)
  return { ...AT_ONCE, asksIssuer: true, letter: flow === 'attempt' ? 'T' : 'S' }
}

function attemptOf(model: Model, order: Order, input: PayOrderInput): Attempt {
  const { paymentMethod } = input
  if (paymentMethod.kind === 'binding') return bindingAttempt(model, order, input, paymentMethod)
  if (order.onlyBinding !== null) refuse('binding-foreign')
  const cardData = identify(model, paymentMethod.pan, paymentMethod.expiry, order)
  if (paymentMethod.cvc === 'none' && !input.isMoto) refuse('cvc-missing')
  const keep =
    order.client !== null && (paymentMethod.keep || order.features.includes('FORCE_CREATE_BINDING'))
  const decision = decisionOf(model, order, cardData, input)
  return {
    ...decision,
    cardData,
    cvc: paymentMethod.cvc === 'wrong' && decision.isRuled ? 'right' : paymentMethod.cvc,
    way: input.isMoto ? 'CARD_MOTO' : 'CARD',
    keep,
    binding: keep ? input.newBinding : null,
  }
}

/** The second call of an attempt, after the method call, uses the outcome of the first. */
function decisionOf(
  model: Model,
  order: Order,
  cardData: CardData,
  { methodDone }: PayOrderInput,
): Decision {
  const open = order.challenge?.attempt
  if (methodDone && open?.behaviour !== undefined && open.cardData.pan === cardData.pan)
    return { behaviour: open.behaviour, isRuled: open.isRuled }
  return newDecision(model, cardData, order)
}

function bindingAttempt(
  model: Model,
  order: Order,
  input: PayOrderInput,
  paymentMethod: Extract<PaymentMethod, { kind: 'binding' }>,
): Attempt {
  if (order.client === null) refuse('client-missing')
  const { id, client, active, cardData } = model.binding(paymentMethod.id)
  const isOther = order.onlyBinding !== null && order.onlyBinding !== id
  if (client !== order.client || isOther) refuse('binding-foreign')
  if (!active) refuse('binding-inactive')
  const isStale = paymentMethod.pan !== (cardData.card === null ? null : cardData.pan)
  const compared = paymentMethod.cvc === 'right' && isStale ? 'wrong' : paymentMethod.cvc
  const decision = decisionOf(model, order, cardData, input)
  const cvc = compared === 'wrong' && decision.isRuled ? 'right' : compared
  return { ...decision, cardData, cvc, way: 'CARD_BINDING', keep: false, binding: id }
}

function openChallenge(
  model: Model,
  order: Order,
  attempt: Attempt,
  opening: { newChallenge: string; behaviour: Behaviour; version: 1 | 2; isOpen: boolean },
): void {
  const { newChallenge, behaviour, version, isOpen } = opening
  const challenge: Challenge = {
    id: newChallenge,
    version,
    isOpen,
    code: behaviour.code,
    wrongCodes: 0,
    answer: null,
    attempt,
  }
  model.put({ ...order, ...closed(order), status: isOpen ? 5 : order.status, challenge })
}

/**
 * The order has no open challenge. The last one is remembered, so that its response can arrive too
 * late.
 */
const closed = (order: Order): Pick<Order, 'challenge' | 'replaced'> => ({
  challenge: null,
  replaced: order.challenge?.id ?? order.replaced,
})

/** The merchant continues after the method call of version 2, with the same data. */
export function goOn(model: Model, id: string, newChallenge: string): void {
  const order = current(model, id)
  if (!isPayable(order)) refuse('order-processed')
  const { challenge } = order
  if (challenge?.version !== 2) refuse('challenge-invalid')
  if (challenge.isOpen) return
  authenticate(model, order, challenge.attempt, {
    isMoto: false,
    isAutomatic: false,
    speaksVersion2: true,
    methodDone: true,
    newChallenge,
  })
}

type Answer = { readonly code: string } | 'cancel' | 'resend' | 'Y' | 'A' | 'N' | 'U' | 'R'

/** The payer, or a tester, on the issuer's page. */
export function answer(model: Model, id: string, challengeId: string, given: Answer): void {
  const order = current(model, id)
  const { challenge } = order
  const isOpen = order.status === 5 && challenge?.isOpen === true && challenge.answer === null
  if (!isOpen || challenge.id !== challengeId) refuse('challenge-invalid')
  model.put({ ...order, challenge: answered(challenge, given) })
}

function answered(challenge: Challenge, given: Answer): Challenge {
  if (given === 'resend') return challenge
  if (given === 'cancel') return { ...challenge, answer: 'N' }
  if (typeof given === 'string')
    return { ...challenge, answer: given === 'R' && challenge.version === 1 ? 'N' : given }
  if (given.code === challenge.code) return { ...challenge, answer: 'Y' }
  const wrongCodes = challenge.wrongCodes + 1
  return { ...challenge, wrongCodes, answer: wrongCodes === 3 ? 'N' : null }
}

const NOT_AUTHENTICATED: Readonly<Record<string, number>> = { U: -2011, R: -2006 }

/** The payer returns from the issuer's page; `claimed` is the result in the request. */
export function finish(
  model: Model,
  id: string,
  challengeId: string,
  claimed: string | null,
): void {
  const order = current(model, id)
  const { challenge } = order
  if (!isPayable(order) || challenge?.isOpen !== true) refuse('challenge-invalid')
  const { answer: status, version, attempt } = challenge
  if (challenge.id !== challengeId || status === null) refuse('challenge-invalid')
  if (claimed !== null && claimed !== status) refuse('challenge-invalid')
  if (status === 'N') return fail(model, order, attempt, version === 1 ? -2006 : -2025)
  const failed = NOT_AUTHENTICATED[status]
  if (failed !== undefined) return fail(model, order, attempt, failed)
  if (status === 'A' && order.features.includes('FORCE_FULL_TDS'))
    return fail(model, order, attempt, -2017)
  authorise(model, order, attempt, { letter: status === 'A' ? 'T' : 'S', isAutomatic: false })
}

/** The issuer decides. An approved payment is held or posted; a verification is neither. */
function authorise(
  model: Model,
  order: Order,
  attempt: Attempt,
  { letter, isAutomatic }: { letter: Letter; isAutomatic: boolean },
): void {
  const { cardData, cvc } = attempt
  const { id, currency, amount } = order
  const posDataCode = `1000${isAutomatic ? 4 : 5}0${letter}00130`
  const entry = { kind: 'purchase', order: id, card: cardData.card, currency, posDataCode }
  const decline = (actionCode: number, shown: number) => {
    const declined = { ...entry, from: null, to: null, amount, approved: false, reason: shown }
    fail(model, order, attempt, actionCode, model.write(declined))
  }
  if (cardData.card === null) {
    const actionCode = outsideAnswer(model, attempt.behaviour, cardData, cvc, amount)
    if (actionCode === undefined) return fail(model, order, attempt, 111)
    if (actionCode !== 0) return decline(actionCode, -1)
  } else {
    const why = ownAnswer(model, cardData, order, cvc)
    if (why !== undefined) return decline(why.actionCode, why.shown)
  }
  const payer = cardData.card === null ? `network-${currency}` : accountOf(cardData.card)
  const isVerified = order.features.includes('VERIFY')
  const way =
    isVerified || order.twoStage
      ? { from: null, to: null }
      : { from: payer, to: merchantAccountOf(order) }
  if (order.twoStage && !isVerified) model.hold(payer, amount)
  const moved = isVerified ? 0 : amount
  const written = model.write({ ...entry, ...way, amount: moved, approved: true, reason: -1 })
  approve(model, order, attempt, { entry: written, payer, isAutomatic })
}

function approve(
  model: Model,
  order: Order,
  attempt: Attempt,
  { entry, payer, isAutomatic }: { entry: number; payer: string; isAutomatic: boolean },
): void {
  const isVerified = order.features.includes('VERIFY')
  const { id: binding, operation } = bindingAfter(model, order, attempt, isAutomatic)
  const approved = isVerified ? 0 : order.amount
  model.put({
    ...order,
    ...closed(order),
    status: isVerified ? 3 : order.twoStage ? 1 : 2,
    approved,
    deposited: order.twoStage ? 0 : approved,
    actionCode: 0,
    endsAt: order.twoStage && !isVerified ? endOfHold(model, order) : null,
    payment: { ...paymentOf(model, attempt, entry), binding, payer },
  })
  if (isVerified || order.twoStage) model.notify('approved', 1, { order, binding })
  else model.notify('deposited', 1, { order, binding })
  if (isVerified) model.notify('reversed', 1, { order, binding })
  if (operation !== undefined) model.notify(operation, 1, { order, binding })
}

/** An order may be tried three times. */
function fail(
  model: Model,
  order: Order,
  attempt: Attempt,
  actionCode: number,
  entry: number | null = null,
): void {
  const failures = order.failures + 1
  const isLast = failures === 3
  model.put({
    ...order,
    ...closed(order),
    status: isLast ? 6 : 0,
    actionCode: isLast ? -2013 : actionCode,
    endsAt: isLast ? null : order.endsAt,
    failures,
    payment: paymentOf(model, attempt, entry),
  })
  const isHold = order.twoStage || order.features.includes('VERIFY')
  model.notify(isHold ? 'approved' : 'deposited', 0, { order })
}

export const paymentOf = (
  model: Model,
  { cardData, way, binding, keep }: Attempt,
  entry: number | null,
): Payment => ({
  cardData,
  way,
  at: model.now,
  binding: keep ? null : binding,
  entry,
  payer: null,
})
