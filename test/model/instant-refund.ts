// Pays money out in the model, to a card without a previous payment.

import { accountOf, cardAnswer, identify, newDecision, outsideAnswer } from './issuer.ts'
import type { Attempt, Model } from './model.ts'
import { merchantAccountOf, register, type Registration } from './orders.ts'
import { type PaymentMethod, paymentOf, refusePast } from './payments.ts'

/**
 * Pays money out to a card: the order ends refunded or declined. Funds and limits of the card do
 * not matter.
 */
export function credit(
  model: Model,
  registration: Registration,
  card: Extract<PaymentMethod, { kind: 'card' }>,
): void {
  refusePast(model, card)
  const order = register(model, registration)
  const cardData = identify(model, card.pan, card.expiry, order)
  const decision = newDecision(model, cardData, order)
  const cvc = card.cvc === 'wrong' && decision.isRuled ? 'right' : card.cvc
  const own = cardData.card === null ? undefined : cardAnswer(model, cardData, order, cvc)
  const outside =
    cardData.card === null ? (outsideAnswer(model, decision.behaviour, cardData, cvc, 0) ?? 111) : 0
  const actionCode = own?.actionCode ?? outside
  const payer = cardData.card === null ? `network-${order.currency}` : accountOf(cardData.card)
  const isPaid = actionCode === 0
  const wasAsked = isPaid || actionCode !== 111
  const entry = wasAsked
    ? model.write({
        kind: 'refund',
        order: order.id,
        card: cardData.card,
        currency: order.currency,
        amount: order.amount,
        posDataCode: null,
        approved: isPaid,
        reason: own?.shown ?? -1,
        ...(isPaid ? { from: merchantAccountOf(order), to: payer } : { from: null, to: null }),
      })
    : null
  const attempt: Attempt = { ...decision, cardData, cvc, way: 'CARD', keep: false, binding: null }
  model.put({
    ...order,
    status: isPaid ? 4 : 6,
    actionCode,
    endsAt: null,
    approved: isPaid ? order.amount : 0,
    refunded: isPaid ? order.amount : 0,
    isCredit: true,
    failures: isPaid ? 0 : 1,
    refunds: isPaid ? [{ amount: order.amount, externalId: null }] : [],
    payment: { ...paymentOf(model, attempt, entry), payer: isPaid ? payer : null },
  })
  model.notify('refunded', isPaid ? 1 : 0, { order })
}
