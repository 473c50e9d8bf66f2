// Outcome rules decide how payments end. The first rule that matches decides. A rule applies to an
// issued card only if it names the card; otherwise its balance and limits decide.

import { actionCode } from '../authorisation/action-code.ts'
import type { CardOutcome } from './card-outcome.ts'
import {
  CONDITION_ROWS,
  isConditionValid,
  type OutcomeMatch,
  type OutcomeSubject,
} from './rule-conditions.ts'

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
}

/** True if every condition of the rule holds. */
export const ruleMatches = (match: OutcomeMatch, subject: OutcomeSubject): boolean =>
  CONDITION_ROWS.every(({ name, matches }) => {
    const value = match[name]
    return value === undefined || matches(value, subject)
  })

/** The first rule that matches. Only rules that name it match an issued card. */
export function ruleFor(
  rules: readonly OutcomeRule[],
  subject: OutcomeSubject,
): OutcomeRule | undefined {
  const isIssued = subject.card.cardId !== undefined
  return rules.find(
    ({ match, enabled = true }) =>
      enabled && (!isIssued || match.cardId !== undefined) && ruleMatches(match, subject),
  )
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
    actionCode(outcome.actionCode) !== undefined
  )
}
