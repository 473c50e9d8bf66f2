// Declines the next payment of a card with an outcome rule for this card that is used once.

import type { Settings } from '../../../kernel/settings.ts'
import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import { cardOutcome } from '../../../payments/methods/card-outcome.ts'
import { RULES_MAX, withRule } from '../../../payments/methods/change-outcome-rules.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import type { Field, Mistakes } from '../parts/form-view.ts'
import { actionCodeText } from '../labels/order-labels.ts'
import { ruleSentence } from '../labels/rule-labels.ts'
import type { PageContext } from '../shell/screen.ts'
import type { ShownCard } from './card-act.ts'
import { isOutcomeRuleValid, type OutcomeRule } from '../../../payments/methods/outcome-rules.ts'
import { ISSUED_FLOW } from '../../../payments/methods/decide-outcome.ts'

type RuleSettings = Pick<Settings, 'outcomeRules' | 'issuedCardChallenge'>

/** The usual declines of issuers, the most frequent first. */
const DECLINE_CODES = [116, 5, 121, 57, 101, 106, 208, 120, 907, 999]

export const failureField = (typed = String(DECLINE_CODES[0])): Field => ({
  kind: 'choice',
  name: 'actionCode',
  label: 'Result',
  value: typed,
  options: DECLINE_CODES.map((code) => ({
    value: String(code),
    label: `${code} ${actionCodeText(code)}`,
  })),
})

/** The rule for the next payment with this card; 3-D Secure follows the project's setting. */
const failureOf = (
  { id }: Pick<ShownCard, 'id'>,
  typed: string,
  { issuedCardChallenge }: RuleSettings,
): Omit<OutcomeRule, 'id'> => ({
  match: { cardId: id },
  outcome: cardOutcome({
    flow: ISSUED_FLOW[issuedCardChallenge],
    actionCode: /^-?\d{1,7}$/.test(typed) ? Number(typed) : NaN,
  }),
  times: 1,
})

const patch = (outcomeRules: readonly OutcomeRule[]): ApiCall => ({
  api: 'control',
  method: 'PATCH',
  path: '/project',
  body: { outcomeRules },
})

/** The call that adds the rule. */
export const failureCall = (
  card: Pick<ShownCard, 'id'>,
  typed = String(DECLINE_CODES[0]),
  settings: RuleSettings,
): ApiCall => patch(withRule(settings.outcomeRules, failureOf(card, typed, settings)))

/** The call that added it: the current rules. */
export const failureMade = ({ outcomeRules }: RuleSettings): ApiCall => patch(outcomeRules)

/** Adds the rule, or returns what is wrong with the form. */
export async function failNextPayment(
  card: Pick<ShownCard, 'id'>,
  typed: string,
  { dataset: { settings }, execute }: PageContext,
): Promise<{ readonly mistakes: Mistakes } | undefined> {
  const rule = failureOf(card, typed, settings)
  if (rule.outcome.actionCode === APPROVED_ACTION_CODE || !isOutcomeRuleValid(rule))
    return { mistakes: { actionCode: 'Choose one of the codes.' } }
  const refusal = await execute('changeOutcomeRules', { kind: 'add', rule })
  if (refusal === undefined) return undefined
  return { mistakes: { actionCode: `The project has ${RULES_MAX} rules. Remove one first.` } }
}

/** The rules for the next payments with this card. */
export function waitingRules(
  { id }: Pick<ShownCard, 'id'>,
  { dataset, base }: PageContext,
): Html | false {
  const waiting = dataset.settings.outcomeRules.filter(({ match }) => match.cardId === id)
  return (
    waiting.length > 0 &&
    html`<ul class="waiting-rules">
      ${waiting.map((rule) => html`<li>${ruleSentence(rule)} <a href="${base}/rules">Rules</a></li>`)}
    </ul>`
  )
}
