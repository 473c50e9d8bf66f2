// What an order is paid with: a card as the payer entered it, or a binding. Resolved to a card the gateway may remember.

import { yearMonth } from '../../kernel/calendar.ts'
import { isExpired } from '../../issuing/card.ts'
import { Fault } from '../../kernel/fault.ts'
import type { CvcVerdict, EnteredWay, Order, PendingPayment } from '../orders/order.ts'
import { afterUse, type CardOutcome, cardOutcome, cardOutcomeOf, ruleFor } from './card-outcome.ts'
import type { PaymentCard, PresentedCard, StoredCvc } from './payment-card.ts'
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

/** The payment method as a payment goes on with it: the card, whether its CVC was right, and the binding that pays or is to be made. */
type ResolvedPaymentMethod = Omit<PendingPayment, 'ip' | 'finishUrl'>

interface PaymentMethodInput {
  readonly paymentMethod: PaymentMethod
  readonly way?: EnteredWay
  readonly newIds: { readonly binding: string }
}

/** A date that has passed is bad input, not an attempt: no issuer would ever be asked. It is judged before anything about the order. */
export function assertNotPast(paymentMethod: PaymentMethod, { now }: Draft): void {
  if (paymentMethod.kind === 'card' && isExpired(paymentMethod.card.expiry, yearMonth(now)))
    throw new Fault('card-expiry-past', 'The expiry date has passed.')
}

/** Resolves what the payer or the merchant sent. */
export function resolvePaymentMethod(
  { paymentMethod, way, newIds }: PaymentMethodInput,
  order: Order,
  draft: Draft,
): ResolvedPaymentMethod {
  if (paymentMethod.kind === 'binding') return bindingMethod(paymentMethod, order, draft)
  if (order.request.bindingId !== undefined)
    throw new Fault('binding-foreign', 'The order is paid by its binding only.')
  const card = identify(paymentMethod.card, order, draft)
  const cvc = cvcVerdict(card, paymentMethod.card, isRuledCard(card, order, draft))
  if (cvc === 'none' && way === undefined) throw new Fault('cvc-missing', 'The CVC is missing.')
  const keepCard =
    order.clientId !== null &&
    (paymentMethod.keepCard || order.request.features.includes('FORCE_CREATE_BINDING'))
  const bindingId = keepCard ? { bindingId: newIds.binding } : {}
  return { card, cvc, way: way ?? 'CARD', keepCard, ...bindingId }
}

/** Whose card it is: one of the project's, a test card, one that only a rule decides about, or nobody's. */
function identify(presented: PresentedCard, order: Order, draft: Draft): PaymentCard {
  const { hash, mask, expiry, cardholderName, isTest } = presented
  const seen = { mask, expiry, cardholderName }
  const number = draft.get('cardNumber', 'hash', hash)
  if (number !== null)
    return { kind: 'issued', ...seen, hash, numberId: number.id, cardId: number.cardId }
  if (isTest) return { kind: 'test', ...seen, hash }
  return { kind: isRuledCard({ mask }, order, draft) ? 'rule' : 'unknown', ...seen }
}

type CardSeen = Pick<PaymentCard, 'mask' | 'cardId'>

/** True where a rule decides how this payment by a card from outside ends, whatever the list of test cards says of the card. */
const isRuledCard = (card: CardSeen, order: Order, { dataset }: Draft): boolean =>
  card.cardId === undefined &&
  (takenBefore(card, order) ?? ruleFor(dataset.settings.outcomeRules, card, order)) !== undefined

/** What a counted rule says that an attempt of this order by this card took, which has not come to its end. */
function takenBefore({ mask }: CardSeen, { progress }: Order): CardOutcome | undefined {
  const open = progress.challenge?.payment
  return open?.card.mask === mask ? open.ruled : undefined
}

/**
 * Has a counted rule decide this attempt, which is one of its times. What it says goes with the attempt to its end: of several at the same
 * moment each knows its own, whatever the rules say by then.
 */
export function takeRule(
  card: PaymentCard,
  order: Order,
  draft: Draft,
): { readonly ruled?: CardOutcome } {
  const taken = takenBefore(card, order)
  if (taken !== undefined) return { ruled: taken }
  const { settings } = draft.dataset
  const rule = ruleFor(settings.outcomeRules, card, order)
  if (rule?.times === undefined) return {}
  const outcomeRules = afterUse(settings.outcomeRules, rule)
  draft.dataset = { ...draft.dataset, settings: { ...settings, outcomeRules } }
  return { ruled: rule.outcome }
}

/** Where a rule decides, the card has no CVC of its own: any is right. */
function cvcVerdict(
  { kind }: PaymentCard,
  presented: PresentedCard,
  isByRule: boolean,
): CvcVerdict {
  const isRight = kind === 'issued' ? presented.cvcIfIssued : presented.cvcIfTest
  if (isRight === null) return 'none'
  return isRight || isByRule ? 'right' : 'wrong'
}

function bindingMethod(
  { bindingId, cvc }: Extract<PaymentMethod, { kind: 'binding' }>,
  order: Order,
  draft: Draft,
): ResolvedPaymentMethod {
  if (order.clientId === null) throw new Fault('client-missing', 'The order names no client.')
  const binding = draft.get('binding', 'id', bindingId)
  if (binding === null) throw new Fault('binding-not-found', 'There is no such binding.')
  const { bindingId: only } = order.request
  if (binding.clientId !== order.clientId || (only !== undefined && only !== bindingId))
    throw new Fault('binding-foreign', 'The binding belongs to another client or order.')
  if (!binding.active) throw new Fault('binding-inactive', 'The binding is not active.')
  const { card } = binding
  const verdict = storedCvcVerdict(card, cvc, isRuledCard(card, order, draft))
  return { card, cvc: verdict, way: 'CARD_BINDING', keepCard: false, bindingId }
}

/** A CVC that was compared with another number than the binding has by now is wrong. */
function storedCvcVerdict(
  { numberId }: PaymentCard,
  cvc: StoredCvc | null,
  isByRule: boolean,
): CvcVerdict {
  if (cvc === null) return 'none'
  const isRight = cvc.right && cvc.numberId === (numberId ?? null)
  return isRight || isByRule ? 'right' : 'wrong'
}

/** How the project's own cards go through 3-D Secure, by its setting. */
export const ISSUED_FLOW = {
  off: 'ssl',
  challenge: 'challenge',
  frictionless: 'frictionless',
} as const

/** What a rule says of a payment: the one that it took, or the one that means every payment like it. */
export const ruledOutcome = (
  { dataset }: Draft,
  order: Order,
  { card, ruled }: Pick<PendingPayment, 'card' | 'ruled'>,
): CardOutcome | undefined => ruled ?? ruleFor(dataset.settings.outcomeRules, card, order)?.outcome

/** How the payment goes through 3-D Secure; undefined for a card nobody knows. */
export function outcomeOf(
  draft: Draft,
  order: Order,
  pending: Pick<PendingPayment, 'card' | 'ruled'>,
): CardOutcome | undefined {
  const { issuedCardChallenge, outcomeRules, sslCards } = draft.dataset.settings
  const { card, ruled } = pending
  const outcome =
    card.kind === 'issued'
      ? (ruledOutcome(draft, order, pending) ??
        cardOutcome({ flow: ISSUED_FLOW[issuedCardChallenge] }))
      : (ruled ?? cardOutcomeOf(card, outcomeRules, order))
  return outcome !== undefined && sslCards.includes(card.mask)
    ? { ...outcome, flow: 'ssl' }
    : outcome
}
