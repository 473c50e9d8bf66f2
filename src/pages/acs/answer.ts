// The issuer's response: the signed message of either protocol version, and the form that posts it.

import { challengeXid } from '../../web/redirects/acs-redirect.ts'
import {
  type AuthenticationLevel,
  IN_VERSION_1,
  type TransactionStatus,
} from '../../three-d-secure/authentication.ts'
import { buildChallengeResponse } from '../../three-d-secure/challenge-v2.ts'
import { buildPaRes, type PaRes } from '../../three-d-secure/challenge-v1.ts'
import { serverTransIdOf } from '../../payments/orders/gateway-id.ts'
import { type Challenge, type Order, currencyOfOrder } from '../../payments/orders/order.ts'
import { paymentSystemOf } from '../../payments/methods/payment-card.ts'
import type { Project } from '../../engine/directory.ts'
import type { AutoPost } from '../../web/html/auto-post.ts'
import { merchantLogin } from '../../web/redirects/merchant.ts'
import type { ChallengeForm } from './request.ts'
import { cavv, eci, ISSUER_KEY } from '../../three-d-secure/proof.ts'

/** The URL to which the browser posts the response, and its fields. */
export type Return = Pick<AutoPost, 'action' | 'fields'>

/**
 * The response to a completed challenge. `finishUrl` is a URL of this service, for merchants that
 * sent none.
 */
export function returnForm(
  { project, order, carried }: { project: Project; order: Order; carried: ChallengeForm },
  finishUrl: string,
): Return {
  const { challenge } = order.progress
  const answer = challenge?.answer ?? null
  if (challenge === null || answer === null)
    throw new Error('a challenge without an answer has nothing to return')
  const key = project.vault.messageKey()
  const { TermUrl = '', MD = '', threeDSSessionData } = carried.fields
  if (carried.version === 1) {
    const paRes = buildPaRes(paResOf(project, order, { ...challenge, answer }), key)
    return { action: TermUrl, fields: { PaRes: paRes, MD } }
  }
  const cres = buildChallengeResponse(
    {
      threeDSServerTransID: serverTransIdOf(order.id),
      acsTransID: challenge.id,
      transStatus: answer,
    },
    key,
  )
  return {
    action: challenge.payment.finishUrl ?? finishUrl,
    fields: { cres, ...(threeDSSessionData !== undefined && { threeDSSessionData }) },
  }
}

const LEVEL_OF_ANSWER: Readonly<Partial<Record<TransactionStatus, AuthenticationLevel>>> = {
  Y: 'full',
  A: 'attempt',
}

function paResOf(
  project: Project,
  order: Order,
  challenge: Challenge & { readonly answer: TransactionStatus },
): PaRes {
  const { mask } = challenge.payment.card
  const brand = paymentSystemOf(mask)
  const level = LEVEL_OF_ANSWER[challenge.answer]
  return {
    messageId: challenge.id,
    xid: challengeXid(challenge),
    merchantId: merchantLogin(project),
    at: challenge.startedAt,
    amount: order.amount,
    currency: currencyOfOrder(order),
    panLastFour: mask.slice(-4),
    status: IN_VERSION_1[challenge.answer],
    eci: level === undefined ? '' : eci(brand, level),
    cavv: (level && cavv(ISSUER_KEY, challenge.id, brand, level)) ?? '',
  }
}
