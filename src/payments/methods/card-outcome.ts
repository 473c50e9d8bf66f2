// The outcome of a card payment. Listed test cards and outcome rules have the same format.

import type { FlowName, ProtocolVersion } from '../../three-d-secure/authentication.ts'
import type { CallbackEffect } from '../../callbacks/queue-callback.ts'
import { DAY_MS } from '../../kernel/calendar.ts'
import { declineByAnswer, DECLINES } from '../../ledger/decline.ts'
import { APPROVED_ACTION_CODE } from '../authorisation/action-code.ts'

/** The 3-D Secure flow, the final action code, and the effects of a rule. */
export interface CardOutcome extends OutcomeEffects {
  readonly flow: FlowName
  readonly version: ProtocolVersion
  /** The one-time code that the issuer's page accepts. */
  readonly code: string
  readonly actionCode: number
  /** Available funds in minor units, if limited. A higher amount is declined with 116. */
  readonly funds?: number
}

/** The effects of an outcome rule other than its decision. A test card has none of them. */
interface OutcomeEffects {
  /** Interface A's response code for a decline; by default derived from the action code. */
  readonly responseCode?: string
  /** Interface B's status message for a decline; by default derived from the action code. */
  readonly statusMessage?: string
  /** Delay of the response after the commit, in milliseconds. */
  readonly delayMs?: number
  /** The decision is stored, but the caller gets no response. */
  readonly timeout?: true
  /** The callbacks about the payment. */
  readonly callback?: CallbackEffect
}

/** The maximum delay of a response, and the default delay of a timeout, in milliseconds. */
export const DELAY_MAX_MS = 60_000
export const TIMEOUT_DEFAULT_MS = 30_000
/** The maximum delay of a callback: 30 days. */
export const CALLBACK_DELAY_MAX_MS = 30 * DAY_MS

/** The one-time code that the issuer's page accepts by default. */
export const DEFAULT_CODE = '123456'

/** Completes an outcome. The default is an approval without 3-D Secure. */
export function cardOutcome(given: Partial<CardOutcome>): CardOutcome {
  const actionCode = actionCodeOfAnswer(given)
  return { flow: 'ssl', version: 2, code: DEFAULT_CODE, actionCode, ...given }
}

/** The action code of an outcome that only specifies a code of interface A or B. */
function actionCodeOfAnswer({ responseCode, statusMessage }: Partial<CardOutcome>): number {
  if (responseCode === undefined && statusMessage === undefined) return APPROVED_ACTION_CODE
  const named = declineByAnswer({ responseCode, statusMessage }) ?? 'by-rule'
  return DECLINES[named].actionCode
}
