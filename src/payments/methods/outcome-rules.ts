// Outcome rules decide how payments, transfers and top-ups end. The first match decides. A rule
// applies to issued cards only if it chooses them; otherwise balance and limits decide.

import { actionCode, APPROVED_ACTION_CODE } from '../authorisation/action-code.ts'
import { type CardOutcome, CALLBACK_DELAY_MAX_MS, DELAY_MAX_MS } from './card-outcome.ts'
import { type OutcomeSubject } from './rule-condition.ts'
import { CONDITION_ROWS, isConditionValid, type OutcomeMatch } from './rule-conditions.ts'
import { isInScope } from './rule-scope.ts'

export interface OutcomeRule {
  readonly id: string
  readonly match: OutcomeMatch
  readonly outcome: CardOutcome
  /** Number of attempts after which the rule is removed; without it, the rule stays. */
  readonly times?: number
  /** False while the rule is switched off. */
  readonly enabled?: false
  /** Attempts that the rule has decided. */
  readonly matches?: number
  /** Of a rule for the n-th attempt: the attempts so far that meet its other conditions. */
  readonly seen?: number
}

/** True if every condition of the rule holds. */
export const ruleMatches = (match: OutcomeMatch, subject: OutcomeSubject): boolean =>
  CONDITION_ROWS.every(({ name, matches }) => {
    const value = match[name]
    return value === undefined || matches(value, subject)
  })

/** The rule that decides an attempt, and the rules that count it. */
export interface RuleUse {
  readonly rule?: OutcomeRule
  /** The ids of the rules for an n-th attempt whose other conditions hold. */
  readonly seenBy: readonly string[]
}

const NO_USE: RuleUse = { seenBy: [] }

/**
 * The first rule that matches. A rule decides issued cards, transfers and top-ups only if it
 * chooses them: see `rule-scope.ts`.
 */
export function ruleUse(rules: readonly OutcomeRule[], subject: OutcomeSubject): RuleUse {
  if (rules.length === 0) return NO_USE
  const seenBy: string[] = []
  for (const rule of rules) {
    const { match, enabled = true } = rule
    if (!enabled || !isInScope(match, subject) || !ruleMatches(match, subject)) continue
    if (match.nth === undefined) return { rule, seenBy }
    seenBy.push(rule.id)
    if ((rule.seen ?? 0) + 1 === match.nth) return { rule, seenBy }
  }
  return { seenBy }
}

export const ruleFor = (
  rules: readonly OutcomeRule[],
  subject: OutcomeSubject,
): OutcomeRule | undefined => ruleUse(rules, subject).rule

/** The rules after an attempt. */
export const afterAttempt = (
  rules: readonly OutcomeRule[],
  { rule, seenBy }: RuleUse,
): readonly OutcomeRule[] => {
  const counted =
    seenBy.length === 0
      ? rules
      : rules.map((each) =>
          seenBy.includes(each.id) ? { ...each, seen: (each.seen ?? 0) + 1 } : each,
        )
  return rule === undefined ? counted : afterUse(counted, rule)
}

/** The rules after this one has decided an attempt. */
export const afterUse = (
  rules: readonly OutcomeRule[],
  { id, times }: OutcomeRule,
): readonly OutcomeRule[] =>
  rules.flatMap((rule) => {
    if (rule.id !== id) return [rule]
    const used = { ...rule, matches: (rule.matches ?? 0) + 1 }
    return times === undefined ? [used] : times > 1 ? [{ ...used, times: times - 1 }] : []
  })

/** The most attempts that a counted rule can decide. */
export const RULE_TIMES_MAX = 1000

/** True for a valid rule: its values fit their schemas, and its action code exists. */
export function isOutcomeRuleValid({
  match,
  outcome,
  times,
}: Omit<OutcomeRule, 'id' | 'matches'>): boolean {
  const { amountFrom, amountTo } = match
  return (
    (times === undefined || (Number.isInteger(times) && times >= 1 && times <= RULE_TIMES_MAX)) &&
    CONDITION_ROWS.every((row) => {
      const value = match[row.name]
      return value === undefined || isConditionValid(row, value)
    }) &&
    (amountFrom === undefined || amountTo === undefined || amountFrom <= amountTo) &&
    /^\d{4,8}$/.test(outcome.code) &&
    actionCode(outcome.actionCode) !== undefined &&
    areEffectsValid(outcome)
  )
}

/** An approval has no answer of a decline, and delays are bounded. */
function areEffectsValid({
  actionCode: code,
  responseCode,
  statusMessage,
  delayMs = 0,
  callback,
}: CardOutcome): boolean {
  const isDecline = code !== APPROVED_ACTION_CODE
  return (
    (isDecline || (responseCode === undefined && statusMessage === undefined)) &&
    (responseCode === undefined || /^(?!00)[0-9A-Z]{2}$/.test(responseCode)) &&
    (statusMessage === undefined || (statusMessage !== '' && statusMessage.length <= 100)) &&
    isWithin(delayMs, DELAY_MAX_MS) &&
    isWithin(callback?.delayMs ?? 0, CALLBACK_DELAY_MAX_MS)
  )
}

const isWithin = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= most
