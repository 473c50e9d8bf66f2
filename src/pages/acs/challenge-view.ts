// The view model of a challenge page.

import type { ProtocolVersion } from '../../three-d-secure/authentication.ts'
import { MESSAGE_VERSION as MESSAGE_VERSION_1 } from '../../three-d-secure/challenge-v1.ts'
import { MESSAGE_VERSION as MESSAGE_VERSION_2 } from '../../three-d-secure/challenge-v2.ts'
import { CODE_TRIES } from '../../three-d-secure/one-time-code.ts'
import { type Challenge, type Order, currencyOfOrder } from '../../payments/orders/order.ts'
import { pageLanguage } from '../../web/http/requests/page-language.ts'
import type { PaymentCard } from '../../payments/methods/payment-card.ts'
import type { ChallengeNotice, ChallengePageModel, Issuer } from './model.ts'
import type { ChallengeForm } from './request.ts'

/** The version numbers in messages. */
export const MESSAGE_VERSIONS: Readonly<Record<ProtocolVersion, string>> = {
  1: MESSAGE_VERSION_1,
  2: MESSAGE_VERSION_2,
}

export function challengePage(
  { order, challenge, merchantName }: { order: Order; challenge: Challenge; merchantName: string },
  carried: ChallengeForm,
  notice?: ChallengeNotice,
): ChallengePageModel {
  const language = pageLanguage(order.request.language)
  const { alpha, numeric, exponent } = currencyOfOrder(order)
  return {
    language,
    issuer: issuerOf(challenge.payment.card),
    version: MESSAGE_VERSIONS[challenge.version],
    merchantName,
    amount: { minor: order.amount, currency: { letters: alpha, digits: numeric, exponent } },
    maskedPan: challenge.payment.card.mask,
    actionUrl: `/payment/acs/${order.id}/answer?language=${language}`,
    fields: carried.fields,
    triesLeft: CODE_TRIES - challenge.wrongCodes,
    code: challenge.code,
    ...(notice !== undefined && { notice }),
    ...(challenge.version === 1 && { outcomes: ['Y', 'A', 'N', 'U'] }),
  }
}

export const issuerOf = ({ kind }: Pick<PaymentCard, 'kind'>): Issuer =>
  kind === 'issued' ? 'own' : 'test'
