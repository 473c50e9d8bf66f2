// The outcome of a payment by card. Listed test cards and outcome rules use the same form.

import type { FlowName, ProtocolVersion } from '../../three-d-secure/authentication.ts'
import { APPROVED_ACTION_CODE } from '../authorisation/action-code.ts'

/** The flow of 3-D Secure, and the final action code. */
export interface CardOutcome {
  readonly flow: FlowName
  readonly version: ProtocolVersion
  /** The one-time code that the issuer's page accepts. */
  readonly code: string
  readonly actionCode: number
  /** Available funds in minor units, if limited. A higher amount is declined with 116. */
  readonly funds?: number
}

/** The one-time code that the issuer's page accepts by default. */
export const DEFAULT_CODE = '123456'

/** Completes an outcome. The default is an approval without 3-D Secure. */
export function cardOutcome(given: Partial<CardOutcome>): CardOutcome {
  return { flow: 'ssl', version: 2, code: DEFAULT_CODE, actionCode: APPROVED_ACTION_CODE, ...given }
}
