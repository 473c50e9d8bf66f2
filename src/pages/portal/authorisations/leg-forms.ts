// The forms of an authorisation's next legs, and their actions. The state table determines which
// legs are possible, as in the commands.

import {
  adviseAuthorisation,
  clearAuthorisation,
  expireAuthorisation,
  incrementAuthorisation,
  refundAuthorisation,
  reverseAuthorisation,
} from '../../../api/control/simulations/simulations.ts'
import type { TypedOperation } from '../../../api/endpoint/operation.ts'
import { allows, type AuthorisationMove } from '../../../authorisations/authorisation.ts'
import { html, type HtmlValue } from '../../../web/html/html.ts'
import type { ShownAuthorisation } from '../labels/authorisation-labels.ts'
import { knownCurrency, parseAmount, typedAmount } from '../parts/amounts.ts'
import { type Field, form, type Mistakes } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { seenState } from './stale-leg.ts'

export const LEG_NAMES = ['clear', 'increment', 'advice', 'reverse', 'expire', 'refund'] as const
export type LegName = (typeof LEG_NAMES)[number]

interface LegBody {
  readonly amount?: number
  readonly final?: boolean
}

interface LegForm {
  readonly moves: readonly AuthorisationMove[]
  readonly performs: TypedOperation<LegBody | null, unknown, { id: string }, unknown>
  readonly title: string
  readonly explanation: string
  readonly button: string
  readonly look: 'main' | 'quiet' | 'danger'
  /** Initial amount in the merchant's currency; undefined if the leg has no amount. */
  readonly amount?: (authorisation: ShownAuthorisation) => number
  /** The form asks whether the clearing is the last one. */
  readonly asksFinal?: true
}

export const LEG_FORMS: Readonly<Record<LegName, LegForm>> = {
  clear: {
    moves: ['clear'],
    performs: clearAuthorisation,
    title: 'Clear',
    explanation:
      'The merchant presents the payment. The amount can be less than, equal to or more than the hold.',
    button: 'Clear authorisation',
    look: 'main',
    amount: ({ merchantAmounts }) => merchantAmounts.held,
    asksFinal: true,
  },
  increment: {
    moves: ['increment'],
    performs: incrementAuthorisation,
    title: 'Increment',
    explanation: 'The merchant adds an amount to the hold, if the issuer approves.',
    button: 'Increase hold',
    look: 'quiet',
    amount: () => 1000,
  },
  advice: {
    moves: ['advise'],
    performs: adviseAuthorisation,
    title: 'Advice',
    explanation: 'Replaces the held amount with the final amount, such as the price of fuel.',
    button: 'Replace hold',
    look: 'quiet',
    amount: ({ merchantAmounts }) => merchantAmounts.held,
  },
  reverse: {
    moves: ['reverse', 'reverse-posted'],
    performs: reverseAuthorisation,
    title: 'Reverse',
    explanation: 'The merchant releases all or part of the hold.',
    button: 'Reverse authorisation',
    look: 'danger',
    amount: ({ merchantAmounts: { held, cleared } }) => (held > 0 ? held : cleared),
  },
  expire: {
    moves: ['expire'],
    // The operation has no body.
    performs: expireAuthorisation as LegForm['performs'],
    title: 'Expire',
    explanation: 'Ends the hold now, without advancing the clock.',
    button: 'Expire hold',
    look: 'danger',
  },
  refund: {
    moves: ['refund'],
    performs: refundAuthorisation,
    title: 'Refund',
    explanation: 'The merchant refunds all or part of the cleared amount.',
    button: 'Refund card',
    look: 'main',
    amount: ({ merchantAmounts: { cleared, refunded } }) => cleared - refunded,
  },
}

/** A refused form. */
export interface MistakenLeg {
  readonly kind: 'mistakes'
  readonly leg: LegName
  readonly typed: Readonly<Record<string, string>>
  readonly mistakes: Mistakes
}

export const LEG_LABELS: Readonly<Record<string, string>> = { amount: 'Amount', final: 'Rest' }

/** The legs that are possible now. */
function possibleLegs(authorisation: ShownAuthorisation): readonly LegName[] {
  const { source, status, kind, refunded, merchantAmounts } = authorisation
  if (source === 'order') return []
  const isRefunded = merchantAmounts.cleared === merchantAmounts.refunded
  return LEG_NAMES.filter(
    (name) =>
      LEG_FORMS[name].moves.some((move) => allows({ status, kind, refunded }, move)) &&
      !(name === 'refund' && isRefunded),
  )
}

