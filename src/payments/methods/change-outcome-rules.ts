// Changes single outcome rules under the same lock as the payments to which they apply, so that a
// rule that a payment has used up does not return.

import { createHash } from 'node:crypto'
import { defineCommand } from '../../kernel/command.ts'
import { withSettings } from '../../kernel/dataset.ts'
import { lastRuleNumberOf, type NumberedRules, type OutcomeRule } from './outcome-rules.ts'

/** Maximum number of rules per project. */
export const RULES_MAX = 100

/** `seen` identifies the list that the caller has read; see `rulesSeen`. */
type NamedRule = { readonly id: string; readonly seen?: string | undefined }

export type RuleChange =
  /** Adds a rule before the others, with a new id if it has none. */
  | { readonly kind: 'add'; readonly rule: NewRule }
  | ({ readonly kind: 'remove' } & NamedRule)
  /** Switches the rule on or off, or moves it; places are counted from 1. */
  | ({ readonly kind: 'change'; readonly enabled?: boolean; readonly place?: number } & NamedRule)

/** Without an id, it gets a new one. */
export type NewRule = Omit<OutcomeRule, 'id'> & { readonly id?: string }

/** Why nothing was changed. */
export type RuleRefusal = 'full' | 'taken' | 'missing' | 'stale'

/** The id of the rule, or why nothing was changed. */
type RuleChangeResult = { readonly id: string } | { readonly refusal: RuleRefusal }

export const changeOutcomeRules = defineCommand<RuleChange, RuleChangeResult>({
  decide(change, draft) {
    const { settings } = draft.dataset
    const changed = changedRules(settings, change)
    if (typeof changed === 'string') return { refusal: changed }
    const { id, ...rules } = changed
    draft.dataset = withSettings(draft.dataset, rules)
    return { id }
  },
})

interface ChangedRules extends NumberedRules {
  readonly id: string
}

function changedRules(settings: NumberedRules, change: RuleChange): ChangedRules | RuleRefusal {
  const { outcomeRules: rules } = settings
  if (change.kind === 'add') return added(settings, change.rule)
  const { id, seen } = change
  const index = rules.findIndex((each) => each.id === id)
  const rule = rules[index]
  if (seen !== undefined && seen !== rulesSeen(rules)) return 'stale'
  if (rule === undefined) return 'missing'
  const others = rules.toSpliced(index, 1)
  const lastRuleNumber = lastRuleNumberOf(settings)
  if (change.kind === 'remove') return { id, outcomeRules: others, lastRuleNumber }
  const { enabled, place = index + 1 } = change
  const switched = enabled === undefined ? rule : withSwitch(rule, enabled)
  return { id, outcomeRules: others.toSpliced(place - 1, 0, switched), lastRuleNumber }
}

function added(settings: NumberedRules, rule: NewRule): ChangedRules | RuleRefusal {
  const { outcomeRules: rules } = settings
  if (rules.length >= RULES_MAX) return 'full'
  if (rules.some(({ id }) => id === rule.id)) return 'taken'
  const numbered = numberedRules(settings, [rule, ...rules])
  return { id: numbered.outcomeRules[0]?.id ?? '', ...numbered }
}

/** An enabled rule has no `enabled` mark. */
function withSwitch({ enabled: _before, ...rule }: OutcomeRule, enabled: boolean): OutcomeRule {
  return enabled ? rule : { ...rule, enabled }
}

/** The new list. Rules without an id get one that no rule had before, not even a deleted one. */
export function numberedRules(before: NumberedRules, rules: readonly NewRule[]): NumberedRules {
  const named = rules.filter((rule): rule is OutcomeRule => rule.id !== undefined)
  let lastRuleNumber = lastRuleNumberOf({
    outcomeRules: named,
    lastRuleNumber: lastRuleNumberOf(before),
  })
  const outcomeRules = rules.map((rule) => ({ ...rule, id: rule.id ?? `rule-${++lastRuleNumber}` }))
  return { outcomeRules, lastRuleNumber }
}

/**
 * Identifies the list in a form: number of rules and a hash. Uses of a counted rule do not change
 * it.
 */
export function rulesSeen(rules: readonly OutcomeRule[]): string {
  const comparable = rules.map(({ id, match, outcome, enabled = true }) => [
    id,
    sorted(match),
    sorted(outcome),
    enabled,
  ])
  const digest = createHash('sha256').update(JSON.stringify(comparable)).digest('hex')
  return `${rules.length}.${digest.slice(0, 16)}`
}

/** A database may reorder the properties of an object. */
const sorted = (of: object): readonly unknown[] =>
  Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1))
