// The decision of the issuer of a card from outside: a test card, or a card that a rule decides.

import { DECLINES } from '../../ledger/decline.ts'
import type { CardOutcome } from '../methods/card-outcome.ts'
import { APPROVED_ACTION_CODE } from './action-code.ts'

/** The action code of an outcome. A wrong CVC declines before anything else. */
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