/**
 * The forms of the possible legs; `back` names the page to return to, which has its own main
 * action.
 */
export function legForms(
  authorisation: ShownAuthorisation,
  context: PageContext,
  { mistaken, back }: { readonly mistaken?: MistakenLeg | undefined; readonly back?: string } = {},
): HtmlValue {
  if (!callOptions(context).mayAct) return undefined
  const legs = possibleLegs(authorisation)
  if (legs.length === 0) return undefined
  return html`<section class="acts">
    <h2>Next step</h2>
    ${legs.map((leg, index) => {
      const { title, explanation, button, look, performs } = LEG_FORMS[leg]
      const typed = mistaken?.leg === leg ? mistaken.typed : {}
      const body = bodyOf(leg, usual(leg, authorisation), authorisation)
      return form(
        {
          id: leg,
          title,
          explanation,
          button,
          action: `${context.base}/authorisations/${authorisation.id}/${leg}`,
          look: look === 'main' && (index > 0 || back !== undefined) ? 'quiet' : look,
          fields: fieldsOf(leg, authorisation, typed),
          hidden: { seen: seenState(authorisation), ...(back && { back }) },
          call: callOf(performs, { params: { id: authorisation.id }, body }),
          ...(mistaken?.leg === leg && { mistakes: mistaken.mistakes }),
        },
        callOptions(context),
      )
    })}
  </section>`
}

/** The initial values of a form. */
function usual(leg: LegName, authorisation: ShownAuthorisation): Record<string, string> {
  const { amount } = LEG_FORMS[leg]
  const { currency } = authorisation.merchantAmounts
  return { ...(amount && { amount: typedAmount(amount(authorisation), currency) }), final: 'yes' }
}

function fieldsOf(
  leg: LegName,
  authorisation: ShownAuthorisation,
  typed: Readonly<Record<string, string>>,
): readonly Field[] {
  const { amount, asksFinal } = LEG_FORMS[leg]
  if (amount === undefined) return []
  const values = { ...usual(leg, authorisation), ...typed }
  const { alpha } = knownCurrency(authorisation.merchantAmounts.currency)
  const shared = { inputMode: 'decimal', maxLength: 20, suffix: alpha } as const
  const fields: readonly Field[] = [
    { kind: 'text', name: 'amount', label: 'Amount', value: values['amount'] ?? '', ...shared },
  ]
  return asksFinal === true ? [...fields, finalField(values['final'] ?? 'yes')] : fields
}

const finalField = (value: string): Field => ({
  kind: 'choice',
  name: 'final',
  label: 'Rest of the hold',
  value,
  options: [
    { value: 'yes', label: 'Release it (final clearing)' },
    { value: 'no', label: 'Keep it for further clearings' },
  ],
})

/** The body of the operation, which refuses an invalid amount with an error at the field. */
function bodyOf(
  leg: LegName,
  typed: Readonly<Record<string, string>>,
  { merchantAmounts }: ShownAuthorisation,
): LegBody | null {
  const { amount, asksFinal } = LEG_FORMS[leg]
  if (amount === undefined) return null
  return {
    amount: parseAmount(typed['amount'] ?? '', merchantAmounts.currency) ?? NO_AMOUNT,
    ...(asksFinal === true && { final: typed['final'] !== 'no' }),
  }
}

const NO_AMOUNT = -1

/** The API names amounts in minor units, the form has decimals. */
const withMoney = (text: string, currency: string | number): string =>
  text.replace(
    /\b(\d{1,16}) \(minor units\)/,
    (_, minor) => `${typedAmount(Number(minor), currency)} ${knownCurrency(currency).alpha}`,
  )

/** Performs a leg with the posted form. */
export async function performLeg(
  leg: LegName,
  authorisation: ShownAuthorisation,
  context: PageContext,
): Promise<MistakenLeg | undefined> {
  const { performs } = LEG_FORMS[leg]
  const typed = Object.fromEntries(context.form)
  const body = bodyOf(leg, typed, authorisation)
  const params = { id: authorisation.id }
  const outcome = await resultOrMistakes(
    context.perform(performs, body === null ? { params } : { params, body }),
    ['amount'],
    { amount: (text) => withMoney(text, authorisation.merchantAmounts.currency) },
  )
  return 'mistakes' in outcome
    ? { kind: 'mistakes', leg, typed, mistakes: outcome.mistakes }
    : undefined
}
