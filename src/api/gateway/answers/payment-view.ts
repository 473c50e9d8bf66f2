// The response to a payment: where the payer goes next. Merchants read the outcome from the order.

import {
  actionCode,
  type MessageLanguage,
  type PayerMessage,
  redirectInfo,
} from '../../../payments/authorisation/action-code.ts'
import { declineText } from '../../../web/views/order-view.ts'
import { type AcsRedirect, acsRedirect } from '../../../web/redirects/acs-redirect.ts'
import { buildMethodData } from '../../../three-d-secure/challenge-v2.ts'
import { serverTransIdOf } from '../../../payments/orders/gateway-id.ts'
import { returnAddress } from '../../../web/redirects/order-return.ts'
import type { Challenge, Order } from '../../../payments/orders/order.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { Project } from '../../../engine/directory.ts'
import type { PayOrderResult } from '../../../payments/authorisation/authenticate-payment.ts'
import { redirectMerchant } from '../../../web/redirects/merchant.ts'

/** The context of a redirect to the issuer. */
interface RedirectContext {
  readonly project: Project
  readonly settings: Pick<Settings, 'merchantName'>
  readonly origin: string
  readonly language: MessageLanguage
  /** The URL that the method page notifies, if the merchant sent one. */
  readonly methodNotificationUrl?: string | undefined
}

/** A payment that continues at the issuer. */
type RedirectAnswer = Extract<PayOrderResult, { result: 'challenge' | 'method' }>

/** A finished payment, without `errorCode`: its type differs between operations. */
export function completedView(
  { result, order, version2 }: Exclude<PayOrderResult, RedirectAnswer>,
  language: MessageLanguage,
) {
  const next = { redirect: returnAddress(order), info: redirectInfo(order.actionCode, language) }
  const version = version2 ? { is3DSVer2: true as const } : {}
  return result === 'declined'
    ? { ...next, ...declineView(order, language), ...version }
    : { ...next, ...version }
}

/** A payment that continues at the issuer. */
export const redirectView = ({ result, order }: RedirectAnswer, context: RedirectContext) =>
  result === 'method' ? methodView(order, context) : challengeView(order, context)

/**
 * The type of a decline. `DATA_INPUT_ERROR` and `TDS_UNKNOWN_ARES_STATUS` are known names of the
 * gateway family; the others follow their pattern.
 */
const ERROR_TYPES = {
  approved: 'NONE',
  'check-data': 'DATA_INPUT_ERROR',
  'contact-issuer': 'ISSUER_DECLINED',
  'contact-merchant': 'MERCHANT_DECLINED',
  'no-connection': 'ISSUER_UNAVAILABLE',
  'no-answer': 'ISSUER_TIMEOUT',
  'time-expired': 'SESSION_EXPIRED',
  'not-authenticated': 'TDS_AUTHENTICATION_FAILED',
} as const satisfies Record<PayerMessage, string>

/** Declines by 3-D Secure: it failed, or it was required and not available. */
// prettier-ignore
const TDS_ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [-2006,  'TDS_AUTHENTICATION_FAILED'],
  [-2011,  'TDS_UNKNOWN_ARES_STATUS'],
  [-2016,  'TDS_UNKNOWN_ARES_STATUS'],
  [-2017,  'TDS_NOT_FULL'],
  [-2025,  'TDS_AUTHENTICATION_FAILED'],
  [2003,   'TDS_REQUIRED'],
  [151017, 'TDS_COMMUNICATION_ERROR'],
])

function declineView(order: Order, language: MessageLanguage) {
  const text = declineText(order, language)
  const ofTds = TDS_ERROR_TYPES.get(order.actionCode)
  return {
    error: text,
    errorMessage: text,
    errorTypeName: ofTds ?? ERROR_TYPES[actionCode(order.actionCode)?.payer ?? 'contact-merchant'],
    processingErrorType:
      ofTds === undefined ? ('CLIENT_ERROR' as const) : ('MANDATORY_3DSECURE' as const),
  }
}

/** Version 2, first call: the browser visits the issuer before the second call. */
function methodView(order: Order, { origin, methodNotificationUrl }: RedirectContext) {
  const threeDSServerTransID = serverTransIdOf(order.id)
  const methodUrl = `${origin}/payment/acs/method`
  return {
    is3DSVer2: true as const,
    threeDSServerTransId: threeDSServerTransID,
    threeDSMethodURL: methodUrl,
    threeDSMethodURLServer: `${methodUrl}?threeDSServerTransID=${threeDSServerTransID}`,
    threeDSMethodDataPacked: buildMethodData({
      threeDSServerTransID,
      threeDSMethodNotificationURL: methodNotificationUrl ?? '',
    }),
  }
}

function challengeView(order: Order, context: RedirectContext) {
  const info = redirectInfo(0, context.language)
  const redirect = redirectOf(order, context)
  return redirect.version === 1
    ? { info, acsUrl: redirect.acsUrl, paReq: redirect.paReq, termUrl: redirect.termUrl }
    : { info, acsUrl: redirect.acsUrl, is3DSVer2: true as const, packedCReq: redirect.creq }
}

/** The first redirect to the issuer's page for the order's open challenge. */
export const redirectOf = (
  order: Order,
  { project, settings, origin }: Pick<RedirectContext, 'project' | 'settings' | 'origin'>,
): AcsRedirect =>
  acsRedirect(order, openChallenge(order), redirectMerchant(project, settings.merchantName, origin))

function openChallenge({ progress }: Order): Challenge {
  if (progress.challenge === null) throw new Error('an order at the issuer has no challenge')
  return progress.challenge
}
