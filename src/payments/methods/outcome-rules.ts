// Outcome rules determine how payments, transfers and top-ups end. The first matching rule applies.
// A rule only applies to issued cards if its conditions select them; otherwise balance and limits
// decide.

import { actionCode, APPROVED_ACTION_CODE } from '../authorisation/action-code.ts'
import { type CardOutcome, CALLBACK_DELAY_MAX_MS, DELAY_MAX_MS } from './card-outcome.ts'
import { type OutcomeSubject } from './rule-condition.ts'
import { CONDITION_ROWS, isConditionValid, type OutcomeMatch } from './rule-conditions.ts'
import { isInScope } from './rule-scope.ts'

export interface OutcomeRule {
  readonly id: string
  readonly match: OutcomeMatch
  readonly outcome: CardOutcome
  /** Number of attempts after which the rule is removed; without it, the rule is kept. */
  readonly times?: number
  /** False while the rule is turned off. */
  readonly enabled?: false
  /** Number of attempts to which the rule has applied. */
  readonly matches?: number
  /**
   * For a rule with the n-th attempt: the number of attempts so far that meet its other conditions.
   */
  readonly seen?: number
}

/** True if all conditions of the rule are met. */
export const ruleMatches = (match: OutcomeMatch, subject: OutcomeSubject): boolean =>
  CONDITION_ROWS.every(({ name, matches }) => {
    const value = match[name]
    return value === undefined || matches(value, subject)
  })

/** The rule that applies to an attempt, and the rules that count it. */
export interface RuleUse {
  readonly rule?: OutcomeRule
  /** The ids of the rules for an n-th attempt whose other conditions are met. */
  readonly seenBy: readonly string[]
}

/**
 * The first matching rule. A rule only applies to issued cards, transfers and top-ups if its
 * conditions select them; see `rule-scope.ts`.
 */
export function ruleUse(rules: readonly OutcomeRule[], subject: OutcomeSubject): RuleUse {
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

/** The rules after an attempt. The last use of a rule with a limit removes it. */
export function afterAttempt(
  rules: readonly OutcomeRule[],
  { rule: applied, seenBy }: RuleUse,
): readonly OutcomeRule[] {
  const after: OutcomeRule[] = []
  for (const rule of rules) {
    const counted = seenBy.includes(rule.id) ? { ...rule, seen: (rule.seen ?? 0) + 1 } : rule
    if (rule.id !== applied?.id) {
      after.push(counted)
      continue
    }
    const used = { ...counted, matches: (rule.matches ?? 0) + 1 }
    const { times } = applied
    if (times === undefined) after.push(used)
    else if (times > 1) after.push({ ...used, times: times - 1 })
  }
  return after
}

/** Whether the rule applies to no attempt after this one. */
export const isLastUse = ({ times, match }: Pick<OutcomeRule, 'times' | 'match'>): boolean =>
  times === 1 || match.nth !== undefined

/** The rules, and the highest number of a generated rule id so far. */
export interface NumberedRules {
  readonly outcomeRules: readonly OutcomeRule[]
  readonly lastRuleNumber: number
}

/** The highest number of a generated rule id, including the current rules. */
export const lastRuleNumberOf = ({ outcomeRules, lastRuleNumber }: NumberedRules): number =>
  Math.max(
    lastRuleNumber,
    ...outcomeRules.map(({ id }) => Number(/^rule-(\d{1,15})$/.exec(id)?.[1] ?? 0)),
  )

/** Maximum number of attempts to which a counted rule can apply. */
export const RULE_TIMES_MAX = 1000

/** The invalid field of a rule, as a JSON Pointer, and the reason. */
interface RuleMistake {
  readonly pointer: string
  readonly detail: string
}

/** Undefined for a valid rule: its values match their schemas, and its action code exists. */
export function ruleMistake({
  match,
  outcome,
  times,
}: Omit<OutcomeRule, 'id' | 'matches'>): RuleMistake | undefined {
  const { amountFrom, amountTo } = match
  if (times !== undefined && !(isWithin(times, RULE_TIMES_MAX) && times >= 1))
    return { pointer: '/times', detail: `must be an integer from 1 to ${RULE_TIMES_MAX}` }
  const wrong = CONDITION_ROWS.find((row) => {
    const value = match[row.name]
    return value !== undefined && !isConditionValid(row, value)
  })
  if (wrong !== undefined) return { pointer: `/match/${wrong.name}`, detail: 'is not valid' }
  if (amountFrom !== undefined && amountTo !== undefined && amountFrom > amountTo)
    return { pointer: '/match/amountTo', detail: 'must not be less than amountFrom' }
  if (!/^\d{4,8}$/.test(outcome.code))
    return { pointer: '/outcome/code', detail: 'must have 4 to 8 digits' }
  if (actionCode(outcome.actionCode) === undefined)
    return {
      pointer: '/outcome/actionCode',
      detail: 'must be a known action code: see GET /control/v1/action-codes',
    }
  return effectMistake(outcome)
}

/** An approval has no decline codes, and delays are limited. */
function effectMistake({
  actionCode: code,
  responseCode,
  statusMessage,
  delayMs = 0,
  callback,
}: CardOutcome): RuleMistake | undefined {
  const wrong = (member: string, detail: string) => ({ pointer: `/outcome/${member}`, detail })
  const isDecline = code !== APPROVED_ACTION_CODE
  if (responseCode !== undefined && !isDecline)
    return wrong('responseCode', 'is only for an outcome that declines')
  if (statusMessage !== undefined && !isDecline)
    return wrong('statusMessage', 'is only for an outcome that declines')
  if (responseCode !== undefined && !/^(?!00)[0-9A-Z]{2}$/.test(responseCode))
    return wrong('responseCode', 'must be two digits or capital letters, and not 00')
  if (statusMessage !== undefined && (statusMessage === '' || statusMessage.length > 100))
    return wrong('statusMessage', 'must have 1 to 100 characters')
  if (!isWithin(delayMs, DELAY_MAX_MS))
    return wrong('delayMs', `must be an integer from 0 to ${DELAY_MAX_MS}`)
  return isWithin(callback?.delayMs ?? 0, CALLBACK_DELAY_MAX_MS)
    ? undefined
    : wrong('callback/delayMs', `must be an integer from 0 to ${CALLBACK_DELAY_MAX_MS}`)
}

const isWithin = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= most
