// The redirect to the issuer's page and back: the form fields and their URL, for both versions of
// 3-D Secure.

import { buildPaReq } from '../../three-d-secure/challenge-v1.ts'
import { buildChallengeRequest } from '../../three-d-secure/challenge-v2.ts'
import { serverTransIdOf } from '../../payments/orders/gateway-id.ts'
import { type Challenge, currencyOfOrder, type Order } from '../../payments/orders/order.ts'
import { ISSUER_KEY, xid } from '../../three-d-secure/proof.ts'

/** The merchant in 3-D Secure messages. */
export interface RedirectMerchant {
  /** Origin of this service, `http://127.0.0.1:8583`. */
  readonly origin: string
  readonly merchantName: string
  /** The merchant's login at the gateway, without `-api`. */
  readonly merchantLogin: string
}

/** The first redirect: the form that is posted to `acsUrl`. */
export type AcsRedirect =
  | {
      readonly version: 1
      readonly acsUrl: string
      readonly paReq: string
      readonly md: string
      readonly termUrl: string
    }
  | { readonly version: 2; readonly acsUrl: string; readonly creq: string }

/** Country of the sandbox's merchants (ISO 3166-1 numeric). */
const MERCHANT_COUNTRY = '196'

/** The form of the first redirect for an open challenge. */
export function acsRedirect(
  order: Order,
  challenge: Challenge,
  merchant: RedirectMerchant,
): AcsRedirect {
  const acsUrl = `${merchant.origin}/payment/acs/${order.id}`
  if (challenge.version === 2) {
    const threeDSServerTransID = serverTransIdOf(order.id)
    return {
      version: 2,
      acsUrl: `${acsUrl}/creq`,
      creq: buildChallengeRequest({ threeDSServerTransID, acsTransID: challenge.id }),
    }
  }
  return {
    version: 1,
    acsUrl,
    paReq: buildPaReq({
      messageId: challenge.id,
      xid: challengeXid(challenge),
      merchantId: merchant.merchantLogin,
      at: challenge.startedAt,
      amount: order.amount,
      currency: currencyOfOrder(order),
      merchantName: merchant.merchantName,
      merchantCountry: MERCHANT_COUNTRY,
      merchantUrl: new URL(order.request.returnUrl).origin,
      description: order.request.description ?? '',
      accountId: challenge.id,
      expiry: String(challenge.payment.card.expiry).slice(2),
    }),
    md: order.id,
    termUrl: `${merchant.origin}/payment/rest/finish3ds.do?lang=${order.request.language}`,
  }
}

/** The XID of a challenge, the same on the issuer's page and in the order. */
export const challengeXid = (challenge: Pick<Challenge, 'id'>): string =>
  xid(ISSUER_KEY, challenge.id)
