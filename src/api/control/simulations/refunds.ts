// Simulates payments without an authorisation: refunds, their reversal, and force posts.

import { Type } from '../../../web/http/schemas/type.ts'
import { ROW_ID_PATTERN, rowIdOf } from '../../../kernel/row-id.ts'
import type { AuthorisationResult } from '../../../authorisations/legs.ts'
import { simulation } from '../api.ts'
import { CARD_EXAMPLE, cardOf } from '../cards/cards.ts'
import { unacceptable } from '../problems.ts'
import { idParameter } from '../schemas.ts'
import { DecisionAnswer, decisionView } from './authorisation-view.ts'
import { authorisationNotFound } from './authorisations.ts'
import { AtMerchant, atMerchant, CardId, Minor, PAYMENT, withPointer } from './simulation-input.ts'
import { onAuthorisation } from './simulations.ts'

/** A refund is an object on its own: its id is the id of its leg. */
const RefundAnswer = Type.Object({
  ...DecisionAnswer.properties,
  id: Type.String({
    description: 'Id of the refund; `authorisation.id` is the authorisation that it refunds',
  }),
})

const refundView = (result: AuthorisationResult) => ({
  ...decisionView(result),
  id: String(result.leg.id),
})

export const simulateRefund = simulation({
  name: 'simulateRefund',
  method: 'POST',
  path: '/simulations/refunds',
  summary: 'Refund an issued card',
  description:
    'With `authorisationId`, refunds the amount that the authorisation cleared, in full or in parts. With `cardId`, credits the card for a purchase made outside the sandbox, even if the card is blocked.',
  body: Type.Object(
    {
      authorisationId: Type.Optional(
        Type.String({
          pattern: ROW_ID_PATTERN,
          description: 'Id of the authorisation to refund, instead of `cardId`',
        }),
      ),
      cardId: Type.Optional(CardId),
      amount: Type.Optional(
        Minor(
          1,
          'Amount in minor units of the currency; for an authorisation, all that is left by default',
        ),
      ),
      ...AtMerchant,
    },
    { additionalProperties: false },
  ),
  examples: [{ cardId: CARD_EXAMPLE, amount: 500, merchant: 'Corner cafe' }],
  status: 201,
  answer: RefundAnswer,
  errors: [
    ...(['card-not-found', 'authorisation-not-found', 'authorisation-state'] as const),
    'authorisation-of-order',
  ],
  async handle({ body: { authorisationId, cardId, amount, ...where }, read, command }) {
    if ((authorisationId === undefined) === (cardId === undefined))
      throw unacceptable('/cardId', 'or /authorisationId must be sent, but not both')
    if (authorisationId !== undefined) {
      const [member] = Object.keys(where)
      if (member !== undefined)
        throw unacceptable(`/${member}`, 'is taken from the authorisation: omit it')
      const refunded = await onAuthorisation({ read }, authorisationId, (id) =>
        command('refundAuthorisation', {
          authorisationId: id,
          ...(amount !== undefined && { amount }),
        }),
      )
      return { ...refunded, id: refunded.leg.id }
    }
    if (amount === undefined) throw unacceptable('/amount', 'is required')
    const merchant = atMerchant(where, PAYMENT)
    const { card, number } = await cardOf(read, cardId ?? '')
    const input = { cardId: card.id, numberId: number.id, amount, ...merchant }
    return refundView(await command('refundUnlinked', input).catch(withPointer))
  },
})

const reverseRefund = simulation({
  name: 'reverseRefund',
  method: 'POST',
  path: '/simulations/refunds/:id/reverse',
  summary: 'Reverse a refund',
  description:
    'Reverses the whole refund. Declined with `insufficient-funds` if the cardholder has spent it, because a card is never overdrawn.',
  params: idParameter('refund', '100106'),
  status: 201,
  answer: RefundAnswer,
  errors: ['authorisation-not-found', 'authorisation-state'],
  async handle({ params, command }) {
    const refundId = rowIdOf(params.id)
    if (refundId === undefined) throw authorisationNotFound()
    return refundView(await command('reverseRefund', { refundId }))
  },
})

export const simulateForcePost = simulation({
  name: 'simulateForcePost',
  method: 'POST',
  path: '/simulations/force-posts',
  summary: 'Post a payment that was not authorised',
  description:
    'Posts a payment that a merchant presents without an authorisation, such as an offline purchase. The issuer must pay it, even if the card is blocked or expired. The card pays up to its available balance. The issuer pays the rest from the suspense account.',
  body: Type.Object(
    { cardId: CardId, amount: Minor(1, 'Amount in minor units of the currency'), ...AtMerchant },
    { additionalProperties: false },
  ),
  examples: [{ cardId: CARD_EXAMPLE, amount: 700, merchant: 'Ferry bar', mcc: '4411' }],
  status: 201,
  answer: DecisionAnswer,
  errors: ['card-not-found'],
  async handle({ body: { cardId, amount, ...where }, read, command }) {
    const merchant = atMerchant(where, PAYMENT)
    const { card, number } = await cardOf(read, cardId)
    const input = { cardId: card.id, numberId: number.id, amount, ...merchant }
    return decisionView(await command('forcePost', input).catch(withPointer))
  },
})

export const refundOperations = [simulateRefund, reverseRefund, simulateForcePost]
