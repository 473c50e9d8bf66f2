// An action on a card: when it is possible, its fields, what it does, and the call that does the same.

import type { Settings } from '../../../kernel/settings.ts'
import type { CardResult } from '../../../issuing/card-result.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import type { Field, FormOptions, Mistakes } from '../parts/form-view.ts'
import type { Onward, PageContext } from '../shell/screen.ts'

export type TypedFields = Readonly<Record<string, string>>

/** Undefined if done, a redirect, or what is wrong with the form. */
export type Outcome = { readonly mistakes: Mistakes } | Onward | undefined

export interface Act {
  readonly title: string
  readonly explanation: string
  readonly button: string
  readonly look: NonNullable<FormOptions['look']>
  readonly done: string
  readonly isLegal: (card: CardResult) => boolean
  readonly fields?: (card: CardResult, typed: TypedFields) => readonly Field[]
  readonly run: (card: CardResult, context: PageContext, typed: TypedFields) => Promise<Outcome>
  /** With the settings of the project as they stand; `isDone` once it was done. */
  readonly call: (
    card: CardResult,
    typed: TypedFields,
    at: { readonly settings: Settings; readonly isDone?: true },
  ) => ApiCall
}
