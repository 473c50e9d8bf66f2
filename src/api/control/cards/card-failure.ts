// Makes the next payment with an issued card fail, by an outcome rule that is used once.

import { Type } from '../../../web/http/schemas/type.ts'
import { APPROVED_ACTION_CODE } from '../../../payments/authorisation/action-code.ts'
import { cardOutcome } from '../../../payments/methods/card-outcome.ts'
import { RULES_MAX } from '../../../payments/methods/change-outcome-rules.ts'
import { ISSUED_FLOW } from '../../../payments/methods/decide-outcome.ts'
import { type OutcomeRule, ruleMistake } from '../../../payments/methods/outcome-rules.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { operation } from '../api.ts'
import { CARD_EXAMPLE, cardOf } from './cards.ts'
import { OutcomeRulesSchema, ruleSettings } from '../rules/outcome-rules.ts'
import { problem, unacceptable } from '../problems.ts'
import { idParameter } from '../schemas.ts'

export const failNextPayment = operation({
  name: 'failNextPayment',
  method: 'POST',
  path: '/cards/:id/fail-next-payment',
  summary: "Decline a card's next payment",
  description:
    'Adds an outcome rule for this card that applies once and takes priority over existing rules. 3-D Secure follows the project setting.',
  params: idParameter('card', CARD_EXAMPLE),
  body: Type.Object(
    {
      actionCode: Type.Integer({
        minimum: -9_999_999,
        maximum: 9_999_999,
        description: 'Action code of the decline; 0 is refused, because it approves',
        examples: [116],
      }),
    },
    { additionalProperties: false },
  ),
  examples: [{ actionCode: 116 }],
  status: 201,
  answer: Type.Object({
    outcomeRules: Type.Unsafe<OutcomeRule[]>({
      ...OutcomeRulesSchema,
      description: "The project's rules; the new one is the first",
    }),
  }),
  errors: ['card-not-found', 'too-many-rules'],
  async handle({ params, body: { actionCode }, read, command }) {
    const { card } = await cardOf(read, params.id)
    const { settings } = await read(datasetById)
    const rule: Omit<OutcomeRule, 'id'> = {
      match: { cardId: String(card.id) },
      outcome: cardOutcome({ flow: ISSUED_FLOW[settings.issuedCardChallenge], actionCode }),
      times: 1,
    }
    if (actionCode === APPROVED_ACTION_CODE || ruleMistake(rule) !== undefined)
      throw unacceptable('/actionCode', 'must be the action code of a decline')
    if ('refusal' in (await command('changeOutcomeRules', { kind: 'add', rule })))
      throw problem('too-many-rules', `Limit of ${RULES_MAX} rules reached. Delete a rule first.`)
    const after = await read(datasetById)
    return { outcomeRules: ruleSettings(after.settings.outcomeRules) }
  },
})
