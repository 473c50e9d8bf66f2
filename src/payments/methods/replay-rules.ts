// Replays payments with other outcome rules: what would have decided each of them, had the rules
// been there before the first.

import { afterAttempt, type OutcomeRule, ruleUse } from './outcome-rules.ts'
import type { OutcomeSubject } from './rule-condition.ts'

/** The rule that decides each payment; both lists are in the order of time. */
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
