// The terminal form: a card, an amount, a merchant and card data, and the request that they
// describe.

import type { listCards } from '../../../api/control/cards/cards.ts'
import { simulateForcePost, simulateRefund } from '../../../api/control/simulations/refunds.ts'
import { simulateAuthorisation } from '../../../api/control/simulations/simulations.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { getCard } from '../../../api/issuing-v2/cards.ts'
import { type AskedKind, ASKED_KINDS, ENTRY_MODES } from '../../../authorisations/authorisation.ts'
import { FORCED_ANSWERS, type ForcedAnswer } from '../../../real-time/real-time-decision.ts'
import { lastFour } from '../../../web/html/masked-card.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { moneyText } from '../../../web/html/money.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { CURRENCIES } from '../../../ledger/currency.ts'
import { ENTRY_MODE_LABELS, KIND_LABELS } from '../labels/authorisation-labels.ts'
import { moneyOf, parseAmount, typedAmount } from '../parts/amounts.ts'
import type { Field, FieldGroup, Mistakes } from '../parts/form-view.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

export type OwnCard = AnswerOf<typeof listCards>['items'][number]
export type TypedUse = Readonly<Record<string, string>>

/** Currencies with a rate, by alphabetic code. */
type Rates = Readonly<Record<string, string>>

/** A merchant posts these without the issuer's decision. */
const UNASKED_KINDS = ['forcePost', 'refund'] as const

const CVC = [
  { value: 'none', label: 'Not sent' },
  { value: 'right', label: 'Correct' },
  { value: 'wrong', label: 'Wrong' },
] as const

const DECLINES = [
  { value: '', label: 'As the card allows' },
  { value: 'do-not-honour', label: 'Decline: do not honour (05)' },
  { value: 'suspected-fraud', label: 'Decline: suspected fraud (59)' },
  { value: 'not-permitted', label: 'Decline: not permitted (57)' },
  { value: 'issuer-unavailable', label: 'Decline: issuer unavailable (91)' },
] as const

const SERVER_ANSWERS = [
  { value: '', label: 'Ask the server' },
  { value: 'approve', label: 'Approve' },
  { value: 'decline', label: 'Decline' },
  { value: 'timeout', label: 'No answer in time' },
  { value: 'slow', label: 'Late approval' },
  { value: 'error', label: 'Status 500' },
  { value: 'malformed', label: 'Malformed answer' },
  { value: 'bad-signature', label: 'Request with a wrong signature' },
] as const satisfies readonly { readonly value: ForcedAnswer | ''; readonly label: string }[]

export const USE_LABELS: Readonly<Record<string, string>> = {
  cardId: 'Card',
  amount: 'Amount',
  kind: 'Kind',
  currency: 'Currency',
  merchant: 'Merchant',
  mcc: 'Category (MCC)',
  country: 'Country',
  entryMode: 'Entry mode',
  cvc: 'CVC',
  pin: 'PIN',
  decline: 'Outcome',
  realTimeDecision: 'Decision server',
}

const USUAL: TypedUse = {
  amount: '20.00',
  kind: 'purchase',
  currency: 'EUR',
  merchant: 'Corner cafe',
  mcc: '5812',
  country: 'CY',
  entryMode: 'contactless',
  cvc: 'none',
  pin: '',
  decline: '',
  realTimeDecision: '',
}

/** The fields that a result's URL repeats; card data must be entered again. */
export const KEPT_FIELDS = [
  ...Object.keys(USUAL).filter((name) => name !== 'pin'),
  'partialApproval',
]

/** The entered values that differ from the defaults. */
export const enteredIn = (values: Iterable<readonly [string, string]>): TypedUse =>
  Object.fromEntries(
    [...values].filter(
      ([name, text]) =>
        KEPT_FIELDS.includes(name) && text.length <= 60 && text !== (USUAL[name] ?? ''),
    ),
  )

/** The page of a result, whose form keeps the entered values. */
export const resultOf = (id: string, entered: Iterable<readonly [string, string]>): string =>
  `/simulate?${new URLSearchParams({ authorisation: id, ...enteredIn(entered) }).toString()}`

/** The fields of the terminal itself. */
export function terminalFields(
  cards: readonly OwnCard[],
  rates: Rates,
  typed: TypedUse,
): readonly Field[] {
  const values: TypedUse = { ...USUAL, cardId: cards[0]?.id ?? '', ...typed }
  return [
    {
      kind: 'choice',
      name: 'cardId',
      label: 'Card',
      value: values['cardId'] ?? '',
      options: cards.map((card) => ({ value: card.id, label: cardLabel(card) })),
    },
    choice(
      'kind',
      values,
      [...ASKED_KINDS, ...UNASKED_KINDS].map((kind) => ({
        value: kind,
        label: kind === 'refund' ? 'Refund without a purchase' : KIND_LABELS[kind],
      })),
    ),
    {
      kind: 'text',
      name: 'amount',
      label: 'Amount',
      value: values['amount'] ?? '',
      inputMode: 'decimal',
      maxLength: 20,
    },
    choice(
      'currency',
      values,
      ['EUR', ...Object.keys(rates)].map((code) => ({ value: code, label: code })),
    ),
    {
      kind: 'text',
      name: 'pin',
      label: 'PIN',
      value: '',
      type: 'password',
      optional: true,
      inputMode: 'numeric',
      maxLength: 12,
      autocomplete: 'off',
      hint: 'Only if the terminal asks for it',
    },
  ]
}

