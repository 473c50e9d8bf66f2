// Outcome rules as the control API accepts and returns them.

import Type, { type Static } from 'typebox'
import { FLOW_NAMES } from '../../three-d-secure/authentication.ts'
import { cardOutcome } from '../../payments/methods/card-outcome.ts'
import { RULES_MAX } from '../../payments/methods/change-outcome-rules.ts'
import { CONDITION_ROWS, type OutcomeMatch } from '../../payments/methods/rule-conditions.ts'
import { unacceptable } from './problems.ts'
import {
  isOutcomeRuleValid,
  type OutcomeRule,
  RULE_TIMES_MAX,
} from '../../payments/methods/outcome-rules.ts'

const MatchSchema = Type.Unsafe<OutcomeMatch>({
  type: 'object',
  properties: Object.fromEntries(CONDITION_ROWS.map(({ name, schema }) => [name, schema])),
  additionalProperties: false,
  description: 'Every condition given must hold; none at all means every payment',
})

const OutcomeSchema = Type.Object(
  {
    flow: Type.Optional(Type.Enum([...FLOW_NAMES], { description: 'Way through 3-D Secure' })),
    version: Type.Optional(Type.Enum([1, 2], { description: 'Of 3-D Secure' })),
    code: Type.Optional(
      Type.String({ pattern: '^[0-9]{4,8}$', description: "What the issuer's page accepts" }),
    ),
    actionCode: Type.Optional(Type.Integer({ description: 'How the payment ends; 0 approves' })),
    funds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 999_999_999_999,
        description: 'More than this declines with 116',
      }),
    ),
  },
  { additionalProperties: false },
)

export const OutcomeRulesSchema = Type.Array(
  Type.Object(
    {
      id: Type.Optional(
        Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: 'Made where none is given' }),
      ),
      match: MatchSchema,
      outcome: OutcomeSchema,
      times: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: RULE_TIMES_MAX,
          description:
            'How many payments it decides before it is gone: 1 for the next one only; every one where it does not say',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: RULES_MAX,
    description:
      'What happens to payments by cards that the project did not issue, and by those of its own that a rule names: the first rule that matches decides. The list replaces the one before.',
  },
)

/** Complete rules with ids of their own. */
export function outcomeRules(given: Static<typeof OutcomeRulesSchema>): OutcomeRule[] {
  const taken = new Set<string>()
  return given.map(({ id, match, outcome, times }, index) => {
    const counted = times === undefined ? {} : { times }
    const rule = { id: id ?? `rule-${index + 1}`, match, outcome: cardOutcome(outcome), ...counted }
    if (!isOutcomeRuleValid(rule))
      throw unacceptable(
        `/outcomeRules/${index}`,
        'must name a known action code and an amount range that is one',
      )
    if (taken.has(rule.id)) throw unacceptable(`/outcomeRules/${index}/id`, 'must be unique')
    taken.add(rule.id)
    return rule
  })
}
