// The 3-D Secure data of an authorisation: ECI, CAVV, XID, and the name of the flow.

import { createHmac } from 'node:crypto'
import type { Brand } from '../issuing/pan.ts'
import type { AuthenticationLevel, ProtocolVersion } from './authentication.ts'

/** How a payment was authenticated. */
interface AuthenticatedPayment {
  readonly level: AuthenticationLevel
  readonly version: ProtocolVersion
  readonly asksCode: boolean
  readonly brand: Brand | undefined
  /**
   * The challenge or the order, from which the values are derived, so that they are always the
   * same.
   */
  readonly reference: string
}

interface AuthenticationProof {
  readonly eci: string
  readonly threeDsType: ThreeDsType
  readonly cavv?: string
  readonly xid?: string
}

/** CAVV and XID are absent without 3-D Secure. */
export function authenticationProof({
  level,
  version,
  asksCode,
  brand,
  reference,
}: AuthenticatedPayment): AuthenticationProof {
  const type = { eci: eci(brand, level), threeDsType: threeDsType(version, level, asksCode) }
  const value = cavv(ISSUER_KEY, reference, brand, level)
  return value === undefined ? type : { ...type, cavv: value, xid: xid(ISSUER_KEY, reference) }
}

// Mastercard, its Maestro and Mir use 02 and 01, the other schemes 05 and 06. 07 is "no 3-D
// Secure".
const ECI = {
  two: { full: '02', attempt: '01', none: '07' },
  five: { full: '05', attempt: '06', none: '07' },
} as const satisfies Record<string, Record<AuthenticationLevel, string>>

const COUNTS_FROM_TWO: ReadonlySet<Brand | undefined> = new Set<Brand>([
  'MASTERCARD',
  'MAESTRO',
  'MIR',
])

/** The electronic commerce indicator, two digits. */
export function eci(brand: Brand | undefined, level: AuthenticationLevel): string {
  return ECI[COUNTS_FROM_TWO.has(brand) ? 'two' : 'five'][level]
}

/**
 * Key of the values below. It is not secret, because the values prove nothing in a sandbox, but the
 * issuer's page and the order's record must contain the same ones.
 */
export const ISSUER_KEY = 'sandbox issuer'

/** The transaction identifier of version 1: 20 bytes in base64, derived from the challenge. */
export function xid(key: string | Uint8Array, challengeId: string): string {
  return twentyBytes(key, `xid;${challengeId}`).toString('base64')
}

/**
 * The authentication value that proves the result to the issuer: 20 bytes in base64, none without
 * 3-D Secure. The first byte identifies the scheme.
 */
export function cavv(
  key: string | Uint8Array,
  challengeId: string,
  brand: Brand | undefined,
  level: AuthenticationLevel,
): string | undefined {
  if (level === 'none') return undefined
  const value = twentyBytes(key, `cavv;${level};${challengeId}`)
  if (COUNTS_FROM_TWO.has(brand)) value[0] = level === 'full' ? 0x8c : 0x86
  else value[0] = level === 'full' ? 0x02 : 0x07
  return value.toString('base64')
}

function twentyBytes(key: string | Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, 20)
}

/** `threeDSType` of a callback and `threeDsType` of an order's status record. */
export type ThreeDsType =
  | 'SSL'
  | 'THREE_DS1_FULL'
  | 'THREE_DS1_ATTEMPT'
  | 'THREE_DS2_FULL'
  | 'THREE_DS2_FRICTIONLESS'
  | 'THREE_DS2_ATTEMPT'

/** Names how a payment was authenticated; `asksCode` says whether the payer was challenged. */
export function threeDsType(
  version: ProtocolVersion,
  level: AuthenticationLevel,
  asksCode: boolean,
): ThreeDsType {
  if (level === 'none') return 'SSL'
  if (version === 1) return level === 'full' ? 'THREE_DS1_FULL' : 'THREE_DS1_ATTEMPT'
  if (level === 'attempt') return 'THREE_DS2_ATTEMPT'
  return asksCode ? 'THREE_DS2_FULL' : 'THREE_DS2_FRICTIONLESS'
}