/** The fields that usually keep their defaults. */
export function moreFields(typed: TypedUse): readonly FieldGroup[] {
  const values = { ...USUAL, ...typed }
  const text = (name: string, maxLength: number): Field => ({
    kind: 'text',
    name,
    label: USE_LABELS[name] ?? name,
    value: values[name] ?? '',
    maxLength,
  })
  return [
    {
      title: 'Merchant',
      fields: [
        text('merchant', 60),
        text('mcc', 4),
        text('country', 3),
        choice(
          'entryMode',
          values,
          ENTRY_MODES.map((mode) => ({ value: mode, label: ENTRY_MODE_LABELS[mode] })),
        ),
      ],
    },
    {
      title: 'Issuer',
      fields: [
        choice('cvc', values, CVC),
        {
          kind: 'checks',
          name: 'partialApproval',
          label: 'If the balance is too low',
          values: values['partialApproval'] === 'yes' ? ['yes'] : [],
          options: [{ value: 'yes', label: 'Accept a partial approval' }],
        },
        choice('decline', values, DECLINES),
        choice('realTimeDecision', values, SERVER_ANSWERS),
      ],
    },
  ]
}

const choice = (
  name: string,
  values: TypedUse,
  options: readonly { readonly value: string; readonly label: string }[],
): Field => ({
  kind: 'choice',
  name,
  label: USE_LABELS[name] ?? name,
  value: values[name] ?? '',
  options,
})

const cardLabel = ({ numberMask, embossedName, available, currency, status }: OwnCard): string => {
  const state = status === 'active' ? moneyText(moneyOf(available, currency)) : status
  return `${lastFour(numberMask)} – ${state}, ${embossedName}`
}

/** The call with the form's initial values. */
export const usualCall = (cards: readonly OwnCard[]): ApiCall =>
  callOf(simulateAuthorisation, {
    body: {
      cardId: cards[0]?.id ?? '',
      amount: 2000,
      currency: 'EUR',
      kind: 'purchase',
      merchant: 'Corner cafe',
      mcc: '5812',
      country: 'CY',
      entryMode: 'contactless',
    },
  })

/** Sends the form; returns the authorisation id, or the errors by field. */
export async function useCard(
  context: PageContext,
): Promise<
  | { readonly id: string; readonly typed: TypedUse }
  | { readonly typed: TypedUse; readonly mistakes: Mistakes }
> {
  const { pin = '', ...typed } = Object.fromEntries(context.form)
  const currency = CURRENCIES.find(({ alpha }) => alpha === typed['currency'])?.numeric
  const amount = parseAmount(typed['amount'] ?? '', currency ?? CARD_CURRENCY)
  if (amount === undefined) {
    const example = typedAmount(2000, currency ?? CARD_CURRENCY)
    return { typed, mistakes: { amount: `Enter an amount such as ${example}.` } }
  }
  const use: Use = {
    cardId: typed['cardId'] ?? '',
    amount,
    currency: typed['currency'] ?? '',
    merchant: typed['merchant'] ?? '',
    mcc: typed['mcc'] ?? '',
    country: (typed['country'] ?? '').toUpperCase(),
    entryMode: typed['entryMode'] as (typeof ENTRY_MODES)[number],
  }
  const outcome = await resultOrMistakes(
    performed(use, { pin, typed, context }),
    Object.keys(USE_LABELS),
    WORDINGS,
  )
  return 'mistakes' in outcome
    ? { typed, ...outcome }
    : { typed, id: outcome.result.authorisation.id }
}

/** The card, the amount and the merchant, which are in the body of every kind. */
interface Use {
  readonly cardId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: string
  readonly mcc: string
  readonly country: string
  readonly entryMode: (typeof ENTRY_MODES)[number]
}

interface UsedAt {
  readonly pin: string
  readonly typed: TypedUse
  readonly context: PageContext
}

/**
 * The call of the kind. Card data and forced outcomes are only for kinds on which the issuer
 * decides.
 */
async function performed(use: Use, { pin, typed, context }: UsedAt) {
  const { perform } = context
  const { kind, decline = '' } = typed
  if (kind === 'forcePost') return perform(simulateForcePost, { body: use })
  if (kind === 'refund') return perform(simulateRefund, { body: use })
  const cvc = await cvcOf(typed, context)
  const forced = FORCED_ANSWERS.find((answer) => answer === typed['realTimeDecision'])
  return perform(simulateAuthorisation, {
    body: {
      ...use,
      kind: kind as AskedKind,
      ...(pin !== '' && { pin }),
      ...(cvc !== undefined && { cvc }),
      ...(typed['partialApproval'] === 'yes' && { partialApproval: true }),
      ...(decline !== '' && { decline }),
      ...(forced !== undefined && { realTimeDecision: forced }),
    },
  })
}

const ABOVE_ZERO = 'Enter an amount above 0.'
const WORDINGS = {
  amount: (text: string) => (text.startsWith('It must be at least 1 ') ? ABOVE_ZERO : text),
  cardId: 'Select a card.',
  kind: 'Select a kind.',
  merchant: 'Enter a name of up to 60 characters.',
  mcc: 'Enter four digits, such as 5812.',
  country: 'Enter a country such as CY.',
  entryMode: 'Select an entry mode.',
  pin: 'Enter 4 to 12 digits.',
  decline: 'Select an outcome.',
}

/** The correct CVC is read from the card; a wrong one differs from it. */
async function cvcOf(typed: TypedUse, { perform }: PageContext): Promise<string | undefined> {
  const id = typed['cardId'] ?? ''
  if ((typed['cvc'] !== 'right' && typed['cvc'] !== 'wrong') || id === '') return undefined
  const { cvc } = await perform(getCard, { params: { id } })
  return typed['cvc'] === 'right' ? cvc : String((Number(cvc) + 1) % 1000).padStart(3, '0')
}
