// Outcome rules as the control API accepts and returns them.

import Type, { type Static } from 'typebox'
import { FLOW_NAMES } from '../../../three-d-secure/authentication.ts'
import { cardOutcome } from '../../../payments/methods/card-outcome.ts'
import { RULES_MAX } from '../../../payments/methods/change-outcome-rules.ts'
import { CONDITION_ROWS, type OutcomeMatch } from '../../../payments/methods/rule-conditions.ts'
import { unacceptable } from '../problems.ts'
import {
  isOutcomeRuleValid,
  type OutcomeRule,
  RULE_TIMES_MAX,
} from '../../../payments/methods/outcome-rules.ts'

const MatchSchema = Type.Unsafe<OutcomeMatch>({
  type: 'object',
  properties: Object.fromEntries(CONDITION_ROWS.map(({ name, schema }) => [name, schema])),
  additionalProperties: false,
  description: 'All given conditions must match; without conditions every payment matches',
})

const OutcomeSchema = Type.Object(
  {
    flow: Type.Optional(Type.Enum([...FLOW_NAMES], { description: '3-D Secure flow' })),
    version: Type.Optional(Type.Enum([1, 2], { description: '3-D Secure version' })),
    code: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4,8}$',
        description: "The code that the issuer's page accepts",
      }),
    ),
    actionCode: Type.Optional(Type.Integer({ description: 'Result of the payment; 0 approves' })),
    funds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 999_999_999_999,
        description: 'Higher amounts decline with 116',
      }),
    ),
  },
  { additionalProperties: false },
)

export const RuleId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' })

export const OutcomeRuleSchema = Type.Object(
  {
    id: Type.Optional({ ...RuleId, description: 'Generated if omitted' }),
    match: MatchSchema,
    outcome: OutcomeSchema,
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: RULE_TIMES_MAX,
        description:
          'Number of payments that the rule decides before it is deleted: 1 for the next payment only; unlimited if omitted',
      }),
    ),
    enabled: Type.Optional(
      Type.Boolean({ description: 'False switches the rule off; true if omitted' }),
    ),
  },
  { additionalProperties: false },
)

export const OutcomeRulesSchema = Type.Array(OutcomeRuleSchema, {
  maxItems: RULES_MAX,
  description:
    'Rules decide payments with test cards and unknown cards, and with issued cards that a rule names; the first match wins. The list replaces the previous list.',
})

/** Adds missing ids to rules. */
export function outcomeRules(given: Static<typeof OutcomeRulesSchema>): OutcomeRule[] {
  const taken = new Set<string>()
  return given.map(({ id, match, outcome, times, enabled = true }, index) => {
    const rule = {
      ...{ id: id ?? `rule-${index + 1}`, match, outcome: cardOutcome(outcome) },
      ...(times !== undefined && { times }),
      ...(!enabled && { enabled }),
    }
    if (!isOutcomeRuleValid(rule))
      throw unacceptable(
        `/outcomeRules/${index}`,
        'must have a known action code and a valid amount range',
      )
    if (taken.has(rule.id)) throw unacceptable(`/outcomeRules/${index}/id`, 'must be unique')
    taken.add(rule.id)
    return rule
  })
}

/** The rules as settings: how often each has matched is not a setting. */
export const ruleSettings = (rules: readonly OutcomeRule[]): Omit<OutcomeRule, 'matches'>[] =>
  rules.map(({ matches: _count, ...rule }) => rule)
