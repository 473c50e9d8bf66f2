// An action on a card: when it is possible, its fields, and its effect.

import type { showCard } from '../../../api/control/cards/cards.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { updateCard } from '../../../api/issuing-v2/cards.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import type { Field, FormOptions, Mistakes } from '../parts/form-view.ts'
import { callOf } from '../shell/page.ts'
import type { Onward, PageContext } from '../shell/screen.ts'

export type ShownCard = AnswerOf<typeof showCard>

export type TypedFields = Readonly<Record<string, string>>

/** Undefined if it succeeded, a redirect, or the form's mistakes. */
export type Outcome = { readonly mistakes: Mistakes } | Onward | undefined

export interface Act {
  readonly title: string
  readonly explanation: string
  readonly button: string
  readonly look: NonNullable<FormOptions['look']>
  readonly done: string
  readonly isLegal: (card: ShownCard) => boolean
  readonly fields?: (card: ShownCard, typed: TypedFields) => readonly Field[]
  readonly run: (card: ShownCard, context: PageContext, typed: TypedFields) => Promise<Outcome>
  /** The call that it makes, as a sample. */
  readonly call: (card: ShownCard, typed: TypedFields) => ApiCall
}

type CardChange = NonNullable<NonNullable<(typeof updateCard)['types']>[0]>

/** Changes the card through interface B. */
export function changing(bodyOf: (card: ShownCard) => CardChange): Pick<Act, 'run' | 'call'> {
  const sent = (card: ShownCard) => ({ params: { id: card.id }, body: bodyOf(card) })
  return {
    async run(card, { perform }) {
      await perform(updateCard, sent(card))
      return undefined
    },
    call: (card) => callOf(updateCard, sent(card)),
  }
}
