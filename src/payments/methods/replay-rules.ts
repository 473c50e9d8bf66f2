// Replays payments with other outcome rules: which rule would have applied to each payment if the
// rules had existed before the first one.

import { afterAttempt, type OutcomeRule, ruleUse } from './outcome-rules.ts'
import type { OutcomeSubject } from './rule-condition.ts'

/** The rule that applies to each payment; both lists are in chronological order. */
export function replayRules(
  rules: readonly OutcomeRule[],
  payments: readonly OutcomeSubject[],
): readonly (OutcomeRule | undefined)[] {
  let current = rules
  return payments.map((payment) => {
    const use = ruleUse(current, payment)
    current = afterAttempt(current, use)
    return use.rule
  })
}
