// What a payer's browser brings to the issuer's page, and which open challenge it means. Nothing here is signed, so it is trusted for
// nothing but the name of a challenge, which the order must confirm.

import { serverTransIdOf } from '../../payments/orders/gateway-id.ts'
import { isPayable, ranOutOfTime, wasWithdrawn } from '../../payments/orders/order-status.ts'
import type { Challenge, Order } from '../../payments/orders/order.ts'
import { parseChallengeRequest } from '../../three-d-secure/challenge-v2.ts'
import { parsePaReq } from '../../three-d-secure/challenge-v1.ts'
import type { NothingReason } from './model.ts'

/** The fields of either version that travel on through the page's forms. */
export interface ChallengeForm {
  readonly version: 1 | 2
  /** Hidden fields, by their names on the wire. */
  readonly fields: Readonly<Record<string, string>>
  /** Id of the challenge that is meant. */
  readonly challengeId: string
  /** Version 2 names the order too. */
  readonly serverTransId?: string
}

/** `MD` and `threeDSSessionData` belong to the merchant and are echoed; beyond this they are refused. */
const LONGEST_ECHO = 1024
const LONGEST_ADDRESS = 2048

/** Undefined for a form that is neither version's, or whose address cannot be posted to. */
export function readChallengeForm(form: URLSearchParams): ChallengeForm | undefined {
  const creq = form.get('creq')
  return creq === null ? readVersion1(form) : readVersion2(creq, form)
}

/** Protocol and merchants write `PaReq` and `TermUrl`; the specification names them as `paymentorder.do` answers them. */
function readVersion1(form: URLSearchParams): ChallengeForm | undefined {
  const paReq = form.get('PaReq') ?? form.get('paReq') ?? ''
  const md = form.get('MD') ?? ''
  const termUrl = form.get('TermUrl') ?? form.get('termUrl') ?? ''
  const request = parsePaReq(paReq)
  if (request === undefined || md.length > LONGEST_ECHO || !isPostable(termUrl)) return undefined
  const fields = { PaReq: paReq, MD: md, TermUrl: termUrl }
  return { version: 1, fields, challengeId: request.messageId }
}

function readVersion2(creq: string, form: URLSearchParams): ChallengeForm | undefined {
  const request = parseChallengeRequest(creq)
  const session = form.get('threeDSSessionData')
  if (request === undefined || (session ?? '').length > LONGEST_ECHO) return undefined
  return {
    version: 2,
    fields: { creq, ...(session !== null && { threeDSSessionData: session }) },
    challengeId: request.acsTransID,
    serverTransId: request.threeDSServerTransID,
  }
}

/** True for an http(s) address that a form may post to. */
export const isPostable = (address: string): boolean =>
  address.length <= LONGEST_ADDRESS && /^https?:\/\//i.test(address) && URL.canParse(address)

/** Why a message has no challenge to answer; without one that can be read, what the order alone tells. */
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

/** Version 2 names the order; a message of version 1 does not. */
const names = ({ id }: Pick<Order, 'id'>, { serverTransId }: ChallengeForm): boolean =>
  serverTransId === undefined || serverTransId === serverTransIdOf(id)

const isInTime = ({ dueAt }: Pick<Order, 'dueAt'>, now: number): boolean =>
  dueAt === null || dueAt > now

/** The order's challenge, answered or not, when it is the one meant and the order has time left. */
export function meantChallenge(
  { order, now }: { readonly order: Order; readonly now: number },
  carried: ChallengeForm,
): Challenge | undefined {
  const { challenge } = order.progress
  const isMeant =
    challenge?.step === 'open' &&
    challenge.version === carried.version &&
    challenge.id === carried.challengeId &&
    names(order, carried)
  return isMeant && isInTime(order, now) ? challenge : undefined
}
