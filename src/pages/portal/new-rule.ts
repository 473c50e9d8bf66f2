// What every rule that a page makes has: a name that no other has, and a bound on how many there are.

import type { OutcomeRule } from '../../payments/card-outcome.ts'

/** As many as the control API takes. */
export const RULES_MAX = 100

/** The first name of its kind that no rule has. */
export function newRuleId(taken: readonly OutcomeRule[]): string {
  for (let count = taken.length + 1; ; count++) {
    const id = `rule-${count}`
    if (!taken.some((rule) => rule.id === id)) return id
  }
}
