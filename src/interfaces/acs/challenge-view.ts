// An open challenge in the words of its page.

import { currencyOfOrder } from '../../domain/acs-hop.ts'
import { CODE_TRIES } from '../../domain/challenge.ts'
import type { Challenge, Order } from '../../domain/order.ts'
import type { PaymentCard } from '../../domain/payment-card.ts'
import type { ChallengeNotice, ChallengePageModel } from './model.ts'
import type { Carried } from './request.ts'

export function challengePage(
  { order, challenge, merchantName }: { order: Order; challenge: Challenge; merchantName: string },
  carried: Carried,
  notice?: ChallengeNotice,
): ChallengePageModel {
  const { alpha, numeric, exponent } = currencyOfOrder(order)
  return {
    language: order.request.language,
    issuerName: issuerName(challenge.payment.card),
    merchantName,
    amount: { minor: order.amount, currency: { letters: alpha, digits: numeric, exponent } },
    maskedPan: challenge.payment.card.mask,
    actionUrl: `/payment/acs/${order.id}/answer`,
    fields: carried.fields,
    triesLeft: CODE_TRIES - challenge.wrongCodes,
    code: challenge.code,
    ...(notice !== undefined && { notice }),
    ...(challenge.version === 1 && { outcomes: ['Y', 'A', 'N', 'U'] }),
  }
}

/** Whose page it is: the sandbox's own bank, or nobody's in particular. */
export const issuerName = ({ kind }: Pick<PaymentCard, 'kind'>): string =>
  kind === 'issued' ? 'Sandcard Bank' : 'Test issuer'
