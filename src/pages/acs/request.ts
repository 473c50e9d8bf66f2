// The message with which a payer's browser opens the issuer's page, and the open challenge that it
// names. The message is not signed, so only the challenge id is used, and it must match the order.

import { serverTransIdOf } from '../../payments/orders/gateway-id.ts'
import { isPayable, ranOutOfTime, wasWithdrawn } from '../../payments/orders/order-status.ts'
import type { Challenge, Order } from '../../payments/orders/order.ts'
import { parseChallengeRequest } from '../../three-d-secure/challenge-v2.ts'
import { parsePaReq } from '../../three-d-secure/challenge-v1.ts'
import type { NothingReason } from './model.ts'

/** The fields that the page's forms repeat. */
export interface ChallengeForm {
  readonly version: 1 | 2
  /** Hidden fields by their names on the wire. */
  readonly fields: Readonly<Record<string, string>>
  /** Id of the challenge. */
  readonly challengeId: string
  /** Version 2 also names the order. */
  readonly serverTransId?: string
}

/**
 * `MD` and `threeDSSessionData` belong to the merchant and are returned unchanged. Longer values
 * are refused.
 */
const MAX_ECHO_LENGTH = 1024
const MAX_URL_LENGTH = 2048

/** Undefined for a form of neither version, or with a URL to which a form cannot be posted. */
export function readChallengeForm(form: URLSearchParams): ChallengeForm | undefined {
  const creq = form.get('creq')
  return creq === null ? readVersion1(form) : readVersion2(creq, form)
}

/**
 * The protocol and merchants write `PaReq` and `TermUrl`. The specification also uses the field
 * names in the response of `paymentorder.do`.
 */
function readVersion1(form: URLSearchParams): ChallengeForm | undefined {
  const paReq = form.get('PaReq') ?? form.get('paReq') ?? ''
  const md = form.get('MD') ?? ''
  const termUrl = form.get('TermUrl') ?? form.get('termUrl') ?? ''
  const request = parsePaReq(paReq)
  if (request === undefined || md.length > MAX_ECHO_LENGTH || !isPostable(termUrl)) return undefined
  const fields = { PaReq: paReq, MD: md, TermUrl: termUrl }
  return { version: 1, fields, challengeId: request.messageId }
}

function readVersion2(creq: string, form: URLSearchParams): ChallengeForm | undefined {
  const request = parseChallengeRequest(creq)
  const session = form.get('threeDSSessionData')
  if (request === undefined || (session ?? '').length > MAX_ECHO_LENGTH) return undefined
  return {
    version: 2,
    fields: { creq, ...(session !== null && { threeDSSessionData: session }) },
    challengeId: request.acsTransID,
    serverTransId: request.threeDSServerTransID,
  }
}

/** True for an http(s) URL to which a form may be posted. */
export const isPostable = (url: string): boolean =>
  url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) && URL.canParse(url)

/**
 * Why there is no challenge to complete. Without a readable message, only the order determines it.
 */
export function nothingReason(
  { order, now }: { readonly order: Order; readonly now: number },
  form: ChallengeForm | undefined,
): NothingReason {
  const { challenge, payment } = order.progress
  if (wasWithdrawn(order)) return 'withdrawn'
  if (ranOutOfTime(order) || (isPayable(order.status) && !isInTime(order, now))) return 'expired'
  if (form !== undefined && !names(order, form)) return 'unreadable'
  if (challenge === null) return payment === null ? 'unknown' : 'answered'
  if (form !== undefined && form.challengeId !== challenge.id) return 'replaced'
  if (challenge.answer !== null) return 'answered'
  return challenge.step === 'open' ? 'unreadable' : 'unknown'
}

/** Version 2 names the order; version 1 does not. */
const names = ({ id }: Pick<Order, 'id'>, { serverTransId }: ChallengeForm): boolean =>
  serverTransId === undefined || serverTransId === serverTransIdOf(id)

const isInTime = ({ dueAt }: Pick<Order, 'dueAt'>, now: number): boolean =>
  dueAt === null || dueAt > now

/**
 * The order's challenge, completed or not, if it is the named one and the order has not expired.
 */
export function requestedChallenge(
  { order, now }: { readonly order: Order; readonly now: number },
  carried: ChallengeForm,
): Challenge | undefined {
  const { challenge } = order.progress
  const isRequested =
    challenge?.step === 'open' &&
    challenge.version === carried.version &&
    challenge.id === carried.challengeId &&
    names(order, carried)
  return isRequested && isInTime(order, now) ? challenge : undefined
}
