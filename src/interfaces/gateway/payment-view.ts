// What a call that pays is answered: where the payer goes next. The outcome itself is read from the order.

import {
  actionCode,
  CARD_UNKNOWN,
  type MessageLanguage,
  NOT_A_SANDBOX_CARD,
  payerMessage,
  redirectInfo,
} from '../../domain/action-code.ts'
import { type AcsHop, acsHop } from '../../domain/acs-hop.ts'
import { buildMethodData } from '../../domain/challenge-v2.ts'
import { serverTransIdOf } from '../../domain/gateway-id.ts'
import { returnAddress } from '../../domain/order-return.ts'
import type { Challenge, Order } from '../../domain/order.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Project } from '../../engine/directory.ts'
import type { PayAnswer } from '../../operations/payments.ts'
import { hopStore } from '../http/merchant.ts'

/** Who is sent on to the issuer, and in which words. */
export interface HopContext {
  readonly project: Project
  readonly settings: Pick<Settings, 'merchantName'>
  readonly origin: string
  readonly language: MessageLanguage
  /** Where the method page reports, when the store named an address. */
  readonly methodNotificationUrl?: string | undefined
}

/** A payment that the issuer's page decides about. */
export type HopAnswer = Extract<PayAnswer, { result: 'challenge' | 'method' }>

/** A payment that is over. `errorCode` is not among the members: some calls write it as a number and some as a text. */
export const concludedView = (
  { result, order, version2 }: Exclude<PayAnswer, HopAnswer>,
  language: MessageLanguage,
): object => ({
  redirect: returnAddress(order),
  info: redirectInfo(order.actionCode, language),
  ...(result === 'declined' && declineView(order, language)),
  ...(version2 && { is3DSVer2: true }),
})

/** A payment that goes on at the issuer. */
export const hopView = ({ result, order }: HopAnswer, context: HopContext): object =>
  result === 'method' ? methodView(order, context) : challengeView(order, context)

/** Declines for want of 3-D Secure. */
const WITHOUT_3DS: readonly number[] = [2003, -2017]

/** Why the bank said no, in the words a payer may read. */
export function declineText(order: Order, language: MessageLanguage): string {
  const message = payerMessage(order.actionCode, language)
  const isUnknown =
    order.actionCode === CARD_UNKNOWN && order.progress.payment?.card.kind === 'unknown'
  return isUnknown ? `${message}. ${NOT_A_SANDBOX_CARD[language]}` : message
}

function declineView(order: Order, language: MessageLanguage): object {
  const text = declineText(order, language)
  const isInput = actionCode(order.actionCode)?.payer === 'check-data'
  return {
    error: text,
    errorMessage: text,
    ...(isInput && { errorTypeName: 'DATA_INPUT_ERROR' }),
    processingErrorType: WITHOUT_3DS.includes(order.actionCode)
      ? 'MANDATORY_3DSECURE'
      : 'CLIENT_ERROR',
  }
}

/** Version 2, first call: the browser visits the issuer before the shop calls again. */
function methodView(order: Order, { origin, methodNotificationUrl }: HopContext): object {
  const threeDSServerTransID = serverTransIdOf(order.id)
  const methodUrl = `${origin}/payment/acs/method`
  return {
    is3DSVer2: true,
    threeDSServerTransId: threeDSServerTransID,
    threeDSMethodURL: methodUrl,
    threeDSMethodURLServer: `${methodUrl}?threeDSServerTransID=${threeDSServerTransID}`,
    threeDSMethodDataPacked: buildMethodData({
      threeDSServerTransID,
      threeDSMethodNotificationURL: methodNotificationUrl ?? '',
    }),
  }
}

function challengeView(order: Order, context: HopContext): object {
  const info = redirectInfo(0, context.language)
  const hop = hopOf(order, context)
  return hop.version === 1
    ? { info, acsUrl: hop.acsUrl, paReq: hop.paReq, termUrl: hop.termUrl }
    : { info, acsUrl: hop.acsUrl, is3DSVer2: true, packedCReq: hop.creq }
}

/** The first hop to the issuer's page of the order's open challenge. */
export const hopOf = (
  order: Order,
  { project, settings, origin }: Pick<HopContext, 'project' | 'settings' | 'origin'>,
): AcsHop => acsHop(order, openChallenge(order), hopStore(project, settings.merchantName, origin))

function openChallenge({ progress }: Order): Challenge {
  if (progress.challenge === null) throw new Error('an order at the issuer has no challenge')
  return progress.challenge
}
