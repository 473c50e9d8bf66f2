// Declines a card's next payment with an outcome rule for this card that is used once.

import { failNextPayment } from '../../../api/control/cards/card-failure.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { actionCodeText } from '../labels/order-labels.ts'
import { ruleSentence } from '../labels/rule-labels.ts'
import type { Mistakes } from '../parts/form-view.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import type { Act, ShownCard } from './card-act.ts'

/** Common issuer declines, the most frequent first. */
const DECLINE_CODES = [116, 5, 121, 57, 101, 106, 208, 120, 907, 999]

const chosen = (typed = String(DECLINE_CODES[0])): string => typed

const sent = ({ id }: Pick<ShownCard, 'id'>, typed: string | undefined) => ({
  params: { id },
  body: { actionCode: Number(chosen(typed)) },
})

export const failure: Act = {
  title: 'Make the next payment fail',
  explanation: 'Adds a one-time outcome rule for this card.',
  button: 'Make next payment fail',
  look: 'quiet',
  done: 'The next payment with this card will fail',
  isLegal: ({ status }) => status === 'active',
  fields: (_card, { actionCode }) => [
    {
      kind: 'choice',
      name: 'actionCode',
      label: 'Result',
      value: chosen(actionCode),
      options: DECLINE_CODES.map((code) => ({
        value: String(code),
        label: `${code} ${actionCodeText(code)}`,
      })),
    },
  ],
  async run(card, { perform }, { actionCode = '' }) {
    const made = await resultOrMistakes(
      perform(failNextPayment, sent(card, actionCode)),
      ['actionCode'],
      { actionCode: 'Select a code from the list.' },
    ).catch(mistakeOfTooManyRules)
    return 'mistakes' in made ? made : undefined
  },
  call: (card, { actionCode }) => callOf(failNextPayment, sent(card, actionCode)),
}

function mistakeOfTooManyRules(error: unknown): { readonly mistakes: Mistakes } {
  if (error instanceof Problem && error.code === 'too-many-rules')
    return { mistakes: { actionCode: error.message } }
  throw error
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
