// How payments by a card end: the row of a test card and an outcome rule say it in the same words.

import type { FlowName, ProtocolVersion } from '../../three-d-secure/authentication.ts'
import { APPROVED_ACTION_CODE } from '../authorisation/action-code.ts'

/** How a payment goes: its way through 3-D Secure, and the action code it ends with. */
export interface CardOutcome {
  readonly flow: FlowName
  readonly version: ProtocolVersion
  /** The one-time code that the issuer's page accepts. */
  readonly code: string
  readonly actionCode: number
  /** The funds behind the card in minor units, where they are limited: more is declined with 116. */
  readonly funds?: number
}

/** The one-time code that the issuer's page accepts by default. */
export const DEFAULT_CODE = '123456'

/** Completes an outcome: approved without 3-D Secure unless given otherwise. */
export function cardOutcome(given: Partial<CardOutcome>): CardOutcome {
  return { flow: 'ssl', version: 2, code: DEFAULT_CODE, actionCode: APPROVED_ACTION_CODE, ...given }
}
