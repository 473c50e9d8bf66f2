// Outcome rules as the control API accepts and returns them.

import { type Static, Type } from '../../../web/http/schemas/type.ts'
import { FLOW_NAMES } from '../../../three-d-secure/authentication.ts'
import {
  CALLBACK_DELAY_MAX_MS,
  cardOutcome,
  DELAY_MAX_MS,
  TIMEOUT_DEFAULT_MS,
} from '../../../payments/methods/card-outcome.ts'
import { type NewRule, RULES_MAX } from '../../../payments/methods/change-outcome-rules.ts'
import { CONDITION_ROWS, type OutcomeMatch } from '../../../payments/methods/rule-conditions.ts'
import { unacceptableValues } from '../problems.ts'
import {
  ruleMistake,
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
    flow: Type.Optional(Type.Enum([...FLOW_NAMES])),
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
        description: 'Higher amounts are declined with action code 116, minor units',
      }),
    ),
    responseCode: Type.Optional(
      Type.String({
        pattern: '^(?!00)[0-9A-Z]{2}$',
        description:
          "Interface A's response code of a decline; by default, the one that corresponds to the action code. Without an action code, it declines",
      }),
    ),
    statusMessage: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          "Interface B's status message of a decline; by default, the one that corresponds to the action code. Without an action code, it declines",
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: DELAY_MAX_MS,
        description:
          'Delays the response after the decision is stored, in milliseconds of real time',
      }),
    ),
    timeout: Type.Optional(
      Type.Literal(true, {
        description: `The decision is stored, but the caller gets no response: the connection closes after delayMs, by default after ${TIMEOUT_DEFAULT_MS / 1000} seconds`,
      }),
    ),
    callback: Type.Optional(
      Type.Object(
        {
          duplicate: Type.Optional(
            Type.Literal(true, { description: 'Every callback about the payment is sent twice' }),
          ),
          delayMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: CALLBACK_DELAY_MAX_MS,
              description:
                "Delay of the callbacks, in milliseconds on the project's clock; later callbacks wait for them",
            }),
          ),
        },
        { additionalProperties: false, description: 'Callbacks about payments at interface C' },
      ),
    ),
  },
  { additionalProperties: false },
)

export const RuleId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' })

export const OutcomeRuleSchema = Type.Object(
  {
    id: Type.Optional({ ...RuleId, description: 'Id of the rule; generated if omitted' }),
    match: MatchSchema,
    outcome: OutcomeSchema,
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: RULE_TIMES_MAX,
        description:
          'Number of payments that the rule applies to before it is deleted: 1 for the next payment only; unlimited if omitted',
      }),
    ),
    enabled: Type.Optional(
      Type.Boolean({ description: 'False turns the rule off; true if omitted' }),
    ),
  },
  { additionalProperties: false },
)

export const OutcomeRulesSchema = Type.Array(OutcomeRuleSchema, {
  maxItems: RULES_MAX,
  description:
    'Rules apply to payments with test cards and unknown cards, and to issued cards, transfers and top-ups that a rule names; the first match wins. The list replaces the previous list.',
})

/** Checks rules, and throws a problem with all of their mistakes. */
export function outcomeRules(given: Static<typeof OutcomeRulesSchema>): NewRule[] {
  const rules = given.map(({ id, match, outcome, times, enabled = true }) => ({
    ...(id !== undefined && { id }),
    match,
    outcome: cardOutcome(outcome),
    ...(times !== undefined && { times }),
    ...(!enabled && { enabled }),
  }))
  const ids = given.map(({ id }) => id)
  const issues = rules.flatMap((rule, index) => {
    const at = `/outcomeRules/${index}`
    const mistake = ruleMistake(rule)
    const isRepeated = rule.id !== undefined && ids.indexOf(rule.id) < index
    return [
      ...(mistake ? [{ pointer: `${at}${mistake.pointer}`, detail: mistake.detail }] : []),
      ...(isRepeated ? [{ pointer: `${at}/id`, detail: 'must be unique' }] : []),
    ]
  })
  if (issues.length > 0) throw unacceptableValues(issues)
  return rules
}

/** The rules as settings. The number of matches is not a setting. */
export const ruleSettings = (
  rules: readonly OutcomeRule[],
): Omit<OutcomeRule, 'matches' | 'seen'>[] =>
  rules.map(({ matches: _count, seen: _attempts, ...rule }) => rule)
