// Decisions of 3-D Secure: a payment is authorised immediately, declined, or sent to the issuer's
// page. It also interprets the issuer's result.

/** 1 is 3-D Secure 1.0.2 (PaReq and PaRes), 2 is EMV 3-D Secure 2.2.0 (CReq and CRes). */
export type ProtocolVersion = 1 | 2

/** Whether the card is enrolled: yes, no, or unknown to the directory. */
type Enrolment = 'Y' | 'N' | 'U'

/**
 * The issuer's result: authenticated, not authenticated, attempted, unable, rejected, challenge
 * required.
 */
export type TransactionStatus = 'Y' | 'N' | 'A' | 'U' | 'R' | 'C'

/** The status in version 1, which has none for "rejected" and "challenge required". */
export const IN_VERSION_1 = {
  Y: 'Y',
  A: 'A',
  N: 'N',
  U: 'U',
  R: 'N',
  C: 'U',
} as const satisfies Record<TransactionStatus, TransactionStatus>

/**
 * The assurance of an authorisation: the payer was authenticated, an attempt was made, or neither.
 */
export type AuthenticationLevel = 'full' | 'attempt' | 'none'

/**
 * How a card behaves in 3-D Secure. `status` is the issuer's result; with `asksCode`, the payer
 * must enter the correct code first.
 */
interface Flow {
  readonly enrolled: Enrolment
  readonly asksCode: boolean
  readonly status: 'Y' | 'A' | 'N' | 'U' | undefined
}

// prettier-ignore
export const FLOWS = {
  'ssl':                 { enrolled: 'N', asksCode: false, status: undefined },
  'frictionless':        { enrolled: 'Y', asksCode: false, status: 'Y' },
  'challenge':           { enrolled: 'Y', asksCode: true,  status: 'Y' },
  'attempt':             { enrolled: 'Y', asksCode: false, status: 'A' },
  'rejected':            { enrolled: 'Y', asksCode: false, status: 'N' },
  'unavailable':         { enrolled: 'Y', asksCode: false, status: 'U' },
  'enrolment-unknown':   { enrolled: 'U', asksCode: false, status: undefined },
  'communication-error': { enrolled: 'U', asksCode: false, status: undefined },
} as const satisfies Record<string, Flow>

export type FlowName = keyof typeof FLOWS

export const FLOW_NAMES = Object.keys(FLOWS) as readonly FlowName[]

/** The 3-D Secure requirements in the order's `features`. */
export interface AuthenticationDemands {
  /** FORCE_TDS: no payment without 3-D Secure. */
  readonly forceTds?: boolean
  /** FORCE_FULL_TDS: an attempt is not enough. */
  readonly forceFullTds?: boolean
  /** FORCE_SSL or AUTO_PAYMENT: no 3-D Secure. */
  readonly forceSsl?: boolean
}

/**
 * The next step of a payment: authorise it, decline it, or send the payer to the issuer's page.
 * With `version` 2, a merchant that announces version 2 makes the method call first.
 */
export type Route =
  | {
      readonly step: 'authorise'
      readonly level: AuthenticationLevel
      readonly version: 2 | undefined
    }
  | { readonly step: 'decline'; readonly actionCode: number; readonly version: 2 | undefined }
  | { readonly step: 'challenge'; readonly version: ProtocolVersion }

/** The action code of a payment that 3-D Secure ends. */
// prettier-ignore
export const AUTHENTICATION_CODE = {
  rejected:           -2006, // the issuer rejected the authentication
  unavailable:        -2011, // status U
  enrolmentUnknown:   -2016,
  notFull:            -2017, // the order demands full authentication
  challengeFailed:    -2025,
  without3ds:          2003, // not enrolled, and payments without 3-D Secure are not allowed
  communicationError: 151017,
} as const

/** Determines the next step from the flow and the version of the card. */
export function authenticationRoute(
  card: { readonly flow: FlowName; readonly version: ProtocolVersion },
  merchantSpeaksVersion2: boolean,
  demands: AuthenticationDemands = {},
): Route {
  const spoken = merchantSpeaksVersion2 && card.version === 2 ? 2 : undefined
  const { enrolled, asksCode, status } = FLOWS[card.flow]
  if (demands.forceSsl === true) return { step: 'authorise', level: 'none', version: undefined }
  if (enrolled === 'U') {
    const lost = card.flow === 'communication-error'
    const actionCode = lost
      ? AUTHENTICATION_CODE.communicationError
      : AUTHENTICATION_CODE.enrolmentUnknown
    return { step: 'decline', actionCode, version: undefined }
  }
  if (enrolled === 'N') return routeWithout3ds(demands)
  // Version 1 always uses the issuer's page; a card without a code returns from it immediately.
  if (asksCode || card.version === 1) return { step: 'challenge', version: spoken ?? 1 }
  const result = authenticationResult(card.version, status, demands)
  return result.authenticated
    ? { step: 'authorise', level: result.level, version: spoken }
    : { step: 'decline', actionCode: result.actionCode, version: spoken }
}

function routeWithout3ds({ forceTds, forceFullTds }: AuthenticationDemands): Route {
  if (forceFullTds === true)
    return { step: 'decline', actionCode: AUTHENTICATION_CODE.notFull, version: undefined }
  if (forceTds === true)
    return { step: 'decline', actionCode: AUTHENTICATION_CODE.without3ds, version: undefined }
  return { step: 'authorise', level: 'none', version: undefined }
}

/** Whether the payment may be authorised, and its level; a failure has an action code. */
type AuthenticationResult =
  | { readonly authenticated: true; readonly level: 'full' | 'attempt' }
  | { readonly authenticated: false; readonly actionCode: number }

// prettier-ignore
const FAILURE_ACTION_CODE: Readonly<Record<ProtocolVersion, Readonly<Record<'N' | 'U' | 'R' | 'C', number>>>> = {
  1: { N: AUTHENTICATION_CODE.rejected,        U: AUTHENTICATION_CODE.unavailable, R: AUTHENTICATION_CODE.rejected, C: AUTHENTICATION_CODE.unavailable },
  2: { N: AUTHENTICATION_CODE.challengeFailed, U: AUTHENTICATION_CODE.unavailable, R: AUTHENTICATION_CODE.rejected, C: AUTHENTICATION_CODE.unavailable },
}

/**
 * The meaning of the status in a PaRes, ARes or CRes. C is not a result, so it counts as unknown.
 */
export function authenticationResult(
  version: ProtocolVersion,
  status: TransactionStatus,
  { forceFullTds }: AuthenticationDemands = {},
): AuthenticationResult {
  if (status === 'Y') return { authenticated: true, level: 'full' }
  if (status !== 'A')
    return { authenticated: false, actionCode: FAILURE_ACTION_CODE[version][status] }
  if (forceFullTds === true)
    return { authenticated: false, actionCode: AUTHENTICATION_CODE.notFull }
  return { authenticated: true, level: 'attempt' }
}
