// The decision of the issuer of a card that was not issued here: a test card, or a card to which a
// rule applies.

import { DECLINES } from '../../ledger/decline.ts'
import type { CardOutcome } from '../methods/card-outcome.ts'
import { APPROVED_ACTION_CODE } from './action-code.ts'

/** The action code of an outcome. A wrong CVC takes precedence and declines. */
export function outsideActionCode(
  outcome: CardOutcome,
  payment: { readonly amount: number; readonly isCvcWrong: boolean },
): number {
  if (payment.isCvcWrong) return DECLINES['wrong-cvc'].actionCode
  if (outcome.actionCode !== APPROVED_ACTION_CODE) return outcome.actionCode
  return outcome.funds !== undefined && payment.amount > outcome.funds
    ? DECLINES['insufficient-funds'].actionCode
    : APPROVED_ACTION_CODE
}
