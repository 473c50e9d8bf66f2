// Outcome rules for transfers and top-ups of interfaces A and B. A rule can decline them, delay the
// response or drop it. It cannot approve what the card declines.

import type { MovementRuling } from '../../issuing/movement.ts'
import {
  type Decline,
  declineByActionCode,
  DECLINES,
  statusMessageOf,
} from '../../ledger/decline.ts'
import { APPROVED_ACTION_CODE } from '../authorisation/action-code.ts'
import { outsideActionCode } from '../authorisation/outside-action-code.ts'
import { CARD_CURRENCY } from '../../issuing/card.ts'
import { countRules } from './decide-outcome.ts'
import { isLastUse, type OutcomeRule, ruleUse } from './outcome-rules.ts'

export const ruleMovement: MovementRuling = (draft, { side, card: { card, number }, amount }) => {
  const { origin, now, dataset } = draft
  const { outcomeRules } = dataset.settings
  if (outcomeRules.length === 0 || (origin?.api !== 'A' && origin?.api !== 'B')) return undefined
  const { api, operation } = origin
  const use = ruleUse(outcomeRules, {
    api,
    operation,
    at: now,
    merchant: null,
    card: { kind: 'issued', mask: number.mask, cardId: card.id },
    order: { amount, currency: CARD_CURRENCY },
  })
  if (use.rule !== undefined || use.seenBy.length > 0) countRules(draft, use)
  return use.rule && declineByRule(use.rule, { side, amount })
}

/** The decline by a rule, with the codes of A and B; undefined if the rule approves. */
export function declineByRule(
  rule: Pick<OutcomeRule, 'id' | 'match' | 'outcome' | 'times'>,
  { side, amount }: { readonly side: 'source' | 'destination'; readonly amount: number },
): Decline | undefined {
  const { id, outcome } = rule
  const actionCode = outsideActionCode(outcome, { amount, isCvcWrong: false })
  if (actionCode === APPROVED_ACTION_CODE) return undefined
  const named = declineByActionCode(actionCode)
  const { responseCode, statusMessage } = outcome
  return {
    code: 'by-rule',
    side,
    ruleId: id,
    ...(isLastUse(rule) && { isRuleUsedUp: true }),
    actionCode,
    responseCode: responseCode ?? DECLINES[named ?? 'by-rule'].responseCode,
    statusMessage: statusMessage ?? statusMessageOf({ code: named ?? 'by-rule' }),
  }
}
