// Payment methods: a card that the payer entered, or a binding. Both resolve to a card that may be
// stored.

import { yearMonth } from '../../kernel/calendar.ts'
import { isExpired } from '../../issuing/card.ts'
import { Fault } from '../../kernel/fault.ts'
import type { EnteredWay, Order, PendingPayment } from '../orders/order.ts'
import { type OutcomeDecision, outcomeOfAttempt } from './decide-outcome.ts'
import type { PresentedCard, StoredCvc } from './payment-card.ts'
import { rowKey, type RowKey } from '../../kernel/rows.ts'
import { keysByNumber } from '../../issuing/card-rows.ts'
import type { Draft, LoadedRows } from '../../kernel/draft.ts'
import { keysByPaymentCard, keysOfBindingOwner } from '../orders/order-rows.ts'

export type PaymentMethod =
  | { readonly kind: 'card'; readonly card: PresentedCard; readonly keepCard: boolean }
  | { readonly kind: 'binding'; readonly bindingId: string; readonly cvc: StoredCvc | null }

export function keysOfPaymentMethod(
  paymentMethod: PaymentMethod,
  clientId: string | null,
  rows: LoadedRows,
): RowKey[] {
  if (paymentMethod.kind === 'card')
    return [
      ...keysByNumber(paymentMethod.card.hash, rows),
      ...(clientId === null ? [] : keysOfBindingOwner(clientId, paymentMethod.card)),
    ]
  const keys = [rowKey('binding', 'id', paymentMethod.bindingId)]
  const card = rows.find('binding', 'id', paymentMethod.bindingId)?.card
  return card ? [...keys, ...keysByPaymentCard(card, rows)] : keys
}

/** A payment method resolved to a card, with the CVC result, the binding and the outcome. */
export type ResolvedPaymentMethod = Omit<PendingPayment, 'ip' | 'finishUrl' | 'outcome'> &
  OutcomeDecision

interface PaymentMethodInput {
  readonly paymentMethod: PaymentMethod
  readonly way?: EnteredWay
  /** The second call of an attempt, after the method call of 3-D Secure 2. */
  readonly methodDone?: boolean
  readonly newIds: { readonly binding: string }
}

/**
 * A past expiry date is invalid input, not an attempt. It is refused before the order is checked.
 */
export function assertNotPast(
  { paymentMethod }: Pick<PaymentMethodInput, 'paymentMethod'>,
  { now }: Draft,
): void {
  if (paymentMethod.kind === 'card' && isExpired(paymentMethod.card.expiry, yearMonth(now)))
    throw new Fault('card-expiry-past', 'The expiry date has passed.')
}

/** Resolves the payment method of a request and determines the outcome. */
export function resolvePaymentMethod(
  input: PaymentMethodInput,
  order: Order,
  draft: Draft,
): ResolvedPaymentMethod {
  const { paymentMethod } = input
  const { card, isRight, ...method } =
    paymentMethod.kind === 'binding'
      ? storedCard(paymentMethod, order, draft)
      : enteredCard(paymentMethod, input, order, draft)
  if (isRight === null && method.way === 'CARD')
    throw new Fault('cvc-missing', 'The CVC is missing.')
  const decision = outcomeOfAttempt(card, order, draft, input.methodDone === true)
  const isRuled = decision.decidedBy !== undefined && card.kind !== 'issued'
  return {
    ...method,
    ...decision,
    card: isRuled && card.kind === 'unknown' ? { ...card, kind: 'rule' } : card,
    // If a rule applies to a card that was not issued here, every CVC is correct.
    cvc: isRight === null ? 'none' : isRight || isRuled ? 'right' : 'wrong',
  }
}

interface MethodCard extends Pick<PendingPayment, 'card' | 'way' | 'keepCard' | 'bindingId'> {
  /** Whether the CVC is correct; null without one. */
  readonly isRight: boolean | null
}

/** An issued card, a test card, or an unknown card. */
function enteredCard(
  { card: presented, keepCard: keep }: Extract<PaymentMethod, { kind: 'card' }>,
  { way: enteredWay, newIds }: PaymentMethodInput,
  { request, clientId }: Order,
  draft: Draft,
): MethodCard {
  if (request.bindingId !== undefined)
    throw new Fault('binding-foreign', 'The order can only be paid by its binding.')
  const { hash, mask, expiry, cardholderName, isTest, cvcIfIssued, cvcIfTest } = presented
  const seen = { mask, expiry, cardholderName }
  const keepCard = clientId !== null && (keep || request.features.includes('FORCE_CREATE_BINDING'))
  const way: MethodCard['way'] = enteredWay ?? 'CARD'
  const method = { way, keepCard, ...(keepCard && { bindingId: newIds.binding }) }
  const number = draft.get('cardNumber', 'hash', hash)
  if (number !== null) {
    const { id: numberId, cardId } = number
    const card = { kind: 'issued', ...seen, hash, numberId, cardId } as const
    return { ...method, card, isRight: cvcIfIssued }
  }
  const card = isTest
    ? ({ kind: 'test', ...seen, hash } as const)
    : ({ kind: 'unknown', ...seen } as const)
  return { ...method, card, isRight: cvcIfTest }
}

function storedCard(
  { bindingId, cvc }: Extract<PaymentMethod, { kind: 'binding' }>,
  { clientId, request }: Order,
  draft: Draft,
): MethodCard {
  if (clientId === null) throw new Fault('client-missing', 'The order has no client.')
  const binding = draft.get('binding', 'id', bindingId)
  if (binding === null) throw new Fault('binding-not-found', 'Unknown binding.')
  const isOther = request.bindingId !== undefined && request.bindingId !== bindingId
  if (binding.clientId !== clientId || isOther)
    throw new Fault('binding-foreign', 'The binding belongs to another client or order.')
  if (!binding.active) throw new Fault('binding-inactive', 'The binding is not active.')
  const { card } = binding
  // A CVC that was compared with a former number of the binding is wrong.
  const isRight = cvc && cvc.right && cvc.numberId === (card.numberId ?? null)
  return { card, isRight, way: 'CARD_BINDING', keepCard: false, bindingId }
}
