// Making the next payment of a card fail: a rule for this card alone, which is gone when it has decided.

import type { Card } from '../../../issuing/card.ts'
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
import { isOutcomeRuleValid, type OutcomeRule } from '../../../payments/methods/outcome-rules.ts'
import { ISSUED_FLOW } from '../../../payments/methods/decide-outcome.ts'

type RuleSettings = Pick<Settings, 'outcomeRules' | 'issuedCardChallenge'>

/** What issuers say to a payment that they do not want, the most frequent first. A rule of the rules' own page may say anything. */
const DECLINE_CODES = [116, 5, 121, 57, 101, 106, 208, 120, 907, 999]

export const failureField = (typed = String(DECLINE_CODES[0])): Field => ({
  kind: 'choice',
  name: 'actionCode',
  label: 'How it ends',
  value: typed,
  options: DECLINE_CODES.map((code) => ({
    value: String(code),
    label: `${code} ${actionCodeText(code)}`,
  })),
})

/** The rule for the next payment by this card; 3-D Secure stays as the project has it. */
const failureOf = (
  { id }: Pick<Card, 'id'>,
  typed: string,
  { issuedCardChallenge }: RuleSettings,
): Omit<OutcomeRule, 'id'> => ({
  match: { cardId: String(id) },
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

/** The call that makes the rule. */
export const failureCall = (
  card: Pick<Card, 'id'>,
  typed = String(DECLINE_CODES[0]),
  settings: RuleSettings,
): ApiCall => patch(withRule(settings.outcomeRules, failureOf(card, typed, settings)))

/** The call that made it: the rules as they are since. */
export const failureMade = ({ outcomeRules }: RuleSettings): ApiCall => patch(outcomeRules)

/** What is wrong with what was typed; undefined where the rule was made. */
export async function failNextPayment(
  card: Pick<Card, 'id'>,
  typed: string,
  { dataset: { settings }, execute }: PageContext,
): Promise<{ readonly mistakes: Mistakes } | undefined> {
  const rule = failureOf(card, typed, settings)
  if (rule.outcome.actionCode === APPROVED_ACTION_CODE || !isOutcomeRuleValid(rule))
    return { mistakes: { actionCode: 'Choose one of the codes.' } }
  const refusal = await execute('changeOutcomeRules', { kind: 'add', rule })
  if (refusal === undefined) return undefined
  return { mistakes: { actionCode: `There are ${RULES_MAX} rules: remove one.` } }
}

/** The rules that wait for payments by this card. */
export function waitingRules(
  { id }: Pick<Card, 'id'>,
  { dataset, base }: PageContext,
): Html | false {
  const waiting = dataset.settings.outcomeRules.filter(({ match }) => match.cardId === String(id))
  return (
    waiting.length > 0 &&
    html`<ul class="waiting-rules">
      ${waiting.map((rule) => html`<li>${ruleSentence(rule)} <a href="${base}/rules">Rules</a></li>`)}
    </ul>`
  )
}
