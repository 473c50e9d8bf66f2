// Outcome rules as the control API takes and shows them.

import { ROW_ID_PATTERN } from '../../kernel/row-id.ts'
import Type, { type Static } from 'typebox'
import { FLOW_NAMES } from '../../three-d-secure/authentication.ts'
import { cardOutcome } from '../../payments/methods/card-outcome.ts'
import { RULES_MAX } from '../../payments/methods/change-outcome-rules.ts'
import { unacceptable } from './problems.ts'
import {
  isOutcomeRuleValid,
  type OutcomeRule,
  RULE_TIMES_MAX,
} from '../../payments/methods/outcome-rules.ts'

const digits = (pattern: string, description: string) => Type.String({ pattern, description })
const Amount = Type.Integer({ minimum: 0, maximum: 999_999_999_999 })

const MatchSchema = Type.Object(
  {
    panPrefix: Type.Optional(digits('^[0-9]{1,6}$', 'Leading digits of the card number')),
    panSuffix: Type.Optional(digits('^[0-9]{1,4}$', 'Last digits of the card number')),
    amountFrom: Type.Optional(Amount),
    amountTo: Type.Optional(Amount),
    currency: Type.Optional(digits('^[0-9]{3}$', 'ISO 4217 numeric code')),
    orderNumber: Type.Optional(Type.String({ maxLength: 36 })),
    clientId: Type.Optional(Type.String({ maxLength: 255 })),
    cardId: Type.Optional(
      digits(ROW_ID_PATTERN, 'A card of the project; rules without one mean other cards'),
    ),
  },
  {
    additionalProperties: false,
    description: 'Every condition given must hold; none at all means every payment',
  },
)

const OutcomeSchema = Type.Object(
  {
    flow: Type.Optional(Type.Enum([...FLOW_NAMES], { description: 'Way through 3-D Secure' })),
    version: Type.Optional(Type.Enum([1, 2], { description: 'Of 3-D Secure' })),
    code: Type.Optional(digits('^[0-9]{4,8}$', "What the issuer's page accepts")),
    actionCode: Type.Optional(Type.Integer({ description: 'How the payment ends; 0 approves' })),
    funds: Type.Optional({ ...Amount, description: 'More than this declines with 116' }),
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
