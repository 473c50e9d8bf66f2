// Changes the outcome rules one at a time, under the same lock as the payments that they decide, so
// that a rule that a payment has used up does not return.

import { createHash } from 'node:crypto'
import { defineCommand } from '../../kernel/command.ts'
import type { OutcomeRule } from './outcome-rules.ts'

/** The most rules of a project. */
export const RULES_MAX = 100

export type RuleChange =
  /** Before the others, with a new ID. */
  | { readonly kind: 'add'; readonly rule: Omit<OutcomeRule, 'id'> }
  /** `seen` identifies the list that the page showed; see `rulesSeen`. */
  | { readonly kind: 'up' | 'remove'; readonly id: string; readonly seen: string }

/** Why nothing was changed. */
export type RuleRefusal = 'full' | 'changed'

/** Undefined if the rules were changed. */
export const changeOutcomeRules = defineCommand<RuleChange, RuleRefusal | undefined>({
  decide(change, draft) {
    const { settings } = draft.dataset
    const outcomeRules = changed(settings.outcomeRules, change)
    if (typeof outcomeRules === 'string') return outcomeRules
    draft.dataset = { ...draft.dataset, settings: { ...settings, outcomeRules } }
    return undefined
  },
})

function changed(
  rules: readonly OutcomeRule[],
  change: RuleChange,
): readonly OutcomeRule[] | RuleRefusal {
  if (change.kind === 'add') return rules.length < RULES_MAX ? withRule(rules, change.rule) : 'full'
  const index = rules.findIndex(({ id }) => id === change.id)
  const rule = rules[index]
  if (rule === undefined || change.seen !== rulesSeen(rules)) return 'changed'
  const others = rules.toSpliced(index, 1)
  return change.kind === 'up' ? others.toSpliced(Math.max(index - 1, 0), 0, rule) : others
}

/** The rules with a new one before them. */
export const withRule = (
  rules: readonly OutcomeRule[],
  rule: Omit<OutcomeRule, 'id'>,
): readonly OutcomeRule[] => [{ id: newRuleId(rules), ...rule }, ...rules]

/** An ID that no rule has. */
function newRuleId(taken: readonly OutcomeRule[]): string {
  for (let count = taken.length + 1; ; count++) {
    const id = `rule-${count}`
    if (!taken.some((rule) => rule.id === id)) return id
  }
}

/**
 * Identifies the list in a form: number of rules and a hash. Uses of a counted rule do not change
 * it.
 */
export function rulesSeen(rules: readonly OutcomeRule[]): string {
  const comparable = rules.map(({ id, match, outcome }) => [id, sorted(match), sorted(outcome)])
  const digest = createHash('sha256').update(JSON.stringify(comparable)).digest('hex')
  return `${rules.length}.${digest.slice(0, 16)}`
}

/** A database may reorder the members of an object. */
const sorted = (of: object): readonly unknown[] =>
  Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1))
